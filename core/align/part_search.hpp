/// The search for the best choice among the options of a part.
#pragma once

#include "align/alignment.hpp"
#include "align/parts.hpp"
#include "align/prices.hpp"

namespace bolide::align {

/// Larger parts are not solved, only searched by a narrow beam that breaks ties by order of arrival: then time grows
/// with the number of options alone.
inline constexpr std::size_t most_options = std::size_t{1} << 14;

struct SearchLimits {
    std::size_t width;   ///< States kept at each place.
    Worth least;         ///< Choices that cannot be worth this much are dropped.
    std::size_t effort;  ///< States that may be reached in all.
};

/// Dynamic programming over the places of a part. The past matters only through the used hypothesis words that are
/// still wanted, and whether the last chunk may continue. Of choices that agree in these, the one that is worth more is
/// kept, and of equals the one that precedes: it takes the earlier option where they first differ, a match rather than
/// none.
template <class WordSet>
class PartSearch {
  public:
    /// Returns whether every choice worth `least` was considered, so that the best of them is known.
    bool run(const Part& part, const Prices& prices, const SearchLimits& limits) {
        prepare(part, prices);
        least_ = limits.least;
        bool is_complete = true;
        layers_[0].states.push_back({0, prices.bound(), WordSet(part.words), none, none});
        for (std::uint32_t place = 0; place < part.places(); ++place) {
            auto& states = layers_[place].states;
            if (states.size() > limits.width) {
                keep_best(states, limits.width);
                is_complete = false;
            }
            for (const State& state : states) {
                expand(place, state);
                if (reached_ > limits.effort) return false;
            }
        }
        return is_complete;
    }
    std::size_t reached() const { return reached_; }

    /// Whether any choice was completed. If so, `worth` and `collect` give the best one, last match first.
    bool has_found() const { return !layers_[part_.places()].states.empty(); }
    Worth worth() const { return layers_[part_.places()].states.front().gained; }

    void collect(std::vector<match::Match>& matches) const {
        for (std::uint32_t at = layers_[part_.places()].states.front().step; at != none; at = steps_[at].earlier)
            matches.push_back(part_.options[steps_[at].option].match);
    }
    void collect(std::vector<std::uint32_t>& options) const {
        for (std::uint32_t at = layers_[part_.places()].states.front().step; at != none; at = steps_[at].earlier)
            options.push_back(steps_[at].option);
    }

  private:
    static constexpr std::uint32_t none = UINT32_MAX;
    /// Up to this number, a linear scan is faster than a hash table.
    static constexpr std::size_t few = 8;

    struct Move {
        WordRange words;
        Worth gain;   ///< Its worth, less the prices of those of its words that are still wanted after it.
        Worth ahead;  ///< The most that can be gained after it. Added to a state's gain, it gives the state's hope.
        std::uint32_t start;  ///< In the hypothesis.
        std::uint32_t next;
        std::uint32_t open;
    };
    /// A way to reach a place.
    struct State {
        Worth gained;        ///< The worth of what was taken, less the prices of the used words.
        Worth hope;          ///< The most that a choice through here can be worth.
        WordSet used;        ///< Words that are still wanted.
        std::uint32_t open;  ///< The first option that would continue the chunk; `none` if none would.
        std::uint32_t step;  ///< The last option taken, in `steps_`.

        bool is_like(const State& other) const { return open == other.open && used == other.used; }
        std::size_t hash() const {
            const std::uint64_t hash = (used.hash() ^ open) * 0x9E3779B97F4A7C15;
            return static_cast<std::size_t>(hash ^ hash >> 32);
        }
    };
    struct Step {
        std::uint32_t earlier, option;
    };
    struct Layer {
        std::vector<State> states;
        std::vector<std::uint32_t> slots;  ///< Hash table of states, by number plus one; empty while there are few.
    };

    void prepare(const Part& part, const Prices& prices) {
        part_ = part;
        prices_ = &prices;
        const std::uint32_t places = part.places();
        moves_.resize(part.options.size());
        wanted_.resize(places + 1);
        if (layers_.size() <= places) layers_.resize(places + 1);
        wanted_[places] = WordSet(part.words);
        for (std::uint32_t place = places; place-- > 0;) {
            wanted_[place] = wanted_[place + 1];
            for (std::uint32_t at = part.firsts[place]; at < part.firsts[place + 1]; ++at) {
                moves_[at] = move_for(at, prices);
                wanted_[place].add(moves_[at].words);
            }
        }
        for (std::uint32_t place = 0; place <= places; ++place) {
            layers_[place].states.clear();
            layers_[place].slots.clear();
        }
        steps_.clear();
        reached_ = 0;
    }

    Move move_for(std::uint32_t at, const Prices& prices) const {
        const Option& option = part_.options[at];
        Worth gain = option.worth;
        for (std::uint32_t k = 0; k < option.match.hypothesis_length; ++k)
            if (prices.last_place(option.first_word + k) >= option.next) gain -= prices[option.first_word + k];
        return {{option.first_word, option.match.hypothesis_length},
                gain,
                prices.after(at) + prices.left(option.next),
                option.match.hypothesis_start,
                option.next,
                option.followers < option.last ? option.followers : none};
    }

    /// Ties go to the states reached first. All keep their order, which determines the order of later states.
    void keep_best(std::vector<State>& states, std::size_t width) {
        hopes_.clear();
        for (const State& state : states) hopes_.push_back(state.hope);
        std::nth_element(hopes_.begin(), hopes_.begin() + static_cast<std::ptrdiff_t>(width), hopes_.end(),
                         std::greater<>());
        const Worth least = hopes_[width];
        auto equals =
            static_cast<std::ptrdiff_t>(width) -
            std::count_if(states.begin(), states.end(), [&](const State& state) { return state.hope > least; });
        std::erase_if(states,
                      [&](const State& state) { return state.hope < least || (state.hope == least && equals-- <= 0); });
    }

    /// Takes every option that a state leaves open at a place, and none, unless there is no hope.
    void expand(std::uint32_t place, const State& from) {
        const std::uint32_t open = from.open == none ? none : moves_[from.open].start;
        const Worth gained = from.gained + returned(from, place + 1);
        State to = from;
        for (std::uint32_t at = part_.firsts[place], end = part_.firsts[place + 1]; at < end; ++at) {
            const Move& move = moves_[at];
            if (from.used.has_any(move.words)) continue;
            ++reached_;
            to.gained = (move.next == place + 1 ? gained : from.gained + returned(from, move.next)) + move.gain +
                        (move.start == open ? part_.chunk : 0);
            to.hope = to.gained + move.ahead;
            if (to.hope < least_) continue;
            to.used = from.used;
            to.used.add(move.words);
            to.used.keep(wanted_[move.next]);
            to.open = move.open;
            to.step = static_cast<std::uint32_t>(steps_.size());
            steps_.push_back({from.step, at});
            insert(layers_[move.next], to);
        }
        ++reached_;
        to.gained = gained;
        to.hope = gained + prices_->ahead(place + 1) + prices_->left(place + 1);
        if (to.hope < least_) return;
        to.used = from.used;
        to.used.keep(wanted_[place + 1]);
        to.open = none;
        to.step = from.step;
        insert(layers_[place + 1], to);
    }

    /// The prices that a state has paid for words no longer wanted at a later place.
    Worth returned(const State& from, std::uint32_t place) const {
        Worth sum = 0;
        from.used.for_each_not_in(wanted_[place], [&](std::uint32_t word) { sum += (*prices_)[word]; });
        return sum;
    }

    void insert(Layer& layer, const State& state) {
        std::vector<State>& states = layer.states;
        std::vector<std::uint32_t>& slots = layer.slots;
        if (states.size() <= few) {
            for (State& known : states)
                if (known.is_like(state)) return replace(known, state);
            states.push_back(state);
            return;
        }
        const auto place_for = [&](const State& wanted) -> std::uint32_t& {
            std::size_t at = wanted.hash();
            for (;; ++at) {
                std::uint32_t& slot = slots[at & (slots.size() - 1)];
                if (slot == 0 || states[slot - 1].is_like(wanted)) return slot;
            }
        };
        if (2 * states.size() >= slots.size()) {
            slots.assign(std::max<std::size_t>(64, 4 * slots.size()), 0);
            for (std::uint32_t i = 0; i < states.size(); ++i) place_for(states[i]) = i + 1;
        }
        std::uint32_t& slot = place_for(state);
        if (slot) return replace(states[slot - 1], state);
        states.push_back(state);
        slot = static_cast<std::uint32_t>(states.size());
    }

    void replace(State& known, const State& state) const {
        const bool breaks_ties = part_.options.size() <= most_options;
        if (state.gained > known.gained ||
            (state.gained == known.gained && breaks_ties && precedes(state.step, known.step)))
            known = state;
    }

    /// Options are numbered along the reference: go back from the later of two steps.
    bool precedes(std::uint32_t a, std::uint32_t b) const {
        const auto option = [this](std::uint32_t step) {
            return step == none ? -1 : std::int64_t{steps_[step].option};
        };
        std::uint32_t taken_a = none, taken_b = none;
        while (a != b) {
            const bool goes_back_from_a = option(a) >= option(b), goes_back_from_b = option(b) >= option(a);
            if (goes_back_from_a) {
                taken_a = steps_[a].option;
                a = steps_[a].earlier;
            }
            if (goes_back_from_b) {
                taken_b = steps_[b].option;
                b = steps_[b].earlier;
            }
        }
        return taken_a < taken_b;
    }

    Part part_{};
    const Prices* prices_ = nullptr;
    Worth least_ = 0;
    std::size_t reached_ = 0;
    std::vector<Move> moves_;
    std::vector<WordSet> wanted_;  ///< The words covered by options at a place or later.
    std::vector<Layer> layers_;
    std::vector<Step> steps_;
    std::vector<Worth> hopes_;
};

}  // namespace bolide::align
