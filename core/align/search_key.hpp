/// The order of partial alignments as one number: fewer uncovered words first, then fewer chunks, less distance, lower
/// age.
#pragma once

#include <bit>
#include <compare>
#include <cstdint>

namespace bolide::align {

/// All four parts in 64 bits: enough for segments of some hundred words.
using NarrowKey = std::uint64_t;

/// For segments beyond that.
struct WideKey {
    std::uint64_t words = 0;  ///< Not covered yet.
    std::uint64_t chunks = 0;
    std::uint64_t distance = 0;
    std::uint64_t age = 0;

    auto operator<=>(const WideKey&) const = default;
    WideKey& operator+=(const WideKey& other) {
        words += other.words;
        chunks += other.chunks;
        distance += other.distance;
        age += other.age;
        return *this;
    }
    WideKey& operator-=(const WideKey& other) {
        words -= other.words;
        chunks -= other.chunks;
        distance -= other.distance;
        age -= other.age;
        return *this;
    }
    friend WideKey operator+(WideKey a, const WideKey& b) { return a += b; }
    friend WideKey operator-(WideKey a, const WideKey& b) { return a -= b; }
};

/// The largest numbers a search may meet.
struct KeyLimits {
    std::uint64_t covered, chunks, distance, age;
};

/// Where the parts of a key sit: makes keys of single parts, to be added to and taken from others.
template <class Key>
class KeyLayout;

template <>
class KeyLayout<NarrowKey> {
  public:
    KeyLayout() = default;
    explicit KeyLayout(const KeyLimits& limits)
        : distance_(width(limits.age)),
          chunk_(distance_ + width(limits.distance)),
          words_(chunk_ + width(limits.chunks)),
          width_(words_ + width(limits.covered)) {}

    bool fits() const { return width_ < 63; }
    NarrowKey words(std::uint64_t count) const { return count << words_; }
    NarrowKey chunk() const { return std::uint64_t{1} << chunk_; }
    NarrowKey distance(std::uint64_t amount) const { return amount << distance_; }
    NarrowKey age(std::uint64_t amount) const { return amount; }
    NarrowKey highest() const { return INT64_MAX; }  ///< Above all keys.
    std::uint64_t age_of(NarrowKey key) const { return key & ((std::uint64_t{1} << distance_) - 1); }

  private:
    static int width(std::uint64_t largest) { return static_cast<int>(std::bit_width(largest)); }

    int distance_ = 0, chunk_ = 0, words_ = 0, width_ = 0;
};

template <>
class KeyLayout<WideKey> {
  public:
    WideKey words(std::uint64_t count) const { return {count, 0, 0, 0}; }
    WideKey chunk() const { return {0, 1, 0, 0}; }
    WideKey distance(std::uint64_t amount) const { return {0, 0, amount, 0}; }
    WideKey age(std::uint64_t amount) const { return {0, 0, 0, amount}; }
    WideKey highest() const { return {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}; }
    std::uint64_t age_of(const WideKey& key) const { return key.age; }
};

}  // namespace bolide::align
