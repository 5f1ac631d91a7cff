/// What an aligner chooses from a stage.
#pragma once

#include "match/match.hpp"
#include "match/similarity.hpp"

namespace bolide::align {

struct Alignment {
    std::vector<match::Match> matches;  ///< In the order of the reference; no word is covered twice.
    std::uint32_t chunks = 0;           ///< Maximal runs of matches that are adjacent and in order on both sides.
    std::vector<match::Similarity> similarities;  ///< Of each match; empty where all are whole.
    bool is_proven = true;  ///< Whether nothing better by the aligner's own measure can exist unnoticed.
};

using GradedMatch = std::pair<match::Match, match::Similarity>;

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

/// Puts the matches in the order of the reference, and counts their chunks.
inline void finish(Alignment& alignment) {
    std::sort(alignment.matches.begin(), alignment.matches.end(),
              [](const match::Match& a, const match::Match& b) { return a.reference_start < b.reference_start; });
    alignment.chunks = count_chunks(alignment.matches);
}

/// Gives an alignment other matches, in any order, with their similarities if they are graded.
inline void replace_matches(Alignment& alignment, std::vector<GradedMatch>& matches, bool are_graded) {
    std::sort(matches.begin(), matches.end(),
              [](const auto& a, const auto& b) { return a.first.reference_start < b.first.reference_start; });
    alignment.matches.clear();
    alignment.similarities.clear();
    for (const auto& [match, similarity] : matches) {
        alignment.matches.push_back(match);
        if (are_graded) alignment.similarities.push_back(similarity);
    }
    alignment.chunks = count_chunks(alignment.matches);
}

/// How far a match moves its words.
inline std::uint32_t distance_of(const match::Match& match) {
    const auto i = match.hypothesis_start, j = match.reference_start;
    return i < j ? j - i : i - j;
}

}  // namespace bolide::align
