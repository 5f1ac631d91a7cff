/// Spearman's correlation over a grid, from an order that is kept from point to point.
#pragma once

#include <cstdint>
#include <vector>

#include "tuning/equal_scores.hpp"
#include "tuning/overlap.hpp"
#include "tuning/rank_order.hpp"

namespace bolide::tuning {

/// For one delta and set of weights, the correlation at each alpha, beta and gamma, for one reference each.
///
/// Every translation is scored at every point, by the operations of score::score, and ranked; ranks are whole numbers,
/// so that the sums are exact and the result is that of correlate_ranks. What makes it quick is the way through the
/// grid: of all steps, one of beta changes the order least, so that betas go innermost, to and fro. Scores that are
/// equal at all points of an alpha are found once for it.
class SpearmanSweep {
  public:
    SpearmanSweep(const Translations& translations, const Group& group, const Powers& powers, const Grid& grid);

    /// Fills `values`, of Grid::block() places: alpha outermost, then beta, then gamma.
    void measure(const Overlap& overlap, std::vector<double>& values);

  private:
    /// Makes the most of the keys: brings scores near to the order's limit. A power of two changes no digit of theirs.
    void scale_scores();
    double correlate(std::size_t beta, double gamma, double share);

    const Grid& grid_;
    std::vector<std::uint32_t> translations_;  ///< By rising human score.
    std::vector<double> powers_, fragmentation_;
    double reach_;                             ///< How far 1 - gamma * power is from 0 at the most.
    std::vector<double> f_means_;              ///< Times a power of two, as all scores are.
    std::vector<double> chrf_;                 ///< Empty where it was not counted.
    std::vector<double> scaled_chrf_, mixed_;  ///< The same times that power, and scores with a share of it.
    RankOrder order_;
    Twins twins_;
    std::vector<std::uint32_t> human_;  ///< Twice the human ranks.
    bool has_human_ties_ = false;
    std::int64_t human_variance_;  ///< Twelve times the sum of squares of the human ranks' deviations.
};

}  // namespace bolide::tuning
