#include "tuning/plain_sweep.hpp"

#include <algorithm>

#include "work/stopping.hpp"

namespace bolide::tuning {

double from_counts(Measure measure, std::int64_t right, std::int64_t all) {
    const auto good = static_cast<double>(right), total = static_cast<double>(all);
    if (all == 0) return 0;
    return measure == Measure::tau ? (good - (total - good)) / total : good / total;
}

PlainSweep::PlainSweep(const Translations& translations, const Group& group, const Powers& powers, const Grid& grid)
    : translations_(translations),
      group_(group),
      powers_(powers),
      grid_(grid),
      f_means_(translations.row_count()),
      scores_(translations.size()),
      judged_(group.judgements.size()) {
    if (translations.counts_chrf())
        for (std::size_t row = 0; row < translations.row_count(); ++row) chrf_.push_back(translations.chrf(row));
    for (const Judgement& judgement : group.judgements) {
        human_.push_back(judgement.human);
        weights_.push_back(judgement.weight);
    }
    if (group.measure == Measure::spearman) {
        Ranker ranker;
        const Numbers ranks = ranker.rank(human_);
        human_ranks_.assign(ranks.begin(), ranks.end());
    }
}

void PlainSweep::score(Numbers powers, double gamma, double share) {
    std::size_t row = 0;
    for (std::size_t translation = 0; translation < scores_.size(); ++translation) {
        double best = 0;
        for (; row < translations_.ends[translation]; ++row) {
            const double found = to_score(f_means_[row], powers[row], gamma);
            best = std::max(best, chrf_.empty() ? found : score::mix(found, chrf_[row], share));
        }
        scores_[translation] = best;
    }
}

double PlainSweep::measure_scores() {
    if (is_of_rankings(group_.measure)) {
        std::int64_t right = 0, all = 0;
        for (const Preference& preference : group_.preferences) {
            right += scores_[preference.better] > scores_[preference.worse] ? preference.count : 0;
            all += preference.count;
        }
        return from_counts(group_.measure, right, all);
    }
    for (std::size_t i = 0; i < judged_.size(); ++i) judged_[i] = scores_[group_.judgements[i].translation];
    if (group_.measure == Measure::spearman) return or_zero(correlate_ranks(ranker_.rank(judged_), human_ranks_));
    return or_zero(correlate(group_.measure, judged_, human_, weights_));
}

void PlainSweep::measure(const Overlap& overlap, std::vector<double>& values) {
    values.resize(grid_.block());
    std::size_t place = 0;
    for (const double alpha : grid_.alpha) {
        for (std::size_t row = 0; row < f_means_.size(); ++row) f_means_[row] = overlap.f_mean(row, alpha);
        for (std::size_t beta = 0; beta < grid_.beta.size(); ++beta)
            for (const double gamma : grid_.gamma) {
                work::check_stop();
                score(powers_.of_beta(beta), gamma, overlap.chrf_share);
                values[place++] = measure_scores();
            }
    }
}

}  // namespace bolide::tuning
