/// The aligner of METEOR 1.0 (Banerjee and Lavie 2005): one stage after the other, each with what the earlier ones
/// left.
#pragma once

#include "align/alignment.hpp"
#include "align/assignment.hpp"
#include "align/word_set.hpp"

namespace bolide::align {

struct StagedSettings {
    std::size_t beam;
    std::vector<match::Matcher> kinds;
};

/// The last stage: phrases that a table holds, over the words that the earlier stages left. Of all ways to choose
/// phrases that share no word, takes one that covers the most words of both sides together; then the one with the
/// fewest phrases, the fewest crossings among them, and the shortest distances. That is exact while no more than `beam`
/// partial choices compete.
class PhraseStage {
  public:
    explicit PhraseStage(std::size_t beam) : beam_(beam) {}

    /// Chooses among the matches of the matcher at `place` whose words are all free. Of the hypothesis those words are
    /// taken that are mapped to a word of the reference, not to -1. Valid until the next call.
    const std::vector<match::Match>& choose(const match::Stage& stage, std::uint8_t place,
                                            const std::vector<std::int32_t>& mapped_hypothesis,
                                            const std::vector<bool>& mapped_reference);

  private:
    struct Partial {
        LargeWordSet used;            ///< Reference words.
        std::uint32_t free_from = 0;  ///< The first hypothesis word that may begin a phrase.
        std::uint32_t covered = 0, crossings = 0;
        std::uint64_t distance = 0;
        std::vector<match::Match> chosen;

        bool is_better(const Partial& other) const;
        /// What decides how it can go on.
        auto state() const { return std::tie(free_from, used); }
    };

    void take(const Partial& partial, const match::Match& match);

    std::size_t beam_;
    std::vector<std::vector<match::Match>> beginning_;  ///< Free matches, by the hypothesis word that they begin at.
    std::vector<Partial> partials_, extended_;
    std::vector<match::Match> nothing_;
};

/// For one thread. Each stage maps as many words as it can, one to one; of all ways to do so it takes one with the
/// fewest crossings among its own matches, then the fewest with those of earlier stages, then the shortest distances.
/// That is exact while no more than `beam` partial mappings compete and the steps that a pair may take are not spent,
/// which is almost always; the number of matches is always the greatest. Matches are of one word with one word, but for
/// those of paraphrases, which come last: throws std::invalid_argument where another matcher
/// stands behind them.
class StagedAligner {
  public:
    explicit StagedAligner(StagedSettings settings);

    /// The stage has to be that of a builder which widens.
    void align(const match::Stage& stage, Alignment& alignment);

  private:
    struct Partial {
        LargeWordSet used;  ///< Reference words taken in this stage.
        std::uint32_t matches = 0, crossings = 0, earlier_crossings = 0;
        std::uint64_t distance = 0;
        std::vector<std::int32_t> choices;  ///< For each hypothesis word so far its reference word, or -1.

        const LargeWordSet& state() const { return used; }
        bool is_better(const Partial& other) const;
    };

    void find_candidates(const match::Stage& stage, std::size_t place);
    void align_stage(const match::Stage& stage, std::size_t place);
    void rank_classes();
    void search(bool is_by_class, std::size_t greatest);
    void extend(const Partial& partial, std::uint32_t i);
    void extend_in_class(const Partial& partial, std::uint32_t i);
    void take(const Partial& partial, std::uint32_t i, std::uint32_t j);
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
