/// Preferences counted over a grid without scoring every point.
#pragma once

#include "tuning/overlap.hpp"

namespace bolide::tuning {

/// Whether the method below holds for a grid: gammas of at most 1, evenly spaced and rising, rising alphas.
bool can_count_quickly(const Grid& grid);

/// For one delta and set of weights, how many of the preferences each alpha, beta and gamma gets right.
///
/// For a fixed alpha and beta a score is F (1 - gamma f), a straight line in gamma. Two lines cross once at most, so
/// one division tells for which gammas the first is higher. Along alpha the place of the crossing only rises or only
/// falls, since 1/F is linear in alpha: where the first and the last alpha agree, all do. And where one translation
/// has the higher precision and recall and the lower fragmentation, it wins everywhere. Where rounding could decide,
/// the scores are computed as score::score does and compared, so that the counts are those of comparing all scores.
///
/// Where other parts add C and Meteor's share is r, the line is r F (1 - gamma f) + C. It crosses others once at most,
/// too, but not always in the order of the alphas.
class RankingSweep {
  public:
    RankingSweep(std::size_t rows, const Powers& powers, const Grid& grid);

    /// Takes the translations' precision and recall.
    void set(const Overlap& overlap);

    /// Fills `right`, of Grid::block() places: alpha outermost, then beta, then gamma.
    void count(const std::vector<Preference>& preferences, std::vector<std::int64_t>& right);

  private:
    bool wins_everywhere(std::size_t better, std::size_t worse) const;
    std::int64_t sort_out(const std::vector<Preference>& preferences);
    void count_one(const Preference& preference, Numbers powers);
    bool is_mixed() const { return !overlap_->others.empty(); }
    /// What other parts add to the lead of the better one.
    double lead(const Preference& preference) const {
        return is_mixed() ? overlap_->others[preference.better] - overlap_->others[preference.worse] : 0;
    }
    std::size_t find_crossing(double better, double worse, double better_power, double worse_power, double lead) const;
    void look_closer(const Preference& preference, std::size_t alpha, Numbers powers);
    void collect(std::size_t beta, std::int64_t always, std::vector<std::int64_t>& right) const;

    const Grid& grid_;
    const Powers& powers_;
    const Overlap* overlap_ = nullptr;
    double first_gamma_, gamma_step_, tolerance_;
    std::size_t width_;                     ///< Alphas, filled up for the sake of wide registers.
    std::size_t codes_;                     ///< Ways in which a crossing may lie between the gammas.
    std::vector<float> f_means_;            ///< By row, then alpha: Meteor's share of F.
    std::vector<Preference> open_;          ///< Those that not every point decides alike.
    std::vector<std::int64_t> crossings_;   ///< How many crossings there are of each code, by alpha.
    std::vector<std::int64_t> everywhere_;  ///< Crossings that are the same for all alphas.
    std::vector<std::int64_t> singly_;      ///< Points that were decided one by one, by alpha and gamma.
};

}  // namespace bolide::tuning
