// An order that is kept from numbers to numbers: always the one that sorting afresh gives.
#include "tuning/rank_order.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "sorting/network.hpp"
#include "tests/harness.hpp"
#include "tests/random_input.hpp"

namespace {

using namespace bolide::tests;
using bolide::tuning::RankOrder;
using bolide::tuning::Tie;

using Numbers = std::vector<double>;

/// Checks an order against one that is sorted afresh.
void check_order(const RankOrder& order, const Numbers& numbers) {
    Numbers sorted = numbers;
    std::sort(sorted.begin(), sorted.end());
    std::vector<bool> seen(numbers.size());
    std::vector<std::uint32_t> values(numbers.size());
    std::iota(values.begin(), values.end(), 1U);
    std::int64_t sum = 0;
    for (std::size_t place = 0; place < numbers.size(); ++place) {
        const std::size_t index = order.index(place);
        CHECK(index < numbers.size() && !seen[index]);
        seen[index] = true;
        CHECK_EQ(numbers[index], sorted[place]);
        sum += static_cast<std::int64_t>((place + 1) * (index + 1));
    }
    CHECK_EQ(order.sum_of_indices(), sum);
    CHECK_EQ(order.sum_of(values), sum);
    std::vector<Tie> ties;
    for (std::size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
        for (end = begin + 1; end < sorted.size() && sorted[begin] == sorted[end];) ++end;
        if (end - begin > 1) ties.push_back({begin, end});
    }
    CHECK(std::equal(order.ties().begin(), order.ties().end(), ties.begin(), ties.end(),
                     [](const Tie& a, const Tie& b) { return a.begin == b.begin && a.end == b.end; }));
}

/// Checks the places of joined numbers, and that ties are those of numbers that were not joined.
void check_joined(const RankOrder& order, const Numbers& numbers, const std::vector<std::uint32_t>& first) {
    std::vector<Tie> ties;
    for (std::size_t begin = 0, end = 0; begin < numbers.size(); begin = end) {
        bool is_tie = false;
        for (end = begin; end < numbers.size() && numbers[order.index(end)] == numbers[order.index(begin)]; ++end)
            is_tie |= first[order.index(end)] != first[order.index(begin)];
        if (is_tie) ties.push_back({begin, end});
        for (std::size_t place = begin + 1; place < end; ++place) CHECK(order.index(place - 1) < order.index(place));
        CHECK(end == numbers.size() || numbers[order.index(begin)] < numbers[order.index(end)]);
    }
    CHECK(std::equal(order.ties().begin(), order.ties().end(), ties.begin(), ties.end(),
                     [](const Tie& a, const Tie& b) { return a.begin == b.begin && a.end == b.end; }));
}

/// Takes numbers from 0 to 1, and above.
void update(RankOrder& order, const Numbers& numbers) {
    double highest = 1;
    for (const double number : numbers) highest = std::max(highest, number);
    const double scale = std::ldexp(order.limit(), -1 - std::ilogb(highest));
    Numbers scaled = numbers;
    for (double& number : scaled) number *= scale;
    order.update({scaled.data(), scaled.data(), 0});
}

Numbers draw(Random& random, std::size_t count, std::size_t values, double unit) {
    Numbers numbers(count);
    for (double& number : numbers) number = static_cast<double>(random.below(values)) * unit;
    return numbers;
}

TEST("Two sorted halves are merged: all of zeros and ones, which are all that matter to a network") {
    using namespace bolide::sorting;
    for (int low = 0; low <= rows / 2; ++low)
        for (int high = 0; high <= rows / 2; ++high) {
            int row[rows];
            for (int i = 0; i < rows / 2; ++i) {
                row[i] = i >= low;
                row[rows / 2 + i] = i >= high;
            }
            merge_halves(row, [](int& a, int& b) {
                if (b < a) std::swap(a, b);
            });
            CHECK(std::is_sorted(row, row + rows));
            CHECK_EQ(std::accumulate(row, row + rows, 0), rows - low - high);
        }
}

TEST("An order of numbers is right whatever came before, equal ones and all") {
    Random random(1);
    for (const std::size_t count : {0, 1, 2, 15, 16, 17, 127, 128, 129, 560, 3000}) {
        RankOrder order(count);
        for (const std::size_t values : {1, 3, 100, 1 << 30})
            for (int time = 0; time < 3; ++time) {
                const Numbers numbers = draw(random, count, values, 1.0 / static_cast<double>(values));
                update(order, numbers);
                check_order(order, numbers);
            }
    }
}

TEST("An order follows numbers that change a little") {
    Random random(2);
    Numbers numbers = draw(random, 700, 1 << 20, 0x1p-20);
    RankOrder order(numbers.size());
    for (int time = 0; time < 50; ++time) {
        for (double& number : numbers) number *= 1 - 0x1p-10 * static_cast<double>(random.below(16));
        update(order, numbers);
        check_order(order, numbers);
    }
}

TEST("Numbers are made of a factor, a power and gamma, and are 0 where that is less") {
    Random random(4);
    const Numbers factors = draw(random, 300, 50, 2.0), powers = draw(random, 300, 20, 0.1);
    RankOrder order(factors.size());
    for (const double gamma : {0.0, 0.5, 1.0, 0.25}) {
        Numbers numbers;
        for (std::size_t i = 0; i < factors.size(); ++i)
            numbers.push_back(std::max(0.0, factors[i] * (1 - gamma * powers[i])));
        order.update({factors.data(), powers.data(), gamma});
        check_order(order, numbers);
    }
}

TEST("Numbers that were joined stand side by side by rising index, and are a tie with others only") {
    Random random(5);
    for (const std::size_t values : {1, 7, 60, 1 << 30}) {
        // Every third index is joined to one of the first ten.
        const std::size_t count = 400;
        Numbers numbers = draw(random, count, values, 1000.0 / static_cast<double>(values));
        std::vector<std::uint32_t> first(count);
        std::iota(first.begin(), first.end(), 0U);
        for (std::size_t i = 12; i < count; i += 3) {
            first[i] = static_cast<std::uint32_t>(random.below(10));
            numbers[i] = numbers[first[i]];
        }
        RankOrder order(count);
        order.join(first);
        order.update({numbers.data(), numbers.data(), 0});
        check_joined(order, numbers, first);
    }
}

TEST("Numbers that are nearly equal, or above 1, are told apart") {
    Random random(3);
    for (const double unit : {0x1p-52, 0x1p-40, 1.0, 1e30}) {
        Numbers numbers = draw(random, 300, 200, unit);
        for (double& number : numbers) number += 0.5;
        RankOrder order(numbers.size());
        update(order, numbers);
        check_order(order, numbers);
    }
}

}  // namespace
