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
        for (std::size_t row = 0; row < rows_; ++row) {
            const double found = score::score(translations.row(row), grid.start).fragmentation;
            fragmentation_.push_back(std::isnan(found) ? 1 : found);  // Without matches, as in the formula.
        }
        values_.reserve(rows_ * grid.beta.size());
        for (const double beta : grid.beta) {
            score::RememberedPowers powers(beta);
            for (const double fragmentation : fragmentation_) values_.push_back(powers(fragmentation));
        }
    }

    Numbers of_beta(std::size_t beta) const { return Numbers(values_).subspan(beta * rows_, rows_); }
    Numbers fragmentation() const { return fragmentation_; }

  private:
    std::size_t rows_;
    std::vector<double> values_, fragmentation_;
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

/// Rounding may decide between scores closer than this: crossings are found in single precision, with errors of up to
/// 6e-8 per operation.
inline constexpr double closest = 2e-6;
/// The same in double precision, with room for the rounding errors of a score.
inline constexpr double closest_double = 1e-12;
inline constexpr std::size_t lanes = 16;
inline constexpr std::size_t most_alphas = 4096;

inline bool is_rising(const std::vector<double>& values) {
    return std::adjacent_find(values.begin(), values.end(), std::greater_equal<>()) == values.end();
}

/// Whether the method below holds for a grid: gammas of at most 1, evenly spaced and rising, rising alphas.
inline bool can_count_quickly(const Grid& grid) {
    const auto& gamma = grid.gamma;
    if (!is_rising(gamma) || !is_rising(grid.alpha) || gamma.back() > 1 || grid.alpha.back() > 1) return false;
    if (grid.alpha.size() > most_alphas) return false;
    const double step = gamma.size() > 1 ? (gamma.back() - gamma[0]) / static_cast<double>(gamma.size() - 1) : 1;
    for (std::size_t i = 0; i < gamma.size(); ++i)
        if (std::abs(gamma[i] - (gamma[0] + static_cast<double>(i) * step)) > 1e-13) return false;
    return true;
}

/// Where two lines cross, among evenly spaced gammas.
struct Gammas {
    float first, per_step, last, tolerance;
    int codes;
};

/// Encodes, for each alpha, where the lines of two translations cross: the number of gammas below the crossing, plus
/// `codes` if the better one wins above it, not below; 2 * codes if rounding could matter. Returns whether any could.
BOLIDE_WIDE static int find_crossings(const float* better, const float* worse, float better_power, float worse_power,
                                      float lead, const Gammas& gammas, std::size_t width, int* found) {
    const float first = gammas.first, per_step = gammas.per_step, last = gammas.last, tolerance = gammas.tolerance;
    const int codes = gammas.codes;
    int unsure = 0;
    for (std::size_t i = 0; i < width; ++i) {
        const float ahead = better[i] - worse[i] + lead;
        const float slope = better[i] * better_power - worse[i] * worse_power;
        const float place = (ahead / slope - first) * per_step;
        float inside = place > -1.0F ? place : -1.0F;  // Also if it is undefined.
        inside = inside < last ? inside : last;
        const float nearest = static_cast<float>(static_cast<int>(inside + 1.5F)) - 1.0F;
        const float slack = std::fabs(place - nearest) * std::fabs(slope);
        const int below = static_cast<int>(inside + 1.0F);
        const int is_unsure = slack > tolerance ? 0 : 1;
        found[i] = is_unsure ? 2 * codes : below + (slope < 0 ? codes : 0);
        unsure |= is_unsure;
    }
    return unsure;
}
/// Counts, for one delta and set of weights, the preferences that each alpha, beta and gamma gets right.
///
/// For a fixed alpha and beta a score is F (1 - gamma f), a straight line in gamma. Two lines cross once at most, so
/// one division shows for which gammas the first is higher. Along alpha the crossing only rises or only falls, since
/// 1/F is linear in alpha: if the first and the last alpha agree, all do. A translation with the higher precision and
/// recall and the lower fragmentation wins everywhere. Where rounding could decide, the scores are computed as in
/// score::score and compared, so that the counts are those of comparing all scores.
///
/// If other parts add C and Meteor's share is r, the line is r F (1 - gamma f) + C. It also crosses others once at
/// most, but not always in the order of the alphas.
class RankingSweep {
  public:
    RankingSweep(std::size_t rows, const Powers& powers, const Grid& grid)
        : grid_(grid),
          powers_(powers),
          first_gamma_(grid.gamma[0]),
          width_((grid.alpha.size() + lanes - 1) / lanes * lanes),
          codes_(grid.gamma.size() + 2),
          f_means_(rows * width_),
          crossings_(width_ * (2 * codes_ + 1)),
          everywhere_(2 * codes_ + 1),
          singly_(grid.alpha.size() * grid.gamma.size()) {
        const std::size_t gammas = grid.gamma.size();
        gamma_step_ = gammas > 1 ? (grid.gamma.back() - first_gamma_) / static_cast<double>(gammas - 1) : 1;
        double heaviest = 1;
        for (const Weights& weights : grid.weights)
            heaviest = std::max(heaviest, *std::max_element(weights.begin(), weights.end()));
        tolerance_ = closest * heaviest / gamma_step_;
    }

    void set(const Overlap& overlap) {
        overlap_ = &overlap;
        for (std::size_t row = 0; row < overlap.precision.size(); ++row) {
            float* means = &f_means_[row * width_];
            for (const double alpha : grid_.alpha)
                *means++ = static_cast<float>(overlap.rest * overlap.f_mean(row, alpha));
            std::fill(means, &f_means_[row * width_] + width_, means[-1]);
        }
    }

    /// Fills `right`, which has Grid::block() places: alpha outermost, then beta, then gamma.
    void count(const std::vector<Preference>& preferences, std::vector<std::int64_t>& right) {
        const std::int64_t always = sort_out(preferences);
        right.resize(grid_.block());
        work::StopCheck stop;
        for (std::size_t beta = 0; beta < grid_.beta.size(); ++beta) {
            for (auto* counts : {&crossings_, &everywhere_, &singly_}) std::fill(counts->begin(), counts->end(), 0);
            for (const Preference& preference : open_) {
                stop.spend(width_);
                count_one(preference, powers_.of_beta(beta));
            }
            collect(beta, always, right);
        }
    }

  private:
    bool wins_everywhere(std::size_t better, std::size_t worse) const {
        constexpr double more = 1 + 1e-10;
        const Numbers fragmentation = powers_.fragmentation();
        const bool can_vanish = grid_.gamma.back() >= 1 && (fragmentation[better] >= 1 || grid_.beta.front() <= 0);
        if (is_mixed() && !(overlap_->others[better] > overlap_->others[worse] * more)) return false;
        return !can_vanish && overlap_->precision[better] > overlap_->precision[worse] * more &&
               overlap_->recall[better] > overlap_->recall[worse] * more &&
               fragmentation[better] <= fragmentation[worse];
    }
    std::int64_t sort_out(const std::vector<Preference>& preferences) {
        open_.clear();
        std::int64_t always = 0;
        for (const Preference& preference : preferences) {
            if (preference.better == preference.worse) continue;
            if (wins_everywhere(preference.better, preference.worse))
                always += preference.count;
            else if (!wins_everywhere(preference.worse, preference.better))
                open_.push_back(preference);
        }
        return always;
    }
    void count_one(const Preference& preference, Numbers powers) {
        std::array<int, most_alphas> found;
        const Gammas gammas = {static_cast<float>(first_gamma_), static_cast<float>(1 / gamma_step_),
                               static_cast<float>(grid_.gamma.size()), static_cast<float>(tolerance_),
                               static_cast<int>(codes_)};
        const int unsure =
            find_crossings(&f_means_[preference.better * width_], &f_means_[preference.worse * width_],
                           static_cast<float>(powers[preference.better]), static_cast<float>(powers[preference.worse]),
                           static_cast<float>(lead(preference)), gammas, width_, found.data());
        // Without other parts, the last alpha decides for those between.
        const auto second = found.begin() + (is_mixed() ? 0 : static_cast<std::ptrdiff_t>(grid_.alpha.size()) - 1);
        const auto end = found.begin() + static_cast<std::ptrdiff_t>(grid_.alpha.size());
        if (!unsure && std::all_of(second, end, [&](int code) { return code == found[0]; })) {
            everywhere_[static_cast<std::size_t>(found[0])] += preference.count;
            return;
        }
        std::int64_t* here = crossings_.data();
        for (std::size_t alpha = 0; alpha < grid_.alpha.size(); ++alpha, here += 2 * codes_ + 1)
            here[found[alpha]] += preference.count;
        if (unsure)
            for (std::size_t alpha = 0; alpha < grid_.alpha.size(); ++alpha)
                if (found[alpha] == gammas.codes * 2) look_closer(preference, alpha, powers);
    }
    bool is_mixed() const { return !overlap_->others.empty(); }
    double lead(const Preference& preference) const {
        return is_mixed() ? overlap_->others[preference.better] - overlap_->others[preference.worse] : 0;
    }
    std::size_t find_crossing(double better, double worse, double better_power, double worse_power, double lead) const {
        const std::size_t gammas = grid_.gamma.size(), unsure = 2 * codes_;
        if (better_power == worse_power && lead == 0) {
            // Both share one factor: the higher mean wins, unless the factor is 0, only possible at the last gamma.
            const bool wins = better > worse * (1 + closest_double), loses = worse > better * (1 + closest_double);
            const std::size_t vanishing = grid_.gamma.back() * better_power < 1 ? 0 : 1;
            return wins ? gammas - vanishing : loses ? 0 : unsure;
        }
        const double slope = better * better_power - worse * worse_power;
        if (slope == 0) return unsure;
        const double place = ((better - worse + lead) / slope - first_gamma_) / gamma_step_;
        const double inside = std::min(std::max(place, -1.0), static_cast<double>(gammas));
        const double nearest = static_cast<double>(static_cast<int>(inside + 1.5)) - 1;
        if (!(std::abs(place - nearest) * std::abs(slope) > tolerance_ * (closest_double / closest))) return unsure;
        return static_cast<std::size_t>(static_cast<int>(inside + 1)) + (slope < 0 ? codes_ : 0);
    }
    void look_closer(const Preference& preference, std::size_t alpha, Numbers powers) {
        const double better = overlap_->f_mean(preference.better, grid_.alpha[alpha]),
                     worse = overlap_->f_mean(preference.worse, grid_.alpha[alpha]);
        const double better_power = powers[preference.better], worse_power = powers[preference.worse];
        const std::size_t code =
            find_crossing(overlap_->rest * better, overlap_->rest * worse, better_power, worse_power, lead(preference));
        crossings_[alpha * (2 * codes_ + 1) + code] += preference.count;
        if (code != 2 * codes_) return;
        for (std::size_t g = 0; g < grid_.gamma.size(); ++g)
            if (overlap_->mix(preference.better, to_score(better, better_power, grid_.gamma[g])) >
                overlap_->mix(preference.worse, to_score(worse, worse_power, grid_.gamma[g])))
                singly_[alpha * grid_.gamma.size() + g] += preference.count;
    }
    void collect(std::size_t beta, std::int64_t always, std::vector<std::int64_t>& right) const {
        const std::size_t betas = grid_.beta.size(), gammas = grid_.gamma.size();
        for (std::size_t alpha = 0; alpha < grid_.alpha.size(); ++alpha) {
            const std::int64_t* here = &crossings_[alpha * (2 * codes_ + 1)];
            // Right at a gamma: crossings above it if the better one wins below, and other crossings that are not above
            // it.
            std::int64_t sum = always;
            for (std::size_t below = 0; below < codes_; ++below) sum += here[below] + everywhere_[below];
            for (std::size_t gamma = 0; gamma < gammas; ++gamma) {
                sum -= here[gamma] + everywhere_[gamma];
                sum += here[codes_ + gamma] + everywhere_[codes_ + gamma];
                right[(alpha * betas + beta) * gammas + gamma] = sum + singly_[alpha * gammas + gamma];
            }
        }
    }

    const Grid& grid_;
    const Powers& powers_;
    const Overlap* overlap_ = nullptr;
    double first_gamma_, gamma_step_, tolerance_;
    std::size_t width_;                     ///< Alphas, padded for wide registers.
    std::size_t codes_;                     ///< The number of places of a crossing among the gammas.
    std::vector<float> f_means_;            ///< By row, then alpha: Meteor's share of F.
    std::vector<Preference> open_;          ///< Those not decided alike by every point.
    std::vector<std::int64_t> crossings_;   ///< The number of crossings of each code, by alpha.
    std::vector<std::int64_t> everywhere_;  ///< Crossings that are the same for all alphas.
    std::vector<std::int64_t> singly_;      ///< Points decided one by one, by alpha and gamma.
};

}  // namespace bolide::tuning
