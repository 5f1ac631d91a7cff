/// Splitting text that needs no decoding.
#pragma once

#include <string_view>

#include "text/characters.hpp"

namespace bolide::text {

/// Calls `visit` with every word of UTF-8 text, split at blanks alone.
template <class Visit>
void for_each_word(std::string_view line, Visit visit) {
    const auto is_blank_at = [line](std::size_t at) { return is_separator(static_cast<unsigned char>(line[at])); };
    for (std::size_t at = 0; at < line.size();) {
        while (at < line.size() && is_blank_at(at)) ++at;
        const std::size_t start = at;
        while (at < line.size() && !is_blank_at(at)) ++at;
        if (at > start) visit(line.substr(start, at - start));
    }
}

}  // namespace bolide::text
