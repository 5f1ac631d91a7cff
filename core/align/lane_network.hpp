/// A sorting network for 64 numbers in eight rows of lanes: the same steps whatever the numbers are.
///
/// To be included by one source for each set of instructions; nothing here is seen outside of it.
#pragma once

#include "align/lanes.hpp"

namespace bolide::align {

namespace {

constexpr int lane_rows = 8;

inline void order(Lanes& a, Lanes& b) {
    const Lanes low = lower(a, b);
    b = higher(a, b);
    a = low;
}

/// Sorts eight numbers in 19 steps (Knuth, The Art of Computer Programming 3, section 5.3.4).
constexpr std::uint8_t eight[][2] = {{0, 2}, {1, 3}, {4, 6}, {5, 7}, {0, 4}, {1, 5}, {2, 6}, {3, 7}, {0, 1}, {2, 3},
                                     {4, 5}, {6, 7}, {2, 4}, {3, 5}, {1, 4}, {3, 6}, {1, 2}, {3, 4}, {5, 6}};

inline void sort_columns(Lanes* row) {
    sorting::unrolled<std::size(eight)>([&](int step)
                                            BOLIDE_INLINE { order(row[eight[step][0]], row[eight[step][1]]); });
}

/// Sorts columns that rise first and then fall, or the other way round.
template <int distance = lane_rows / 2>
inline void merge_columns(Lanes* row) {
    sorting::unrolled<lane_rows>([&](int i) BOLIDE_INLINE {
        if (!(i & distance)) order(row[i], row[i + distance]);
    });
    if constexpr (distance > 1) merge_columns<distance / 2>(row);
}

/// Turns the columns whose bit is set upside down.
template <unsigned chosen>
inline void turn_columns(Lanes* row) {
    sorting::unrolled<lane_rows / 2>([&](int i) BOLIDE_INLINE {
        const Lanes upper = row[i], under = row[lane_rows - 1 - i];
        row[i] = mixed<chosen>(upper, under);
        row[lane_rows - 1 - i] = mixed<chosen>(under, upper);
    });
}

/// Orders each row in pairs of lanes: each with its partner; those whose bit is set keep the higher number.
template <unsigned second, int... partner>
inline void order_lanes(Lanes* row) {
    sorting::unrolled<lane_rows>([&](int i) BOLIDE_INLINE {
        const Lanes other = permuted<partner...>(row[i]);
        row[i] = mixed<second>(lower(row[i], other), higher(row[i], other));
    });
}

inline void order_neighbours(Lanes* row) { order_lanes<0xAA, 1, 0, 3, 2, 5, 4, 7, 6>(row); }
inline void order_pairs(Lanes* row) { order_lanes<0xCC, 2, 3, 0, 1, 6, 7, 4, 5>(row); }

/// Sorts 64 numbers whose columns are sorted; the order goes down the columns.
inline void sort_lanes(Lanes* row) {
    turn_columns<0xAA>(row);  // Two columns become one long one: up the first, down the second.
    order_neighbours(row);
    merge_columns(row);
    turn_columns<0xCC>(row);
    order_lanes<0xCC, 3, 2, 1, 0, 7, 6, 5, 4>(row);
    order_neighbours(row);
    merge_columns(row);
    turn_columns<0xF0>(row);
    order_lanes<0xF0, 7, 6, 5, 4, 3, 2, 1, 0>(row);
    order_pairs(row);
    order_neighbours(row);
    merge_columns(row);
}

/// Sorts 64 numbers.
inline void sort_block(Lanes* row) {
    sort_columns(row);
    sort_lanes(row);
}

/// Makes `best` the lower half of two sorted blocks, sorted.
inline void merge_block(Lanes* best, const Lanes* other) {
    sorting::unrolled<lane_rows>([&](int i) BOLIDE_INLINE {
        best[i] = lower(best[i], permuted<7, 6, 5, 4, 3, 2, 1, 0>(other[lane_rows - 1 - i]));
    });
    order_lanes<0xF0, 4, 5, 6, 7, 0, 1, 2, 3>(best);
    order_pairs(best);
    order_neighbours(best);
    merge_columns(best);
}

}  // namespace

}  // namespace bolide::align
