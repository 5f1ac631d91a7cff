#include "tuning/spearman_sweep.hpp"

#include <algorithm>
#include <cstring>

#include "tuning/correlation.hpp"
#include "tuning/processors.hpp"

namespace bolide::tuning {

namespace {

/// What goes with a score: the number of its judgement, and twice the human rank.
std::size_t judgement_of(std::int64_t place) { return static_cast<std::size_t>(place >> 32); }
std::int64_t human_of(std::int64_t place) { return place & 0xFFFFFFFF; }

/// Twelve times what the squared deviations of ranks lose where so many are equal; of all ranks, what they add up to.
std::int64_t cubic(std::size_t count) {
    const auto n = static_cast<std::int64_t>(count);
    return n * (n * n - 1);
}

#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 12)
constexpr std::size_t lanes = 8;
using Doubles = double __attribute__((vector_size(lanes * 8)));
using Bits = std::int64_t __attribute__((vector_size(lanes * 8)));

/// Puts neighbours in order, the first and the second, the third and the fourth and so on, and the numbers that go with
/// them; without a branch, for whether they are is as good as random. The last few are left as they are.
BOLIDE_WIDE void order_neighbours(double* values, std::int64_t* with, std::size_t count) {
    const Bits first = {-1, 0, -1, 0, -1, 0, -1, 0};
    for (std::size_t i = 0; i + lanes <= count; i += lanes) {
        Doubles value;
        Bits bits, other;
        std::memcpy(&value, values + i, sizeof value);
        std::memcpy(&bits, &value, sizeof bits);
        std::memcpy(&other, with + i, sizeof other);
        const Doubles next = __builtin_shufflevector(value, value, 1, 0, 3, 2, 5, 4, 7, 6);
        const Bits next_bits = __builtin_shufflevector(bits, bits, 1, 0, 3, 2, 5, 4, 7, 6);
        const Bits next_other = __builtin_shufflevector(other, other, 1, 0, 3, 2, 5, 4, 7, 6);
        const Bits swaps = ((value > next) & first) | ((next > value) & ~first);
        bits = (swaps & next_bits) | (~swaps & bits);
        other = (swaps & next_other) | (~swaps & other);
        std::memcpy(values + i, &bits, sizeof bits);
        std::memcpy(with + i, &other, sizeof other);
    }
}
#else
void order_neighbours(double*, std::int64_t*, std::size_t) {}  // Sorting does it alone.
#endif

BOLIDE_WIDE void score_all(const double* f_means, const double* powers, double gamma, std::size_t count, double* to) {
    for (std::size_t i = 0; i < count; ++i) to[i] = to_score(f_means[i], powers[i], gamma);
}

}  // namespace

SpearmanSweep::SpearmanSweep(const Group& group, const Powers& powers, const Grid& grid)
    : group_(group),
      grid_(grid),
      f_means_(group.judgements.size()),
      scores_(group.judgements.size()),
      sorted_(group.judgements.size()) {
    std::vector<double> human;
    for (const Judgement& judgement : group.judgements) human.push_back(judgement.human);
    Ranker ranker;
    const Numbers ranks = ranker.rank(human);
    for (std::size_t i = 0; i < ranks.size(); ++i)
        order_.push_back(static_cast<std::int64_t>(i << 32) + static_cast<std::int64_t>(2 * ranks[i]));
    std::sort(human.begin(), human.end());
    human_variance_ = cubic(human.size());
    for (auto begin = human.begin(); begin != human.end();) {
        const auto end = std::upper_bound(begin, human.end(), *begin);
        human_variance_ -= cubic(static_cast<std::size_t>(end - begin));
        begin = end;
    }
    powers_.reserve(grid.beta.size() * group.judgements.size());
    for (std::size_t beta = 0; beta < grid.beta.size(); ++beta)
        for (const Judgement& judgement : group.judgements)
            powers_.push_back(powers.of_beta(beta)[judgement.translation]);
}

bool SpearmanSweep::insert() {
    const std::size_t count = order_.size();
    std::int64_t* const order = order_.data();
    double* const sorted = sorted_.data();
    std::size_t budget = 8 * count;
    for (std::size_t i = 1; i < count; ++i) {
        if (sorted[i - 1] <= sorted[i]) continue;
        const std::int64_t moving = order[i];
        const double value = sorted[i];
        std::size_t place = i;
        do {
            order[place] = order[place - 1];
            sorted[place] = sorted[place - 1];
            --place;
        } while (place > 0 && sorted[place - 1] > value);
        order[place] = moving;
        sorted[place] = value;
        if (i - place > budget) return false;
        budget -= i - place;
    }
    return true;
}

void SpearmanSweep::sort() {
    const std::size_t count = order_.size();
    for (std::size_t i = 0; i < count; ++i) sorted_[i] = scores_[judgement_of(order_[i])];
    for (int round = 0; round < 3; ++round) {
        order_neighbours(sorted_.data(), order_.data(), count);
        order_neighbours(sorted_.data() + 1, order_.data() + 1, count - std::min<std::size_t>(count, 1));
    }
    if (insert()) return;
    std::sort(order_.begin(), order_.end(),
              [this](std::int64_t a, std::int64_t b) { return scores_[judgement_of(a)] < scores_[judgement_of(b)]; });
    for (std::size_t i = 0; i < count; ++i) sorted_[i] = scores_[judgement_of(order_[i])];
}

double SpearmanSweep::correlate_order() const {
    const std::size_t count = order_.size();
    std::int64_t product = 0, variance = cubic(count);  // Four and twelve times what they are called.
    for (std::size_t i = 0; i < count; ++i) product += 2 * static_cast<std::int64_t>(i + 1) * human_of(order_[i]);
    for (std::size_t end = 1; end < count; ++end) {
        if (sorted_[end - 1] != sorted_[end]) continue;
        // Equal scores have the mean of their places as rank.
        const std::size_t begin = end - 1;
        while (end < count && sorted_[begin] == sorted_[end]) ++end;
        const auto rank = static_cast<std::int64_t>(begin + end + 1);
        for (std::size_t i = begin; i < end; ++i)
            product += (rank - 2 * static_cast<std::int64_t>(i + 1)) * human_of(order_[i]);
        variance -= cubic(end - begin);
    }
    const auto n = static_cast<std::int64_t>(count);
    const double covariance = static_cast<double>(product - n * (n + 1) * (n + 1)) / 4;
    return correlation_of(covariance / static_cast<double>(n),
                          static_cast<double>(variance) / 12 / static_cast<double>(n),
                          static_cast<double>(human_variance_) / 12 / static_cast<double>(n));
}

double SpearmanSweep::correlate(std::size_t beta, double gamma) {
    score_all(f_means_.data(), powers_.data() + beta * scores_.size(), gamma, scores_.size(), scores_.data());
    sort();
    return correlate_order();
}

void SpearmanSweep::measure(const Overlap& overlap, std::vector<double>& values) {
    const std::size_t betas = grid_.beta.size(), gammas = grid_.gamma.size();
    values.resize(grid_.block());
    bool forth = true;
    for (std::size_t alpha = 0; alpha < grid_.alpha.size(); ++alpha) {
        for (std::size_t i = 0; i < f_means_.size(); ++i)
            f_means_[i] = overlap.f_mean(group_.judgements[i].translation, grid_.alpha[alpha]);
        for (std::size_t step = 0; step < gammas; ++step) {
            const std::size_t gamma = alpha % 2 ? gammas - 1 - step : step;
            for (std::size_t place = 0; place < betas; ++place) {
                const std::size_t beta = forth ? place : betas - 1 - place;
                values[(alpha * betas + beta) * gammas + gamma] = correlate(beta, grid_.gamma[gamma]);
            }
            forth = !forth;
        }
    }
}

}  // namespace bolide::tuning
