/// Spearman's correlation over a grid, from an order that is kept from point to point.
#pragma once

#include <cstdint>
#include <vector>

#include "tuning/overlap.hpp"
#include "tuning/rank_order.hpp"

namespace bolide::tuning {

/// For one delta and set of weights, the correlation at each alpha, beta and gamma, for one reference each.
///
/// Every translation is scored at every point, by the operations of score::score, and ranked; ranks are whole numbers,
/// so that the sums are exact and the result is that of correlate_ranks. What makes it quick is the way through the
/// grid: of all steps, one of beta changes the order least, so that betas go innermost, to and fro.
class SpearmanSweep {
  public:
    SpearmanSweep(const Translations& translations, const Group& group, const Powers& powers, const Grid& grid);

    /// Fills `values`, of Grid::block() places: alpha outermost, then beta, then gamma.
    void measure(const Overlap& overlap, std::vector<double>& values);

  private:
    double correlate(std::size_t beta, double gamma, double share);

    const Grid& grid_;
    std::vector<std::uint32_t> translations_;  ///< By rising human score.
    std::vector<double> powers_, f_means_, scores_;
    std::vector<double> chrf_;  ///< Empty where it was not counted.
    RankOrder order_;
    std::vector<std::uint32_t> human_;  ///< Twice the human ranks.
    bool has_human_ties_ = false;
    std::int64_t human_variance_;  ///< Twelve times the sum of squares of the human ranks' deviations.
};

}  // namespace bolide::tuning
