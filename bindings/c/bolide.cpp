#define BOLIDE_BUILDS
#include "bolide.h"

#include "settings.hpp"

using namespace bolide;

struct bolide_metric {
    explicit bolide_metric(c::Choices choices)
        : scorer(std::move(choices.settings)), formula(std::move(choices.formula)), signature(choices.signature) {}

    engine::Scorer scorer;
    score::Formula formula;
    std::string signature;
};

namespace {

thread_local std::string message;

int fail(bolide_status status, const char* what) noexcept {
    try {
        message = what;
    } catch (...) {
        message.clear();
    }
    return status;
}

/// Runs what may throw; no exception crosses the border.
template <class Work>
int guarded(bool are_all_given, Work work) noexcept {
    if (!are_all_given) return fail(BOLIDE_BAD_CALL, "a pointer is null");
    try {
        work();
        return BOLIDE_OK;
    } catch (const c::SettingsError& error) {
        return fail(BOLIDE_BAD_SETTINGS, error.what());
    } catch (const c::FileError& error) {
        return fail(BOLIDE_BAD_FILE, error.what());
    } catch (const resource::ResourceError& error) {
        return fail(BOLIDE_BAD_FILE, error.what());
    } catch (const engine::SegmentError& error) {
        return fail(BOLIDE_BAD_SEGMENT, error.what());
    } catch (const std::bad_alloc& error) {
        return fail(BOLIDE_NO_MEMORY, error.what());
    } catch (const std::invalid_argument& error) {  // Of an aligner: choices that do not fit together.
        return fail(BOLIDE_BAD_SETTINGS, error.what());
    } catch (const std::exception& error) {
        return fail(BOLIDE_BAD_CALL, error.what());
    } catch (...) {
        return fail(BOLIDE_BAD_CALL, "unknown failure");
    }
}

engine::Batch batch_of(const char* text, std::size_t size) {
    engine::Batch batch(false);
    batch.add_piece({text, size});
    batch.end_segment();
    return batch;
}

bolide_scores score_row(std::span<const std::int64_t> row, const score::Formula& formula) {
    score::Score found;
    score::score_rows(row, formula, std::span(&found, 1));
    return {found.score,         found.precision, found.recall,   found.f1,       found.f_mean,
            found.fragmentation, found.penalty,   found.parts[0], found.parts[1], found.parts[2]};
}

void count(const bolide_metric& metric, std::string_view hypothesis, std::string_view reference,
           std::span<std::int64_t> row) {
    metric.scorer.statistics(
        {batch_of(hypothesis.data(), hypothesis.size()), batch_of(reference.data(), reference.size()), {1}, {}}, 1,
        row);
}

/// An alignment with the memory that it points to.
struct Kept : bolide_alignment {
    engine::AlignedPair pair;
    std::vector<bolide_word> words;
    std::vector<bolide_match> found;

    Kept(engine::AlignedPair aligned, const bolide_metric& metric) : bolide_alignment{}, pair(std::move(aligned)) {
        for (const auto* side : {&pair.hypothesis, &pair.reference})
            for (std::size_t i = 0; i < side->words.size(); ++i) {
                const bool is_copied = !side->copy.empty() && side->copy[i];
                const auto kinds = (side->function[i] ? BOLIDE_FUNCTION_WORD : 0) | (is_copied ? BOLIDE_COPY_WORD : 0);
                words.push_back({side->words[i].c_str(), side->words[i].size(), static_cast<std::uint32_t>(kinds)});
            }
        add_matches(align::kinds_of(metric.scorer.settings().aligner));
        hypothesis = words.data();
        hypothesis_size = pair.hypothesis.words.size();
        reference = words.data() + hypothesis_size;
        reference_size = pair.reference.words.size();
        matches = found.data();
        match_count = found.size();
        statistics = pair.statistics.data();
        scores = score_row(pair.statistics, metric.formula);
    }

  private:
    void add_matches(const std::vector<match::Matcher>& kinds) {
        const auto& [all, chunks, similarities, is_proven] = pair.alignment;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const auto& each = all[i];
            const bool goes_on = i &&
                                 all[i - 1].hypothesis_start + all[i - 1].hypothesis_length == each.hypothesis_start &&
                                 all[i - 1].reference_start + all[i - 1].reference_length == each.reference_start;
            const std::uint32_t chunk = i ? found.back().chunk + !goes_on : 0;
            const double similarity = similarities.empty() ? 1.0 : similarities[i] / double{match::whole};
            found.push_back({match::matcher_names[static_cast<std::size_t>(kinds[each.matcher])], each.hypothesis_start,
                             each.hypothesis_length, each.reference_start, each.reference_length, chunk, similarity});
        }
    }
};

}  // namespace

const char* bolide_version(void) { return BOLIDE_VERSION; }

int bolide_abi(void) { return BOLIDE_ABI; }

const char* bolide_error(void) { return message.c_str(); }

int bolide_open(const char* settings, size_t settings_size, bolide_metric** metric) {
    return guarded(settings && metric, [&] {
        *metric = nullptr;
        *metric = new bolide_metric(c::read_settings({settings, settings_size}));
    });
}

void bolide_close(bolide_metric* metric) { delete metric; }

const char* bolide_signature(const bolide_metric* metric) { return metric ? metric->signature.c_str() : ""; }

int bolide_score(const bolide_metric* metric, const char* hypothesis, size_t hypothesis_size, const char* reference,
                 size_t reference_size, bolide_scores* scores) {
    return guarded(metric && hypothesis && reference && scores, [&] {
        std::vector<std::int64_t> row(metric->scorer.columns());
        count(*metric, {hypothesis, hypothesis_size}, {reference, reference_size}, row);
        *scores = score_row(row, metric->formula);
    });
}

size_t bolide_columns(const bolide_metric* metric) { return metric ? metric->scorer.columns() : 0; }

int bolide_count(const bolide_metric* metric, const char* hypothesis, size_t hypothesis_size, const char* reference,
                 size_t reference_size, int64_t* statistics) {
    return guarded(metric && hypothesis && reference && statistics, [&] {
        count(*metric, {hypothesis, hypothesis_size}, {reference, reference_size},
              {statistics, metric->scorer.columns()});
    });
}

int bolide_score_statistics(const bolide_metric* metric, const int64_t* statistics, bolide_scores* scores) {
    return guarded(metric && statistics && scores,
                   [&] { *scores = score_row({statistics, metric->scorer.columns()}, metric->formula); });
}

int bolide_align(const bolide_metric* metric, const char* hypothesis, size_t hypothesis_size, const char* reference,
                 size_t reference_size, bolide_alignment** alignment) {
    return guarded(metric && hypothesis && reference && alignment, [&] {
        *alignment = nullptr;
        auto pairs = metric->scorer.align(batch_of(hypothesis, hypothesis_size), batch_of(reference, reference_size));
        *alignment = new Kept(std::move(pairs[0]), *metric);
    });
}

#ifdef __EMSCRIPTEN__
int bolide_put_file(const char* path, size_t path_size, const void* bytes, size_t size) {
    return guarded(path && bytes,
                   [&] { resource::put_file({path, path_size}, {static_cast<const std::byte*>(bytes), size}); });
}
#endif

void bolide_free_alignment(bolide_alignment* alignment) { delete static_cast<Kept*>(alignment); }
