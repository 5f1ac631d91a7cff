#include "tuning/correlation.hpp"

namespace bolide::tuning {

namespace {

std::int64_t pairs_among(std::int64_t count) { return count * (count - 1) / 2; }

/// NaN has no order, so that nothing can be ranked by it.
bool has_order(Numbers values) {
    return std::none_of(values.begin(), values.end(), [](double value) { return std::isnan(value); });
}

/// The mean of equal numbers may differ from them by rounding, so that their variance is not 0.
bool is_constant(Numbers values) {
    return std::all_of(values.begin(), values.end(), [&](double value) { return value == values.front(); });
}

/// For each number, how many different ones are smaller.
std::vector<std::uint32_t> dense_ranks(Numbers values) {
    std::vector<std::pair<double, std::uint32_t>> sorted;
    for (const double value : values) sorted.emplace_back(value, static_cast<std::uint32_t>(sorted.size()));
    std::sort(sorted.begin(), sorted.end());
    std::vector<std::uint32_t> ranks(values.size());
    for (std::size_t i = 0, rank = 0; i < sorted.size(); ++i) {
        rank += i && sorted[i - 1].first < sorted[i].first;
        ranks[sorted[i].second] = static_cast<std::uint32_t>(rank);
    }
    return ranks;
}

/// The ranks of numbers by how often each was drawn; equal ones share their mean rank.
std::vector<double> average_ranks(const std::vector<std::int64_t>& drawn) {
    std::vector<double> ranks;
    std::int64_t begin = 0;
    for (const std::int64_t count : drawn) {
        ranks.push_back(static_cast<double>(begin + begin + count + 1) / 2);
        begin += count;
    }
    return ranks;
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

double correlate(Measure measure, Numbers x, Numbers y, Numbers weights) {
    switch (measure) {
        case Measure::pearson:
            return pearson(x, y);
        case Measure::weighted_pearson:
            return pearson(x, y, weights);
        case Measure::spearman:
        case Measure::kendall: {
            if (!has_order(x) || !has_order(y)) return undefined;
            std::vector<std::int64_t> all(x.size());
            std::iota(all.begin(), all.end(), 0);
            return Resampler(measure, x, y, weights).correlate(all);
        }
        default:
            throw std::invalid_argument("tau and consistency compare rankings, not two lists of numbers");
    }
}

Resampler::Resampler(Measure measure, Numbers x, Numbers y, Numbers weights)
    : measure_(measure),
      x_{x, {}, {}, {}},
      y_{y, {}, {}, {}},
      weights_{weights, {}, {}, {}},
      counts_((measure == Measure::kendall || measure == Measure::spearman) && has_order(x) && has_order(y)) {
    if (!counts_) return;
    for (List* list : {&x_, &y_}) {
        list->ranks = dense_ranks(list->numbers);
        if (!x.empty()) list->drawn.resize(*std::max_element(list->ranks.begin(), list->ranks.end()) + std::size_t{1});
    }
    if (measure == Measure::spearman) return;
    std::vector<std::uint32_t> order(x.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto ranks_of = [this](std::uint32_t i) { return std::pair(x_.ranks[i], y_.ranks[i]); };
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return ranks_of(a) < ranks_of(b); });
    place_.resize(x.size());
    for (const std::uint32_t i : order) {
        if (sorted_x_.empty() || std::pair(sorted_x_.back(), sorted_y_.back()) != ranks_of(i)) {
            sorted_x_.push_back(x_.ranks[i]);
            sorted_y_.push_back(y_.ranks[i]);
        }
        place_[i] = static_cast<std::uint32_t>(sorted_x_.size() - 1);
    }
}

double Resampler::correlate(std::span<const std::int64_t> drawn) {
    if (counts_) return measure_ == Measure::kendall ? kendall(drawn) : spearman(drawn);
    for (List* list : {&x_, &y_, &weights_}) {
        list->sample.clear();
        for (const std::int64_t i : drawn) list->sample.push_back(list->numbers[static_cast<std::size_t>(i)]);
    }
    return tuning::correlate(measure_, x_.sample, y_.sample, weights_.sample);
}

double Resampler::kendall(std::span<const std::int64_t> drawn) {
    drawn_.assign(sorted_x_.size(), 0);
    y_.drawn.assign(y_.drawn.size(), 0);
    tree_.assign(y_.drawn.size() + 1, 0);  // A Fenwick tree: how many of smaller x have at most this y.
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
            y_.drawn[sorted_y_[i]] += drawn_[i];
            for (std::size_t j = sorted_y_[i] + std::size_t{1}; j < tree_.size(); j += j & (~j + 1))
                tree_[j] += drawn_[i];
        }
        tied_x += pairs_among(seen - before);
    }
    for (const std::int64_t count : y_.drawn) tied_y += pairs_among(count);
    // Pairs tied in both lists count as tied in x and as tied in y.
    const std::int64_t all = pairs_among(static_cast<std::int64_t>(drawn.size()));
    const std::int64_t concordant = all - tied_x - tied_y + tied_both - discordant;
    return static_cast<double>(concordant - discordant) /
           (std::sqrt(static_cast<double>(all - tied_x)) * std::sqrt(static_cast<double>(all - tied_y)));
}

double Resampler::spearman(std::span<const std::int64_t> drawn) {
    for (List* list : {&x_, &y_}) {
        const auto rank = [list](std::int64_t i) { return list->ranks[static_cast<std::size_t>(i)]; };
        list->drawn.assign(list->drawn.size(), 0);
        for (const std::int64_t i : drawn) ++list->drawn[rank(i)];
        const std::vector<double> means = average_ranks(list->drawn);
        list->sample.clear();
        for (const std::int64_t i : drawn) list->sample.push_back(means[rank(i)]);
    }
    return pearson(x_.sample, y_.sample);
}

}  // namespace bolide::tuning
