/// UTF-8 and UTF-16: one code point at a time, total on every input.
#pragma once

#include "standard.hpp"

namespace bolide::text {

/// Stands for whatever cannot be decoded: a malformed sequence, an encoded surrogate.
inline constexpr char32_t replacement = 0xFFFD;

/// Decodes the code point at `at` and moves `at` behind it. `at` must be inside `bytes`.
char32_t decode_multibyte(std::string_view bytes, std::size_t& at);

inline char32_t decode(std::string_view bytes, std::size_t& at) {
    const auto lead = static_cast<unsigned char>(bytes[at]);
    if (lead < 0x80) {
        ++at;
        return lead;
    }
    return decode_multibyte(bytes, at);
}

void append_multibyte(std::string& bytes, char32_t code);

/// Appends a code point as UTF-8.
inline void append(std::string& bytes, char32_t code) {
    if (code < 0x80)
        bytes.push_back(static_cast<char>(code));
    else
        append_multibyte(bytes, code);
}

/// The text in UTF-16, the units in which Java counts and hashes.
std::u16string to_utf16(std::string_view bytes);

/// The text in UTF-8; unpaired surrogates become U+FFFD.
std::string to_utf8(std::u16string_view units);

/// The same text with everything that cannot be decoded replaced by U+FFFD.
std::string repaired(std::string_view bytes);

}  // namespace bolide::text
