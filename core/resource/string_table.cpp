#include "resource/string_table.hpp"

namespace bolide::resource {

StringTable::StringTable(const ResourceFile& file, Sections sections)
    : bytes_(file.section<char>(sections.bytes)),
      offsets_(file.section<std::uint32_t>(sections.offsets)),
      slots_(file.section<std::uint32_t>(sections.slots)) {
    if (offsets_.empty() || !std::has_single_bit(slots_.size()) || slots_.size() <= size())
        throw ResourceError("its list of words is damaged");
}

std::optional<std::uint32_t> StringTable::find(std::string_view text, std::uint64_t hash) const {
    if (slots_.empty()) return std::nullopt;
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash & mask;
    for (std::size_t tries = 0; const std::uint32_t slot = slots_[at]; at = (at + 1) & mask) {
        if ((*this)[slot - 1] == text) return slot - 1;
        if (++tries > longest_run) refuse_damaged();
    }
    return std::nullopt;
}

void write_strings(const StringIndex& strings, ResourceWriter& writer, StringTable::Sections sections) {
    std::vector<char> bytes;
    std::vector<std::uint32_t> offsets = {0};
    std::vector<std::uint32_t> slots(std::bit_ceil(2 * strings.size() + 2), 0);
    for (std::uint32_t id = 0; id < strings.size(); ++id) {
        const std::string_view text = strings[id];
        bytes.insert(bytes.end(), text.begin(), text.end());
        if (bytes.size() > UINT32_MAX) throw ResourceError("its words take more than 4 GiB");
        offsets.push_back(static_cast<std::uint32_t>(bytes.size()));
        std::size_t at = string_hash(text) & (slots.size() - 1);
        while (slots[at]) at = (at + 1) & (slots.size() - 1);
        slots[at] = id + 1;
    }
    writer.add(sections.bytes, bytes);
    writer.add(sections.offsets, offsets);
    writer.add(sections.slots, slots);
}

}  // namespace bolide::resource
