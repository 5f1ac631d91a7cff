/// The aligner of METEOR 1.0 (Banerjee and Lavie 2005): one stage after the other, each with what the earlier ones
/// left.
#pragma once

#include <cstdint>
#include <vector>

#include "align/alignment.hpp"
#include "align/greatest_matching.hpp"
#include "align/phrase_stage.hpp"

namespace bolide::align {

struct StagedSettings {
    std::size_t beam;
    std::vector<match::Matcher> kinds;
};

/// For one thread. Each stage maps as many words as it can, one to one; of all ways to do so it takes one with the
/// fewest crossings among its own matches, then the fewest with those of earlier stages, then the shortest distances.
/// That is exact while no more than `beam` partial mappings compete and the steps that a pair may take are not spent,
/// which is almost always; the number of matches is always the greatest. Matches are of one word with one word, but for
/// those of paraphrases, which come last (see phrase_stage.hpp): throws std::invalid_argument where another matcher
/// stands behind them.
class StagedAligner {
  public:
    explicit StagedAligner(StagedSettings settings);

    /// The stage has to be that of a builder which widens.
    void align(const match::Stage& stage, Alignment& alignment);

  private:
    struct Partial {
        std::vector<std::uint64_t> used;  ///< Reference words taken in this stage, as bits.
        std::uint32_t matches = 0, crossings = 0, earlier_crossings = 0;
        std::uint64_t distance = 0;
        std::vector<std::int32_t> choices;  ///< For each hypothesis word so far its reference word, or -1.

        bool is_used(std::uint32_t j) const { return used[j / 64] >> (j % 64) & 1; }
        std::uint32_t used_behind(std::uint32_t j) const;
        bool is_better(const Partial& other) const;
    };

    void find_candidates(const match::Stage& stage, std::size_t place);
    void align_stage(const match::Stage& stage, std::size_t place);
    void rank_classes();
    void search(bool is_by_class, std::size_t greatest);
    void extend(const Partial& partial, std::uint32_t i);
    void extend_in_class(const Partial& partial, std::uint32_t i);
    void take(const Partial& partial, std::uint32_t i, std::uint32_t j);
    void keep_best();
    std::uint32_t crossings_with_earlier(std::uint32_t i, std::uint32_t j) const;
    void fix(std::uint8_t place, const std::vector<std::int32_t>& choices);

    StagedSettings settings_;
    PhraseStage phrases_;
    std::vector<std::int32_t> mapped_hypothesis_;  ///< Reference word of each hypothesis word, or -1.
    std::vector<bool> mapped_reference_;
    std::vector<std::uint8_t> place_;
    GreatestMatching::Partners candidates_;
    std::vector<std::size_t> mappable_behind_;  ///< How many words from here on have candidates.
    std::vector<std::uint32_t> rank_,
        class_size_;  ///< Where classes are mapped: of each hypothesis word, and its class.
    GreatestMatching matching_;
    std::size_t steps_left_ = 0;
    std::vector<Partial> partials_, extended_;
};

}  // namespace bolide::align
