#include "tuning/rank_order.hpp"

#include <algorithm>
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
using UnsignedRow = std::uint32_t __attribute__((vector_size(lanes * sizeof(Key))));
#else
constexpr std::size_t lanes = 1;  // What follows is written for both.
using Row = Key;
using UnsignedRow = std::uint32_t;
#endif

/// The lowest key: they have a sign, since that is what all processors can compare, and use all 32 bits.
constexpr std::uint32_t lowest = 0x80000000U;

/// After so many rounds of merging it is quicker to sort afresh.
constexpr int most_rounds = 32;

constexpr auto order = [](Row& a, Row& b) BOLIDE_INLINE {
    const Row low = a < b ? a : b;
    b = a < b ? b : a;
    a = low;
};

BOLIDE_INLINE inline void load(Row& row, const Key* from) { std::memcpy(&row, from, sizeof row); }
BOLIDE_INLINE inline void store(const Row& row, Key* to) { std::memcpy(to, &row, sizeof row); }

bool all_zero(const Row& row) {
    constexpr Row zeros{};
    return std::memcmp(&row, &zeros, sizeof row) == 0;
}

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
        sorting::unrolled<rows>([&](std::size_t i) BOLIDE_INLINE { load(row[i], table.at(i, column)); });
        sorting::sort_columns(row, order);
        sorting::unrolled<rows>([&](std::size_t i) BOLIDE_INLINE { store(row[i], table.at(i, column)); });
    }
}

/// Merges what stands in 16 rows from `first` on, over into the next column: two sorted halves.
template <std::size_t first>
BOLIDE_INLINE inline void merge_from(Columns table) {
    for (std::size_t column = 0; column < table.columns; column += lanes) {
        Row row[rows];
        const auto place = [&](std::size_t i)
                               BOLIDE_INLINE { return table.at((first + i) % rows, column + (first + i) / rows); };
        sorting::unrolled<rows>([&](std::size_t i) BOLIDE_INLINE { load(row[i], place(i)); });
        sorting::merge_halves(row, order);
        sorting::unrolled<rows>([&](std::size_t i) BOLIDE_INLINE { store(row[i], place(i)); });
    }
}

/// Merges both halves of each column.
BOLIDE_WIDE void merge_columns(Columns table) { merge_from<0>(table); }

/// Merges the lower half of each column with the upper half of the next one.
BOLIDE_WIDE void merge_neighbours(Columns table) { merge_from<rows / 2>(table); }

/// Whether keys go on in order from one row to another, of columns so much further on.
BOLIDE_WIDE bool are_in_order(ConstColumns table, std::size_t row, std::size_t next_row, std::size_t further) {
    Row wrong{};
    for (std::size_t column = 0; column < table.columns; column += lanes) {
        Row last, next;
        load(last, table.at(row, column));
        load(next, table.at(next_row, column + further));
        wrong |= last > next;
    }
    return all_zero(wrong);
}

/// The whole part of a number stands above the low bits; numbers are made by the operations of Scores.
BOLIDE_WIDE void make_keys(Scores scores, const std::uint32_t* low, std::size_t count, int bits, Key* keys) {
    for (std::size_t i = 0; i < count; ++i) {
        const auto whole = static_cast<Key>(scores.factors[i] * (1 - scores.gamma * scores.powers[i]));
        keys[i] = static_cast<Key>((static_cast<std::uint32_t>(whole > 0 ? whole : 0) << bits) + low[i]);
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

/// What is found out about each column of keys in order.
struct Findings {
    std::uint32_t* nearest;  ///< By how much a key differs from the next one at least, unless that has the joining bit.
    Key *sums, *by_row;      ///< Of indices, and of row, from 1, times index.
};

BOLIDE_WIDE void inspect(ConstColumns table, Key mask, Findings to) {
    for (std::size_t column = 0; column < table.columns; column += lanes) {
        Row next, row, sums{}, by_row{};
        UnsignedRow nearest = ~UnsignedRow{};
        load(next, table.at(0, column + 1));
        for (std::size_t i = rows; i-- > 0;) {
            load(row, table.at(i, column));
            const auto difference = (UnsignedRow)((row ^ next) | (next & (mask + 1)));
            nearest = difference < nearest ? difference : nearest;
            sums += row & mask;
            by_row += sums;
            next = row;
        }
        std::memcpy(to.nearest + column, &nearest, sizeof nearest);
        store(sums, to.sums + column);
        store(by_row, to.by_row + column);
    }
}

/// The sum over all places of their numbers, from 1, times the index there.
BOLIDE_WIDE std::int64_t add_up(const Key* sums, const Key* by_row, std::size_t columns) {
    std::int64_t sum = 0;
    for (std::size_t column = 0; column < columns; ++column)
        sum += static_cast<std::int64_t>(column * rows) * sums[column] + by_row[column];
    return sum;
}

BOLIDE_WIDE bool is_any_within(const std::uint32_t* numbers, std::size_t count, std::uint32_t most) {
    std::uint32_t least = ~0U;
    for (std::size_t i = 0; i < count; ++i) least = numbers[i] < least ? numbers[i] : least;
    return least <= most;
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
    nearest_.resize(columns_);
    sums_.resize(columns_);
    by_row_.resize(columns_);
    for (std::uint32_t i = 0; i < count; ++i) low_.push_back(lowest + i);
    for (std::size_t place = 0; place < count; ++place) keys_[position(place)] = static_cast<Key>(place);
    const auto sum_up_to = [](std::size_t place) { return static_cast<std::int64_t>(place * (place + 1) / 2); };
    surplus_ = sum_up_to(count_) - (sum_up_to(columns_ * rows) - sum_up_to(count_)) * mask_;
}

void RankOrder::join(const std::vector<std::uint32_t>& first) {
    const std::uint32_t joined = static_cast<std::uint32_t>(mask_) + 1;
    for (std::uint32_t i = 0; i < count_; ++i) low_[i] = lowest + i + (first[i] == i ? 0 : joined);
}

void RankOrder::update(const Scores& numbers) {
    make_keys(numbers, low_.data(), count_, bits_ + 1, fresh_.data());
    refill({keys_.data(), width_, columns_}, mask_, fresh_.data());
    sort();
    inspect({keys_.data(), width_, columns_}, mask_, {nearest_.data(), sums_.data(), by_row_.data()});
    sum_ = add_up(sums_.data(), by_row_.data(), columns_) + surplus_;
    ties_.clear();
    if (is_any_within(nearest_.data(), columns_, static_cast<std::uint32_t>(mask_))) settle(numbers);
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

void RankOrder::settle(const Scores& numbers) {
    std::size_t settled = 0;
    for (std::size_t column = 0; column < columns_; ++column) {
        if (nearest_[column] > static_cast<std::uint32_t>(mask_)) continue;
        for (std::size_t place = column * rows; place < (column + 1) * rows; ++place)
            if (place >= settled && is_close(place) && !is_joined(key(place + 1))) settled = settle_run(numbers, place);
    }
}

std::size_t RankOrder::settle_run(const Scores& numbers, std::size_t place) {
    std::size_t begin = place, end = place + 2;
    while (begin > 0 && is_close(begin - 1)) --begin;
    while (end < count_ && is_close(end - 1)) ++end;
    order_run(numbers, begin, end);
    for (place = begin; place < end;) {
        const std::size_t first = place++;
        bool is_tie = false;
        for (; place < end && numbers[index(place)] == numbers[index(first)]; ++place) is_tie |= !is_joined(key(place));
        if (is_tie) ties_.push_back({first, place});
    }
    return end;
}

void RankOrder::order_run(const Scores& numbers, std::size_t begin, std::size_t end) {
    run_.clear();
    for (std::size_t place = begin; place < end; ++place) run_.push_back(key(place));
    std::sort(run_.begin(), run_.end(), [&](Key a, Key b) {
        const double here = numbers[a & mask_], there = numbers[b & mask_];
        return here < there || (here == there && (a & mask_) < (b & mask_));
    });
    for (std::size_t place = begin; place < end; ++place) {
        const Key ordered = run_[place - begin];
        sum_ += static_cast<std::int64_t>(place + 1) * ((ordered & mask_) - (key(place) & mask_));
        keys_[position(place)] = ordered;
    }
}

std::int64_t RankOrder::sum_of(const std::vector<std::uint32_t>& values) const {
    std::int64_t sum = 0;
    for (std::size_t row = 0; row < rows; ++row) {
        const Key* keys = keys_.data() + row * width_;
        for (std::size_t place = row; place < count_; place += rows, ++keys)
            sum += static_cast<std::int64_t>(place + 1) * values[static_cast<std::size_t>(*keys & mask_)];
    }
    return sum;
}

}  // namespace bolide::tuning
