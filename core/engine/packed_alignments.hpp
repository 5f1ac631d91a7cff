/// Aligned pairs as flat arrays: what crosses a border as it is, whatever the number of words and matches.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/scorer.hpp"

namespace bolide::engine {

/// What a word is, in bits.
enum WordKind : std::uint8_t { function_word = 1, copy_word = 2 };

/// Cells of a match: where it begins on either side and how long it is, the place of its matcher, and its similarity.
inline constexpr std::size_t match_cells = 6;

/// Sides are numbered: the hypothesis of the first pair, its reference, those of the second pair and so on.
struct PackedAlignments {
    std::vector<std::string> vocabulary;   ///< The words in the order in which they come up.
    std::vector<std::int32_t> words;       ///< Of all sides, as places in the vocabulary.
    std::vector<std::uint8_t> kinds;       ///< Of each word.
    std::vector<std::int32_t> word_ends;   ///< Where the words of each side end.
    std::vector<std::int32_t> matches;     ///< `match_cells` for each, in the order of the reference.
    std::vector<std::int32_t> match_ends;  ///< Where the matches of each pair end.
    std::vector<std::int64_t> statistics;  ///< A row for each pair.
    bool has_copy_words = false;           ///< Whether copy words were looked for.
};

PackedAlignments pack(std::span<const AlignedPair> pairs);

}  // namespace bolide::engine
