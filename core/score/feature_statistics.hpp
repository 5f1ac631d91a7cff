/// The statistics of METEOR-Hindi (Gupta, Venkatapathy and Sangal 2010): counts of features that add up over segments.
#pragma once

#include <cstdint>
#include <span>

#include "align/alignment.hpp"
#include "score/schema.hpp"
#include "tag/parser.hpp"

namespace bolide::score {

/// One side of a pair: its words, and what a parser found out about them; nothing where there is none.
struct ParsedWords {
    match::Words words;
    const tag::Parse& parse;
};

/// How many phrases match one to one: those of as many words, each of which matches the word at its place by `kind` or
/// a narrower one. `phrases` says which: groups or clauses.
std::size_t match_phrases(const lexicon::Lexicon& lexicon, match::Matcher kind, const ParsedWords& hypothesis,
                          const ParsedWords& reference, tag::Phrases tag::Parse::* phrases);

/// Fills a row from an alignment by matchers of `kinds`.
void count_features(const lexicon::Lexicon& lexicon, std::span<const match::Matcher> kinds,
                    const ParsedWords& hypothesis, const ParsedWords& reference, const align::Alignment& alignment,
                    FeatureRow row);

}  // namespace bolide::score
