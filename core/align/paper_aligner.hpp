/// The alignment that the papers define, solved exactly.
#pragma once

#include "align/alignment.hpp"
#include "align/settings.hpp"

namespace bolide::align {

/// How much goes into proofs, on one scale: the width of the beam, up to `full`. Narrow beams are for who has no time.
class Effort {
  public:
    static constexpr std::size_t unit = 8, full = 5 * unit;

    explicit constexpr Effort(std::size_t beam) : scale_(std::min(beam, full)) {}

    /// Whether proofs are tried soon, and long pairs looked at whole before they are cut (align/pieces.hpp).
    constexpr bool is_full() const { return scale_ == full; }
    /// The steps of the longest round of prices, if any.
    constexpr std::size_t price_steps() const { return 2 * unit * scale_; }
    /// The states of an exact search that a part may reach before it is too hard.
    constexpr std::size_t states() const {
        return std::min<std::size_t>(64 * unit * std::max<std::size_t>(scale_, 1), 1 << 14);
    }

    /// What the proofs of a pair may cost, in looks at an option; what they may cost where it may be given up; and the
    /// beam of a part where they fail. A state costs as much as so many looks.
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
/// The certain matches are taken, the parts that they leave are solved one by one.
class PaperAligner {
  public:
    explicit PaperAligner(PaperSettings settings);
    ~PaperAligner();

    /// The time for proofs is bounded, whatever the pair is like, and so is that of the beam where they fail. Whoever
    /// has another way for pairs that cannot be proven lets them be given up; returns whether there is an alignment.
    bool align(const match::Stage& stage, Alignment& alignment, bool may_give_up = false);

  private:
    class Solver;

    std::unique_ptr<Solver> solver_;
};

}  // namespace bolide::align
