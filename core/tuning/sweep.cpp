#include "tuning/sweep.hpp"

#include <algorithm>
#include <memory>

#include "tuning/moment_sweep.hpp"
#include "tuning/plain_sweep.hpp"
#include "tuning/ranking_sweep.hpp"
#include "tuning/spearman_sweep.hpp"
#include "work/runner.hpp"

namespace bolide::tuning {

namespace {

/// What one thread needs to measure blocks of the grid: a way for each group.
class Worker {
  public:
    Worker(const Translations& translations, const std::vector<Group>& groups, const Powers& powers, const Grid& grid,
           Method method)
        : translations_(translations), groups_(groups), grid_(grid), rankings_(translations, powers, grid) {
        const bool may_be_quick = method == Method::quick && translations.has_one_reference();
        const bool is_quick = may_be_quick && can_count_quickly(grid);
        for (const Group& group : groups) {
            Way way;
            if (may_be_quick && group.measure == Measure::spearman && group.judgements.size() <= RankOrder::most)
                way.ranks = std::make_unique<SpearmanSweep>(translations, group, powers, grid);
            else if (!is_quick || group.measure == Measure::kendall)
                way.plain = std::make_unique<PlainSweep>(translations, group, powers, grid);
            else if (is_of_rankings(group.measure))
                counts_rankings_ = true;
            else
                way.moments = std::make_unique<MomentSweep>(translations, group, powers, grid);
            for (const Preference& preference : group.preferences) way.all += preference.count;
            ways_.push_back(std::move(way));
        }
    }

    /// Fills a block: all points of one delta, set of weights, share of chrF and weight of copy words.
    void measure(std::size_t number, std::span<double> block) {
        const std::size_t deltas = grid_.delta.size(), copies = grid_.copy.size(), shares = grid_.chrf.size();
        overlap_.compute(translations_, grid_.delta[number % deltas], grid_.weights[number / deltas / copies / shares],
                         grid_.copy[number / deltas % copies]);
        overlap_.chrf_share = grid_.chrf[number / deltas / copies % shares];
        if (counts_rankings_) rankings_.set(overlap_);
        std::fill(block.begin(), block.end(), 0.0);
        for (std::size_t i = 0; i < groups_.size(); ++i) {
            measure_group(groups_[i], ways_[i]);
            for (std::size_t point = 0; point < block.size(); ++point)
                block[point] += groups_[i].share * values_[point];
        }
    }

  private:
    struct Way {
        std::unique_ptr<PlainSweep> plain;
        std::unique_ptr<MomentSweep> moments;
        std::unique_ptr<SpearmanSweep> ranks;
        std::int64_t all = 0;
    };

    void measure_group(const Group& group, Way& way) {
        if (way.plain) {
            way.plain->measure(overlap_, values_);
        } else if (way.moments) {
            way.moments->measure(overlap_, values_);
        } else if (way.ranks) {
            way.ranks->measure(overlap_, values_);
        } else {
            rankings_.count(group.preferences, right_);
            values_.resize(right_.size());
            for (std::size_t i = 0; i < right_.size(); ++i) values_[i] = from_counts(group.measure, right_[i], way.all);
        }
    }

    const Translations& translations_;
    const std::vector<Group>& groups_;
    const Grid& grid_;
    RankingSweep rankings_;
    bool counts_rankings_ = false;
    std::vector<Way> ways_;
    Overlap overlap_;
    std::vector<double> values_;
    std::vector<std::int64_t> right_;
};

}  // namespace

std::vector<double> sweep(const Translations& translations, const std::vector<Group>& groups, const Grid& grid,
                          Method method, std::size_t threads) {
    const Powers powers(translations, grid);
    const std::size_t blocks = grid.blocks();
    std::vector<double> values(grid.size());
    work::run(blocks, threads, 1, [&] {
        return [&, worker = Worker(translations, groups, powers, grid, method)](std::size_t block) mutable {
            worker.measure(block, std::span(values).subspan(block * grid.block(), grid.block()));
        };
    });
    return values;
}

}  // namespace bolide::tuning
