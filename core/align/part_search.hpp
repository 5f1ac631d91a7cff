/// The search for the best choice among the options of a part.
#pragma once

#include <cstdint>
#include <vector>

#include "align/parts.hpp"
#include "align/prices.hpp"

namespace bolide::align {

/// Parts of more options are not solved, only searched by a narrow beam, in which equals stay as they come: so that
/// time grows with the number of options alone.
inline constexpr std::size_t most_options = std::size_t{1} << 14;

struct SearchLimits {
    std::size_t width;   ///< How many states are kept at each place.
    Worth least;         ///< What cannot be worth so much is left out.
    std::size_t effort;  ///< How many states may be reached in all.
};

/// Dynamic programming over the places of a part. What lies behind matters only through the hypothesis words it has
/// used that may still be wanted, and whether its last chunk may go on: of choices that agree in these, the one that is
/// worth more is kept, and of equals the one that precedes. It precedes if, where they first differ, it takes the
/// earlier option, a match rather than none.
template <class WordSet>
class PartSearch {
  public:
    /// Returns whether every choice worth `least` was considered, so that the best of them is known.
    bool run(const Part& part, const Prices& prices, const SearchLimits& limits);
    /// How many states the last run has reached.
    std::size_t reached() const { return reached_; }

    /// Whether any choice was completed; if so, what the best is worth, and its matches from the last to the first.
    bool has_found() const { return !layers_[part_.places()].states.empty(); }
    Worth worth() const { return layers_[part_.places()].states.front().gained; }
    void collect(std::vector<match::Match>& matches) const;
    /// The same as numbers of options.
    void collect(std::vector<std::uint32_t>& options) const;

  private:
    static constexpr std::uint32_t none = UINT32_MAX;

    /// An option, as the search takes it.
    struct Move {
        typename WordSet::Range words;
        Worth gain;   ///< What it is worth, less the prices of those of its words that are still wanted after it.
        Worth ahead;  ///< The most that can be gained after it; with what states have gained, their hope.
        std::uint32_t start;  ///< Of the hypothesis.
        std::uint32_t next;
        std::uint32_t open;
    };
    /// What a place can be reached with.
    struct State {
        Worth gained;        ///< What was taken is worth, less the prices of the used words.
        Worth hope;          ///< The most that a choice that goes through here can be worth.
        WordSet used;        ///< Of the words that are still wanted.
        std::uint32_t open;  ///< The first option that would continue the chunk; `none` if none would.
        std::uint32_t step;  ///< The last option taken, in `steps_`.
    };
    struct Step {
        std::uint32_t earlier, option;
    };
    struct Layer {
        std::vector<State> states;
        std::vector<std::uint32_t> slots;  ///< Hash table of states, by number plus one; empty while there are few.
    };

    void prepare(const Part& part, const Prices& prices);
    Move move_for(std::uint32_t at, const Prices& prices) const;
    void keep_best(std::vector<State>& states, std::size_t width);
    void expand(std::uint32_t place, const State& from);
    Worth returned(const State& from, std::uint32_t place) const;
    void insert(Layer& layer, const State& state);
    void replace(State& known, const State& state) const;
    bool precedes(std::uint32_t a, std::uint32_t b) const;

    Part part_{};
    const Prices* prices_ = nullptr;
    Worth least_ = 0;
    std::size_t reached_ = 0;
    std::vector<Move> moves_;
    std::vector<WordSet> wanted_;  ///< The words that options at a place or later cover.
    std::vector<Layer> layers_;
    std::vector<Step> steps_;
    std::vector<Worth> hopes_;
};

}  // namespace bolide::align
