#define BOLIDE_BUILDS
#include "bolide.h"

#include "engine/scorer.hpp"
#include "score/formula.hpp"
#include "text/strings.hpp"

using namespace bolide;

struct bolide_metric {
    engine::Scorer scorer;
    score::Formula formula;
    std::string signature;
};

namespace {

using resource::ResourceError;
using SettingsError = std::invalid_argument;

/// The lines `name=value` of settings. Unknown names are refused in the end, so that no choice is lost.
class Lines {
  public:
    explicit Lines(std::string_view text) {
        text::for_each_line(text, [this](std::string_view line) {
            if (line.empty()) return;
            const std::size_t sign = line.find('=');
            if (sign == line.npos) throw SettingsError("settings are lines name=value, not: " + std::string(line));
            if (!values_.emplace(line.substr(0, sign), line.substr(sign + 1)).second)
                throw SettingsError(std::string(line.substr(0, sign)) + " is set twice");
        });
    }
    void finish() const {
        if (!values_.empty()) throw SettingsError("unknown setting " + std::string(values_.begin()->first));
    }
    [[noreturn]] static void refuse(std::string_view name, std::string_view value) {
        throw SettingsError(std::string(name) + " cannot be '" + std::string(value) + "'");
    }

    std::string_view take(std::string_view name) {
        const auto found = values_.find(name);
        if (found == values_.end()) return {};
        const std::string_view value = found->second;
        values_.erase(found);
        return value;
    }
    std::vector<std::string> words(std::string_view name) {
        std::vector<std::string> found;
        text::for_each_word(take(name), [&](std::string_view word) { found.emplace_back(word); });
        return found;
    }
    /// The place of the value in a list of names; 0 if it is absent.
    std::size_t choice(std::string_view name, std::initializer_list<std::string_view> names) {
        const std::string_view value = take(name);
        const auto* found = value.empty() ? names.begin() : std::find(names.begin(), names.end(), value);
        if (found == names.end()) refuse(name, value);
        return static_cast<std::size_t>(found - names.begin());
    }
    bool flag(std::string_view name) { return choice(name, {"no", "yes"}) == 1; }
    /// `count` finite numbers, none of them negative; empty if absent and not needed.
    std::vector<double> numbers(std::string_view name, std::size_t count, bool are_needed) {
        std::vector<double> found;
        for (const std::string& word : words(name))
            if (!text::to_double(word, found.emplace_back()) || !(found.back() >= 0 && found.back() <= 1e100))
                refuse(name, word);
        if (found.size() != count && (are_needed || !found.empty()))
            throw SettingsError(std::string(name) + " must be " + std::to_string(count) + " numbers");
        return found;
    }
    double number(std::string_view name, double otherwise) {
        const auto found = numbers(name, 1, false);
        return found.empty() ? otherwise : found[0];
    }
    std::size_t whole(std::string_view name, double otherwise, double most) {
        const double value = number(name, otherwise);
        if (value > most || value != std::floor(value)) refuse(name, std::to_string(value));
        return static_cast<std::size_t>(value);
    }
    /// Opens the table of that name, if it is set.
    template <class Table>
    void open(std::string_view name, std::shared_ptr<const Table>& table) {
        const std::string path(take(name));
        if (path.empty()) return;
        try {
            table = std::make_shared<Table>(std::filesystem::path(std::u8string(path.begin(), path.end())));
        } catch (const std::system_error& error) {
            throw ResourceError(path + ": " + error.code().message());
        } catch (const ResourceError& error) {
            throw ResourceError(path + ": " + error.what());
        }
    }

  private:
    std::map<std::string_view, std::string_view> values_;
};

// Choices are listed in the order of their enumerations.

text::Tokeniser read_tokeniser(Lines& lines) {
    enum { lower, raw, any, norm };
    const auto mode = lines.choice("text", {"lower", "raw", "any", "norm", "nopunct"});
    if (mode < norm) return text::Tokeniser(std::nullopt, mode == lower, mode == any);
    const auto apostrophe = static_cast<text::Apostrophe>(lines.choice("apostrophe", {"before", "after", "apart"}));
    const text::Prefixes prefixes{lines.words("prefixes"), lines.words("numeric_prefixes")};
    return text::Tokeniser(text::Normaliser(apostrophe, prefixes, mode == norm), true);
}

std::vector<match::Matcher> read_matchers(Lines& lines) {
    std::vector<match::Matcher> kinds;
    for (const auto& name : lines.words("matchers")) {
        const auto place = static_cast<std::size_t>(
            std::find(match::matcher_names.begin(), match::matcher_names.end(), name) - match::matcher_names.begin());
        const auto kind = static_cast<match::Matcher>(place);
        if (place == match::matcher_kinds || std::find(kinds.begin(), kinds.end(), kind) != kinds.end())
            Lines::refuse("matchers", name);
        kinds.push_back(kind);
    }
    if (kinds.empty() || kinds.size() > score::matcher_places)
        throw SettingsError("there are no matchers, or too many");
    return kinds;
}

align::AlignerSettings read_aligner(Lines& lines, const std::vector<match::Matcher>& kinds) {
    const std::size_t asked = lines.whole("beam", 40, INT32_MAX), beam = std::max<std::size_t>(asked, 1);
    const auto kind = lines.choice("aligner", {"java", "java-maxacc", "paper", "paper-count", "staged"});
    if (kind < 2) return align::JavaSettings{asked, static_cast<align::Objective>(kind), kinds};
    if (kind < 4) return align::PaperSettings{beam, static_cast<align::Coverage>(kind - 2), kinds};
    return align::StagedSettings{beam, kinds};
}

std::shared_ptr<const lexicon::Knowledge> read_knowledge(Lines& lines) {
    auto knowledge = std::make_shared<lexicon::Knowledge>();
    knowledge->equality = static_cast<lexicon::Equality>(lines.choice("equality", {"text", "java_hash"}));
    for (const auto& word : lines.words("function_words")) knowledge->function_words.intern(word);
    for (const auto& word : lines.words("copy_words")) knowledge->copy_words.intern(word);
    knowledge->copies_numbers = lines.flag("copies_numbers");
    knowledge->copies_unlisted = lines.flag("copies_unlisted");
    knowledge->folds_case = lines.flag("folds_case");
    if (const auto name = lines.take("stemmer"); !name.empty())
        if (!(knowledge->stemmer = stem::stemmer_named(name))) Lines::refuse("stemmer", name);
    lines.open("stems", knowledge->stems);
    lines.open("synonyms", knowledge->synonyms);
    lines.open("paraphrases", knowledge->paraphrases);
    lines.open("thesaurus", knowledge->thesaurus);
    return knowledge;
}

score::Parameters read_parameters(Lines& lines, std::size_t matchers) {
    const auto values = lines.numbers("parameters", score::all_settings.size(), true);
    const auto weights = lines.numbers("weights", matchers, true);
    score::Parameters made{};
    for (std::size_t i = 0; i < values.size(); ++i) made.*score::all_settings[i].value = values[i];
    std::copy(weights.begin(), weights.end(), made.weights.begin());
    if (const auto copy = lines.numbers("copy_x", 2, false); !copy.empty())
        made.copy = score::CopySmoothing{copy[0], copy[1]};
    made.penalty = static_cast<score::Penalty>(lines.choice("penalty", {"java", "paper"}));
    const bool keeps_blanks = lines.flag("chrf_keeps_blanks");
    const double lcs_alpha = lines.number("lcs_alpha", 0.5);
    for (std::size_t i = 0; i < score::part_kinds; ++i)
        if (const auto share = lines.numbers(score::part_names[i], 1, false); !share.empty())
            made.shares.push_back({static_cast<score::Part>(i), share[0], lcs_alpha, keeps_blanks});
    return made;
}

bolide_metric* read_metric(std::string_view text) {
    Lines lines(text);
    if (const auto version = lines.take("settings"); version != "1") Lines::refuse("settings", version);
    // One after the other: GCC 12 destroys members of an aggregate twice if a later one throws.
    const auto kinds = read_matchers(lines);
    auto tokeniser = read_tokeniser(lines);
    auto knowledge = read_knowledge(lines);
    auto aligner = read_aligner(lines, kinds);
    auto parameters = read_parameters(lines, kinds.size());
    const auto unit = static_cast<score::Unit>(lines.choice("unit", {"words", "characters", "length"}));
    std::string signature(lines.take("signature"));
    lines.finish();
    const bool needs_vectors = std::any_of(kinds.begin(), kinds.end(), match::needs_vectors);
    if (needs_vectors || score::need_vectors(parameters.shares))
        throw SettingsError("a matcher or a share of the score needs vectors, which C programs cannot pass");
    engine::Settings settings{std::move(tokeniser), std::move(knowledge), std::move(aligner), unit};
    settings.shares = parameters.shares;
    return new bolide_metric{engine::Scorer(std::move(settings)), std::move(parameters), std::move(signature)};
}

thread_local std::string message;

int fail(bolide_status status, const char* what) noexcept {
    try {
        message = what;
    } catch (...) {
        message.clear();
    }
    return status;
}

/// Runs code that may throw; no exception crosses the border.
template <class Work>
int guarded(bool are_all_given, Work work) noexcept {
    if (!are_all_given) return fail(BOLIDE_BAD_CALL, "a pointer is null");
    try {
        return work(), BOLIDE_OK;
    } catch (const SettingsError& error) {  // Also from an aligner, if choices do not fit together.
        return fail(BOLIDE_BAD_SETTINGS, error.what());
    } catch (const ResourceError& error) {
        return fail(BOLIDE_BAD_FILE, error.what());
    } catch (const engine::SegmentError& error) {
        return fail(BOLIDE_BAD_SEGMENT, error.what());
    } catch (const std::bad_alloc& error) {
        return fail(BOLIDE_NO_MEMORY, error.what());
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
        hypothesis_size = pair.hypothesis.words.size();
        reference_size = pair.reference.words.size();
        hypothesis = words.data();
        reference = words.data() + hypothesis_size;
        matches = found.data();
        match_count = found.size();
        statistics = pair.statistics.data();
        scores = score_row(pair.statistics, metric.formula);
    }

  private:
    void add_matches(const std::vector<match::Matcher>& kinds) {
        const auto& similarities = pair.alignment.similarities;
        std::uint32_t here = 0, there = 0, chunk = 0;  // Where the last match ends.
        for (const match::Match& each : pair.alignment.matches) {
            chunk += !found.empty() && (each.hypothesis_start != here || each.reference_start != there);
            here = each.hypothesis_start + each.hypothesis_length;
            there = each.reference_start + each.reference_length;
            const double similarity = similarities.empty() ? 1.0 : similarities[found.size()] / double{match::whole};
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
    return guarded(settings && metric, [&] { *metric = nullptr, *metric = read_metric({settings, settings_size}); });
}

void bolide_close(bolide_metric* metric) { delete metric; }

const char* bolide_signature(const bolide_metric* metric) { return metric ? metric->signature.c_str() : ""; }

size_t bolide_columns(const bolide_metric* metric) { return metric ? metric->scorer.columns() : 0; }

int bolide_count(const bolide_metric* metric, const char* hypothesis, size_t hypothesis_size, const char* reference,
                 size_t reference_size, int64_t* statistics) {
    return guarded(metric && hypothesis && reference && statistics, [&] {
        metric->scorer.statistics({batch_of(hypothesis, hypothesis_size), batch_of(reference, reference_size), {1}, {}},
                                  1, {statistics, metric->scorer.columns()});
    });
}

int bolide_score_statistics(const bolide_metric* metric, const int64_t* statistics, bolide_scores* scores) {
    return guarded(metric && statistics && scores,
                   [&] { *scores = score_row({statistics, metric->scorer.columns()}, metric->formula); });
}

int bolide_score(const bolide_metric* metric, const char* hypothesis, size_t hypothesis_size, const char* reference,
                 size_t reference_size, bolide_scores* scores) {
    std::vector<int64_t> row;
    if (const int status = guarded(true, [&] { row.resize(std::max<std::size_t>(bolide_columns(metric), 1)); }))
        return status;
    if (const int status = bolide_count(metric, hypothesis, hypothesis_size, reference, reference_size, row.data()))
        return status;
    return bolide_score_statistics(metric, row.data(), scores);
}

int bolide_align(const bolide_metric* metric, const char* hypothesis, size_t hypothesis_size, const char* reference,
                 size_t reference_size, bolide_alignment** alignment) {
    return guarded(metric && hypothesis && reference && alignment, [&] {
        *alignment = nullptr;
        auto pairs = metric->scorer.align(batch_of(hypothesis, hypothesis_size), batch_of(reference, reference_size));
        *alignment = new Kept(std::move(pairs[0]), *metric);
    });
}

void bolide_free_alignment(bolide_alignment* alignment) { delete static_cast<Kept*>(alignment); }

#ifdef __EMSCRIPTEN__
int bolide_put_file(const char* path, size_t path_size, const void* bytes, size_t size) {
    return guarded(path && bytes,
                   [&] { resource::put_file({path, path_size}, {static_cast<const std::byte*>(bytes), size}); });
}
#endif
