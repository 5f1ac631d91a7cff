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
    std::uint64_t rank = 0;  ///< Covered words, counted down from the top, in the upper half; chunks in the lower.
    std::uint64_t distance = 0;
    std::uint64_t age = 0;
    auto operator<=>(const WideKey&) const = default;
};

/// The largest numbers a search may meet.
struct KeyLimits {
    std::uint64_t covered, chunks, distance, age;
};

/// Where the parts of a key sit.
template <class Key>
class KeyLayout;

template <>
class KeyLayout<NarrowKey> {
  public:
    KeyLayout() = default;
    explicit KeyLayout(const KeyLimits& limits)
        : distance_(width(limits.age)),
          chunk_(distance_ + width(limits.distance)),
          covered_(chunk_ + width(limits.chunks)),
          covered_limit_(limits.covered),
          width_(covered_ + width(limits.covered)) {}

    bool fits() const { return width_ <= 64; }
    NarrowKey first() const { return covered_limit_ << covered_; }
    void cover(NarrowKey& key, std::uint64_t words) const { key -= words << covered_; }
    void add_chunk(NarrowKey& key) const { key += std::uint64_t{1} << chunk_; }
    void add_distance(NarrowKey& key, std::uint64_t distance) const { key += distance << distance_; }
    void set_age(NarrowKey& key, std::uint64_t age) const { key = (key >> distance_ << distance_) | age; }
    std::uint64_t age(NarrowKey key) const { return key & ((std::uint64_t{1} << distance_) - 1); }

  private:
    static int width(std::uint64_t largest) { return static_cast<int>(std::bit_width(largest)); }

    int distance_ = 0, chunk_ = 0, covered_ = 0;
    std::uint64_t covered_limit_ = 0;
    int width_ = 0;
};

template <>
class KeyLayout<WideKey> {
  public:
    WideKey first() const { return {std::uint64_t{UINT32_MAX} << 32, 0, 0}; }
    void cover(WideKey& key, std::uint64_t words) const { key.rank -= words << 32; }
    void add_chunk(WideKey& key) const { ++key.rank; }
    void add_distance(WideKey& key, std::uint64_t distance) const { key.distance += distance; }
    void set_age(WideKey& key, std::uint64_t age) const { key.age = age; }
    std::uint64_t age(const WideKey& key) const { return key.age; }
};

}  // namespace bolide::align
