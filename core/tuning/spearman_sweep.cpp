#include "tuning/spearman_sweep.hpp"

#include <algorithm>

#include "tuning/correlation.hpp"
#include "tuning/processors.hpp"

namespace bolide::tuning {

namespace {

/// Twelve times what the squared deviations of ranks lose where so many are equal; of all ranks, what they add up to.
std::int64_t cubic(std::size_t count) {
    const auto n = static_cast<std::int64_t>(count);
    return n * (n * n - 1);
}

BOLIDE_WIDE void score_all(const double* f_means, const double* powers, double gamma, std::size_t count, double* to) {
    for (std::size_t i = 0; i < count; ++i) to[i] = to_score(f_means[i], powers[i], gamma);
}

BOLIDE_WIDE void mix_all(const double* chrf, double share, std::size_t count, double* to) {
    for (std::size_t i = 0; i < count; ++i) to[i] = score::mix(to[i], chrf[i], share);
}

}  // namespace

SpearmanSweep::SpearmanSweep(const Translations& translations, const Group& group, const Powers& powers,
                             const Grid& grid)
    : grid_(grid),
      f_means_(group.judgements.size()),
      scores_(group.judgements.size()),
      order_(group.judgements.size()),
      human_variance_(cubic(group.judgements.size())) {
    std::vector<Judgement> judgements = group.judgements;
    std::stable_sort(judgements.begin(), judgements.end(),
                     [](const Judgement& a, const Judgement& b) { return a.human < b.human; });
    for (std::size_t end = 0; end < judgements.size();) {
        const std::size_t begin = end;
        while (end < judgements.size() && judgements[end].human == judgements[begin].human) ++end;
        human_.insert(human_.end(), end - begin, static_cast<std::uint32_t>(begin + end + 1));
        human_variance_ -= cubic(end - begin);
        has_human_ties_ |= end - begin > 1;
    }
    for (const Judgement& judgement : judgements) translations_.push_back(judgement.translation);
    if (translations.counts_chrf())
        for (const std::uint32_t translation : translations_) chrf_.push_back(translations.chrf(translation));
    powers_.reserve(grid.beta.size() * translations_.size());
    for (std::size_t beta = 0; beta < grid.beta.size(); ++beta)
        for (const std::uint32_t translation : translations_) powers_.push_back(powers.of_beta(beta)[translation]);
}

double SpearmanSweep::correlate(std::size_t beta, double gamma, double share) {
    const std::size_t count = scores_.size();
    score_all(f_means_.data(), powers_.data() + beta * count, gamma, count, scores_.data());
    if (!chrf_.empty()) mix_all(chrf_.data(), share, count, scores_.data());
    order_.update(scores_.data());
    // Four and twelve times what they are called.
    std::int64_t product = has_human_ties_ ? 2 * order_.sum_of(human_) : 4 * order_.sum_of_indices();
    std::int64_t variance = cubic(count);
    for (const Tie& tie : order_.ties()) {
        // Equal scores have the mean of their places as rank.
        const auto rank = static_cast<std::int64_t>(tie.begin + tie.end + 1);
        for (std::size_t place = tie.begin; place < tie.end; ++place)
            product += (rank - 2 * static_cast<std::int64_t>(place + 1)) * human_[order_.index(place)];
        variance -= cubic(tie.end - tie.begin);
    }
    const auto n = static_cast<std::int64_t>(count);
    const double covariance = static_cast<double>(product - n * (n + 1) * (n + 1)) / 4;
    return correlation_of(covariance / static_cast<double>(n),
                          static_cast<double>(variance) / 12 / static_cast<double>(n),
                          static_cast<double>(human_variance_) / 12 / static_cast<double>(n));
}

void SpearmanSweep::measure(const Overlap& overlap, std::vector<double>& values) {
    const std::size_t betas = grid_.beta.size(), gammas = grid_.gamma.size();
    values.resize(grid_.block());
    bool forth = true;
    for (std::size_t alpha = 0; alpha < grid_.alpha.size(); ++alpha) {
        for (std::size_t i = 0; i < f_means_.size(); ++i)
            f_means_[i] = overlap.f_mean(translations_[i], grid_.alpha[alpha]);
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
