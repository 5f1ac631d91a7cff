#include "engine/feature_scorer.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <stdexcept>
#include <system_error>
#include <thread>

namespace bolide::engine {

namespace {

/// How many items a thread takes at a time.
constexpr std::size_t block_size = 32;

/// Calls `make()` on each thread, and what it returns for every item. Throws what was thrown, if anything was.
template <class Make>
void run(std::size_t items, std::size_t threads, Make make) {
    std::atomic<std::size_t> next{0};
    std::atomic<bool> failed{false};
    const std::size_t blocks = (items + block_size - 1) / block_size;
    std::vector<std::exception_ptr> errors(std::clamp<std::size_t>(threads, 1, std::max<std::size_t>(blocks, 1)));
    const auto work = [&](std::exception_ptr& error) {
        try {
            auto task = make();
            for (std::size_t begin; !failed && (begin = next.fetch_add(block_size)) < items;)
                for (std::size_t item = begin; item < std::min(begin + block_size, items); ++item) task(item);
        } catch (...) {
            error = std::current_exception();
            failed = true;
        }
    };
    std::vector<std::thread> helpers;
    try {
        for (std::size_t i = 1; i < errors.size(); ++i) helpers.emplace_back(work, std::ref(errors[i]));
    } catch (const std::system_error&) {
        // No more threads to be had: the ones there are do all the work.
    }
    work(errors[0]);
    for (std::thread& helper : helpers) helper.join();
    for (const auto& error : errors)
        if (error) std::rethrow_exception(error);
}

}  // namespace

FeatureScorer::FeatureScorer(FeatureSettings settings) : settings_(std::move(settings)) {
    if (settings_.stages.empty()) throw std::invalid_argument("there has to be a stage");
    if (settings_.tagger && settings_.uses.size() != settings_.tagger->tag_count())
        throw std::invalid_argument("every tag needs to have a use");
}

tag::Emissions FeatureScorer::emissions(const TypedBatch& batch) const {
    tag::Emissions emissions;
    if (!settings_.tagger) return emissions;
    emissions.values.reserve(batch.types.size() * tag::offsets * settings_.tagger->tag_count());
    for (const std::string_view type : batch.types) settings_.tagger->append(type, emissions);
    return emissions;
}

void FeatureScorer::parse_one(const TypedBatch& batch, const tag::Emissions& emissions, std::size_t segment,
                              ParsedSegment& result) const {
    const auto start = static_cast<std::size_t>(segment ? batch.ends[segment - 1] : 0);
    const auto words = batch.words.subspan(start, static_cast<std::size_t>(batch.ends[segment]) - start);
    result.parsed.words.assign(words.begin(), words.end());
    if (!settings_.tagger) return;
    settings_.tagger->tag(words, emissions, result.tags);
    std::vector<std::uint8_t> roles, infinitives;
    result.parsed.classes.clear();
    for (std::size_t i = 0; i < words.size(); ++i) {
        const TagUse& use = settings_.uses[result.tags[i]];
        result.parsed.classes.push_back(use.tag_class);
        roles.push_back(use.roles);
        infinitives.push_back(batch.infinitive[words[i]]);
    }
    tag::find_groups(roles, result.parsed.groups);
    tag::find_clauses(roles, infinitives, result.parsed.clauses);
}

std::vector<ParsedSegment> FeatureScorer::parse(const TypedBatch& batch, std::size_t threads) const {
    const tag::Emissions table = emissions(batch);
    std::vector<ParsedSegment> segments(batch.ends.size());
    run(segments.size(), threads,
        [&] { return [&](std::size_t segment) { parse_one(batch, table, segment, segments[segment]); }; });
    return segments;
}

void FeatureScorer::statistics(const TypedBatch& batch, const SegmentPairs& pairs, std::size_t threads,
                               std::span<std::int64_t> rows) const {
    const std::vector<ParsedSegment> segments = parse(batch, threads);
    run(pairs.hypotheses.size(), threads, [&] {
        return [&, aligner = align::StagedAligner(settings_.stages, settings_.beam),
                alignment = align::Alignment()](std::size_t pair) mutable {
            const score::Parsed& hypothesis = segments[pairs.hypotheses[pair]].parsed;
            const score::Parsed& reference = segments[pairs.references[pair]].parsed;
            aligner.align(batch.facts, hypothesis.words, reference.words, alignment);
            score::count_features(batch.facts, settings_.stages, hypothesis, reference, alignment,
                                  rows.subspan(pair * score::feature_columns).first<score::feature_columns>());
        };
    });
}

align::Alignment FeatureScorer::align(const TypedBatch& batch, const score::Parsed& hypothesis,
                                      const score::Parsed& reference, score::FeatureRow row) const {
    align::StagedAligner aligner(settings_.stages, settings_.beam);
    align::Alignment alignment;
    aligner.align(batch.facts, hypothesis.words, reference.words, alignment);
    score::count_features(batch.facts, settings_.stages, hypothesis, reference, alignment, row);
    return alignment;
}

}  // namespace bolide::engine
