/// The best keys seen so far.
#pragma once

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "align/key_block.hpp"
#include "align/search_key.hpp"

namespace bolide::align {

/// Keeps the lowest keys, so many at the most, in memory that the caller lends to it. Keys have to be different.
template <class Key>
class Ranking {
  public:
    using Room = std::vector<Key>;

    /// `limit` has to be above 0, and `highest` above all keys.
    Ranking(Room& room, std::size_t limit, const Key& highest) : keys_(room), limit_(limit), worst_(highest) {
        keys_.clear();
    }

    /// Keys that are `highest` are passed over.
    void insert(const Key& key) {
        if (!(key < worst_)) return;
        keys_.push_back(key);
        if (keys_.size() < 2 * limit_) return;
        const auto last = keys_.begin() + static_cast<std::ptrdiff_t>(limit_ - 1);
        std::nth_element(keys_.begin(), last, keys_.end());
        worst_ = *last;
        keys_.resize(limit_);
    }

    /// Whether there are as many keys as it may hold, all of them better than `key`.
    bool excludes(const Key& key) const { return !(key < worst_); }

    /// Ends the insertions, and says how many keys are kept.
    std::size_t finish() {
        std::sort(keys_.begin(), keys_.end());
        return std::min(keys_.size(), limit_);
    }

    /// The key at a place, after `finish`.
    const Key& operator[](std::size_t place) const { return keys_[place]; }

  private:
    Room& keys_;
    std::size_t limit_;
    Key worst_;
};

/// For at most 64 keys. Which of them are kept cannot be foretold, and a branch that is guessed wrong costs more than
/// sorting a key: all that may be kept is written down, and sorted a block at a time.
template <>
class Ranking<NarrowKey> {
  public:
    static constexpr std::size_t most_keys = KeyBlock::size;

    using Room = std::array<KeyBlock, 2>;

    Ranking(Room& room, std::size_t limit, NarrowKey highest)
        : open_(&room[0]), best_(&room[1]), limit_(limit), worst_(highest), highest_(highest) {}

    void insert(NarrowKey key) {
        open_->data()[size_] = key;
        size_ += key < worst_;
        if (size_ < KeyBlock::size) return;
        take_in();
        size_ = 0;
        worst_ = best_->ranked(limit_ - 1);
    }

    bool excludes(NarrowKey key) const { return !(key < worst_); }

    std::size_t finish() {
        const std::size_t count = has_best_ ? limit_ : std::min(size_, limit_);
        if (has_best_ && size_ == 0) return count;
        std::fill(open_->data() + size_, open_->data() + KeyBlock::size, highest_);
        take_in();
        return count;
    }

    NarrowKey operator[](std::size_t place) const { return best_->ranked(place); }

  private:
    /// Sorts the open block into the best one.
    void take_in() {
        const KeySorter& sorter = key_sorter();
        sorter.sort(*open_);
        if (has_best_)
            sorter.merge(*best_, *open_);
        else
            std::swap(best_, open_);
        has_best_ = true;
    }

    KeyBlock *open_, *best_;
    std::size_t limit_, size_ = 0;
    NarrowKey worst_, highest_;
    bool has_best_ = false;
};

}  // namespace bolide::align
