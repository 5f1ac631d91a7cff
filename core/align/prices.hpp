/// An upper bound on the worth of the choices of a part, from prices for the hypothesis words.
#pragma once

#include "align/parts.hpp"

namespace bolide::align {

/// If a hypothesis word could be used any number of times, one pass from the end of the reference would find the best
/// choice. Let every use of a word cost a price, and pay each price out once in any case: no real alignment loses by
/// it, so the result of this pass bounds the worth of all of them, for any prices (Lagrangian relaxation, as in Held
/// and Karp 1971). Good prices leave no gap; they are found by subgradient steps of Polyak's length.
class Prices {
  public:
    /// Starts with a guess: words wanted by more places than they can serve have a price, others none.
    void reset(const Part& part) {
        begin(part);
        guess();
        update();
        settle();
    }
    void reset(const Part& part, std::span<const Worth> prices) {
        begin(part);
        prices_.assign(prices.begin(), prices.end());
        update();
        settle();
    }
    /// Adopts other prices if their bound is lower.
    void try_out(std::span<const Worth> prices) {
        const Worth known = bound();
        best_prices_.swap(prices_);
        prices_.assign(prices.begin(), prices.end());
        update();
        if (bound() >= known) {
            prices_.swap(best_prices_);
            update();
        }
        settle();
    }

    /// Continues, at the same prices, with a part reduced to the options that a best choice may have. A word that at
    /// most one place can still use needs no price: the bound is not higher without it.
    void narrow(const Part& part) {
        part_ = part;
        uses_.assign(part.words, 0);  // Here: how many places can use each word.
        last_place_.assign(part.words, none);
        for (std::uint32_t place = 0; place < part.places(); ++place)
            for (const Option& option : part.at(place))
                for_each_word(option, [&](std::uint32_t word) {
                    uses_[word] += last_place_[word] != place;
                    last_place_[word] = place;
                });
        for (std::uint32_t word = 0; word < part.words; ++word) {
            if (uses_[word] < 2) prices_[word] = 0;
            if (uses_[word] < 1) last_place_[word] = 0;
        }
        update();
        settle();
    }

    /// Looks for prices with a bound of `target`, by at most `steps` steps; returns the least bound found, which is
    /// never below the worth of the best choice. `caution` divides the length of steps and grows when they fail.
    Worth lower(Worth target, std::size_t steps, double& caution) {
        Worth best = bound();
        if (best <= target) return best;
        best_prices_ = prices_;
        std::fill(direction_.begin(), direction_.end(), 0.0);
        int waited = 0;
        for (std::size_t count = 0; count < steps && best > target; ++count) {
            trace();
            if (!step(double(bound() - target) / caution)) break;
            update();
            if (bound() < best) {
                best = bound();
                best_prices_ = prices_;
                waited = 0;
            } else if (++waited == patience) {
                caution *= 2;
                waited = 0;
                prices_ = best_prices_;
                update();
            }
        }
        if (waited) {
            prices_ = best_prices_;
            update();
        }
        settle();
        return best;
    }

    /// Finds for each option whether a choice with it can be worth `least`.
    void find_possible(Worth least, std::vector<bool>& is_possible) {
        before_.assign(part_.places() + 1, nothing);
        joined_.assign(part_.options.size() + 1, nothing);
        is_possible.resize(part_.options.size());
        before_[0] = paid_;
        for (std::uint32_t place = 0; place < part_.places(); ++place) {
            before_[place + 1] = std::max(before_[place + 1], before_[place]);
            for (std::uint32_t at = part_.firsts[place]; at < part_.firsts[place + 1]; ++at) {
                const Option& option = part_.options[at];
                const Worth before = std::max(before_[place], joined_[at]);
                const Worth gained = before + option.worth - cost_of(option);
                before_[option.next] = std::max(before_[option.next], gained);
                for (std::uint32_t next = option.followers; next < option.last; ++next)
                    joined_[next] = std::max(joined_[next], gained + part_.chunk);
                is_possible[at] = before + through_[at] >= least;
            }
        }
    }

    Worth bound() const { return paid_ + ahead_.front(); }
    /// The most that can be gained from a place on, after prices, if no chunk is open.
    Worth ahead(std::uint32_t place) const { return ahead_[place]; }
    /// The same after an option.
    Worth after(std::uint32_t at) const {
        const Option& option = part_.options[at];
        return through_[at] - option.worth + cost_of(option);
    }
    Worth operator[](std::uint32_t word) const { return prices_[word]; }
    /// The last place at which an option covers a hypothesis word.
    std::uint32_t last_place(std::uint32_t word) const { return last_place_[word]; }
    /// The total price of the words covered by options at a place or later.
    Worth left(std::uint32_t place) const { return left_[place]; }

  private:
    static constexpr std::uint32_t none = UINT32_MAX;
    /// How much of the last direction a step keeps: reduces zigzag.
    static constexpr double inertia = 0.7;
    /// After this many steps without a lower bound, steps are halved.
    static constexpr int patience = 8;
    /// Below the worth of any choice, with room for sums.
    static constexpr Worth nothing = std::numeric_limits<Worth>::min() / 4;

    Worth cost_of(const Option& option) const {
        return sums_[option.first_word + option.match.hypothesis_length] - sums_[option.first_word];
    }

    void begin(const Part& part) {
        part_ = part;
        direction_.assign(part.words, 0);
        highest_.assign(part.words, 0);
        last_place_.assign(part.words, 0);
        for (std::uint32_t place = 0; place < part.places(); ++place)
            for (const Option& option : part.at(place))
                for_each_word(option, [&](std::uint32_t word) {
                    highest_[word] = std::max(highest_[word], option.worth + 2 * part.chunk);
                    last_place_[word] = place;
                });
    }

    void guess() {
        for (std::uint32_t place = 0; place < part_.places(); ++place) {
            const double share = 1.0 / static_cast<double>(part_.at(place).size());
            for (const Option& option : part_.at(place))  // Here: how many places want each word.
                for_each_word(option, [&](std::uint32_t word) { direction_[word] += share; });
        }
        prices_.resize(part_.words);
        for (std::uint32_t word = 0; word < part_.words; ++word)
            prices_[word] = direction_[word] > 1.01 ? highest_[word] - 2 * part_.chunk : 0;
    }

    /// Walks through the places from the end to find the bound at these prices.
    void update() {
        sums_.resize(part_.words + 1);
        through_.resize(part_.options.size() + 1);
        ahead_.resize(part_.places() + 1);
        best_option_.resize(part_.places());
        Worth paid = 0;
        for (std::uint32_t word = 0; word < part_.words; ++word) sums_[word + 1] = paid += prices_[word];
        paid_ = paid;
        const Option* const options = part_.options.data();
        const std::uint32_t* const firsts = part_.firsts.data();
        Worth *const through = through_.data(), *const ahead = ahead_.data(), chunk = part_.chunk;
        through[part_.options.size()] = nothing;
        Worth best = ahead[part_.places()] = 0;
        for (std::uint32_t place = part_.places(); place-- > 0;) {
            std::uint32_t chosen = none;
            for (std::uint32_t at = firsts[place], end = firsts[place + 1]; at < end; ++at) {
                const Option& option = options[at];
                Worth after = std::max(ahead[option.next], through[option.followers] + chunk);
                for (std::uint32_t next = option.followers + 1; next < option.last; ++next)
                    after = std::max(after, through[next] + chunk);
                const Worth gain = through[at] = option.worth + after - cost_of(option);
                chosen = gain > best ? at : chosen;
                best = std::max(best, gain);
            }
            ahead[place] = best;
            best_option_[place] = chosen;
        }
    }

    /// Sums the prices of the words that are still wanted at each place, for searches.
    void settle() {
        left_.assign(part_.places() + 1, 0);
        for (std::uint32_t word = 0; word < part_.words; ++word) left_[last_place_[word]] += prices_[word];
        for (std::uint32_t place = part_.places(); place-- > 0;) left_[place] += left_[place + 1];
    }

    /// Counts how often the best choice at these prices uses each word.
    void trace() {
        uses_.assign(part_.words, 0);
        std::uint32_t followers = 0, last = 0;
        for (std::uint32_t place = 0; place < part_.places();) {
            Worth best = ahead_[place];
            std::uint32_t chosen = best_option_[place];
            for (std::uint32_t at = followers; at < last; ++at)
                if (through_[at] + part_.chunk >= best) best = through_[chosen = at] + part_.chunk;
            if (chosen == none) {
                followers = last;
                ++place;
                continue;
            }
            const Option& option = part_.options[chosen];
            for_each_word(option, [this](std::uint32_t word) { ++uses_[word]; });
            place = option.next;
            followers = option.followers;
            last = option.last;
        }
    }

    /// Raises prices of words used too often, and lowers those of unused words; returns whether any changed.
    bool step(double length) {
        double square = 0;
        for (std::uint32_t word = 0; word < part_.words; ++word) {
            const bool is_settled = uses_[word] == 1 || (uses_[word] == 0 && prices_[word] == 0);
            direction_[word] = inertia * direction_[word] + (is_settled ? 0 : uses_[word] - 1);
            square += direction_[word] * direction_[word];
        }
        if (square < 1e-9) return false;
        const double scale = length / square;
        for (std::uint32_t word = 0; word < part_.words; ++word) {
            const double to = double(prices_[word]) + scale * direction_[word];
            prices_[word] = static_cast<Worth>(std::clamp(to, 0.0, double(highest_[word])) + 0.5);
        }
        return true;
    }

    Part part_{};
    std::vector<Worth> prices_, best_prices_;
    std::vector<Worth> highest_;  ///< Above it no option would use a word.
    Worth paid_ = 0;              ///< The sum of all prices.
    std::vector<Worth> sums_;     ///< Of the prices of the words before each word, and of all.
    std::vector<Worth> through_, ahead_, left_;
    std::vector<std::uint32_t> best_option_;  ///< At each place, if no chunk is open; `none` for no option.
    std::vector<Worth> before_, joined_;     ///< The most gained before a place, and before an option of an open chunk.
    std::vector<std::uint32_t> last_place_;  ///< At which each word can be used.
    std::vector<std::int32_t> uses_;         ///< Of each word, by the best choice at these prices.
    std::vector<double> direction_;
};

}  // namespace bolide::align
