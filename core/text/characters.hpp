/// Properties of characters: for Meteor 1.5's normaliser, and in any script by Unicode's categories.
#pragma once

#include "text/strings.hpp"

namespace bolide::text {

/// The class of a character in the normaliser; 0 for a symbol that is set apart.
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

/// The version of Unicode that defines letters.
inline constexpr std::string_view unicode_version = "14.0.0";

enum class CharacterKind : std::uint8_t {
    sign,      ///< Punctuation, symbols and unassigned code points.
    letter,    ///< Of a script with blanks between its words.
    unspaced,  ///< Of a script without: Han, Kana, Thai, Lao, Khmer, Burmese.
    mark,      ///< Combining marks, and the joiners U+200C and U+200D.
    digit,     ///< Digits and other numbers.
    blank,
};

namespace detail {

/// Looks a character up in the full table.
CharacterKind find_kind(char32_t code);

inline constexpr std::size_t near_codes = 0x3100;
extern const std::array<CharacterKind, near_codes> near_kinds;

}  // namespace detail

inline CharacterKind kind_of(char32_t code) {
    return code < detail::near_codes ? detail::near_kinds[code] : detail::find_kind(code);
}

/// The zeros of each script's ten digits: Unicode's category Nd, for living scripts of the basic plane.
inline constexpr std::array<char32_t, 21> digit_zeros = {
    0x30,  0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66,  0xAE6,  0xB66,  0xBE6,  0xC66,
    0xCE6, 0xD66, 0xDE6, 0xE50, 0xED0, 0xF20, 0x1040, 0x17E0, 0x1810, 0xFF10,
};

inline bool is_any_digit(char32_t code) {
    return std::any_of(digit_zeros.begin(), digit_zeros.end(),
                       [code](char32_t zero) { return code >= zero && code < zero + 10; });
}

/// Letters, and from Greek on everything except digits and blocks of punctuation and symbols.
inline bool is_any_letter(char32_t code) {
    const bool is_symbol = (code >= 0x2000 && code < 0x2C00) || (code >= 0x3000 && code <= 0x3004) ||
                           (code >= 0x3008 && code <= 0x3020) || (code >= 0xE000 && code < 0xF900) ||
                           (code >= 0xFE00 && code <= 0xFF20) || code >= 0x1F000;
    return is_alpha(code) || (code >= 0x180 && !is_symbol && !is_any_digit(code));
}

inline bool has_digit(std::string_view word) {
    for (std::size_t at = 0; at < word.size();)
        if (is_any_digit(decode(word, at))) return true;
    return false;
}

inline bool has_only_letters(std::string_view word) {
    for (std::size_t at = 0; at < word.size();)
        if (!is_any_letter(decode(word, at))) return false;
    return true;
}

}  // namespace bolide::text
