/// Eight numbers of 32 bits processed at once, by the instructions that a source is compiled for; and a sorting network
/// for eight rows of them, which takes the same steps for any numbers. For compilers with GCC's vectors.
///
/// Include it in one source per instruction set; nothing here is visible outside of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <utility>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#define BOLIDE_INLINE __attribute__((always_inline))  // Otherwise the surrounding function determines the instructions.

namespace bolide::align {

namespace {

constexpr int lane_count = 8;

using Lanes = std::uint32_t __attribute__((vector_size(lane_count * sizeof(std::uint32_t))));
using SignedLanes = std::int32_t __attribute__((vector_size(lane_count * sizeof(std::int32_t))));

inline Lanes load(const std::uint32_t* from) {
    Lanes lanes;
    std::memcpy(&lanes, from, sizeof lanes);
    return lanes;
}
inline void store(std::uint32_t* to, Lanes a) { std::memcpy(to, &a, sizeof a); }
inline Lanes all(std::uint32_t number) { return Lanes{} + number; }
/// The bits of `b` that are not in `a`.
inline Lanes but_for(Lanes a, Lanes b) { return ~a & b; }
inline Lanes lower(Lanes a, Lanes b) { return a < b ? a : b; }
inline Lanes higher(Lanes a, Lanes b) { return a < b ? b : a; }
/// All bits set where it holds, else none. Numbers compared by `above` must be below 2^31.
inline Lanes equal(Lanes a, Lanes b) { return Lanes(a == b); }
inline Lanes above(Lanes a, Lanes b) { return Lanes(SignedLanes(a) > SignedLanes(b)); }
/// The lanes of `a` where `mask` holds, else those of `b`.
inline Lanes either(Lanes mask, Lanes a, Lanes b) { return SignedLanes(mask) < 0 ? a : b; }
/// A bit for each lane of a mask.
inline unsigned bits_of(Lanes mask) {
#if defined(__AVX2__)
    return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(__m256i(mask))));
#else
    unsigned bits = 0;
    for (int i = 0; i < lane_count; ++i) bits |= (mask[i] & 1u) << i;
    return bits;
#endif
}
/// `table[index[i]]` in lane i. Gather instructions are no faster.
inline Lanes gathered(const std::uint32_t* table, Lanes index) {
    std::uint32_t at[lane_count];
    store(at, index);
    return Lanes{table[at[0]], table[at[1]], table[at[2]], table[at[3]],
                 table[at[4]], table[at[5]], table[at[6]], table[at[7]]};
}
/// The same for a table of eight numbers.
inline Lanes picked(Lanes table, Lanes index) {
#if defined(__AVX2__)
    return Lanes(_mm256_permutevar8x32_epi32(__m256i(table), __m256i(index)));
#else
    std::uint32_t numbers[lane_count];
    store(numbers, table);
    return gathered(numbers, index & all(lane_count - 1));
#endif
}
/// Lanes of both in the given order: 0 to 7 are those of `a`, 8 to 15 those of `b`.
template <int... from>
inline Lanes shuffled(Lanes a, Lanes b) {
#if defined(__clang__)
    return __builtin_shufflevector(a, b, from...);
#else
    return __builtin_shuffle(a, b, Lanes{from...});
#endif
}
template <int... from>
inline Lanes permuted(Lanes a) {
    return shuffled<from...>(a, a);
}
/// The lanes of `b` where the mask's bit is set, else those of `a`.
template <unsigned mask>
inline Lanes mixed(Lanes a, Lanes b) {
    return [&]<int... i>(std::integer_sequence<int, i...>) BOLIDE_INLINE {
        return shuffled<(mask >> i & 1 ? i + lane_count : i)...>(a, b);
    }(std::make_integer_sequence<int, lane_count>{});
}
/// The highest of all lanes, in every lane.
inline Lanes highest_of(Lanes a) {
    a = higher(a, permuted<4, 5, 6, 7, 0, 1, 2, 3>(a));
    a = higher(a, permuted<2, 3, 0, 1, 6, 7, 4, 5>(a));
    return higher(a, permuted<1, 0, 3, 2, 5, 4, 7, 6>(a));
}

/// Unrolls steps 0 to `count` - 1: what a loop indexes cannot stay in registers.
template <int count, class Step>
BOLIDE_INLINE inline void unrolled(Step step) {
    [&]<int... i>(std::integer_sequence<int, i...>)
        BOLIDE_INLINE { (step(i), ...); }(std::make_integer_sequence<int, count>{});
}

constexpr int lane_rows = 8;

inline void transpose(Lanes* row) {
    Lanes pairs[lane_rows], fours[lane_rows];
    unrolled<lane_rows / 2>([&](int i) BOLIDE_INLINE {
        pairs[2 * i] = shuffled<0, 8, 1, 9, 4, 12, 5, 13>(row[2 * i], row[2 * i + 1]);
        pairs[2 * i + 1] = shuffled<2, 10, 3, 11, 6, 14, 7, 15>(row[2 * i], row[2 * i + 1]);
    });
    unrolled<lane_rows / 2>([&](int i) BOLIDE_INLINE {
        const int from = i / 2 * 4 + i % 2, to = i / 2 * 4 + i % 2 * 2;
        fours[to] = shuffled<0, 1, 8, 9, 4, 5, 12, 13>(pairs[from], pairs[from + 2]);
        fours[to + 1] = shuffled<2, 3, 10, 11, 6, 7, 14, 15>(pairs[from], pairs[from + 2]);
    });
    unrolled<lane_rows / 2>([&](int i) BOLIDE_INLINE {
        row[i] = shuffled<0, 1, 2, 3, 8, 9, 10, 11>(fours[i], fours[i + 4]);
        row[i + 4] = shuffled<4, 5, 6, 7, 12, 13, 14, 15>(fours[i], fours[i + 4]);
    });
}

inline void order(Lanes& a, Lanes& b) {
    const Lanes low = lower(a, b);
    b = higher(a, b);
    a = low;
}

/// Sorts eight numbers in 19 steps (Knuth, The Art of Computer Programming 3, section 5.3.4).
constexpr std::uint8_t eight[][2] = {{0, 2}, {1, 3}, {4, 6}, {5, 7}, {0, 4}, {1, 5}, {2, 6}, {3, 7}, {0, 1}, {2, 3},
                                     {4, 5}, {6, 7}, {2, 4}, {3, 5}, {1, 4}, {3, 6}, {1, 2}, {3, 4}, {5, 6}};

inline void sort_columns(Lanes* row) {
    unrolled<std::size(eight)>([&](int step) BOLIDE_INLINE { order(row[eight[step][0]], row[eight[step][1]]); });
}

/// Sorts columns that rise and then fall, or fall and then rise.
template <int distance = lane_rows / 2>
inline void merge_columns(Lanes* row) {
    unrolled<lane_rows>([&](int i) BOLIDE_INLINE {
        if (!(i & distance)) order(row[i], row[i + distance]);
    });
    if constexpr (distance > 1) merge_columns<distance / 2>(row);
}

/// Reverses the columns with a set bit.
template <unsigned chosen>
inline void turn_columns(Lanes* row) {
    unrolled<lane_rows / 2>([&](int i) BOLIDE_INLINE {
        const Lanes upper = row[i], under = row[lane_rows - 1 - i];
        row[i] = mixed<chosen>(upper, under);
        row[lane_rows - 1 - i] = mixed<chosen>(under, upper);
    });
}

/// Compares each lane of a row with its partner; lanes with a set bit keep the higher number.
template <unsigned second, int... partner>
inline void order_lanes(Lanes* row) {
    unrolled<lane_rows>([&](int i) BOLIDE_INLINE {
        const Lanes other = permuted<partner...>(row[i]);
        row[i] = mixed<second>(lower(row[i], other), higher(row[i], other));
    });
}

inline void order_neighbours(Lanes* row) { order_lanes<0xAA, 1, 0, 3, 2, 5, 4, 7, 6>(row); }
inline void order_pairs(Lanes* row) { order_lanes<0xCC, 2, 3, 0, 1, 6, 7, 4, 5>(row); }

/// Sorts 64 numbers in sorted columns; the order runs down the columns.
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

/// Makes `best` the lower half of two sorted blocks, sorted.
inline void merge_block(Lanes* best, const Lanes* other) {
    unrolled<lane_rows>([&](int i) BOLIDE_INLINE {
        best[i] = lower(best[i], permuted<7, 6, 5, 4, 3, 2, 1, 0>(other[lane_rows - 1 - i]));
    });
    order_lanes<0xF0, 4, 5, 6, 7, 0, 1, 2, 3>(best);
    order_pairs(best);
    order_neighbours(best);
    merge_columns(best);
}

}  // namespace

}  // namespace bolide::align
