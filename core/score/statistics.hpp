/// The statistics of a hypothesis against a reference: whole numbers that add up over segments, free of parameters.
#pragma once

#include <cstdint>
#include <span>

#include "align/alignment.hpp"
#include "lexicon/lexicon.hpp"

namespace bolide::score {

inline constexpr std::size_t matcher_places = 4;

/// The columns of a row, in the order in which Meteor 1.5 prints them.
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
    columns,
};

using Row = std::span<std::int64_t, columns>;
using ConstRow = std::span<const std::int64_t, columns>;

/// What a word counts for.
enum class Unit : std::uint8_t { words, characters };

/// Fills a row. Lengths and matched words are counted in `unit`; chunks and the last two columns always in words.
/// A segment matched whole in one chunk counts no chunk, which is what it adds to a corpus and gives it no penalty.
void count(const lexicon::Lexicon& lexicon, match::Words hypothesis, match::Words reference,
           const align::Alignment& alignment, Unit unit, Row row);

}  // namespace bolide::score
