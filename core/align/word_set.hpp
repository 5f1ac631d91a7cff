/// Sets of the words of a hypothesis: which ones a partial alignment has used.
#pragma once

#include <array>
#include <bit>
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
    static Range range_of(std::uint32_t first, std::uint32_t length) { return UINT64_MAX >> (64 - length) << first; }
    static Range range_of(const match::Match& match) {
        return range_of(match.hypothesis_start, match.hypothesis_length);
    }

    explicit SmallWordSet(std::size_t /*words*/ = 0) {}
    bool has_any(Range range) const { return bits_ & range; }
    void add(Range range) { bits_ |= range; }
    /// Takes the words of another set, and some more.
    void become(const SmallWordSet& other, Range more) { bits_ = other.bits_ | more; }
    void keep(const SmallWordSet& wanted) { bits_ &= wanted.bits_; }
    template <class Visit>
    void for_each_not_in(const SmallWordSet& other, Visit visit) const {
        for (std::uint64_t left = bits_ & ~other.bits_; left; left &= left - 1)
            visit(static_cast<std::uint32_t>(std::countr_zero(left)));
    }
    std::uint64_t hash() const { return bits_ * 0x9E3779B97F4A7C15; }
    bool operator==(const SmallWordSet&) const = default;

  private:
    std::uint64_t bits_ = 0;
};

/// Of more words, in blocks of 64. Copies of a vector reuse the memory of what they replace.
template <class Blocks>
class LongWordSet {
  public:
    /// If it is of a fixed size.
    static constexpr std::size_t most_words = 8 * sizeof(Blocks);

    struct Range {
        std::uint32_t begin = 0, end = 0;
    };
    static Range range_of(std::uint32_t first, std::uint32_t length) { return {first, first + length}; }
    static Range range_of(const match::Match& match) {
        return range_of(match.hypothesis_start, match.hypothesis_length);
    }

    explicit LongWordSet(std::size_t words = 0) {
        if constexpr (requires { bits_.resize(words); }) bits_.resize((words + 63) / 64);
    }
    bool has_any(Range range) const {
        for (std::uint32_t i = range.begin; i < range.end; ++i)
            if (bits_[i / 64] >> (i % 64) & 1) return true;
        return false;
    }
    void add(Range range) {
        for (std::uint32_t i = range.begin; i < range.end; ++i) bits_[i / 64] |= std::uint64_t{1} << (i % 64);
    }
    void become(const LongWordSet& other, Range more) {
        bits_ = other.bits_;
        add(more);
    }
    void keep(const LongWordSet& wanted) {
        for (std::size_t k = 0; k < bits_.size(); ++k) bits_[k] &= wanted.bits_[k];
    }
    template <class Visit>
    void for_each_not_in(const LongWordSet& other, Visit visit) const {
        for (std::size_t k = 0; k < bits_.size(); ++k)
            for (std::uint64_t left = bits_[k] & ~other.bits_[k]; left; left &= left - 1)
                visit(static_cast<std::uint32_t>(64 * k) + static_cast<std::uint32_t>(std::countr_zero(left)));
    }
    std::uint64_t hash() const {
        std::uint64_t hash = 0;
        for (std::uint64_t bits : bits_) hash = (hash ^ bits) * 0x9E3779B97F4A7C15 ^ hash >> 29;
        return hash;
    }
    bool operator==(const LongWordSet&) const = default;

  private:
    Blocks bits_{};
};

/// Of at most 1,024 words, without memory of its own.
using MiddleWordSet = LongWordSet<std::array<std::uint64_t, 16>>;
/// Of any number of words.
using LargeWordSet = LongWordSet<std::vector<std::uint64_t>>;

}  // namespace bolide::align
