#include "tuning/correlation.hpp"

namespace bolide::tuning {

namespace {

std::int64_t pairs_among(std::int64_t count) { return count * (count - 1) / 2; }

/// The number of pairs inside of runs of positions joined by `same`.
template <class Same>
std::int64_t tied_pairs(std::size_t count, Same same) {
    std::int64_t pairs = 0;
    for (std::size_t begin = 0, end = 0; begin < count; begin = end) {
        for (end = begin + 1; end < count && same(begin, end);) ++end;
        pairs += pairs_among(static_cast<std::int64_t>(end - begin));
    }
    return pairs;
}

/// NaN has no order, so that nothing can be ranked by it.
bool has_order(Numbers values) {
    return std::none_of(values.begin(), values.end(), [](double value) { return std::isnan(value); });
}

/// The mean of equal numbers may differ from them by rounding, so that their variance is not 0.
bool is_constant(Numbers values) {
    return std::all_of(values.begin(), values.end(), [&](double value) { return value == values.front(); });
}

/// Sorts in place, and counts the inverted pairs.
std::int64_t merge_sort(std::span<double> values, std::span<double> room) {
    if (values.size() < 2) return 0;
    const std::size_t half = values.size() / 2;
    std::int64_t moved =
        merge_sort(values.first(half), room.first(half)) + merge_sort(values.subspan(half), room.subspan(half));
    std::size_t left = 0, right = half;
    for (double& place : room.first(values.size())) {
        if (right == values.size() || (left < half && values[left] <= values[right])) {
            place = values[left++];
        } else {
            moved += static_cast<std::int64_t>(half - left);
            place = values[right++];
        }
    }
    std::copy_n(room.begin(), values.size(), values.begin());
    return moved;
}

/// For each number, how many different ones are smaller.
std::vector<std::uint32_t> dense_ranks(Numbers values) {
    std::vector<double> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    std::vector<std::uint32_t> ranks;
    for (const double value : values)
        ranks.push_back(
            static_cast<std::uint32_t>(std::lower_bound(sorted.begin(), sorted.end(), value) - sorted.begin()));
    return ranks;
}

std::size_t rank_count(const std::vector<std::uint32_t>& ranks) {
    return ranks.empty() ? 0 : *std::max_element(ranks.begin(), ranks.end()) + std::size_t{1};
}

/// The ranks of numbers by how often each was drawn; equal ones share their mean rank.
void average_ranks(const std::vector<std::int64_t>& drawn, std::vector<double>& ranks) {
    std::int64_t begin = 0;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        const std::int64_t end = begin + drawn[i];
        ranks[i] = static_cast<double>(begin + end + 1) / 2;
        begin = end;
    }
}

double tau_b(const PairCounts& counts) {
    return static_cast<double>(counts.concordant - counts.discordant) /
           (std::sqrt(static_cast<double>(counts.all - counts.tied_x)) *
            std::sqrt(static_cast<double>(counts.all - counts.tied_y)));
}

}  // namespace

double pearson(Numbers x, Numbers y, Numbers weights) {
    if (is_constant(x) || is_constant(y)) return undefined;
    const auto weight = [weights](std::size_t i) { return weights.empty() ? 1 : weights[i]; };
    double total = 0, mean_x = 0, mean_y = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        total += weight(i);
        mean_x += weight(i) * x[i];
        mean_y += weight(i) * y[i];
    }
    mean_x /= total;
    mean_y /= total;
    double covariance = 0, variance_x = 0, variance_y = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double here = x[i] - mean_x, there = y[i] - mean_y;
        covariance += weight(i) * here * there;
        variance_x += weight(i) * here * here;
        variance_y += weight(i) * there * there;
    }
    const double both = (variance_x / total) * (variance_y / total);
    // Parity: the Trainer's order of operations.
    return both > 0 && std::isfinite(both) ? covariance / total / std::sqrt(both) : undefined;
}

PairCounts count_pairs(Numbers x, Numbers y) {
    std::vector<std::uint32_t> order(x.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return x[a] < x[b] || (x[a] == x[b] && y[a] < y[b]); });
    std::vector<double> sorted(x.size()), room(x.size());
    for (std::size_t i = 0; i < order.size(); ++i) sorted[i] = y[order[i]];
    const auto same_x = [&](std::size_t i, std::size_t j) { return x[order[i]] == x[order[j]]; };
    const std::int64_t tied_x = tied_pairs(x.size(), same_x);
    const std::int64_t tied_both =
        tied_pairs(x.size(), [&](std::size_t i, std::size_t j) { return same_x(i, j) && sorted[i] == sorted[j]; });
    const std::int64_t discordant = merge_sort(sorted, room);
    const std::int64_t tied_y = tied_pairs(x.size(), [&](auto i, auto j) { return sorted[i] == sorted[j]; });
    const std::int64_t all = pairs_among(static_cast<std::int64_t>(x.size()));
    return {all - tied_x - tied_y + tied_both - discordant, discordant, tied_x, tied_y, all};
}

double kendall(Numbers x, Numbers y) {
    if (!has_order(x) || !has_order(y)) return undefined;
    return tau_b(count_pairs(x, y));
}

bool Ranker::insert(Numbers values) {
    if (order_.size() != values.size()) return false;
    for (std::size_t i = 0; i < order_.size(); ++i) sorted_[i] = values[order_[i]];
    std::size_t budget = 4 * values.size();
    for (std::size_t i = 1; i < order_.size(); ++i) {
        if (sorted_[i - 1] <= sorted_[i]) continue;
        const std::uint32_t moving = order_[i];
        const double value = sorted_[i];
        std::size_t place = i;
        for (; place > 0 && sorted_[place - 1] > value; --place) {
            order_[place] = order_[place - 1];
            sorted_[place] = sorted_[place - 1];
        }
        order_[place] = moving;
        sorted_[place] = value;
        if (i - place > budget) return false;
        budget -= i - place;
    }
    return true;
}

Numbers Ranker::rank(Numbers values) {
    if (!insert(values)) {
        order_.resize(values.size());
        sorted_.resize(values.size());
        std::iota(order_.begin(), order_.end(), 0U);
        std::sort(order_.begin(), order_.end(), [&](auto a, auto b) { return values[a] < values[b]; });
        for (std::size_t i = 0; i < order_.size(); ++i) sorted_[i] = values[order_[i]];
    }
    ranks_.resize(values.size());
    for (std::size_t begin = 0, end = 0; begin < order_.size(); begin = end) {
        for (end = begin + 1; end < order_.size() && sorted_[begin] == sorted_[end];) ++end;
        const double rank = static_cast<double>(begin + end + 1) / 2;
        for (std::size_t i = begin; i < end; ++i) ranks_[order_[i]] = rank;
    }
    return ranks_;
}

double spearman(Numbers x, Numbers y) {
    if (!has_order(x) || !has_order(y)) return undefined;
    Ranker here, there;
    return pearson(here.rank(x), there.rank(y));
}

double correlate(Measure measure, Numbers x, Numbers y, Numbers weights) {
    switch (measure) {
        case Measure::pearson:
            return pearson(x, y);
        case Measure::weighted_pearson:
            return pearson(x, y, weights);
        case Measure::spearman:
            return spearman(x, y);
        case Measure::kendall:
            return kendall(x, y);
        default:
            throw std::invalid_argument("tau and consistency compare rankings, not two lists of numbers");
    }
}

Resampler::Resampler(Measure measure, Numbers x, Numbers y, Numbers weights)
    : measure_(measure),
      x_(x),
      y_(y),
      weights_(weights),
      counts_((measure == Measure::kendall || measure == Measure::spearman) && has_order(x) && has_order(y)) {
    if (!counts_) return;
    rank_x_ = dense_ranks(x);
    rank_y_ = dense_ranks(y);
    drawn_x_.resize(rank_count(rank_x_));
    drawn_y_.resize(rank_count(rank_y_));
    means_x_.resize(drawn_x_.size());
    means_y_.resize(drawn_y_.size());
    std::vector<std::uint32_t> order(x.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](auto a, auto b) {
        return rank_x_[a] < rank_x_[b] || (rank_x_[a] == rank_x_[b] && rank_y_[a] < rank_y_[b]);
    });
    place_.resize(x.size());
    for (const std::uint32_t i : order) {
        if (sorted_x_.empty() || sorted_x_.back() != rank_x_[i] || sorted_y_.back() != rank_y_[i]) {
            sorted_x_.push_back(rank_x_[i]);
            sorted_y_.push_back(rank_y_[i]);
        }
        place_[i] = static_cast<std::uint32_t>(sorted_x_.size() - 1);
    }
}

double Resampler::correlate(std::span<const std::int64_t> drawn) {
    if (counts_) return measure_ == Measure::kendall ? kendall(drawn) : spearman(drawn);
    for (auto [from, to] : {std::pair(x_, &here_), std::pair(y_, &there_), std::pair(weights_, &by_)}) {
        to->resize(drawn.size());
        for (std::size_t i = 0; i < drawn.size(); ++i) (*to)[i] = from[static_cast<std::size_t>(drawn[i])];
    }
    return tuning::correlate(measure_, here_, there_, by_);
}

double Resampler::kendall(std::span<const std::int64_t> drawn) {
    drawn_.assign(sorted_x_.size(), 0);
    drawn_y_.assign(drawn_y_.size(), 0);
    tree_.assign(drawn_y_.size() + 1, 0);  // A Fenwick tree: how many of smaller x have at most this y.
    for (const std::int64_t i : drawn) ++drawn_[place_[static_cast<std::size_t>(i)]];
    std::int64_t seen = 0, discordant = 0, tied_x = 0, tied_y = 0, tied_both = 0;
    for (std::size_t begin = 0, end = 0; begin < sorted_x_.size(); begin = end) {
        const std::int64_t before = seen;
        for (end = begin; end < sorted_x_.size() && sorted_x_[end] == sorted_x_[begin]; ++end) {
            if (!drawn_[end]) continue;
            std::int64_t below = 0;
            for (std::size_t j = sorted_y_[end] + std::size_t{1}; j; j &= j - 1) below += tree_[j];
            discordant += drawn_[end] * (before - below);
            tied_both += pairs_among(drawn_[end]);
            seen += drawn_[end];
        }
        for (std::size_t i = begin; i < end; ++i) {
            if (!drawn_[i]) continue;
            drawn_y_[sorted_y_[i]] += drawn_[i];
            for (std::size_t j = sorted_y_[i] + std::size_t{1}; j < tree_.size(); j += j & (~j + 1))
                tree_[j] += drawn_[i];
        }
        tied_x += pairs_among(seen - before);
    }
    for (const std::int64_t count : drawn_y_) tied_y += pairs_among(count);
    const std::int64_t all = pairs_among(static_cast<std::int64_t>(drawn.size()));
    return tau_b({all - tied_x - tied_y + tied_both - discordant, discordant, tied_x, tied_y, all});
}

double Resampler::spearman(std::span<const std::int64_t> drawn) {
    drawn_x_.assign(drawn_x_.size(), 0);
    drawn_y_.assign(drawn_y_.size(), 0);
    for (const std::int64_t i : drawn) {
        ++drawn_x_[rank_x_[static_cast<std::size_t>(i)]];
        ++drawn_y_[rank_y_[static_cast<std::size_t>(i)]];
    }
    average_ranks(drawn_x_, means_x_);
    average_ranks(drawn_y_, means_y_);
    here_.resize(drawn.size());
    there_.resize(drawn.size());
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        here_[i] = means_x_[rank_x_[static_cast<std::size_t>(drawn[i])]];
        there_[i] = means_y_[rank_y_[static_cast<std::size_t>(drawn[i])]];
    }
    return pearson(here_, there_);
}

}  // namespace bolide::tuning
