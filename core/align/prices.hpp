/// What the choices of a part can be worth at the most, told by prices for the words of the hypothesis.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "align/parts.hpp"

namespace bolide::align {

/// If a hypothesis word could be used any number of times, the best choice along the reference would be found in one
/// pass from its end. Let every use of a word cost a price, and pay each price out once whatever is used: no real
/// alignment loses by it, so what this pass finds is a bound on what any of them is worth, for any prices (Lagrangian
/// relaxation, as Held and Karp used it in 1971). Good prices leave no gap; they are looked for by subgradient steps of
/// Polyak's length.
class Prices {
  public:
    /// Starts with a guess: words that more places ask for than they can serve have a price, others none.
    void reset(const Part& part);
    /// Starts with given prices.
    void reset(const Part& part, std::span<const Worth> prices);
    /// Takes other prices if their bound is lower.
    void try_out(std::span<const Worth> prices);

    /// Goes on, at the same prices, with what is left of the part without options that no best choice has. A word that
    /// at most one place can still use needs no price any more: the bound is not higher without.
    void narrow(const Part& part);

    /// Looks for prices whose bound is `target`, by at most `steps` steps; returns the least bound found, which is
    /// never below what the best choice is worth. `caution` divides the length of steps; it grows where they fail.
    Worth lower(Worth target, std::size_t steps, double& caution);

    /// Tells for each option whether a choice that has it can be worth `least`.
    void find_possible(Worth least, std::vector<bool>& is_possible);

    /// The bound on the whole part.
    Worth bound() const { return paid_ + ahead_.front(); }
    /// The most that can be gained from a place on, prices paid, when no chunk is open.
    Worth ahead(std::uint32_t place) const { return ahead_[place]; }
    /// The same after an option.
    Worth after(std::uint32_t at) const {
        const Option& option = part_.options[at];
        return through_[at] - option.worth + cost_of(option);
    }
    /// What a hypothesis word costs.
    Worth operator[](std::uint32_t word) const { return prices_[word]; }
    /// The last place at which an option covers a hypothesis word.
    std::uint32_t last_place(std::uint32_t word) const { return last_place_[word]; }
    /// What the words that options at a place or later cover cost together.
    Worth left(std::uint32_t place) const { return left_[place]; }

  private:
    static constexpr std::uint32_t none = UINT32_MAX;

    Worth cost_of(const Option& option) const {
        return sums_[option.first_word + option.match.hypothesis_length] - sums_[option.first_word];
    }
    void begin(const Part& part);
    void guess();
    void update();
    void settle();
    void trace();
    bool step(double length);

    Part part_{};
    std::vector<Worth> prices_, best_prices_;
    std::vector<Worth> highest_;  ///< Above it nobody would use a word.
    Worth paid_ = 0;              ///< All prices together.
    std::vector<Worth> sums_;     ///< Of the prices of the words before each word, and of all.
    std::vector<Worth> through_, ahead_, left_;
    std::vector<std::uint32_t> best_option_;  ///< At each place, if no chunk is open; `none` where it is to take none.
    std::vector<Worth> before_, joined_;     ///< The most gained before a place, and before an option of an open chunk.
    std::vector<std::uint32_t> last_place_;  ///< At which each word can be used.
    std::vector<std::int32_t> uses_;         ///< Of each word, by the best choice at these prices.
    std::vector<double> direction_;
};

}  // namespace bolide::align
