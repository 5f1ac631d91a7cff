/// A hash table from numbers to numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace bolide::resource {

class NumberMap {
  public:
    std::size_t size() const { return count_; }

    std::optional<std::uint32_t> find(std::uint64_t key) const {
        const Slot& slot = slots_[place_of(key)];
        return slot.value_after ? std::optional(slot.value_after - 1) : std::nullopt;
    }

    /// The value of a key, which is `value` if the key is new.
    std::uint32_t add(std::uint64_t key, std::uint32_t value) {
        if (2 * (count_ + 1) > slots_.size()) grow();
        Slot& slot = slots_[place_of(key)];
        if (!slot.value_after) {
            slot = {key, value + 1};
            ++count_;
        }
        return slot.value_after - 1;
    }

  private:
    struct Slot {
        std::uint64_t key = 0;
        std::uint32_t value_after = 0;  ///< The value + 1; 0 where empty.
    };

    /// Where a key is, or would be.
    std::size_t place_of(std::uint64_t key) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = (key * 0x9E3779B97F4A7C15) >> 32 & mask;
        while (slots_[at].value_after && slots_[at].key != key) at = (at + 1) & mask;
        return at;
    }
    void grow() {
        std::vector<Slot> old(2 * slots_.size());
        old.swap(slots_);
        for (const Slot& slot : old)
            if (slot.value_after) slots_[place_of(slot.key)] = slot;
    }

    std::vector<Slot> slots_ = std::vector<Slot>(64);  ///< A power of two of them.
    std::size_t count_ = 0;
};

}  // namespace bolide::resource
