/// Parts of a score next to Meteor's: chrF, the longest common subsequence of characters, and how alike words are in
/// meaning. Each has columns of its own, which are counted only where the score has a share of it.
#pragma once

#include "match/word_vectors.hpp"
#include "score/chrf.hpp"

namespace bolide::score {

enum class Part : std::uint8_t { chrf, lcs, semantics };
inline constexpr std::array part_names = {"chrf", "lcs", "semantics"};
inline constexpr std::size_t part_kinds = part_names.size();

/// How much of a part is in a score, and how the part is computed.
struct Share {
    Part part;
    double share;
    double alpha = 0.5;         ///< Of lcs: how much recall weighs, and precision the rest.
    bool keeps_blanks = false;  ///< Of chrF: whether a run of blanks is a character, as it is to lcs.
};

/// The shares of a score in the order of their columns; Meteor's is the rest.
using Shares = std::vector<Share>;
using Columns = std::span<const std::int64_t>;

/// How many columns a part has, or all parts of a score together.
std::size_t width_of(Part part);
std::size_t width_of(const Shares& shares);

/// Whether a part needs the vectors of words.
bool need_vectors(const Shares& shares);

/// Two unrelated texts of one language have a third or more of their characters in common, in the same order. A common
/// subsequence counts from here on, so that such texts get little.
inline constexpr double common_by_chance = 0.25;

/// How much recall weighs in the part of meaning, and precision the rest (docs/meaning.md).
inline constexpr double semantics_alpha = 0.73;

/// The score of a part from its columns, from 0 to 1.
double part_score(const Share& share, Columns columns);
/// The sum of all parts, each times its share, from their columns; `each` gets the score of every part at its place.
double add_parts(const Shares& shares, Columns columns, std::array<double, part_kinds>& each);
/// What is left for Meteor's score.
double rest_of(const Shares& shares);

/// Counts parts of pairs. Keeps its memory; for one thread.
class PartCounter {
  public:
    /// Fills the columns of all parts for text in UTF-8 before it is tokenised; `alike` is for the part of meaning.
    void count(std::string_view hypothesis, std::string_view reference, const match::Alike& alike, const Shares& shares,
               std::span<std::int64_t> columns);

  private:
    ChrfCounter chrf_;
    CommonSubsequence subsequence_;
    std::u32string hypothesis_, reference_;  ///< With single blanks.
};

}  // namespace bolide::score
