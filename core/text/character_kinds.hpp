/// What a character is in any script, by Unicode's categories.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace bolide::text {

/// The version of Unicode that says what a letter is.
inline constexpr std::string_view unicode_version = "14.0.0";

enum class CharacterKind : std::uint8_t {
    sign,      ///< Punctuation, symbols and what is not assigned.
    letter,    ///< Of a script with blanks between its words.
    unspaced,  ///< Of a script without: Han, Kana, Thai, Lao, Khmer, Burmese.
    mark,      ///< Combining marks, and the joiners U+200C and U+200D.
    digit,     ///< Digits and other numbers.
    blank,
};

namespace detail {

/// Looks a character up in the table of all.
CharacterKind find_kind(char32_t code);

inline constexpr std::size_t near_codes = 0x3100;
extern const std::array<CharacterKind, near_codes> near_kinds;

}  // namespace detail

inline CharacterKind kind_of(char32_t code) {
    return code < detail::near_codes ? detail::near_kinds[code] : detail::find_kind(code);
}

}  // namespace bolide::text
