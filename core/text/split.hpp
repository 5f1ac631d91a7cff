/// Splitting text that needs no decoding.
#pragma once

#include <algorithm>
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

/// Calls `visit` with every line of a text, without its end.
template <class Visit>
void for_each_line(std::string_view text, Visit visit) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        visit(text.substr(at, end - at));
        at = end + 1;
    }
}

}  // namespace bolide::text
