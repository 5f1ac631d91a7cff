/// Spearman's correlation over a grid, from an order that is kept from point to point.
#pragma once

#include <cstdint>
#include <vector>

#include "tuning/overlap.hpp"

namespace bolide::tuning {

/// For one delta and set of weights, the correlation at each alpha, beta and gamma, for one reference each.
///
/// Every translation is scored at every point, by the operations of score::score, and ranked; ranks are whole numbers,
/// so that the sums are exact and the result is that of correlate_ranks. What makes it quick is the way through the
/// grid: of all steps, one of beta changes the order least, so that betas go innermost, to and fro; few translations
/// change places then, and with each goes its human rank, so that the sum runs over memory in order.
class SpearmanSweep {
  public:
    SpearmanSweep(const Group& group, const Powers& powers, const Grid& grid);

    /// Fills `values`, of Grid::block() places: alpha outermost, then beta, then gamma.
    void measure(const Overlap& overlap, std::vector<double>& values);

  private:
    double correlate(std::size_t beta, double gamma);
    /// Sorts by insertion from the last order; gives up, and returns false, where that takes too many moves.
    bool insert();
    /// Brings the last order up to date.
    void sort();
    double correlate_order() const;

    const Group& group_;
    const Grid& grid_;
    std::vector<double> powers_, f_means_, scores_, sorted_;
    std::vector<std::int64_t> order_;  ///< By rising score: the number of a judgement and twice its human rank in one.
    std::int64_t human_variance_ = 0;  ///< Twelve times the sum of squares of the human ranks' deviations.
};

}  // namespace bolide::tuning
