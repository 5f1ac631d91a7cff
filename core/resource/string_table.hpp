/// A set of strings in a resource file, numbered from 0, with the hash table to find them: three sections.
#pragma once

#include "resource/hash_index.hpp"
#include "resource/resource_file.hpp"

namespace bolide::resource {

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

/// Writes strings as such a table. Throws ResourceError where they are too long.
void write_strings(const StringIndex& strings, ResourceWriter& writer, StringTable::Sections sections);

}  // namespace bolide::resource
