/// What an aligner chooses from a stage.
#pragma once

#include <cstdint>
#include <vector>

#include "match/match.hpp"
#include "match/similarity.hpp"

namespace bolide::align {

struct Alignment {
    std::vector<match::Match> matches;  ///< In the order of the reference; no word is covered twice.
    std::uint32_t chunks = 0;           ///< Maximal runs of matches that are adjacent and in order on both sides.
    std::vector<match::Similarity> similarities;  ///< Of each match; empty where all are whole.
    bool is_proven = true;  ///< Whether nothing better by the aligner's own measure can exist unnoticed.
};

/// Counts the chunks of matches in the order of the reference.
inline std::uint32_t count_chunks(const std::vector<match::Match>& matches) {
    std::uint32_t chunks = 0;
    const match::Match* last = nullptr;
    for (const match::Match& match : matches) {
        const bool continues = last && match.reference_start == last->reference_start + last->reference_length &&
                               match.hypothesis_start == last->hypothesis_start + last->hypothesis_length;
        chunks += !continues;
        last = &match;
    }
    return chunks;
}

}  // namespace bolide::align
