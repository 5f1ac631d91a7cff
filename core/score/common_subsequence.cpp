#include "score/common_subsequence.hpp"

#include "work/stopping.hpp"

namespace bolide::score {

namespace {

/// Where each character stands in a block of at most 64: a bit for each place.
class Places {
  public:
    explicit Places(std::u32string_view block) {
        for (std::size_t at = 0; at < block.size(); ++at) {
            Slot& slot = slots_[find(block[at])];
            slot.code = block[at];
            slot.places |= std::uint64_t{1} << at;
        }
    }

    std::uint64_t operator[](char32_t code) const { return slots_[find(code)].places; }

  private:
    struct Slot {
        char32_t code;
        std::uint64_t places;
    };

    /// The slot of a character, or the empty one where it would be: of 256 slots, at most 64 are taken.
    std::size_t find(char32_t code) const {
        std::size_t at = (code ^ code >> 8) & 255;
        while (slots_[at].places != 0 && slots_[at].code != code) at = (at + 1) & 255;
        return at;
    }

    std::array<Slot, 256> slots_{};
};

}  // namespace

std::size_t CommonSubsequence::length(std::u32string_view first, std::u32string_view second) {
    const auto [ours, theirs] = std::mismatch(first.begin(), first.end(), second.begin(), second.end());
    const auto same = static_cast<std::size_t>(ours - first.begin());
    first.remove_prefix(same);
    second.remove_prefix(same);
    std::size_t found = same;
    while (!first.empty() && !second.empty() && first.back() == second.back()) {
        first.remove_suffix(1);
        second.remove_suffix(1);
        ++found;
    }
    carries_.assign(second.size(), 0);
    work::StopCheck stop;
    for (; !first.empty(); first.remove_prefix(std::min<std::size_t>(64, first.size()))) {
        const std::u32string_view block = first.substr(0, 64);
        const Places places(block);
        std::uint64_t open = ~std::uint64_t{0};  // A 0 where the subsequence grows.
        for (std::size_t at = 0; at < second.size(); ++at) {
            const std::uint64_t here = open & places[second[at]], sum = open + here;
            const std::uint64_t carried = sum + carries_[at];
            carries_[at] = sum < open || carried < sum;
            open = carried | (open & ~here);
        }
        stop.spend(second.size());
        found += static_cast<std::size_t>(std::popcount(~open << (64 - block.size())));
    }
    return found;
}

}  // namespace bolide::score
