/// The result of an aligner; and sets of words used by partial alignments.
#pragma once

#include "match/match.hpp"

namespace bolide::align {

struct Alignment {
    std::vector<match::Match> matches;  ///< In the order of the reference; no word is covered twice.
    std::uint32_t chunks = 0;           ///< Maximal runs of matches that are adjacent and in order on both sides.
    std::vector<match::Similarity> similarities;  ///< Of each match; empty if all are whole.
    bool is_proven = true;                        ///< Whether the aligner has ruled out anything better by its measure.
};

using GradedMatch = std::pair<match::Match, match::Similarity>;

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

/// Sorts the matches by reference position and counts their chunks.
inline void finish(Alignment& alignment) {
    std::sort(alignment.matches.begin(), alignment.matches.end(),
              [](const match::Match& a, const match::Match& b) { return a.reference_start < b.reference_start; });
    alignment.chunks = count_chunks(alignment.matches);
}

/// Replaces the matches of an alignment, given in any order, with their similarities if they are graded.
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

inline std::uint32_t distance_of(const match::Match& match) {
    const auto i = match.hypothesis_start, j = match.reference_start;
    return i < j ? j - i : i - j;
}

struct WordRange {
    std::uint32_t first, count;
};

/// One bit per word. Copying a vector into another reuses its memory.
template <class Blocks>
class WordSet {
  public:
    /// For blocks of a fixed size.
    static constexpr std::size_t most_words = 8 * sizeof(Blocks);

    explicit WordSet(std::size_t words = 0) {
        if constexpr (requires { bits_.resize(words); }) bits_.resize((words + 63) / 64);
    }
    bool has_any(WordRange range) const {
        for (std::uint32_t i = range.first; i < range.first + range.count; ++i)
            if (bits_[i / 64] >> (i % 64) & 1) return true;
        return false;
    }
    void add(WordRange range) {
        for (std::uint32_t i = range.first; i < range.first + range.count; ++i)
            bits_[i / 64] |= std::uint64_t{1} << (i % 64);
    }
    void keep(const WordSet& wanted) {
        for (std::size_t k = 0; k < bits_.size(); ++k) bits_[k] &= wanted.bits_[k];
    }
    template <class Visit>
    void for_each_not_in(const WordSet& other, Visit visit) const {
        for (std::size_t k = 0; k < bits_.size(); ++k)
            for (std::uint64_t left = bits_[k] & ~other.bits_[k]; left; left &= left - 1)
                visit(static_cast<std::uint32_t>(64 * k) + static_cast<std::uint32_t>(std::countr_zero(left)));
    }
    /// The number of words in the set from `first` on.
    std::uint32_t count_from(std::uint32_t first) const {
        auto count = static_cast<std::uint32_t>(std::popcount(bits_[first / 64] >> (first % 64)));
        for (std::size_t k = first / 64 + 1; k < bits_.size(); ++k)
            count += static_cast<std::uint32_t>(std::popcount(bits_[k]));
        return count;
    }
    std::uint64_t hash() const {
        std::uint64_t hash = 0;
        for (std::uint64_t bits : bits_) hash = (hash ^ bits) * 0x9E3779B97F4A7C15 ^ hash >> 29;
        return hash;
    }
    bool operator==(const WordSet&) const = default;
    bool operator<(const WordSet& other) const { return bits_ < other.bits_; }

  private:
    Blocks bits_{};
};

using SmallWordSet = WordSet<std::array<std::uint64_t, 1>>;
using MiddleWordSet = WordSet<std::array<std::uint64_t, 16>>;
using LargeWordSet = WordSet<std::vector<std::uint64_t>>;

}  // namespace bolide::align
