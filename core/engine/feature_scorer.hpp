/// From segments of word types to the statistics of METEOR-Hindi, for batches, on several threads.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "score/feature_statistics.hpp"
#include "tag/tagger.hpp"

namespace bolide::engine {

/// What words of a tag are for matching and for phrases.
struct TagUse {
    std::uint8_t tag_class;
    std::uint8_t roles;  ///< Flags of tag::Role.
};

struct FeatureSettings {
    std::vector<match::Matcher> stages;
    std::size_t beam;
    std::shared_ptr<const tag::Tagger> tagger;  ///< Null: no tags, no groups, no clauses.
    std::vector<TagUse> uses;                   ///< One for each tag.
};

/// The word types of a batch and its segments. Segment s is `words` from `ends[s - 1]` up to `ends[s]`.
struct TypedBatch {
    std::vector<std::string_view> types;  ///< Folded, as the tagger knows them.
    align::TypeFacts facts;
    std::span<const std::uint8_t> infinitive;  ///< A flag for each type.
    std::span<const std::uint32_t> words;
    std::span<const std::int64_t> ends;
};

/// Pairs of segments: which is the hypothesis of each row, and which its reference.
struct SegmentPairs {
    std::span<const std::uint32_t> hypotheses, references;
};

/// A segment with what was found out about it.
struct ParsedSegment {
    score::Parsed parsed;
    std::vector<tag::Tag> tags;
};

/// Immutable: any number of threads may call it at once.
class FeatureScorer {
  public:
    explicit FeatureScorer(FeatureSettings settings);

    /// Fills one row of statistics for each pair. The result does not depend on `threads`.
    void statistics(const TypedBatch& batch, const SegmentPairs& pairs, std::size_t threads,
                    std::span<std::int64_t> rows) const;

    /// The segments with their tags and phrases.
    std::vector<ParsedSegment> parse(const TypedBatch& batch, std::size_t threads) const;

    /// Aligns one pair of parsed segments, and fills its row.
    align::Alignment align(const TypedBatch& batch, const score::Parsed& hypothesis, const score::Parsed& reference,
                           score::FeatureRow row) const;

  private:
    tag::Emissions emissions(const TypedBatch& batch) const;
    void parse_one(const TypedBatch& batch, const tag::Emissions& emissions, std::size_t segment,
                   ParsedSegment& result) const;

    FeatureSettings settings_;
};

}  // namespace bolide::engine
