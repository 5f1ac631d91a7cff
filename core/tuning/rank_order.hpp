/// Numbers in rising order, brought up to date from one set of numbers to the next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bolide::tuning {

/// Places that equal numbers take, from `begin` up to `end`.
struct Tie {
    std::size_t begin, end;
};

/// An order that costs little where numbers change places with near ones only, as they do from one point of a grid to
/// the next.
///
/// What is sorted are keys of 31 bits, a number coarsely and its index; the numbers themselves are compared where keys
/// are too coarse to tell. Keys stand in columns of 16, one column after the other, in memory row by row: a sorting
/// network puts eight columns in order at a time, and then halves of columns are merged with the halves next to them
/// until all is in order. Nothing of that branches, for whether two neighbours have changed places is as good as
/// random.
class RankOrder {
  public:
    static constexpr std::size_t most = 1 << 20;  ///< Numbers, for sums to fit into 64 bits four times.

    explicit RankOrder(std::size_t count);

    /// Takes new numbers, none below 0, as many as ever.
    void update(const double* numbers);

    /// The index of the number at a place.
    std::size_t index(std::size_t place) const { return static_cast<std::size_t>(key(place) & mask_); }
    /// Where numbers are equal.
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
    bool is_close(std::size_t place) const { return close_[place / rows] >> place % rows & 1; }
    void sort();
    void sort_afresh();
    /// Finds what is equal, and orders what keys are too coarse for.
    void settle(const double* numbers);
    std::size_t settle_run(const double* numbers, std::size_t begin);
    void order_run(const double* numbers, std::size_t begin, std::size_t end);

    std::size_t count_, columns_, width_;  ///< A row is wider than its columns, for those next to the last ones.
    int bits_ = 1;                         ///< Of a key, those for the index.
    Key mask_ = 0;
    std::vector<Key> keys_, run_;
    std::vector<Key> fresh_;  ///< By index.
    std::vector<Key> close_;  ///< By column, a bit for each row: whether it is too close to the next key to tell.
    std::vector<Tie> ties_;
    std::int64_t sum_ = 0;
    std::int64_t surplus_;  ///< What indices from 1 add to a sum, less what places behind the last do.
};

}  // namespace bolide::tuning
