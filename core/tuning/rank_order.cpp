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

#if defined(__GNUC__)
constexpr std::size_t lanes = 8;
using Row = Key __attribute__((vector_size(lanes * sizeof(Key))));
#else
constexpr std::size_t lanes = 1;  // What follows is written for both.
using Row = Key;
#endif

/// After so many rounds of merging it is quicker to sort afresh.
constexpr int most_rounds = 32;

constexpr auto order = [](Row& a, Row& b) BOLIDE_INLINE {
    const Row low = a < b ? a : b;
    b = a < b ? b : a;
    a = low;
};

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

/// Merges what stands in 16 rows from `first` on, over into the next column: two sorted halves.
template <std::size_t first>
BOLIDE_INLINE inline void merge_from(Columns table) {
    for (std::size_t column = 0; column < table.columns; column += lanes) {
        Row row[rows];
        const auto place = [&](std::size_t i) { return table.at((first + i) % rows, column + (first + i) / rows); };
        for (std::size_t i = 0; i < rows; ++i) std::memcpy(&row[i], place(i), sizeof row[i]);
        sorting::merge_halves(row, order);
        for (std::size_t i = 0; i < rows; ++i) std::memcpy(place(i), &row[i], sizeof row[i]);
    }
}

/// Merges both halves of each column.
BOLIDE_WIDE void merge_columns(Columns table) { merge_from<0>(table); }

/// Merges the lower half of each column with the upper half of the next one.
BOLIDE_WIDE void merge_neighbours(Columns table) { merge_from<rows / 2>(table); }

/// Whether keys go on in order from one row to another, of columns so much further on.
BOLIDE_WIDE bool are_in_order(ConstColumns table, std::size_t row, std::size_t next_row, std::size_t further) {
    const Key *last = table.at(row, 0), *next = table.at(next_row, further);
    Key wrong = 0;
    for (std::size_t column = 0; column < table.columns; ++column) wrong |= last[column] > next[column];
    return wrong == 0;
}

BOLIDE_WIDE void make_keys(const double* numbers, std::size_t count, int bits, Key* keys) {
    const double most = static_cast<double>((Key{1} << (31 - bits)) - 1);
    for (Key i = 0; i < static_cast<Key>(count); ++i) {
        const double scaled = numbers[i] * most;
        keys[i] = static_cast<Key>(scaled < most ? scaled : most) << bits | i;
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

/// Marks in `close`, by column, a bit for each row, keys that differ from the next one in nothing above the mask.
/// Returns the sum over all places of their numbers, from 1, times the index there.
BOLIDE_WIDE std::int64_t inspect(ConstColumns table, Key mask, Key* close) {
    std::int64_t sum = 0;
    for (std::size_t column = 0; column < table.columns; column += lanes) {
        Row next, row, marks{}, plain{}, by_row{};  // The sum of each column's indices, and that of row times index.
        std::memcpy(&next, table.at(0, column + 1), sizeof next);
        for (std::size_t i = rows; i-- > 0;) {
            std::memcpy(&row, table.at(i, column), sizeof row);
            const Row mark = Row{} + (Key{1} << i);
            marks |= (row ^ next) <= mask ? mark : Row{};
            plain += row & mask;
            by_row += plain;
            next = row;
        }
        std::memcpy(close + column, &marks, sizeof marks);
        Key sums[2][lanes];
        std::memcpy(sums[0], &plain, sizeof plain);
        std::memcpy(sums[1], &by_row, sizeof by_row);
        for (std::size_t lane = 0; lane < lanes; ++lane)
            sum += static_cast<std::int64_t>((column + lane) * rows) * sums[0][lane] + sums[1][lane];
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
    const auto sum_up_to = [](std::size_t place) { return static_cast<std::int64_t>(place * (place + 1) / 2); };
    surplus_ = sum_up_to(count_) - (sum_up_to(columns_ * rows) - sum_up_to(count_)) * mask_;
}

void RankOrder::update(const double* numbers) {
    make_keys(numbers, count_, bits_, fresh_.data());
    refill({keys_.data(), width_, columns_}, mask_, fresh_.data());
    sort();
    sum_ = inspect({keys_.data(), width_, columns_}, mask_, close_.data()) + surplus_;
    settle(numbers);
}

void RankOrder::sort() {
    const Columns table{keys_.data(), width_, columns_};
    sort_columns(table);
    const ConstColumns sorted{keys_.data(), width_, columns_};
    for (int round = 0; round < most_rounds; ++round) {
        merge_neighbours(table);
        if (are_in_order(sorted, rows / 2 - 1, rows / 2, 0)) return;
        merge_columns(table);
        if (are_in_order(sorted, rows - 1, 0, 1)) return;
    }
    sort_afresh();
}

void RankOrder::sort_afresh() {
    std::vector<Key> keys(fresh_.begin(), fresh_.begin() + static_cast<std::ptrdiff_t>(count_));
    std::sort(keys.begin(), keys.end());
    for (std::size_t place = 0; place < count_; ++place) keys_[position(place)] = keys[place];
}

void RankOrder::settle(const double* numbers) {
    ties_.clear();
    std::size_t settled = 0;
    for (std::size_t column = 0; column * rows < count_; ++column)
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
    for (std::size_t place = begin; place < end; ++place) {
        const Key ordered = run_[place - begin];
        sum_ += static_cast<std::int64_t>(place + 1) * (ordered - key(place));
        keys_[position(place)] = ordered;
    }
}

std::int64_t RankOrder::sum_of(const std::vector<std::uint32_t>& values) const {
    std::int64_t sum = 0;
    for (std::size_t place = 0; place < count_; ++place)
        sum += static_cast<std::int64_t>(place + 1) * values[index(place)];
    return sum;
}

}  // namespace bolide::tuning
