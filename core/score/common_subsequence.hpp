/// The longest common subsequence of two texts.
#pragma once

#include "standard.hpp"

namespace bolide::score {

/// Measures common subsequences. Keeps its memory; for one thread.
class CommonSubsequence {
  public:
    /// How many characters the longest one has. Bit-parallel (Hyyrö 2004), 64 characters of the first text at a time:
    /// time grows with the product of both lengths, divided by 64, and memory with the length of the second text.
    std::size_t length(std::u32string_view first, std::u32string_view second);

  private:
    std::vector<std::uint8_t> carries_;  ///< For each character of the second text, what the block before carries over.
};

}  // namespace bolide::score
