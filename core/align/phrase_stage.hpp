/// The last stage of the staged aligner: phrases that a table holds, over the words that the earlier stages left.
#pragma once

#include <cstdint>
#include <vector>

#include "match/match.hpp"

namespace bolide::align {

/// For one thread. Of all ways to choose phrases that share no word, takes one that covers the most words of both sides
/// together; then the one with the fewest phrases, the fewest crossings among them, and the shortest distances. That is
/// exact while no more than `beam` partial choices compete.
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
        std::vector<std::uint64_t> used;  ///< Reference words, as bits.
        std::uint32_t free_from = 0;      ///< The first hypothesis word that may begin a phrase.
        std::uint32_t covered = 0, crossings = 0;
        std::uint64_t distance = 0;
        std::vector<match::Match> chosen;

        bool is_used(const match::Match& match) const;
        bool is_better(const Partial& other) const;
        bool is_like(const Partial& other) const { return free_from == other.free_from && used == other.used; }
    };

    void take(const Partial& partial, const match::Match& match);
    void keep_best();

    std::size_t beam_;
    std::vector<std::vector<match::Match>> beginning_;  ///< Free matches, by the hypothesis word that they begin at.
    std::vector<Partial> partials_, extended_;
    std::vector<match::Match> nothing_;
};

}  // namespace bolide::align
