/// The best keys seen so far, in order: an insertion sort of fixed length, made for keys that arrive nearly sorted.
#pragma once

#include <algorithm>
#include <cstddef>

namespace bolide::align {

/// Works in memory that the caller lends to it, so that all of its own state can stay in registers. Keys below all
/// others stand before its keys and one above all others behind them, so that no loop has to look for an end.
///
/// Where a key goes cannot be foretold, and a branch that is guessed wrong costs as much as the rest of an insertion:
/// the last few places are passed without branches.
template <class Key>
class Ranking {
  public:
    /// How many keys of memory one takes that holds at most `limit` keys.
    static constexpr std::size_t room(std::size_t limit) { return before + limit + 1; }

    /// `limit` has to be above 0, and `highest` above all keys.
    Ranking(Key* memory, std::size_t limit, const Key& highest)
        : first_(memory + before), end_(first_), limit_(first_ + limit), worst_(highest), highest_(highest) {
        std::fill(memory, first_, Key{});
        *end_ = highest;
    }

    void insert(Key key) {
        if (!(key < worst_)) return;
        Key* place = end_ - (end_ == limit_);
        for (std::size_t step = 0; step < steps; ++step, --place) {
            const Key neighbour = place[-1];
            const bool passes = key < neighbour;
            *place = passes ? neighbour : key;
            key = passes ? key : neighbour;
        }
        for (; key < place[-1]; --place) *place = place[-1];
        *place = key;
        if (end_ != limit_) *++end_ = highest_;
        if (end_ == limit_) worst_ = end_[-1];
    }

    /// Whether there are as many keys as it may hold, all of them better than `key`.
    bool excludes(const Key& key) const { return !(key < worst_); }

    std::size_t size() const { return static_cast<std::size_t>(end_ - first_); }
    const Key* begin() const { return first_; }

  private:
    static constexpr std::size_t steps = 2;
    static constexpr std::size_t before = steps + 1;

    Key* first_;
    Key* end_;
    Key* limit_;
    Key worst_, highest_;
};

}  // namespace bolide::align
