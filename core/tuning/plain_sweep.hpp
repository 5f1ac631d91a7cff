/// Every translation scored at every point: for what the quick ways do not cover, and to check them.
#pragma once

#include <vector>

#include "tuning/overlap.hpp"

namespace bolide::tuning {

/// For one delta and set of weights, the measure of a group at each alpha, beta and gamma.
class PlainSweep {
  public:
    PlainSweep(const Translations& translations, const Group& group, const Powers& powers, const Grid& grid);

    /// Fills `values`, of Grid::block() places: alpha outermost, then beta, then gamma.
    void measure(const Overlap& overlap, std::vector<double>& values);

  private:
    /// Scores each translation against its best reference, with a share of chrF in the score where that was counted.
    void score(Numbers powers, double gamma, double share);
    double measure_scores();

    const Translations& translations_;
    const Group& group_;
    const Powers& powers_;
    const Grid& grid_;
    std::vector<double> f_means_, scores_, human_, weights_, judged_;
    std::vector<double> chrf_;  ///< Of each row; empty where it was not counted.
    std::vector<double> human_ranks_;
    Ranker ranker_;
};

/// The measure of rankings of which so many are right.
double from_counts(Measure measure, std::int64_t right, std::int64_t all);

}  // namespace bolide::tuning
