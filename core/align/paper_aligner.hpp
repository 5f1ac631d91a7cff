/// The alignment that the papers define, solved exactly.
#pragma once

#include "align/alignment.hpp"
#include "align/settings.hpp"

namespace bolide::align {

/// The effort put into proofs, on one scale: the width of the beam, up to `full`. Narrow beams trade proofs for speed.
class Effort {
  public:
    static constexpr std::size_t unit = 8, full = 5 * unit;

    explicit constexpr Effort(std::size_t beam) : scale_(std::min(beam, full)) {}

    /// Whether proofs are tried early, and long pairs searched whole before they are cut (align/pieces.hpp).
    constexpr bool is_full() const { return scale_ == full; }
    /// The steps of the longest round of prices, if any.
    constexpr std::size_t price_steps() const { return 2 * unit * scale_; }
    /// The number of states of an exact search after which a part is too hard.
    constexpr std::size_t states() const {
        return std::min<std::size_t>(64 * unit * std::max<std::size_t>(scale_, 1), 1 << 14);
    }

    /// The budget for the proofs of a pair, counted in looks at an option; the budget if the pair may be given up; and
    /// the beam for a part that cannot be proven. A state costs `looks_by_state` looks.
    static constexpr std::size_t looks = std::size_t{1} << 21, short_looks = 3 * looks / 16, beam_looks = 2 * looks,
                                 looks_by_state = 2 * unit;

  private:
    std::size_t scale_;
};

/// Among all sets of matches in which every word is covered at most once: one with the most covered words of both sides
/// together, then the fewest chunks, then the smallest sum of distances between the starts of matches (Denkowski and
/// Lavie 2014, section 2). Among equals, at the first reference word where two differ: a match rather than none, then
/// the one that begins earlier in the hypothesis, covers fewer words of it, fewer of the reference.
///
/// Takes the certain matches, and solves the parts between them one by one.
class PaperAligner {
  public:
    explicit PaperAligner(PaperSettings settings);
    ~PaperAligner();

    /// Time is bounded for any pair, for proofs and for the beam that replaces them. With `may_give_up`, returns false,
    /// without an alignment, for pairs that cannot be proven: the caller has another way to align them.
    bool align(const match::Stage& stage, Alignment& alignment, bool may_give_up = false);

  private:
    class Solver;

    std::unique_ptr<Solver> solver_;
};

}  // namespace bolide::align
