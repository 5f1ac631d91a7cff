/// The statistics of a hypothesis against a reference: whole numbers that add up over segments, free of parameters.
#pragma once

#include <cstdint>
#include <span>

#include "align/alignment.hpp"
#include "lexicon/lexicon.hpp"

namespace bolide::score {

inline constexpr std::size_t matcher_places = 4;

/// The columns of a row: those up to `reference_matches` in the order in which Meteor 1.5 prints them; behind them copy
/// words, zero where no copy knowledge is used, and how the alignment was found.
enum Column : std::size_t {
    hypothesis_length,
    reference_length,
    hypothesis_function,
    reference_function,
    first_matched,  ///< For each matcher: hypothesis content, reference content, hypothesis function, reference
                    ///< function.
    chunks = first_matched + 4 * matcher_places,
    hypothesis_matches,
    reference_matches,
    copy_segments,  ///< 1 for a segment whose copy words were counted, so that a sum knows how many there are.
    hypothesis_copy,
    hypothesis_copy_matched,
    reference_copy,
    reference_copy_matched,
    unproven,  ///< 1 for a pair whose best alignment could not be proven to be the best (the papers' aligner).
    columns,
};

/// How many of them Meteor 1.5 prints.
inline constexpr std::size_t java_columns = reference_matches + 1;

using Row = std::span<std::int64_t, columns>;
using ConstRow = std::span<const std::int64_t, columns>;

/// What a word counts for.
enum class Unit : std::uint8_t { words, characters };

/// Fills a row. Lengths and matched words are counted in `unit`; chunks and the last two columns always in words.
/// A segment matched whole in one chunk counts no chunk, which is what it adds to a corpus and gives it no penalty.
void count(const lexicon::Lexicon& lexicon, match::Words hypothesis, match::Words reference,
           const align::Alignment& alignment, Unit unit, Row row);

/// A flag for each token of a segment: whether it is a copy word.
using CopyFlags = std::span<const char>;

/// Fills the columns of copy words, always in words: how many there are, and how many of them any match covers
/// (Guo, Ruan and Hu 2018, section 3.2).
void count_copy_words(CopyFlags hypothesis, CopyFlags reference, const align::Alignment& alignment, Row row);

}  // namespace bolide::score
