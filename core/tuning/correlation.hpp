/// The agreement of two lists of numbers: the measures that compare a metric with human judgements.
#pragma once

#include "standard.hpp"

namespace bolide::tuning {

using Numbers = std::span<const double>;

/// How agreement is measured. The first two are for rankings, the others for scores.
enum class Measure : std::uint8_t {
    tau,          ///< (right - wrong) / all; equal scores are wrong (Denkowski and Lavie 2011, section 4.2).
    consistency,  ///< right / all (Denkowski and Lavie 2010, section 4.2).
    pearson,
    weighted_pearson,
    spearman,
    kendall,
};

inline bool is_of_rankings(Measure measure) { return measure <= Measure::consistency; }

/// The correlation of fewer than two pairs, of a constant list, of lists with NaN, and of numbers with sums of squares
/// beyond a double.
constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

/// The same for a search, in which an undefined point is no better than chance.
inline double or_zero(double correlation) { return std::isfinite(correlation) ? correlation : 0; }

/// Pearson's correlation, weighted if weights are given (Denkowski and Lavie 2011, section 5.1: by the length of the
/// reference). Sums run from first to last, means before deviations, as in Meteor's Trainer.
double pearson(Numbers x, Numbers y, Numbers weights = {});

/// Computes a measure of scores; only weighted_pearson uses the weights. Kendall's is tau-b, which corrects for ties in
/// either list; in Spearman's, equal numbers share their mean rank.
double correlate(Measure measure, Numbers x, Numbers y, Numbers weights);

/// The same for samples of one list of pairs, to the last bit. Sorts the pairs once; in a sample, ranks and pairs of
/// pairs follow from how often each was drawn.
class Resampler {
  public:
    /// The lists must outlive this object.
    Resampler(Measure measure, Numbers x, Numbers y, Numbers weights);
    /// The measure of the pairs at these positions, which may repeat.
    double correlate(std::span<const std::int64_t> drawn);

  private:
    using Counts = std::vector<std::int64_t>;
    /// One of the lists, and how often each of its numbers was drawn.
    struct List {
        Numbers numbers;
        std::vector<std::uint32_t> ranks;  ///< Of each number: how many different ones are smaller.
        Counts drawn;                      ///< By rank.
        std::vector<double> sample;        ///< The numbers drawn, or their ranks.
    };
    double kendall(std::span<const std::int64_t> drawn);
    double spearman(std::span<const std::int64_t> drawn);

    Measure measure_;
    List x_, y_, weights_;
    bool counts_;  ///< Whether samples are counted: the measure uses ranks, and all numbers have an order.
    std::vector<std::uint32_t> place_;                ///< Of each pair: its place in the order by x, then y.
    std::vector<std::uint32_t> sorted_x_, sorted_y_;  ///< The ranks in that order.
    Counts drawn_, tree_;
};

}  // namespace bolide::tuning
