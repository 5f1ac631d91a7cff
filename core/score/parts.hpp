/// Parts of a score beside Meteor's: chrF, the longest common subsequence of characters, and the similarity of words in
/// meaning. The columns of a part are counted only if it has a share in the score.
#pragma once

#include "match/word_vectors.hpp"
#include "score/chrf.hpp"

namespace bolide::score {

enum class Part : std::uint8_t { chrf, lcs, semantics };
inline constexpr std::array part_names = {"chrf", "lcs", "semantics"};
inline constexpr std::size_t part_kinds = part_names.size();

/// The share of a part in a score, and how the part is computed.
struct Share {
    Part part;
    double share;
    double alpha = 0.5;         ///< Of lcs: the weight of recall; precision has the rest.
    bool keeps_blanks = false;  ///< Of chrF: whether a run of blanks is a character, as in lcs.
};

/// The shares of a score in the order of their columns; Meteor's is the rest.
using Shares = std::vector<Share>;
using Columns = std::span<const std::int64_t>;

/// The number of columns of a part, or of all parts of a score.
std::size_t width_of(Part part);
std::size_t width_of(const Shares& shares);

/// Whether a part needs the vectors of words.
bool need_vectors(const Shares& shares);

/// Two unrelated texts of one language share a third or more of their characters in the same order. Common subsequences
/// count only above this value, so that such texts get little.
inline constexpr double common_by_chance = 0.25;

/// The weight of recall in the part of meaning; precision has the rest (docs/meaning.md).
inline constexpr double semantics_alpha = 0.73;

/// The score of a part from its columns, from 0 to 1.
double part_score(const Share& share, Columns columns);
/// The sum of all parts, each times its share, from their columns; `each` gets the score of every part at its place.
double add_parts(const Shares& shares, Columns columns, std::array<double, part_kinds>& each);
/// The share left for Meteor's score.
double rest_of(const Shares& shares);

/// Counts parts of pairs. Keeps its memory; for one thread.
class PartCounter {
  public:
    /// Fills the columns of all parts for text in UTF-8 before tokenisation; `alike` is for the part of meaning.
    void count(std::string_view hypothesis, std::string_view reference, const match::Alike& alike, const Shares& shares,
               std::span<std::int64_t> columns);

  private:
    ChrfCounter chrf_;
    CommonSubsequence subsequence_;
    std::u32string hypothesis_, reference_;  ///< With single blanks.
};

}  // namespace bolide::score
