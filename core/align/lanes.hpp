/// Eight numbers of 32 bits processed at once, by the instructions that a source is compiled for; and a sorting network
/// for eight rows of them, which takes the same steps for any numbers.
///
/// Include it in one source per instruction set; nothing here is visible outside of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#if defined(__GNUC__)
#define BOLIDE_INLINE __attribute__((always_inline))  // Otherwise the surrounding function determines the instructions.
#else
#define BOLIDE_INLINE
#endif

namespace bolide::align {

namespace {

constexpr int lane_count = 8;

#if defined(__AVX2__)

struct Lanes {
    __m256i value;
};

inline Lanes load(const std::uint32_t* from) { return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from))}; }
inline void store(std::uint32_t* to, Lanes a) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), a.value); }
inline Lanes all(std::uint32_t number) { return {_mm256_set1_epi32(static_cast<int>(number))}; }
inline Lanes operator+(Lanes a, Lanes b) { return {_mm256_add_epi32(a.value, b.value)}; }
inline Lanes operator-(Lanes a, Lanes b) { return {_mm256_sub_epi32(a.value, b.value)}; }
inline Lanes operator&(Lanes a, Lanes b) { return {_mm256_and_si256(a.value, b.value)}; }
inline Lanes operator|(Lanes a, Lanes b) { return {_mm256_or_si256(a.value, b.value)}; }
inline Lanes operator~(Lanes a) { return {_mm256_xor_si256(a.value, _mm256_set1_epi32(-1))}; }
/// The bits of `b` that are not in `a`.
inline Lanes but_for(Lanes a, Lanes b) { return {_mm256_andnot_si256(a.value, b.value)}; }
inline Lanes shifted_right(Lanes a, int bits) { return {_mm256_srl_epi32(a.value, _mm_cvtsi32_si128(bits))}; }
inline Lanes shifted_left(Lanes a, int bits) { return {_mm256_sll_epi32(a.value, _mm_cvtsi32_si128(bits))}; }
inline Lanes lower(Lanes a, Lanes b) { return {_mm256_min_epu32(a.value, b.value)}; }
inline Lanes higher(Lanes a, Lanes b) { return {_mm256_max_epu32(a.value, b.value)}; }
/// All bits set where it holds, else none. Numbers compared by `above` must be below 2^31.
inline Lanes equal(Lanes a, Lanes b) { return {_mm256_cmpeq_epi32(a.value, b.value)}; }
inline Lanes above(Lanes a, Lanes b) { return {_mm256_cmpgt_epi32(a.value, b.value)}; }
/// The lanes of `a` where `mask` holds, else those of `b`.
inline Lanes either(Lanes mask, Lanes a, Lanes b) { return {_mm256_blendv_epi8(b.value, a.value, mask.value)}; }
/// A bit for each lane of a mask.
inline unsigned bits_of(Lanes mask) {
    return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(mask.value)));
}
/// `table[index[i]]` in lane i; indices are below 8.
inline Lanes picked(Lanes table, Lanes index) { return {_mm256_permutevar8x32_epi32(table.value, index.value)}; }
/// The lanes in the given order. Moves within four lanes are faster.
template <int a, int b, int c, int d, int e, int f, int g, int h>
inline Lanes permuted(Lanes lanes) {
    if constexpr (a < 4 && b < 4 && c < 4 && d < 4 && e == a + 4 && f == b + 4 && g == c + 4 && h == d + 4)
        return {_mm256_shuffle_epi32(lanes.value, a | b << 2 | c << 4 | d << 6)};
    else if constexpr (a == 4 && b == 5 && c == 6 && d == 7 && e == 0 && f == 1 && g == 2 && h == 3)
        return {_mm256_permute4x64_epi64(lanes.value, 0x4E)};
    else
        return {_mm256_permutevar8x32_epi32(lanes.value, _mm256_setr_epi32(a, b, c, d, e, f, g, h))};
}
/// The lanes of `b` where the mask's bit is set, else those of `a`.
template <unsigned mask>
inline Lanes mixed(Lanes a, Lanes b) {
    return {_mm256_blend_epi32(a.value, b.value, static_cast<int>(mask))};
}
/// The highest of all lanes, in every lane.
inline Lanes highest_of(Lanes a) {
    a = higher(a, {_mm256_permute4x64_epi64(a.value, 0x4E)});
    a = higher(a, {_mm256_shuffle_epi32(a.value, 0x4E)});
    return higher(a, {_mm256_shuffle_epi32(a.value, 0xB1)});
}
/// `table[index[i]]` in lane i. Gather instructions are no faster.
inline Lanes gathered(const std::uint32_t* table, Lanes index) {
    std::uint32_t at[lane_count];
    store(at, index);
    const auto number = [&](int i) { return static_cast<int>(table[at[i]]); };
    return {_mm256_setr_epi32(number(0), number(1), number(2), number(3), number(4), number(5), number(6), number(7))};
}
inline void transpose(Lanes* row) {
    __m256i pairs[8], fours[8];
    for (int i = 0; i < 8; i += 2) {
        pairs[i] = _mm256_unpacklo_epi32(row[i].value, row[i + 1].value);
        pairs[i + 1] = _mm256_unpackhi_epi32(row[i].value, row[i + 1].value);
    }
    for (int i = 0; i < 8; i += 4) {
        fours[i] = _mm256_unpacklo_epi64(pairs[i], pairs[i + 2]);
        fours[i + 1] = _mm256_unpackhi_epi64(pairs[i], pairs[i + 2]);
        fours[i + 2] = _mm256_unpacklo_epi64(pairs[i + 1], pairs[i + 3]);
        fours[i + 3] = _mm256_unpackhi_epi64(pairs[i + 1], pairs[i + 3]);
    }
    for (int i = 0; i < 4; ++i) {
        row[i].value = _mm256_permute2x128_si256(fours[i], fours[i + 4], 0x20);
        row[i + 4].value = _mm256_permute2x128_si256(fours[i], fours[i + 4], 0x31);
    }
}

#else

struct Lanes {
    std::uint32_t value[lane_count];
};

/// Compilers turn these loops into vector instructions, if the processor has any.
template <class Number>
inline Lanes lanes_of(Number number) {
    Lanes made;
    for (int i = 0; i < lane_count; ++i) made.value[i] = number(i);
    return made;
}

inline Lanes load(const std::uint32_t* from) {
    return lanes_of([&](int i) { return from[i]; });
}
inline void store(std::uint32_t* to, const Lanes& a) {
    for (int i = 0; i < lane_count; ++i) to[i] = a.value[i];
}
inline Lanes all(std::uint32_t number) {
    return lanes_of([&](int) { return number; });
}
inline Lanes operator+(const Lanes& a, const Lanes& b) {
    return lanes_of([&](int i) { return a.value[i] + b.value[i]; });
}
inline Lanes operator-(const Lanes& a, const Lanes& b) {
    return lanes_of([&](int i) { return a.value[i] - b.value[i]; });
}
inline Lanes operator&(const Lanes& a, const Lanes& b) {
    return lanes_of([&](int i) { return a.value[i] & b.value[i]; });
}
inline Lanes operator|(const Lanes& a, const Lanes& b) {
    return lanes_of([&](int i) { return a.value[i] | b.value[i]; });
}
inline Lanes operator~(const Lanes& a) { return all(UINT32_MAX) - a; }
inline Lanes but_for(const Lanes& a, const Lanes& b) { return ~a & b; }
inline Lanes shifted_right(const Lanes& a, int bits) {
    return lanes_of([&](int i) { return a.value[i] >> bits; });
}
inline Lanes shifted_left(const Lanes& a, int bits) {
    return lanes_of([&](int i) { return a.value[i] << bits; });
}
inline Lanes lower(const Lanes& a, const Lanes& b) {
    return lanes_of([&](int i) { return a.value[i] < b.value[i] ? a.value[i] : b.value[i]; });
}
inline Lanes higher(const Lanes& a, const Lanes& b) {
    return lanes_of([&](int i) { return a.value[i] < b.value[i] ? b.value[i] : a.value[i]; });
}
inline Lanes equal(const Lanes& a, const Lanes& b) {
    return lanes_of([&](int i) { return a.value[i] == b.value[i] ? UINT32_MAX : 0; });
}
inline Lanes above(const Lanes& a, const Lanes& b) {
    return lanes_of([&](int i) { return a.value[i] > b.value[i] ? UINT32_MAX : 0; });
}
inline Lanes either(const Lanes& mask, const Lanes& a, const Lanes& b) { return (a & mask) | but_for(mask, b); }
inline unsigned bits_of(const Lanes& mask) {
    unsigned bits = 0;
    for (int i = 0; i < lane_count; ++i) bits |= (mask.value[i] & 1u) << i;
    return bits;
}
inline Lanes picked(const Lanes& table, const Lanes& index) {
    return lanes_of([&](int i) { return table.value[index.value[i] % lane_count]; });
}
template <int... from>
inline Lanes permuted(const Lanes& a) {
    return {{a.value[from]...}};
}
template <unsigned mask>
inline Lanes mixed(const Lanes& a, const Lanes& b) {
    return lanes_of([&](int i) { return mask >> i & 1 ? b.value[i] : a.value[i]; });
}
inline Lanes highest_of(const Lanes& a) {
    std::uint32_t highest = 0;
    for (int i = 0; i < lane_count; ++i) highest = a.value[i] > highest ? a.value[i] : highest;
    return all(highest);
}
inline Lanes gathered(const std::uint32_t* table, const Lanes& index) {
    return lanes_of([&](int i) { return table[index.value[i]]; });
}
inline void transpose(Lanes* row) {
    for (int i = 0; i < lane_count; ++i)
        for (int k = 0; k < i; ++k) {
            const std::uint32_t number = row[i].value[k];
            row[i].value[k] = row[k].value[i];
            row[k].value[i] = number;
        }
}

#endif

/// Unrolls steps 0 to `count` - 1: what a loop indexes cannot stay in registers.
template <int count, class Step>
BOLIDE_INLINE inline void unrolled(Step step) {
    [&]<int... i>(std::integer_sequence<int, i...>)
        BOLIDE_INLINE { (step(i), ...); }(std::make_integer_sequence<int, count>{});
}

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

inline void sort_block(Lanes* row) {
    sort_columns(row);
    sort_lanes(row);
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
