/// What the choices of a part can be worth at the most, told by prices for the words of the hypothesis.
#pragma once

#include <cstdint>
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

    /// Looks for prices whose bound is `target`, by at most `steps` steps; returns the least bound found, which is
    /// never below what the best choice is worth.
    Worth lower(Worth target, std::size_t steps);

    /// The bound on the whole part.
    Worth bound() const { return paid_ + ahead_.front(); }
    /// The most that can be gained from a place on, prices paid, when no chunk is open.
    Worth ahead(std::uint32_t place) const { return ahead_[place]; }
    /// The same after an option.
    Worth after(std::uint32_t option) const { return after_[option]; }
    /// What the hypothesis words of an option cost.
    Worth cost(std::uint32_t option) const { return cost_[option]; }
    /// What a hypothesis word costs.
    Worth operator[](std::uint32_t word) const { return prices_[word]; }
    /// What the words that options at a place or later cover cost together.
    Worth left(std::uint32_t place) const { return left_[place]; }

  private:
    void guess();
    void update();
    void settle();
    void trace();
    bool step(double length);

    Part part_{};
    std::vector<Worth> prices_, best_prices_;
    std::vector<Worth> highest_;  ///< Above it nobody would use a word.
    Worth paid_ = 0;              ///< All prices together.
    std::vector<Worth> cost_, through_, after_, ahead_, left_;
    std::vector<std::uint32_t> last_place_;  ///< At which each word can be used.
    std::vector<std::int32_t> uses_;         ///< Of each word, by the best choice at these prices.
    std::vector<double> direction_;
};

}  // namespace bolide::align
