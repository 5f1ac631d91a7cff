/// Blocks of 64 keys, sorted and merged without a branch.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace bolide::align {

/// Four columns of 16 keys, row by row. Keys are below 2^63.
class KeyBlock {
  public:
    static constexpr std::size_t columns = 4, rows = 16, size = columns * rows;

    std::uint64_t* data() { return keys_.data(); }
    const std::uint64_t* data() const { return keys_.data(); }

    /// The key at a place of a sorted block: the order goes down the columns.
    std::uint64_t ranked(std::size_t place) const { return keys_[columns * (place % rows) + place / rows]; }

  private:
    std::array<std::uint64_t, size> keys_;  ///< Left as memory is: who fills a block fills all of it.
};

/// What can be done with blocks, by the best instructions that a processor has.
struct KeySorter {
    void (*sort)(KeyBlock& block);
    /// Makes `best` the lower half of two sorted blocks, sorted.
    void (*merge)(KeyBlock& best, const KeyBlock& other);
};

/// The one for the processor this runs on.
const KeySorter& key_sorter();

/// For processors with AVX2; empty where the compiler makes nothing for those.
extern const KeySorter avx2_key_sorter;
/// For all processors.
extern const KeySorter plain_key_sorter;

}  // namespace bolide::align
