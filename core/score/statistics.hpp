/// The statistics of a hypothesis against a reference: whole numbers that add up over segments, free of parameters.
#pragma once

#include "align/alignment.hpp"
#include "lexicon/forms.hpp"
#include "lexicon/lexicon.hpp"
#include "score/schema.hpp"
#include "tag/parser.hpp"

namespace bolide::score {

/// What a word counts for.
enum class Unit : std::uint8_t {
    words,
    characters,  ///< Parity: UTF-16 units.
    length,      ///< Tenths of a code point, and less for signs (lexicon/forms.hpp).
};

/// Fills a row: amounts in `unit`, the rest in words.
/// The chunk of a segment matched whole in one chunk has a column of its own: whether it counts, the formula says.
void count(const lexicon::Lexicon& lexicon, match::Words hypothesis, match::Words reference,
           const align::Alignment& alignment, Unit unit, Row row);

/// Fills a row like `count`, for matches that carry a similarity, or words that weigh by their length: amounts are in
/// 1/1024 of `unit`, and a match counts as much of them as its words are alike.
void count_graded(const lexicon::Lexicon& lexicon, const lexicon::Forms& forms, match::Words hypothesis,
                  match::Words reference, const align::Alignment& alignment, Unit unit, Row row);

/// How much the words of a segment are like the most similar word opposite, in their order.
using Nearest = std::span<const match::Similarity>;

/// Adds to the columns of the matcher at `place`, in a row that `count_graded` filled: every word counts as much as it
/// is like the most similar one opposite.
void count_nearest(const lexicon::Lexicon& lexicon, const lexicon::Forms& forms, match::Words hypothesis,
                   match::Words reference, Nearest of_hypothesis, Nearest of_reference, Unit unit, std::size_t place,
                   Row row);

/// A flag for each token of a segment: whether it is a copy word.
using CopyFlags = std::span<const char>;

/// Fills the columns of copy words, always in words: how many there are, and how many of them any match covers
/// (Guo, Ruan and Hu 2018, section 3.2).
void count_copy_words(CopyFlags hypothesis, CopyFlags reference, const align::Alignment& alignment, Row row);

/// One side of a pair: its words, and what a parser found out about them; nothing where there is none.
struct ParsedWords {
    match::Words words;
    const tag::Parse& parse;
};

/// How many phrases match one to one: those of as many words, each of which matches the word at its place by `kind` or
/// a narrower one. `phrases` says which: groups or clauses.
std::size_t match_phrases(const lexicon::Lexicon& lexicon, match::Matcher kind, const ParsedWords& hypothesis,
                          const ParsedWords& reference, tag::Phrases tag::Parse::* phrases);

/// Fills a row of METEOR-Hindi's formula from an alignment by matchers of `kinds`: counts of features (Gupta,
/// Venkatapathy and Sangal 2010).
void count_features(const lexicon::Lexicon& lexicon, std::span<const match::Matcher> kinds,
                    const ParsedWords& hypothesis, const ParsedWords& reference, const align::Alignment& alignment,
                    FeatureRow row);

}  // namespace bolide::score
