#include "tuning/rank_order.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <utility>

#include "sorting/network.hpp"
#include "tuning/processors.hpp"

namespace bolide::tuning {

namespace {

constexpr std::size_t rows = sorting::rows;
using Key = std::int32_t;

constexpr std::size_t lanes = 8;
constexpr std::size_t half = rows / 2;
/// After so many rounds of merging it is quicker to sort afresh.
constexpr int most_rounds = 32;

#if defined(__GNUC__)
using Row = Key __attribute__((vector_size(lanes * sizeof(Key))));
constexpr auto order = [](Row& a, Row& b) BOLIDE_INLINE {
    const Row low = a < b ? a : b;
    b = a < b ? b : a;
    a = low;
};
#else
struct Row {
    Key keys[lanes];
};
constexpr auto order = [](Row& a, Row& b) {
    for (std::size_t i = 0; i < lanes; ++i)
        if (b.keys[i] < a.keys[i]) std::swap(a.keys[i], b.keys[i]);
};
#endif

/// Keys in rows of `width`, of which `columns` count.
template <class K>
struct Table {
    K* keys;
    std::size_t width, columns;

    K* at(std::size_t row, std::size_t column) const { return keys + row * width + column; }
};
using Columns = Table<Key>;
using ConstColumns = Table<const Key>;

BOLIDE_WIDE void sort_columns(Columns table) {
    for (std::size_t column = 0; column < table.columns; column += lanes) {
        Row row[rows];
        for (std::size_t i = 0; i < rows; ++i) std::memcpy(&row[i], table.at(i, column), sizeof row[i]);
        sorting::sort_columns(row, order);
        for (std::size_t i = 0; i < rows; ++i) std::memcpy(table.at(i, column), &row[i], sizeof row[i]);
    }
}

/// Merges the lower half of each column with the upper half of the next one, and then both halves of each.
BOLIDE_WIDE void merge_columns(Columns table) {
    for (const std::size_t shift : {half, std::size_t{0}})
        for (std::size_t column = 0; column < table.columns; column += lanes) {
            Row row[rows];
            Key* from[rows];
            for (std::size_t i = 0; i < rows; ++i) from[i] = table.at((i + shift) % rows, column + (i + shift) / rows);
            for (std::size_t i = 0; i < rows; ++i) std::memcpy(&row[i], from[i], sizeof row[i]);
            sorting::merge_halves(row, order);
            for (std::size_t i = 0; i < rows; ++i) std::memcpy(from[i], &row[i], sizeof row[i]);
        }
}

/// Whether all keys are in order; marks in `close`, a bit for each row, those that differ from the next one in nothing
/// above the mask.
BOLIDE_WIDE bool are_sorted(ConstColumns table, Key mask, Key* close) {
    Key wrong = 0;
    std::fill_n(close, table.columns, 0);
    for (std::size_t i = 0; i < rows; ++i) {
        const Key mark = Key{1} << i;
        const Key* here = table.at(i, 0);
        const Key* next = table.at((i + 1) % rows, (i + 1) / rows);
        for (std::size_t column = 0; column < table.columns; ++column) {
            wrong |= here[column] > next[column];
            close[column] |= (here[column] ^ next[column]) <= mask ? mark : 0;
        }
    }
    return wrong == 0;
}

BOLIDE_WIDE void make_keys(const double* numbers, std::size_t count, int bits, Key* keys) {
    const double most = static_cast<double>((Key{1} << (31 - bits)) - 1);
    for (std::size_t i = 0; i < count; ++i) {
        const double scaled = numbers[i] * most;
        keys[i] = static_cast<Key>(scaled < most ? scaled : most) << bits | static_cast<Key>(i);
    }
}

/// Gives every key its index's new one.
void refill(Columns table, Key mask, const Key* fresh) {
    const auto indices = static_cast<std::uint32_t>(mask);
    for (std::size_t i = 0; i < rows; ++i) {
        Key* keys = table.at(i, 0);
        for (std::size_t column = 0; column < table.columns; column += lanes)
            for (std::size_t lane = 0; lane < lanes; ++lane)
                keys[column + lane] = fresh[static_cast<std::uint32_t>(keys[column + lane]) & indices];
    }
}

/// Of all places, the sum of their numbers, from 1, times the index there.
BOLIDE_WIDE std::uint64_t sum_products(ConstColumns table, Key mask) {
    std::uint64_t sum = 0;
    for (std::size_t column = 0; column < table.columns; column += lanes) {
        std::uint32_t plain[lanes] = {}, by_row[lanes] = {};  // Of each column: the sum, and that of row times index.
        for (std::size_t i = rows; i-- > 0;)
            for (std::size_t lane = 0; lane < lanes; ++lane) {
                plain[lane] += static_cast<std::uint32_t>(table.at(i, column)[lane] & mask);
                by_row[lane] += plain[lane];
            }
        for (std::size_t lane = 0; lane < lanes; ++lane)
            sum += (column + lane) * rows * std::uint64_t{plain[lane]} + by_row[lane];
    }
    return sum;
}

}  // namespace

RankOrder::RankOrder(std::size_t count)
    : count_(count), columns_((count + rows * lanes - 1) / (rows * lanes) * lanes), width_(columns_ + lanes) {
    static_assert(RankOrder::rows == sorting::rows);
    while (std::size_t{1} << bits_ <= count) ++bits_;
    mask_ = (Key{1} << bits_) - 1;
    // Places behind the last have the highest key of all, and the index of no number.
    keys_.assign(rows * width_, std::numeric_limits<Key>::max());
    fresh_.assign(std::size_t{1} << bits_, std::numeric_limits<Key>::max());
    close_.resize(columns_);
    for (std::size_t place = 0; place < count; ++place) keys_[position(place)] = static_cast<Key>(place);
}

void RankOrder::update(const double* numbers) {
    make_keys(numbers, count_, bits_, fresh_.data());
    refill({keys_.data(), width_, columns_}, mask_, fresh_.data());
    sort();
    settle(numbers);
}

void RankOrder::sort() {
    const Columns table{keys_.data(), width_, columns_};
    sort_columns(table);
    for (int round = 0; round < most_rounds; ++round) {
        merge_columns(table);
        if (are_sorted({keys_.data(), width_, columns_}, mask_, close_.data())) return;
    }
    sort_afresh();
}

void RankOrder::sort_afresh() {
    std::vector<Key> keys(fresh_.begin(), fresh_.begin() + static_cast<std::ptrdiff_t>(count_));
    std::sort(keys.begin(), keys.end());
    for (std::size_t place = 0; place < count_; ++place) keys_[position(place)] = keys[place];
    are_sorted({keys_.data(), width_, columns_}, mask_, close_.data());
}

void RankOrder::settle(const double* numbers) {
    ties_.clear();
    std::size_t settled = 0;
    for (std::size_t column = 0; column < columns_; ++column)
        for (auto left = static_cast<std::uint32_t>(close_[column]); left != 0; left &= left - 1) {
            const std::size_t place = column * rows + static_cast<std::size_t>(std::countr_zero(left));
            if (place >= settled && place + 1 < count_) settled = settle_run(numbers, place);
        }
}

std::size_t RankOrder::settle_run(const double* numbers, std::size_t begin) {
    const auto number = [&](std::size_t place) { return numbers[index(place)]; };
    std::size_t end = begin + 1;
    bool is_ordered = true;
    for (; end < count_ && is_close(end - 1); ++end) is_ordered &= number(end - 1) <= number(end);
    if (!is_ordered) order_run(numbers, begin, end);
    for (std::size_t place = begin; place < end;) {
        const std::size_t first = place++;
        while (place < end && number(place) == number(first)) ++place;
        if (place - first > 1) ties_.push_back({first, place});
    }
    return end;
}

void RankOrder::order_run(const double* numbers, std::size_t begin, std::size_t end) {
    run_.clear();
    for (std::size_t place = begin; place < end; ++place) run_.push_back(key(place));
    std::sort(run_.begin(), run_.end(), [&](Key a, Key b) { return numbers[a & mask_] < numbers[b & mask_]; });
    for (std::size_t place = begin; place < end; ++place) keys_[position(place)] = run_[place - begin];
}

std::int64_t RankOrder::sum_of_indices() const {
    const auto sum = static_cast<std::int64_t>(sum_products({keys_.data(), width_, columns_}, mask_));
    const auto sum_up_to = [](std::size_t place) { return static_cast<std::int64_t>(place * (place + 1) / 2); };
    // Less what places behind the last add, where the index is the mask, and more what makes indices start from 1.
    return sum - (sum_up_to(columns_ * rows) - sum_up_to(count_)) * mask_ + sum_up_to(count_);
}

std::int64_t RankOrder::sum_of(const std::vector<std::uint32_t>& values) const {
    std::int64_t sum = 0;
    for (std::size_t place = 0; place < count_; ++place)
        sum += static_cast<std::int64_t>(place + 1) * values[index(place)];
    return sum;
}

}  // namespace bolide::tuning
