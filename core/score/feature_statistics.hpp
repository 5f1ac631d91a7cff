/// The statistics of METEOR-Hindi (Gupta, Venkatapathy and Sangal 2010): counts of features that add up over segments.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "align/staged_aligner.hpp"
#include "score/schema.hpp"
#include "tag/phrases.hpp"

namespace bolide::score {

/// One side of a pair: word types, and what was found out about them in their segment. Without tags, the last three are
/// empty.
struct Parsed {
    std::vector<std::uint32_t> words;
    std::vector<std::uint8_t> classes;  ///< Of each word, the class of tags that has to be equal.
    tag::Phrases groups, clauses;
};

/// How many phrases match one to one: those of as many words, each of which matches the word at its place by `kind`.
std::size_t match_phrases(const align::TypeFacts& facts, match::Matcher kind, const Parsed& hypothesis,
                          const tag::Phrases& hypothesis_phrases, const Parsed& reference,
                          const tag::Phrases& reference_phrases);

/// Fills a row from an alignment by `stages`.
void count_features(const align::TypeFacts& facts, std::span<const match::Matcher> stages, const Parsed& hypothesis,
                    const Parsed& reference, const align::Alignment& alignment, FeatureRow row);

}  // namespace bolide::score
