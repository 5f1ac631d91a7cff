/// A sorting network for blocks of keys: the same steps whatever the keys are, on four keys at once.
///
/// To be included by one source for each set of instructions; nothing here is seen outside of it.
#pragma once

#include <cstdint>
#include <cstring>

#include "align/key_block.hpp"
#include "sorting/network.hpp"

namespace bolide::align {

namespace {

using sorting::merge_columns, sorting::rows, sorting::sort_columns, sorting::unrolled;
static_assert(rows == static_cast<int>(KeyBlock::rows));

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

/// Puts the lower keys into the first row and the higher ones into the second.
constexpr auto order = [](Row& a, Row& b) BOLIDE_INLINE {
    const Row low = lower(a, b);
    b = higher(a, b);
    a = low;
};

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
    sort_columns(row, order);
    turn_columns<false, true, false, true>(row);  // Two columns become one long one: up the first, down the second.
    order_columns<1, 0, 3, 2>(row);
    merge_columns(row, order);
    turn_columns<false, false, true, true>(row);
    order_columns<3, 2, 1, 0>(row);
    order_columns<1, 0, 3, 2>(row);
    merge_columns(row, order);
    std::memcpy(block.data(), row, sizeof row);
}

void merge_by_network(KeyBlock& best, const KeyBlock& other) {
    Row row[rows], others[rows];
    std::memcpy(row, best.data(), sizeof row);
    std::memcpy(others, other.data(), sizeof others);
    unrolled<rows>([&](int i) { row[i] = lower(row[i], permuted<3, 2, 1, 0>(others[rows - 1 - i])); });
    order_columns<2, 3, 0, 1>(row);
    order_columns<1, 0, 3, 2>(row);
    merge_columns(row, order);
    std::memcpy(best.data(), row, sizeof row);
}

}  // namespace

}  // namespace bolide::align
