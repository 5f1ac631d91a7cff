/// A set of strings in a resource file, numbered from 0, with the hash table to find them: three sections.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "resource/prefetch.hpp"
#include "resource/resource_file.hpp"

namespace bolide::resource {

/// A fixed hash of a string: part of the file format.
std::uint64_t string_hash(std::string_view text);
/// Strings of the same size, up to so many bytes, have the same hash only if they are equal: it can be undone.
inline constexpr std::size_t hashed_at_once = 8;

/// The most places of a hash table that are taken one behind the other. Half of the places are empty, so that real
/// words stay below a tenth of it; a table of more is damaged, or was made to be slow.
inline constexpr std::size_t longest_run = 1024;

class StringTable {
  public:
    struct Sections {
        std::uint32_t bytes, offsets, slots;
    };

    StringTable() = default;
    /// Throws ResourceError when the sections do not belong together. So does the use of offsets or slots that point
    /// outside.
    StringTable(const ResourceFile& file, Sections sections);

    std::size_t size() const { return offsets_.empty() ? 0 : offsets_.size() - 1; }
    std::string_view operator[](std::uint32_t id) const {
        checked(id, size());
        const auto text = checked_stretch(bytes_, offsets_[id], offsets_[id + 1]);
        return {text.data(), text.size()};
    }
    std::optional<std::uint32_t> find(std::string_view text) const { return find(text, string_hash(text)); }
    /// The same, for callers that have its hash already.
    std::optional<std::uint32_t> find(std::string_view text, std::uint64_t hash) const;
    /// Asks for what `find` will look at first.
    void prefetch(std::uint64_t hash) const {
        if (!slots_.empty()) bolide::prefetch(&slots_[hash & (slots_.size() - 1)]);
    }

  private:
    std::span<const char> bytes_;
    std::span<const std::uint32_t> offsets_;
    std::span<const std::uint32_t> slots_;  ///< A power of two of them; id + 1, or 0 where empty.
};

/// Numbers strings in the order of their first appearance.
class StringTableBuilder {
  public:
    std::uint32_t intern(std::string_view text);
    std::optional<std::uint32_t> find(std::string_view text) const;
    std::size_t size() const { return order_.size(); }
    std::string_view operator[](std::uint32_t id) const { return *order_[id]; }

    void write(ResourceWriter& writer, StringTable::Sections sections) const;

  private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return string_hash(text); }
    };
    std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> ids_;
    std::vector<const std::string*> order_;
};

}  // namespace bolide::resource
