/// A sorting network for blocks of keys: the same steps whatever the keys are, on four keys at once.
///
/// To be included by one source for each set of instructions; nothing here is seen outside of it.
#pragma once

#include <cstdint>
#include <cstring>
#include <utility>

#include "align/key_block.hpp"

namespace bolide::align {

namespace {

constexpr int rows = static_cast<int>(KeyBlock::rows);

#if defined(__AVX2__) || (defined(__GNUC__) && defined(__aarch64__))

/// A row of a block.
using Row = std::uint64_t __attribute__((vector_size(32)));
using SignedRow = std::int64_t __attribute__((vector_size(32)));  ///< Processors compare signed numbers faster.

inline Row lower(Row a, Row b) { return (SignedRow)a < (SignedRow)b ? a : b; }
inline Row higher(Row a, Row b) { return (SignedRow)a < (SignedRow)b ? b : a; }

/// A row with the keys of the given columns.
template <int... from>
inline Row permuted(Row row) {
#if __has_builtin(__builtin_shufflevector)
    return __builtin_shufflevector(row, row, from...);
#else
    return __builtin_shuffle(row, SignedRow{from...});
#endif
}

/// The columns of `b` where `second` is true, else those of `a`.
template <bool... second>
inline Row mixed(Row a, Row b) {
    return SignedRow{-std::int64_t{second}...} ? b : a;
}

#else

struct Row {
    std::uint64_t keys[KeyBlock::columns];
};

template <class Key>
inline Row row_of(Key key) {
    return {{key(0), key(1), key(2), key(3)}};
}

inline Row lower(const Row& a, const Row& b) {
    return row_of([&](int i) { return a.keys[i] < b.keys[i] ? a.keys[i] : b.keys[i]; });
}
inline Row higher(const Row& a, const Row& b) {
    return row_of([&](int i) { return a.keys[i] < b.keys[i] ? b.keys[i] : a.keys[i]; });
}
template <int... from>
inline Row permuted(const Row& row) {
    return {{row.keys[from]...}};
}
template <bool... second>
inline Row mixed(const Row& a, const Row& b) {
    constexpr bool take_second[] = {second...};
    return row_of([&](int i) { return take_second[i] ? b.keys[i] : a.keys[i]; });
}

#endif

/// Takes steps 0 to `count` - 1, each by itself: what a loop walks over cannot stay in registers.
template <int count, class Step>
inline void unrolled(Step step) {
    [&]<int... i>(std::integer_sequence<int, i...>) { (step(i), ...); }(std::make_integer_sequence<int, count>{});
}

inline void order(Row& a, Row& b) {
    const Row low = lower(a, b);
    b = higher(a, b);
    a = low;
}

/// Sorts 16 keys in 60 steps, the fewest that are known (M. W. Green's network; Knuth, The Art of Computer
/// Programming 3, section 5.3.4, in the arrangement of ten layers).
constexpr std::uint8_t network[][2] = {
    {0, 13},  {1, 12}, {2, 15},  {3, 14},  {4, 8},   {5, 6}, {7, 11},  {9, 10},  {0, 5},   {1, 7},   {2, 9},   {3, 4},
    {6, 13},  {8, 14}, {10, 15}, {11, 12}, {0, 1},   {2, 3}, {4, 5},   {6, 8},   {7, 9},   {10, 11}, {12, 13}, {14, 15},
    {0, 2},   {1, 3},  {4, 10},  {5, 11},  {6, 7},   {8, 9}, {12, 14}, {13, 15}, {1, 2},   {3, 12},  {4, 6},   {5, 7},
    {8, 10},  {9, 11}, {13, 14}, {1, 4},   {2, 6},   {5, 8}, {7, 10},  {9, 13},  {11, 14}, {2, 4},   {3, 6},   {9, 12},
    {11, 13}, {3, 5},  {6, 8},   {7, 9},   {10, 12}, {3, 4}, {5, 6},   {7, 8},   {9, 10},  {11, 12}, {6, 7},   {8, 9}};

inline void sort_columns(Row* row) {
    unrolled<std::size(network)>([&](int step) { order(row[network[step][0]], row[network[step][1]]); });
}

/// Sorts columns that rise first and then fall, or the other way round.
template <int distance = rows / 2>
inline void merge_columns(Row* row) {
    unrolled<rows>([&](int i) {
        if (!(i & distance)) order(row[i], row[i + distance]);
    });
    if constexpr (distance > 1) merge_columns<distance / 2>(row);
}

/// Turns the columns that are `chosen` upside down.
template <bool... chosen>
inline void turn_columns(Row* row) {
    unrolled<rows / 2>([&](int i) {
        const Row upper = row[i], under = row[rows - 1 - i];
        row[i] = mixed<chosen...>(upper, under);
        row[rows - 1 - i] = mixed<chosen...>(under, upper);
    });
}

/// Orders the keys of each row in pairs of columns: each with its partner, the lower one to the left.
template <int a, int b, int c, int d>
inline void order_columns(Row* row) {
    unrolled<rows>([&](int i) {
        const Row partner = permuted<a, b, c, d>(row[i]);
        row[i] = mixed<(a < 0), (b < 1), (c < 2), (d < 3)>(lower(row[i], partner), higher(row[i], partner));
    });
}

void sort_by_network(KeyBlock& block) {
    Row row[rows];
    std::memcpy(row, block.data(), sizeof row);
    sort_columns(row);
    turn_columns<false, true, false, true>(row);  // Two columns become one long one: up the first, down the second.
    order_columns<1, 0, 3, 2>(row);
    merge_columns(row);
    turn_columns<false, false, true, true>(row);
    order_columns<3, 2, 1, 0>(row);
    order_columns<1, 0, 3, 2>(row);
    merge_columns(row);
    std::memcpy(block.data(), row, sizeof row);
}

void merge_by_network(KeyBlock& best, const KeyBlock& other) {
    Row row[rows], others[rows];
    std::memcpy(row, best.data(), sizeof row);
    std::memcpy(others, other.data(), sizeof others);
    unrolled<rows>([&](int i) { row[i] = lower(row[i], permuted<3, 2, 1, 0>(others[rows - 1 - i])); });
    order_columns<2, 3, 0, 1>(row);
    order_columns<1, 0, 3, 2>(row);
    merge_columns(row);
    std::memcpy(best.data(), row, sizeof row);
}

}  // namespace

}  // namespace bolide::align
