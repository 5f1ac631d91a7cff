/// Pearson's correlation over a grid without scoring every point.
#pragma once

#include <vector>

#include "tuning/overlap.hpp"

namespace bolide::tuning {

/// For one delta and set of weights, the correlation at each alpha, beta and gamma.
///
/// A score is F - gamma G with G = F f, so that its variance, and its covariance with the human scores, are made of the
/// moments of F and G: they are summed once for all gammas. Holds for gammas of at most 1. With a share s of chrF, C,
/// the score is (1 - s) F + s C - gamma (1 - s) G: the same with other sums.
class MomentSweep {
  public:
    MomentSweep(const Translations& translations, const Group& group, const Powers& powers, const Grid& grid);

    /// Fills `values`, of Grid::block() places: alpha outermost, then beta, then gamma.
    void measure(const Overlap& overlap, std::vector<double>& values);

  private:
    /// Weighted sums over all judgements.
    struct Moments {
        double f = 0, g = 0, ff = 0, fg = 0, gg = 0, fh = 0, gh = 0;
    };
    Moments moments(std::size_t beta) const;
    void set(const Overlap& overlap, double alpha);
    double correlation(const Moments& moments, double gamma) const;

    const Group& group_;
    const Grid& grid_;
    std::vector<double> human_, weights_, powers_, chrf_;
    std::vector<double> sums_;     ///< What a score is where nothing is taken off.
    std::vector<double> f_means_;  ///< What the penalty is taken off.
    double total_ = 0, variance_ = 0;
};

}  // namespace bolide::tuning
