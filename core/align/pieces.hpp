/// Long pairs of segments cut into pieces that are aligned one by one, so that time grows with their words.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "align/alignment.hpp"
#include "lexicon/lexicon.hpp"
#include "match/match.hpp"

namespace bolide::align {

/// A stretch of the hypothesis and the stretch of the reference that it is aligned with.
struct Piece {
    std::uint32_t hypothesis_start, reference_start, hypothesis_size, reference_size;
};

/// A pair is cut where the same word stands on both sides, once on either: before such anchors, of which those count
/// that make the longest chain in the order of both sides (as in Cohen's patience diff). Where anchors are too far
/// apart, the words between them are cut in proportion. Words that stand once on either side match wherever they stand:
/// those in different pieces are added to what the pieces have. For one thread.
class Pieces {
  public:
    /// Shorter pairs stay whole: so many words on the shorter side, and on the longer one.
    static constexpr std::uint32_t longest_shorter = 128, longest_longer = 1024;
    /// So many pairs of words are not looked at whole, since the time for that grows with them.
    static constexpr std::size_t most_pairs = std::size_t{1} << 18;
    /// No piece has more words, on its shorter side and on its longer one.
    static constexpr std::uint32_t most_shorter = 64, most_longer = 512;

    static bool are_needed(std::size_t hypothesis_size, std::size_t reference_size) {
        const auto [shorter, longer] = std::minmax(hypothesis_size, reference_size);
        return shorter > longest_shorter || longer > longest_longer;
    }

    /// Cuts a pair. Takes time proportional to its words, times the logarithm of the number of anchors. What was
    /// returned before is gone.
    std::span<const Piece> cut(const lexicon::Lexicon& lexicon, match::Words hypothesis, match::Words reference);

    /// Adds to the alignment of all pieces of the pair that was cut last the exact matches of words that stand once on
    /// either side, in different pieces. They take the place of graded matches, not of whole ones. `exact` is the place
    /// of that matcher.
    void add_moved(std::uint8_t exact, Alignment& alignment);

  private:
    struct Place {
        std::uint32_t hypothesis, reference;
    };
    /// Where a class of words stands, if it stands once.
    struct Occurrence {
        std::uint32_t round = 0, hypothesis = 0, reference = 0;
    };

    static std::uint32_t pieces_of(Place from, Place to);
    void find_singles(const lexicon::Lexicon& lexicon, match::Words hypothesis, match::Words reference);
    void chain_anchors();
    void leave_out_strays();
    void add(Place from, Place to);
    void find_moved();

    std::vector<Occurrence> occurrences_;
    std::uint32_t round_ = 0;
    std::vector<Place> singles_, anchors_, moved_;
    std::vector<std::uint32_t> hypothesis_match_, reference_match_;  ///< The match that covers each word.
    std::vector<std::uint32_t> ends_, before_;  ///< Of chains: the last anchor by length, and the one before each.
    std::vector<Piece> pieces_;
    std::vector<std::pair<match::Match, match::Similarity>> kept_;
};

}  // namespace bolide::align
