#include "resource/string_table.hpp"

#include <cstring>

namespace bolide::resource {

namespace {

template <class Number>
std::uint64_t number_at(const char* bytes) {
    Number number;
    std::memcpy(&number, bytes, sizeof number);
    return number;
}

/// Fewer than 8 bytes as a number. Reads some of them twice rather than one by one.
std::uint64_t short_number(const char* bytes, std::size_t size) {
    if (size >= 4)
        return number_at<std::uint32_t>(bytes) | number_at<std::uint32_t>(bytes + size - 4) << (8 * (size - 4));
    if (size >= 2)
        return number_at<std::uint16_t>(bytes) | number_at<std::uint8_t>(bytes + size - 1) << (8 * (size - 1));
    return size ? number_at<std::uint8_t>(bytes) : 0;
}

}  // namespace

std::uint64_t string_hash(std::string_view text) {
    constexpr std::uint64_t odd = 0x9E3779B97F4A7C15;
    std::uint64_t hash = text.size() * odd;
    const auto add = [&](std::uint64_t number) {
        hash = (hash ^ number) * odd;
        hash ^= hash >> 32;
    };
    std::size_t at = 0;
    for (; at + 8 <= text.size(); at += 8) add(number_at<std::uint64_t>(text.data() + at));
    if (at < text.size()) add(short_number(text.data() + at, text.size() - at));
    return hash;
}

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

std::uint32_t StringTableBuilder::intern(std::string_view text) {
    if (const auto found = ids_.find(text); found != ids_.end()) return found->second;
    const auto id = static_cast<std::uint32_t>(order_.size());
    order_.push_back(&ids_.emplace(std::string(text), id).first->first);
    return id;
}

std::optional<std::uint32_t> StringTableBuilder::find(std::string_view text) const {
    const auto found = ids_.find(text);
    return found == ids_.end() ? std::nullopt : std::optional(found->second);
}

void StringTableBuilder::write(ResourceWriter& writer, StringTable::Sections sections) const {
    std::vector<char> bytes;
    std::vector<std::uint32_t> offsets = {0};
    std::vector<std::uint32_t> slots(std::bit_ceil(2 * order_.size() + 2), 0);
    for (std::uint32_t id = 0; id < order_.size(); ++id) {
        const std::string& text = *order_[id];
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
