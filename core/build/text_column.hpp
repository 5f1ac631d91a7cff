/// A column of texts as engines of tables store it: the bytes of all of them, and where each ends.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace bolide::build {

/// UTF-8, back to back. `offsets` has one more entry than there are texts, as Arrow has it.
struct TextColumn {
    std::vector<char> bytes;
    std::vector<std::int32_t> offsets = {0};

    std::size_t size() const { return offsets.size() - 1; }

    void append(std::string_view text) { bytes.insert(bytes.end(), text.begin(), text.end()); }
    void end_text() { offsets.push_back(static_cast<std::int32_t>(bytes.size())); }
};

}  // namespace bolide::build
