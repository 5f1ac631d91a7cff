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
        if (2 * (size() + 1) > slots_.size()) rehash(2 * slots_.size());
        std::uint32_t& slot = slots_[place(text)];
        if (!slot) {
            texts_.push_back(text);
            slot = static_cast<std::uint32_t>(size());
        }
        return slot - 1;
    }

    std::optional<std::uint32_t> find(std::string_view text) const {
        const std::uint32_t slot = slots_[place(text)];
        return slot ? std::optional(slot - 1) : std::nullopt;
    }

  private:
    std::size_t place(std::string_view text) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = string_hash(text) & mask;
        while (slots_[at] && texts_[slots_[at] - 1] != text) at = (at + 1) & mask;
        return at;
    }
    void rehash(std::size_t count) {
        slots_.assign(count, 0);
        for (std::uint32_t i = 0; i < size(); ++i) slots_[place(texts_[i])] = i + 1;
    }

    std::vector<std::string_view> texts_;
    std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(16);  ///< A number + 1; 0 where empty.
};

}  // namespace bolide::resource
