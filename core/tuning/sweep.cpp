#include "tuning/sweep.hpp"

#include "tuning/ranking_sweep.hpp"
#include "work/runner.hpp"

namespace bolide::tuning {

namespace {

/// The measure of rankings of which `right` are right.
double from_counts(Measure measure, std::int64_t right, std::int64_t all) {
    const auto good = static_cast<double>(right), total = static_cast<double>(all);
    if (all == 0) return 0;
    return measure == Measure::tau ? (good - (total - good)) / total : good / total;
}

/// Scores every translation at every point: for cases that the quick ways do not cover, and to check them.
class PlainSweep {
  public:
    PlainSweep(const Translations& translations, const Group& group, const Powers& powers, const Grid& grid)
        : translations_(translations),
          group_(group),
          powers_(powers),
          grid_(grid),
          f_means_(translations.row_count()),
          scores_(translations.size()),
          judged_(group.judgements.size()) {
        for (const Judgement& judgement : group.judgements) {
            human_.push_back(judgement.human);
            weights_.push_back(judgement.weight);
        }
    }

    void measure(const Overlap& overlap, std::vector<double>& values) {
        std::size_t place = 0;
        for (const double alpha : grid_.alpha) {
            for (std::size_t row = 0; row < f_means_.size(); ++row) f_means_[row] = overlap.f_mean(row, alpha);
            for (std::size_t beta = 0; beta < grid_.beta.size(); ++beta)
                for (const double gamma : grid_.gamma) {
                    work::check_stop();
                    score(overlap, powers_.of_beta(beta), gamma);
                    values[place++] = measure_scores();
                }
        }
    }

  private:
    void score(const Overlap& overlap, Numbers powers, double gamma) {
        std::size_t row = 0;
        for (std::size_t translation = 0; translation < scores_.size(); ++translation) {
            double best = 0;
            for (; row < translations_.ends[translation]; ++row)
                best = std::max(best, overlap.mix(row, to_score(f_means_[row], powers[row], gamma)));
            scores_[translation] = best;
        }
    }

    double measure_scores() {
        if (is_of_rankings(group_.measure)) {
            std::int64_t right = 0;
            for (const Preference& preference : group_.preferences)
                right += scores_[preference.better] > scores_[preference.worse] ? preference.count : 0;
            return from_counts(group_.measure, right, group_.preference_count());
        }
        for (std::size_t i = 0; i < judged_.size(); ++i) judged_[i] = scores_[group_.judgements[i].translation];
        return or_zero(correlate(group_.measure, judged_, human_, weights_));
    }

    const Translations& translations_;
    const Group& group_;
    const Powers& powers_;
    const Grid& grid_;
    std::vector<double> f_means_, scores_, human_, weights_, judged_;
};

/// Sums are kept in four lanes, which a compiler can put into one register; always four, for one result everywhere.
constexpr std::size_t lane_count = 4;
#if defined(__GNUC__)  // Of a loop over the lanes, GCC makes sums in order, which take four times as long.
#define BOLIDE_INLINE __attribute__((always_inline))  // Clones for other processors pass vectors in other ways.
using Lanes = double __attribute__((vector_size(lane_count * sizeof(double))));
#else
#define BOLIDE_INLINE
struct Lanes : std::array<double, lane_count> {
    friend Lanes operator*(Lanes a, const Lanes& b) {
        for (std::size_t i = 0; i < lane_count; ++i) a[i] *= b[i];
        return a;
    }
    void operator+=(const Lanes& other) {
        for (std::size_t i = 0; i < lane_count; ++i) (*this)[i] += other[i];
    }
};
#endif

BOLIDE_INLINE inline Lanes lanes_at(const double* from) {
    Lanes lanes;
    std::memcpy(&lanes, from, sizeof lanes);
    return lanes;
}
BOLIDE_INLINE inline double total(const Lanes& lanes) { return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]); }

/// Pearson's correlation without scoring every point.
///
/// A score is F - gamma G with G = F f, so its variance, and its covariance with the human scores, follow from the
/// moments of F and G: they are summed once for all gammas. Holds for gammas of at most 1. If other parts add C and
/// Meteor's share is r, the score is r F + C - gamma r G: the same with other sums.
class MomentSweep {
  public:
    MomentSweep(const Group& group, const Powers& powers, const Grid& grid) : group_(group), grid_(grid) {
        // Padded with judgements of weight 0 to a multiple of the lanes.
        const std::size_t size = (group.judgements.size() + lane_count - 1) / lane_count * lane_count;
        for (auto* column : {&human_, &weights_, &sums_, &weighted_, &f_means_}) column->resize(size);
        powers_.resize(size * grid.beta.size());
        double mean = 0, variance = 0;
        for (std::size_t i = 0; i < group.judgements.size(); ++i) {
            const Judgement& judgement = group.judgements[i];
            weights_[i] = group.measure == Measure::weighted_pearson ? judgement.weight : 1;
            total_ += weights_[i];
            mean += weights_[i] * judgement.human;
            for (std::size_t beta = 0; beta < grid.beta.size(); ++beta)
                powers_[beta * size + i] = powers.of_beta(beta)[judgement.translation];
        }
        mean /= total_;
        for (std::size_t i = 0; i < group.judgements.size(); ++i) {
            human_[i] = group.judgements[i].human - mean;
            variance += weights_[i] * human_[i] * human_[i];
        }
        deviation_ = std::sqrt(variance);
    }

    void measure(const Overlap& overlap, std::vector<double>& values) {
        std::size_t place = 0;
        for (const double alpha : grid_.alpha) {
            for (std::size_t i = 0; i < group_.judgements.size(); ++i) {
                const std::size_t row = group_.judgements[i].translation;
                f_means_[i] = overlap.rest * overlap.f_mean(row, alpha);
                sums_[i] = f_means_[i] + (overlap.others.empty() ? 0 : overlap.others[row]);
                weighted_[i] = weights_[i] * sums_[i];
            }
            Moments sums = means();
            for (std::size_t beta = 0; beta < grid_.beta.size(); ++beta) {
                work::check_stop();
                add_losses(beta, sums);
                correlate_all(sums, &values[place]);
                place += grid_.gamma.size();
            }
        }
    }

  private:
    struct Moments {
        double f, g, ff, fg, gg, fh, gh;
    };

    /// The sums of F alone, which no beta changes.
    Moments means() const {
        Lanes f{}, ff{}, fh{};
        for (std::size_t i = 0; i < human_.size(); i += lane_count) {
            const Lanes weighted = lanes_at(&weighted_[i]);
            f += weighted;
            ff += weighted * lanes_at(&sums_[i]);
            fh += weighted * lanes_at(&human_[i]);
        }
        return {total(f), 0, total(ff), 0, 0, total(fh), 0};
    }

    BOLIDE_WIDE void add_losses(std::size_t beta, Moments& sums) const {
        Lanes g{}, fg{}, gg{}, gh{};
        const double* powers = &powers_[beta * human_.size()];
        for (std::size_t i = 0; i < human_.size(); i += lane_count) {
            const Lanes lost = lanes_at(&f_means_[i]) * lanes_at(powers + i);
            const Lanes weighted_lost = lanes_at(&weights_[i]) * lost;
            g += weighted_lost;
            fg += lanes_at(&weighted_[i]) * lost;
            gg += weighted_lost * lost;
            gh += weighted_lost * lanes_at(&human_[i]);
        }
        sums.g = total(g), sums.fg = total(fg), sums.gg = total(gg), sums.gh = total(gh);
    }

    BOLIDE_WIDE void correlate_all(const Moments& sums, double* values) const {
        for (std::size_t i = 0; i < grid_.gamma.size(); ++i) values[i] = correlation(sums, grid_.gamma[i]);
    }

    double correlation(const Moments& m, double gamma) const {
        const double sum = m.f - gamma * m.g;
        const double variance = (m.ff - 2 * gamma * m.fg + gamma * gamma * m.gg) - sum * sum / total_;
        const double covariance = m.fh - gamma * m.gh;  // The human scores are centred.
        return or_zero(covariance / (std::sqrt(variance) * deviation_));
    }

    const Group& group_;
    const Grid& grid_;
    std::vector<double> human_, weights_, powers_;
    std::vector<double> sums_, weighted_;  ///< A score before the penalty; the same times its weight.
    std::vector<double> f_means_;          ///< The part reduced by the penalty.
    double total_ = 0, deviation_ = 0;
};

/// The state of one thread that measures blocks of the grid: a way for each group.
class Worker {
  public:
    Worker(const Translations& translations, const std::vector<Group>& groups, const Powers& powers, const Grid& grid,
           Method method)
        : translations_(translations), groups_(groups), grid_(grid), values_(grid.block()) {
        const bool is_quick = method == Method::quick && translations.has_one_reference() && can_count_quickly(grid);
        for (const Group& group : groups) {
            if (!is_quick || group.measure == Measure::kendall || group.measure == Measure::spearman) {
                ways_.push_back([this, way = PlainSweep(translations, group, powers, grid)]() mutable {
                    way.measure(overlap_, values_);
                });
            } else if (is_of_rankings(group.measure)) {
                if (!rankings_) rankings_.emplace(translations.row_count(), powers, grid);
                ways_.push_back([this, &group] { count_rankings(group); });
            } else {
                ways_.push_back(
                    [this, way = MomentSweep(group, powers, grid)]() mutable { way.measure(overlap_, values_); });
            }
        }
    }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Fills a block: all points of one delta, set of weights, shares of parts and weight of copy words.
    void measure(std::size_t number, std::span<double> block) {
        const std::size_t deltas = grid_.delta.size(), copies = grid_.copy.size(), shares = grid_.shares.size();
        score::Parameters parameters = grid_.start;
        parameters.beta = 1;  // The overlap has no penalty: nothing is raised to a power for it.
        parameters.delta = grid_.delta[number % deltas];
        parameters.copy = grid_.copy[number / deltas % copies];
        parameters.shares = grid_.shares[number / deltas / copies % shares];
        parameters.weights = grid_.weights[number / deltas / copies / shares];
        overlap_.compute(translations_, parameters);
        if (rankings_) rankings_->set(overlap_);
        std::fill(block.begin(), block.end(), 0.0);
        for (std::size_t i = 0; i < groups_.size(); ++i) {
            ways_[i]();
            for (std::size_t point = 0; point < block.size(); ++point)
                block[point] += groups_[i].share * values_[point];
        }
    }

  private:
    void count_rankings(const Group& group) {
        rankings_->count(group.preferences, right_);
        const std::int64_t all = group.preference_count();
        for (std::size_t i = 0; i < right_.size(); ++i) values_[i] = from_counts(group.measure, right_[i], all);
    }

    const Translations& translations_;
    const std::vector<Group>& groups_;
    const Grid& grid_;
    std::optional<RankingSweep> rankings_;
    std::vector<std::function<void()>> ways_;  ///< Each fills `values_` with the measure of its group.
    Overlap overlap_;
    std::vector<double> values_;  ///< Alpha outermost, then beta, then gamma.
    std::vector<std::int64_t> right_;
};

}  // namespace

std::vector<double> sweep(const Translations& translations, const std::vector<Group>& groups, const Grid& grid,
                          Method method, std::size_t threads) {
    const Powers powers(translations, grid);
    const std::size_t blocks = grid.blocks();
    std::vector<double> values(grid.size());
    work::run(blocks, threads, 1, [&] {
        return [&, worker = std::make_shared<Worker>(translations, groups, powers, grid, method)](std::size_t block) {
            worker->measure(block, std::span(values).subspan(block * grid.block(), grid.block()));
        };
    });
    return values;
}

}  // namespace bolide::tuning
