/// Counts preferences over a grid without scoring every point. Include it in one source.
#pragma once

#include "score/formula.hpp"
#include "tuning/sweep.hpp"
#include "work/stopping.hpp"

/// Compiles a function for several kinds of processor, selected when the program starts. All give the same result. Not
/// under GCC's address and thread sanitizers: the selection happens before they start.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define BOLIDE_WIDE __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define BOLIDE_WIDE
#endif

namespace bolide::tuning {

/// Fragmentation to the power of every beta, by row: the part of the penalty that depends on nothing else. 0 if nothing
/// is matched, since the score is 0 there anyway.
class Powers {
  public:
    Powers(const Translations& translations, const Grid& grid) : rows_(translations.row_count()) {
        std::vector<double> fragmentations;
        for (std::size_t row = 0; row < rows_; ++row) {
            const double found = score::score(translations.row(row), grid.start).fragmentation;
            fragmentations.push_back(std::isnan(found) ? 1 : found);  // Without matches, as in the formula.
        }
        values_.reserve(rows_ * grid.beta.size());
        for (const double beta : grid.beta) {
            score::RememberedPowers powers(beta);
            for (const double fragmentation : fragmentations) values_.push_back(powers(fragmentation));
        }
    }

    Numbers of_beta(std::size_t beta) const { return Numbers(values_).subspan(beta * rows_, rows_); }

  private:
    std::size_t rows_;
    std::vector<double> values_;
};

/// Precision and recall of every row under one delta, set of weights and weight of copy words; and the other parts.
struct Overlap {
    std::vector<double> precision, recall;
    std::vector<double> others;  ///< Empty if Meteor is the whole score.
    double rest = 1;             ///< Meteor's share.

    void compute(const Translations& translations, const score::Parameters& parameters) {
        precision.clear();
        recall.clear();
        others.clear();
        rest = score::rest_of(parameters.shares);
        std::array<double, score::part_kinds> parts;
        for (std::size_t row = 0; row < translations.row_count(); ++row) {
            const score::Columns columns = translations.row(row);
            const score::Score found = score::score(columns, parameters);
            precision.push_back(found.precision);
            recall.push_back(found.recall);
            if (!parameters.shares.empty())
                others.push_back(score::add_parts(parameters.shares, columns.subspan(score::columns), parts));
        }
    }

    /// Mixes Meteor's score of a row with the others, by the operations of score::score.
    double mix(std::size_t row, double meteor) const { return others.empty() ? meteor : rest * meteor + others[row]; }

    /// F_mean; 0 if it is undefined, since the score is 0 then.
    double f_mean(std::size_t row, double alpha) const {
        const double mean = 1 / (((1 - alpha) / precision[row]) + (alpha / recall[row]));
        return mean > 0 ? mean : 0;
    }
};

/// Meteor's score, by the operations of score::score.
inline double to_score(double f_mean, double power, double gamma) {
    const double raw = f_mean * (1 - gamma * power);
    return raw > 0 ? raw : 0;
}

/// Rounding may decide between scores closer than this.
inline constexpr double closest = 1e-12;
inline constexpr std::size_t lanes = 16;
inline constexpr std::size_t most_alphas = 4096;

inline bool is_rising(const std::vector<double>& values) {
    return std::adjacent_find(values.begin(), values.end(), std::greater_equal<>()) == values.end();
}

/// The step between evenly spaced values.
inline double step_of(const std::vector<double>& values) {
    return values.size() > 1 ? (values.back() - values[0]) / static_cast<double>(values.size() - 1) : 1;
}

/// Whether the method below holds for a grid: gammas of at most 1, evenly spaced and rising, rising alphas.
inline bool can_count_quickly(const Grid& grid) {
    const auto& gamma = grid.gamma;
    if (!is_rising(gamma) || !is_rising(grid.alpha) || gamma.back() > 1 || grid.alpha.back() > 1) return false;
    if (grid.alpha.size() > most_alphas) return false;
    const double step = step_of(gamma);
    for (std::size_t i = 0; i < gamma.size(); ++i)
        if (std::abs(gamma[i] - (gamma[0] + static_cast<double>(i) * step)) > 1e-13) return false;
    return true;
}

/// Where two lines cross, among evenly spaced gammas.
struct Gammas {
    double first, step, last, tolerance;
    int codes;
};

/// Encodes, for each alpha, where the lines of two translations cross: the number of gammas below the crossing, plus
/// `codes` if the better one wins above it, not below; 2 * codes if rounding could matter.
BOLIDE_WIDE static void find_crossings(const double* better, const double* worse, double better_power,
                                       double worse_power, double lead, const Gammas& gammas, std::size_t width,
                                       int* found) {
    const auto [first, step, last, tolerance, codes] = gammas;
    for (std::size_t i = 0; i < width; ++i) {
        const double ahead = better[i] - worse[i] + lead;
        const double slope = better[i] * better_power - worse[i] * worse_power;
        const double place = (ahead / slope - first) / step;
        double inside = place > -1 ? place : -1;  // Also if it is undefined.
        inside = inside < last ? inside : last;
        const double nearest = static_cast<double>(static_cast<int>(inside + 1.5)) - 1;
        const double slack = std::fabs(place - nearest) * std::fabs(slope);
        const int below = static_cast<int>(inside + 1);
        found[i] = slack > tolerance ? below + (slope < 0 ? codes : 0) : 2 * codes;
    }
}

/// Counts, for one delta and set of weights, the preferences that each alpha, beta and gamma gets right.
///
/// For a fixed alpha and beta a score is F (1 - gamma f), a straight line in gamma. Two lines cross once at most, so
/// one division shows for which gammas the first is higher. Where rounding could decide, the scores are computed as in
/// score::score and compared, so that the counts are those of comparing all scores. If other parts add C and Meteor's
/// share is r, the line is r F (1 - gamma f) + C.
class RankingSweep {
  public:
    RankingSweep(std::size_t rows, const Powers& powers, const Grid& grid)
        : grid_(grid),
          powers_(powers),
          width_((grid.alpha.size() + lanes - 1) / lanes * lanes),
          codes_(grid.gamma.size() + 2),
          f_means_(rows * width_),
          crossings_(width_ * 2 * codes_),
          singly_(grid.alpha.size() * grid.gamma.size()) {
        double heaviest = 1;
        for (const Weights& weights : grid.weights)
            heaviest = std::max(heaviest, *std::max_element(weights.begin(), weights.end()));
        const double step = step_of(grid.gamma);
        gammas_ = {grid.gamma[0], step, static_cast<double>(grid.gamma.size()), closest * heaviest / step,
                   static_cast<int>(codes_)};
    }

    void set(const Overlap& overlap) {
        overlap_ = &overlap;
        for (std::size_t row = 0; row < overlap.precision.size(); ++row) {
            double* means = &f_means_[row * width_];
            for (const double alpha : grid_.alpha) *means++ = overlap.rest * overlap.f_mean(row, alpha);
            std::fill(means, &f_means_[row * width_] + width_, means[-1]);
        }
    }

    /// Fills `right`, which has Grid::block() places: alpha outermost, then beta, then gamma.
    void count(const std::vector<Preference>& preferences, std::vector<std::int64_t>& right) {
        right.resize(grid_.block());
        work::StopCheck stop;
        for (std::size_t beta = 0; beta < grid_.beta.size(); ++beta) {
            for (auto* counts : {&crossings_, &singly_}) std::fill(counts->begin(), counts->end(), 0);
            for (const Preference& preference : preferences) {
                stop.spend(width_);
                count_one(preference, powers_.of_beta(beta));
            }
            collect(beta, right);
        }
    }

  private:
    void count_one(const Preference& preference, Numbers powers) {
        std::array<int, most_alphas> found;
        const auto [better, worse, count] = preference;
        const double lead = overlap_->others.empty() ? 0 : overlap_->others[better] - overlap_->others[worse];
        find_crossings(&f_means_[better * width_], &f_means_[worse * width_], powers[better], powers[worse], lead,
                       gammas_, width_, found.data());
        std::int64_t* here = crossings_.data();
        for (std::size_t alpha = 0; alpha < grid_.alpha.size(); ++alpha, here += 2 * codes_)
            if (found[alpha] == 2 * gammas_.codes)
                score_both(preference, alpha, powers);
            else
                here[found[alpha]] += count;
    }
    /// Counts a preference gamma by gamma.
    void score_both(const Preference& preference, std::size_t alpha, Numbers powers) {
        const auto [better, worse, count] = preference;
        const double our_mean = overlap_->f_mean(better, grid_.alpha[alpha]),
                     their_mean = overlap_->f_mean(worse, grid_.alpha[alpha]);
        std::int64_t* place = &singly_[alpha * grid_.gamma.size()];
        for (const double gamma : grid_.gamma)
            *place++ += overlap_->mix(better, to_score(our_mean, powers[better], gamma)) >
                                overlap_->mix(worse, to_score(their_mean, powers[worse], gamma))
                            ? count
                            : 0;
    }
    void collect(std::size_t beta, std::vector<std::int64_t>& right) const {
        const std::size_t betas = grid_.beta.size(), gammas = grid_.gamma.size();
        for (std::size_t alpha = 0; alpha < grid_.alpha.size(); ++alpha) {
            const std::int64_t* here = &crossings_[alpha * 2 * codes_];
            // Right at a gamma: crossings above it if the better one wins below, and other crossings that are not above
            // it.
            std::int64_t sum = std::accumulate(here, here + codes_, std::int64_t{0});
            for (std::size_t gamma = 0; gamma < gammas; ++gamma) {
                sum += here[codes_ + gamma] - here[gamma];
                right[(alpha * betas + beta) * gammas + gamma] = sum + singly_[alpha * gammas + gamma];
            }
        }
    }

    const Grid& grid_;
    const Powers& powers_;
    const Overlap* overlap_ = nullptr;
    std::size_t width_;  ///< Alphas, padded for wide registers.
    std::size_t codes_;  ///< The number of places of a crossing among the gammas.
    Gammas gammas_;
    std::vector<double> f_means_;          ///< By row, then alpha: Meteor's share of F.
    std::vector<std::int64_t> crossings_;  ///< The number of crossings of each code, by alpha.
    std::vector<std::int64_t> singly_;     ///< Points decided one by one, by alpha and gamma.
};

}  // namespace bolide::tuning
