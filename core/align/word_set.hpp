/// Sets of the words of a hypothesis: which ones a partial alignment has used.
#pragma once

#include <cstdint>
#include <vector>

#include "match/match.hpp"

namespace bolide::align {

/// Of at most 64 words.
class SmallWordSet {
  public:
    static constexpr std::size_t most_words = 64;

    /// Words to look for or to add: those that a match covers.
    using Range = std::uint64_t;
    static Range range_of(const match::Match& match) {
        const std::uint64_t ones = UINT64_MAX >> (64 - match.hypothesis_length);
        return ones << match.hypothesis_start;
    }

    explicit SmallWordSet(std::size_t /*words*/) {}
    bool has_any(Range range) const { return bits_ & range; }
    void add(Range range) { bits_ |= range; }

  private:
    std::uint64_t bits_ = 0;
};

/// Of any number of words. Copies reuse the memory of what they replace.
class LargeWordSet {
  public:
    struct Range {
        std::uint32_t begin, end;
    };
    static Range range_of(const match::Match& match) {
        return {match.hypothesis_start, match.hypothesis_start + match.hypothesis_length};
    }

    explicit LargeWordSet(std::size_t words) : bits_((words + 63) / 64, 0) {}
    bool has_any(Range range) const {
        for (std::uint32_t i = range.begin; i < range.end; ++i)
            if (bits_[i / 64] >> (i % 64) & 1) return true;
        return false;
    }
    void add(Range range) {
        for (std::uint32_t i = range.begin; i < range.end; ++i) bits_[i / 64] |= std::uint64_t{1} << (i % 64);
    }

  private:
    std::vector<std::uint64_t> bits_;
};

}  // namespace bolide::align
