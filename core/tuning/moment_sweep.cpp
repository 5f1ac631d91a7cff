#include "tuning/moment_sweep.hpp"

#include <array>
#include <cmath>

#include "tuning/correlation.hpp"
#include "work/stopping.hpp"

namespace bolide::tuning {

namespace {

/// Sums are kept in lanes, which a compiler can put into one register; always as many, for one result everywhere.
constexpr std::size_t lanes = 4;

struct Lanes {
    std::array<double, lanes> sums{};

    double total() const { return (sums[0] + sums[1]) + (sums[2] + sums[3]); }
};

}  // namespace

MomentSweep::MomentSweep(const Translations& translations, const Group& group, const Powers& powers, const Grid& grid)
    : group_(group), grid_(grid) {
    // Filled up with judgements of no weight to a multiple of the lanes.
    const std::size_t size = (group.judgements.size() + lanes - 1) / lanes * lanes;
    human_.resize(size);
    weights_.resize(size);
    chrf_.resize(size);
    sums_.resize(size);
    f_means_.resize(size);
    powers_.resize(size * grid.beta.size());
    double mean = 0;
    for (std::size_t i = 0; i < group.judgements.size(); ++i) {
        const Judgement& judgement = group.judgements[i];
        weights_[i] = group.measure == Measure::weighted_pearson ? judgement.weight : 1;
        total_ += weights_[i];
        mean += weights_[i] * judgement.human;
        chrf_[i] = translations.chrf(judgement.translation);
        for (std::size_t beta = 0; beta < grid.beta.size(); ++beta)
            powers_[beta * size + i] = powers.of_beta(beta)[judgement.translation];
    }
    mean /= total_;
    for (std::size_t i = 0; i < group.judgements.size(); ++i) {
        human_[i] = group.judgements[i].human - mean;
        variance_ += weights_[i] * human_[i] * human_[i];
    }
}

MomentSweep::Moments MomentSweep::moments(std::size_t beta) const {
    Lanes f, g, ff, fg, gg, fh, gh;
    const double* powers = &powers_[beta * human_.size()];
    for (std::size_t i = 0; i < human_.size(); i += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const double mean = sums_[i + lane], lost = f_means_[i + lane] * powers[i + lane];
            const double weighted = weights_[i + lane] * mean, weighted_lost = weights_[i + lane] * lost;
            f.sums[lane] += weighted;
            g.sums[lane] += weighted_lost;
            ff.sums[lane] += weighted * mean;
            fg.sums[lane] += weighted * lost;
            gg.sums[lane] += weighted_lost * lost;
            fh.sums[lane] += weighted * human_[i + lane];
            gh.sums[lane] += weighted_lost * human_[i + lane];
        }
    return {f.total(), g.total(), ff.total(), fg.total(), gg.total(), fh.total(), gh.total()};
}

double MomentSweep::correlation(const Moments& m, double gamma) const {
    const double sum = m.f - gamma * m.g;
    const double variance = (m.ff - 2 * gamma * m.fg + gamma * gamma * m.gg) - sum * sum / total_;
    const double covariance = m.fh - gamma * m.gh;  // The human scores are centred.
    return or_zero(covariance / (std::sqrt(variance) * std::sqrt(variance_)));
}

void MomentSweep::set(const Overlap& overlap, double alpha) {
    const double share = overlap.chrf_share;
    for (std::size_t i = 0; i < group_.judgements.size(); ++i) {
        f_means_[i] = (1 - share) * overlap.f_mean(group_.judgements[i].translation, alpha);
        sums_[i] = f_means_[i] + share * chrf_[i];
    }
}

void MomentSweep::measure(const Overlap& overlap, std::vector<double>& values) {
    values.resize(grid_.block());
    std::size_t place = 0;
    for (const double alpha : grid_.alpha) {
        set(overlap, alpha);
        for (std::size_t beta = 0; beta < grid_.beta.size(); ++beta) {
            work::check_stop();
            const Moments sums = moments(beta);
            for (const double gamma : grid_.gamma) values[place++] = correlation(sums, gamma);
        }
    }
}

}  // namespace bolide::tuning
