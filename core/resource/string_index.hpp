/// Strings that live elsewhere, numbered from 0 in the order in which they come.
#pragma once

#include <bit>
#include <optional>
#include <string_view>
#include <vector>

#include "resource/string_table.hpp"

namespace bolide::resource {

class StringIndex {
  public:
    std::size_t size() const { return texts_.size(); }
    std::string_view operator[](std::uint32_t number) const { return texts_[number]; }

    /// Makes room for so many strings.
    void reserve(std::size_t count) {
        texts_.reserve(count);
        if (2 * count > slots_.size()) rehash(std::bit_ceil(2 * count));
    }

    /// The number of a string, new or known.
    std::uint32_t add(std::string_view text) {
        return add(text, [](std::string_view same) { return same; });
    }
    /// The same; a new string is what `keep` makes of it, equal to it and elsewhere.
    template <class Keep>
    std::uint32_t add(std::string_view text, Keep keep) {
        if (2 * (size() + 1) > slots_.size()) rehash(2 * slots_.size());
        const std::uint64_t hash = string_hash(text);
        Slot& slot = slots_[place(text, hash)];
        if (!slot.number_after) {
            texts_.push_back(keep(text));
            slot = {static_cast<std::uint32_t>(size()), static_cast<std::uint32_t>(text.size()), hash};
        }
        return slot.number_after - 1;
    }

    std::optional<std::uint32_t> find(std::string_view text) const {
        const std::uint32_t after = slots_[place(text, string_hash(text))].number_after;
        return after ? std::optional(after - 1) : std::nullopt;
    }

  private:
    /// Hash and size of a string come first: texts are compared only if both are equal, and they are long.
    struct Slot {
        std::uint32_t number_after = 0;  ///< Its number + 1; 0 where empty.
        std::uint32_t size = 0;
        std::uint64_t hash = 0;
    };

    std::size_t place(std::string_view text, std::uint64_t hash) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = hash & mask;
        for (; slots_[at].number_after; at = (at + 1) & mask) {
            const Slot& slot = slots_[at];
            if (slot.hash != hash || slot.size != static_cast<std::uint32_t>(text.size())) continue;
            if (text.size() <= hashed_at_once || texts_[slot.number_after - 1] == text) break;
        }
        return at;
    }
    void rehash(std::size_t count) {
        std::vector<Slot> old(count);
        old.swap(slots_);
        for (const Slot& slot : old) {
            if (!slot.number_after) continue;
            std::size_t at = slot.hash & (count - 1);
            while (slots_[at].number_after) at = (at + 1) & (count - 1);
            slots_[at] = slot;
        }
    }

    std::vector<std::string_view> texts_;
    std::vector<Slot> slots_ = std::vector<Slot>(16);
};

}  // namespace bolide::resource
