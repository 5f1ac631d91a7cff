/// Numbers in rising order, brought up to date from one set of numbers to the next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "tuning/overlap.hpp"

namespace bolide::tuning {

/// Places that equal numbers take, from `begin` up to `end`.
struct Tie {
    std::size_t begin, end;
};

/// Numbers that are made when they are needed: a factor times 1 - gamma * power, or 0 where that is less.
struct Scores {
    const double *factors, *powers;
    double gamma;

    double operator[](std::size_t i) const { return to_score(factors[i], powers[i], gamma); }
};

/// Memory from the beginning of a cache line on, so that no row of eight keys lies across two more often than it must.
template <class T>
struct CacheLines {
    using value_type = T;
    static constexpr std::align_val_t line{64};

    T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), line)); }
    void deallocate(T* memory, std::size_t) { ::operator delete(memory, line); }
    bool operator==(const CacheLines&) const { return true; }
};

/// An order that costs little where numbers change places with near ones only, as they do from one point of a grid to
/// the next.
///
/// What is sorted are keys of 32 bits, a number's whole part and its index; the numbers themselves are compared where
/// keys are too coarse to tell. Keys stand in columns of 16, one column after the other, in memory row by row: a
/// sorting network puts eight columns in order at a time, and then halves of columns are merged with the halves next to
/// them until all is in order. Nothing of that branches, for whether two neighbours have changed places is as good as
/// random.
class RankOrder {
  public:
    static constexpr std::size_t most = 1 << 20;  ///< Numbers, for sums to fit into 64 bits four times.

    explicit RankOrder(std::size_t count);

    /// Says which numbers are equal from now on, whatever they are: `first` has for each index the lowest one of its
    /// equals, or the index itself. They stand next to each other by rising index, and cost nothing.
    void join(const std::vector<std::uint32_t>& first);

    /// What numbers have to be below. The nearer they come to it, the better keys tell them apart.
    double limit() const { return 0x1p31 / static_cast<double>(mask_ + 1); }
    /// Takes new numbers, as many as ever. Before what is less than 0 becomes 0, it is above -2^31.
    void update(const Scores& numbers);

    /// The index of the number at a place.
    std::size_t index(std::size_t place) const { return static_cast<std::size_t>(key(place) & mask_); }
    /// Where numbers are equal that were not joined, with all their equals.
    const std::vector<Tie>& ties() const { return ties_; }
    /// The sum over all places of their numbers times the index there, both from 1.
    std::int64_t sum_of_indices() const { return sum_; }
    /// The same with what `values` has for an index.
    std::int64_t sum_of(const std::vector<std::uint32_t>& values) const;

  private:
    using Key = std::int32_t;
    static constexpr std::size_t rows = 16;

    std::size_t position(std::size_t place) const { return place % rows * width_ + place / rows; }
    Key key(std::size_t place) const { return keys_[position(place)]; }
    bool is_joined(Key key) const { return (key & (mask_ + 1)) != 0; }
    /// Whether the number at a place may be that of the next one.
    bool is_close(std::size_t place) const { return (key(place) ^ key(place + 1)) >> (bits_ + 1) == 0; }
    void sort();
    void sort_afresh();
    /// Finds what is equal, and orders what keys are too coarse for.
    void settle(const Scores& numbers);
    std::size_t settle_run(const Scores& numbers, std::size_t place);
    void order_run(const Scores& numbers, std::size_t begin, std::size_t end);

    std::size_t count_, columns_, width_;  ///< A row is wider than its columns, for those next to the last ones.
    int bits_ = 1;                         ///< Of a key, those for the index.
    Key mask_ = 0;
    std::vector<Key, CacheLines<Key>> keys_;
    std::vector<Key> run_;
    std::vector<std::uint32_t>
        low_;                 ///< By index: the lowest key, with the index, and a bit if it is joined to a lower.
    std::vector<Key> fresh_;  ///< By index.
    std::vector<std::uint32_t> nearest_;  ///< By column: by how much the nearest keys differ that are not joined.
    std::vector<Key> sums_, by_row_;      ///< By column: of indices, and of row times index.
    std::vector<Tie> ties_;
    std::int64_t sum_ = 0;
    std::int64_t surplus_;  ///< What indices from 1 add to a sum, less what places behind the last do.
};

}  // namespace bolide::tuning
