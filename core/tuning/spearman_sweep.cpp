#include "tuning/spearman_sweep.hpp"

#include <algorithm>
#include <cmath>

#include "tuning/correlation.hpp"
#include "tuning/processors.hpp"
#include "work/stopping.hpp"

namespace bolide::tuning {

namespace {

BOLIDE_WIDE void mix_all(Scores meteor, const double* chrf, double share, std::size_t count, double* to) {
    for (std::size_t i = 0; i < count; ++i)
        to[i] = score::mix(to_score(meteor.factors[i], meteor.powers[i], meteor.gamma), chrf[i], share);
}

/// How far 1 - gamma * power is from 0 at the most.
double reach_of(const Grid& grid, Numbers powers) {
    double reach = 1, highest = 0;
    for (const double power : powers) highest = std::max(highest, power);
    for (const double gamma : grid.gamma) reach = std::max(reach, gamma < 0 ? 2 - gamma * highest : gamma * highest);
    return reach;
}

}  // namespace

SpearmanSweep::SpearmanSweep(const Translations& translations, const Group& group, const Powers& powers,
                             const Grid& grid)
    : grid_(grid),
      f_means_(group.judgements.size()),
      order_(group.judgements.size()),
      twins_(group.judgements.size()),
      human_variance_(cubic(static_cast<std::int64_t>(group.judgements.size()))) {
    std::vector<Judgement> judgements = group.judgements;
    std::stable_sort(judgements.begin(), judgements.end(),
                     [](const Judgement& a, const Judgement& b) { return a.human < b.human; });
    for (std::size_t end = 0; end < judgements.size();) {
        const std::size_t begin = end;
        while (end < judgements.size() && judgements[end].human == judgements[begin].human) ++end;
        human_.insert(human_.end(), end - begin, static_cast<std::uint32_t>(begin + end + 1));
        human_variance_ -= cubic(static_cast<std::int64_t>(end - begin));
        has_human_ties_ |= end - begin > 1;
    }
    for (const Judgement& judgement : judgements) {
        translations_.push_back(judgement.translation);
        fragmentation_.push_back(powers.fragmentation()[judgement.translation]);
    }
    if (translations.counts_chrf())
        for (const std::uint32_t translation : translations_) chrf_.push_back(translations.chrf(translation));
    scaled_chrf_ = mixed_ = chrf_;
    powers_.reserve(grid.beta.size() * translations_.size());
    for (std::size_t beta = 0; beta < grid.beta.size(); ++beta)
        for (const std::uint32_t translation : translations_) powers_.push_back(powers.of_beta(beta)[translation]);
    reach_ = reach_of(grid, powers_);
}

double SpearmanSweep::correlate(std::size_t beta, double gamma, double share) {
    work::check_stop();
    const std::size_t count = f_means_.size();
    const Scores meteor{f_means_.data(), powers_.data() + beta * count, gamma};
    if (chrf_.empty()) {
        order_.update(meteor);
    } else {
        mix_all(meteor, scaled_chrf_.data(), share, count, mixed_.data());
        order_.update({mixed_.data(), meteor.powers, 0});
    }
    // Four and twelve times what they are called.
    std::int64_t product = has_human_ties_ ? 2 * order_.sum_of(human_) : 4 * order_.sum_of_indices();
    product += twins_.product();
    const auto n = static_cast<std::int64_t>(count);
    std::int64_t variance = cubic(n) + twins_.squares();
    for (const Tie& tie : order_.ties()) {
        Equals equals;
        for (std::size_t place = tie.begin; place < tie.end; ++place) {
            const std::size_t index = order_.index(place);
            equals.add(human_[index]);
            product -= twins_.of(index).product();
            variance -= twins_.of(index).squares();
        }
        product += equals.product();
        variance += equals.squares();
    }
    const double covariance = static_cast<double>(product - n * (n + 1) * (n + 1)) / 4;
    return or_zero(correlation_of(covariance / static_cast<double>(n),
                                  static_cast<double>(variance) / 12 / static_cast<double>(n),
                                  static_cast<double>(human_variance_) / 12 / static_cast<double>(n)));
}

void SpearmanSweep::scale_scores() {
    double highest = 0;
    for (const double f_mean : f_means_) highest = std::max(highest, f_mean);
    for (const double chrf : chrf_) highest = std::max(highest, chrf);
    if (highest == 0) return;
    const double scale = std::ldexp(order_.limit(), -1 - std::ilogb(highest * reach_));
    for (double& f_mean : f_means_) f_mean *= scale;
    for (std::size_t i = 0; i < chrf_.size(); ++i) scaled_chrf_[i] = chrf_[i] * scale;
}

void SpearmanSweep::measure(const Overlap& overlap, std::vector<double>& values) {
    const std::size_t betas = grid_.beta.size(), gammas = grid_.gamma.size();
    values.resize(grid_.block());
    bool forth = true;
    for (std::size_t alpha = 0; alpha < grid_.alpha.size(); ++alpha) {
        for (std::size_t i = 0; i < f_means_.size(); ++i)
            f_means_[i] = overlap.f_mean(translations_[i], grid_.alpha[alpha]);
        scale_scores();
        twins_.find(f_means_, fragmentation_, chrf_, human_);
        order_.join(twins_.first());
        for (std::size_t step = 0; step < gammas; ++step) {
            const std::size_t gamma = alpha % 2 ? gammas - 1 - step : step;
            double value = 0;
            for (std::size_t place = 0; place < betas; ++place) {
                const std::size_t beta = forth ? place : betas - 1 - place;
                // Where nothing is taken off, beta does not matter.
                if (place == 0 || grid_.gamma[gamma] != 0)
                    value = correlate(beta, grid_.gamma[gamma], overlap.chrf_share);
                values[(alpha * betas + beta) * gammas + gamma] = value;
            }
            forth = !forth;
        }
    }
}

}  // namespace bolide::tuning
