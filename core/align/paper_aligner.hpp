/// The alignment that the papers define, solved exactly.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "align/alignment.hpp"
#include "align/choice_prices.hpp"
#include "align/first_prices.hpp"
#include "align/part_search.hpp"
#include "align/parts.hpp"
#include "align/prices.hpp"
#include "align/remainder.hpp"
#include "align/word_set.hpp"
#include "match/match.hpp"

namespace bolide::align {

/// Beams that are narrower give up proofs where those would take long (see paper_aligner.cpp), and have long pairs cut
/// (align/pieces.hpp).
inline constexpr std::size_t narrow_beam = 40;

/// `kinds` says what kind of matcher each place in the list of matchers is.
struct PaperSettings {
    std::vector<match::Matcher> kinds;
    Coverage coverage = Coverage::weighted;
    std::size_t beam = 256;                     ///< States kept at a place where a part is too hard to be solved.
    std::size_t effort = std::size_t{1} << 14;  ///< States reached in a part before it is too hard.
};

/// Among all sets of matches in which every word is covered at most once: one with the most covered words of both sides
/// together, then the fewest chunks, then the smallest sum of distances between the starts of matches (Denkowski and
/// Lavie 2014, section 2). Among equals, at the first reference word where two differ: a match rather than none, then
/// the one that begins earlier in the hypothesis, covers fewer words of it, fewer of the reference.
///
/// The certain matches are taken, the parts that they leave are solved one by one.
class PaperAligner {
  public:
    explicit PaperAligner(PaperSettings settings) : settings_(std::move(settings)) {}

    /// The time for proofs is bounded, whatever the pair is like, and so is that of the beam where they fail. Whoever
    /// has another way for pairs that cannot be proven lets them be given up; returns whether there is an alignment.
    bool align(const match::Stage& stage, Alignment& alignment, bool may_give_up = false);

  private:
    void spend(std::size_t looks) { looks_left_ -= std::min(looks, looks_left_); }
    bool can_search(const Part& part, std::size_t width) const;
    template <class WordSet>
    bool look(const Part& part, PartSearch<WordSet>& search, const SearchLimits& limits);
    Worth lower(const Part& part, Worth target, std::size_t steps, double& caution);
    template <class WordSet>
    bool solve(const Part& part, PartSearch<WordSet>& search, std::vector<match::Match>& matches);
    template <class WordSet>
    bool prove_soon(const Part& part, PartSearch<WordSet>& search);
    template <class WordSet>
    bool improve(const Part& part, PartSearch<WordSet>& search);
    template <class WordSet>
    void explain(const Part& part, const PartSearch<WordSet>& search);
    Part leave_out(const Part& part, Worth least);
    template <class WordSet>
    bool prove(const Part& part, PartSearch<WordSet>& search);
    template <class WordSet>
    Worth raise(const Part& part, PartSearch<WordSet>& search);

    PaperSettings settings_;
    std::size_t looks_left_ = 0;  ///< What may still be spent on proofs.
    bool may_give_up_ = false;
    Parts parts_;
    Prices prices_;
    FirstPrices first_prices_;
    ChoicePrices choice_prices_;
    Remainder remainder_;
    std::vector<bool> is_possible_;
    std::vector<std::uint32_t> choice_;
    PartSearch<SmallWordSet> small_;
    PartSearch<MiddleWordSet> middle_;
    PartSearch<LargeWordSet> large_;
};

}  // namespace bolide::align
