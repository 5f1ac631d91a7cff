/// Finds the places of a short segment where a key occurs, all at once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace bolide::match {

/// A set of places, as bits, for each key. Keys are dense numbers, the frequent ones low.
class PlaceSets {
  public:
    /// Longer segments do not fit.
    static constexpr std::size_t most_places = 64;

    /// Empties all sets, and makes room for keys below `end`, to be added so many times.
    void reset(std::size_t end, std::size_t count) {
        for (std::size_t i = 0; i < count_; ++i) sets_[filled_[i]] = 0;
        count_ = 0;
        if (sets_.size() < end) sets_.resize(end);
        if (filled_.size() < count) filled_.resize(count);
    }

    void add(std::uint32_t place, std::uint32_t key) {
        sets_[key] |= std::uint64_t{1} << place;
        filled_[count_++] = key;
    }
    /// The same for a row of keys.
    template <std::size_t size>
    void add(std::uint32_t place, std::span<const std::uint32_t, size> keys) {
        std::uint32_t* const to = filled_.data() + count_;
        for (std::size_t k = 0; k < size; ++k) to[k] = keys[k];
        for (std::size_t k = 0; k < size; ++k) sets_[keys[k]] |= std::uint64_t{1} << place;
        count_ += size;
    }
    /// Empties the sets of the keys below `end`.
    void forget_first(std::size_t end) { std::fill_n(sets_.data(), end, 0); }

    std::uint64_t operator[](std::uint32_t key) const { return sets_[key]; }

  private:
    std::vector<std::uint64_t> sets_;
    std::vector<std::uint32_t> filled_;  ///< The keys whose sets are not empty: so many.
    std::size_t count_ = 0;
};

}  // namespace bolide::match
