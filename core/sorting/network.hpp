/// Sorting networks for 16 rows of keys: the same steps whatever the keys are, on all columns at once.
///
/// `order` puts the lower keys of two rows into the first and the higher ones into the second, column by column.
#pragma once

#include <cstdint>
#include <iterator>
#include <utility>

#if defined(__GNUC__)
#define BOLIDE_INLINE __attribute__((always_inline))  // Else what surrounds it decides on the instructions in vain.
#else
#define BOLIDE_INLINE
#endif

namespace bolide::sorting {

constexpr int rows = 16;

/// Takes steps 0 to `count` - 1, each by itself: what a loop walks over cannot stay in registers.
template <int count, class Step>
BOLIDE_INLINE inline void unrolled(Step step) {
    [&]<int... i>(std::integer_sequence<int, i...>)
        BOLIDE_INLINE { (step(i), ...); }(std::make_integer_sequence<int, count>{});
}

/// Sorts 16 keys in 60 steps, the fewest that are known (M. W. Green's network; Knuth, The Art of Computer
/// Programming 3, section 5.3.4, in the arrangement of ten layers).
constexpr std::uint8_t network[][2] = {
    {0, 13},  {1, 12}, {2, 15},  {3, 14},  {4, 8},   {5, 6}, {7, 11},  {9, 10},  {0, 5},   {1, 7},   {2, 9},   {3, 4},
    {6, 13},  {8, 14}, {10, 15}, {11, 12}, {0, 1},   {2, 3}, {4, 5},   {6, 8},   {7, 9},   {10, 11}, {12, 13}, {14, 15},
    {0, 2},   {1, 3},  {4, 10},  {5, 11},  {6, 7},   {8, 9}, {12, 14}, {13, 15}, {1, 2},   {3, 12},  {4, 6},   {5, 7},
    {8, 10},  {9, 11}, {13, 14}, {1, 4},   {2, 6},   {5, 8}, {7, 10},  {9, 13},  {11, 14}, {2, 4},   {3, 6},   {9, 12},
    {11, 13}, {3, 5},  {6, 8},   {7, 9},   {10, 12}, {3, 4}, {5, 6},   {7, 8},   {9, 10},  {11, 12}, {6, 7},   {8, 9}};

template <class Row, class Order>
BOLIDE_INLINE inline void sort_columns(Row* row, Order order) {
    unrolled<std::size(network)>([&](int step) BOLIDE_INLINE { order(row[network[step][0]], row[network[step][1]]); });
}

/// Sorts columns that rise first and then fall, or the other way round; of as many rows as twice the distance, above
/// each other.
template <int distance = rows / 2, class Row, class Order>
BOLIDE_INLINE inline void merge_columns(Row* row, Order order) {
    unrolled<rows>([&](int i) BOLIDE_INLINE {
        if (!(i & distance)) order(row[i], row[i + distance]);
    });
    if constexpr (distance > 1) merge_columns<distance / 2>(row, order);
}

/// Sorts columns whose upper and lower halves are sorted, in 25 steps (Batcher's merge; Knuth, the same section).
template <int distance = rows / 2, class Row, class Order>
BOLIDE_INLINE inline void merge_halves(Row* row, Order order) {
    unrolled<rows - distance>([&](int i) BOLIDE_INLINE {
        if (distance == rows / 2 || i & distance) order(row[i], row[i + distance]);
    });
    if constexpr (distance > 1) merge_halves<distance / 2>(row, order);
}

}  // namespace bolide::sorting
