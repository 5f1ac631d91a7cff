/// The best keys seen so far, in order: an insertion sort of fixed length, made for keys that arrive nearly sorted.
#pragma once

#include <cstddef>
#include <vector>

namespace bolide::align {

template <class Key>
class Ranking {
  public:
    /// Empties it; from now on it holds at most `limit` keys, which has to be above 0.
    void reset(std::size_t limit) {
        if (keys_.size() < limit) keys_.resize(limit);
        limit_ = limit;
        size_ = 0;
    }

    void insert(const Key& key) {
        if (excludes(key)) return;
        if (size_ < limit_) ++size_;
        std::size_t place = size_ - 1;
        for (; place > 0 && key < keys_[place - 1]; --place) keys_[place] = keys_[place - 1];
        keys_[place] = key;
    }

    /// Whether there are as many keys as it may hold, all of them better than `key`.
    bool excludes(const Key& key) const { return size_ == limit_ && keys_[size_ - 1] < key; }

    std::size_t size() const { return size_; }
    const Key& operator[](std::size_t place) const { return keys_[place]; }

  private:
    std::vector<Key> keys_;
    std::size_t limit_ = 0, size_ = 0;
};

}  // namespace bolide::align
