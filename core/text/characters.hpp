/// The character classes of Meteor 1.5's normaliser. ASCII-only apart from the letters listed.
#pragma once

#include "standard.hpp"

namespace bolide::text {

/// What a character is to the normaliser; 0 for a symbol that is set apart.
enum CharacterClass : std::uint8_t {
    alpha = 1,
    digit = 2,
    space = 4,
    full_stop = 8,
    comma = 16,
    hyphen = 32,
    quote = 64
};

namespace detail {

constexpr bool is_listed_letter(char32_t code) {
    return (code >= 'A' && code <= 'Z') || (code >= 'a' && code <= 'z') || (code >= 0xC0 && code <= 0xD6) ||
           (code >= 0xD8 && code <= 0xF6) || (code >= 0xF8 && code <= 0x17E) || (code >= 0x400 && code <= 0x527) ||
           (code >= 0xA640 && code <= 0xA66E) || (code >= 0xA67E && code <= 0xA697) ||
           (code >= 0x1D00 && code <= 0x1D7F);
}

constexpr std::uint8_t classify(char32_t code) {
    if (is_listed_letter(code)) return alpha;
    if (code >= '0' && code <= '9') return digit;
    if (code == ' ' || (code >= '\t' && code <= '\r')) return space;
    if (code == '.') return full_stop;
    if (code == ',') return comma;
    if (code == '-') return hyphen;
    return code == '\'' || code == '`' || code == 0x2018 || code == 0x2019 ? quote : 0;
}

inline constexpr auto near_classes = [] {
    std::array<std::uint8_t, 0x530> table{};
    for (char32_t code = 0; code < table.size(); ++code) table[code] = classify(code);
    return table;
}();

}  // namespace detail

constexpr std::uint8_t class_of(char32_t code) {
    return code < detail::near_classes.size() ? detail::near_classes[code] : detail::classify(code);
}

constexpr bool is_alpha(char32_t code) { return class_of(code) & alpha; }
constexpr bool is_digit(char32_t code) { return code >= '0' && code <= '9'; }
constexpr bool is_alnum(char32_t code) { return class_of(code) & (alpha | digit); }

/// What separates words: space, TAB, LF, CR, FF, and nothing else.
constexpr bool is_separator(char32_t code) {
    return code == ' ' || code == '\t' || code == '\n' || code == '\r' || code == '\f';
}

}  // namespace bolide::text
