#include "text/strings.hpp"

#include <version>

#ifndef __cpp_lib_to_chars
#include <locale.h>
#include <stdlib.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

#include <cctype>
#include <cerrno>
#endif

namespace bolide::text {

namespace {

struct Shape {
    std::size_t length;
    char32_t lead_bits;
    char32_t least;  ///< The smallest code point that needs this length.
};

Shape shape_of(unsigned char lead) {
    if (lead >= 0xC2 && lead <= 0xDF) return {2, lead & 0x1Fu, 0x80};
    if (lead >= 0xE0 && lead <= 0xEF) return {3, lead & 0x0Fu, 0x800};
    if (lead >= 0xF0 && lead <= 0xF4) return {4, lead & 0x07u, 0x10000};
    return {1, replacement, 0};
}

bool is_surrogate(char32_t code) { return code >= 0xD800 && code <= 0xDFFF; }

}  // namespace

char32_t decode_multibyte(std::string_view bytes, std::size_t& at) {
    const Shape shape = shape_of(static_cast<unsigned char>(bytes[at]));
    char32_t code = shape.lead_bits;
    std::size_t used = 1;
    for (; used < shape.length && at + used < bytes.size(); ++used) {
        const auto next = static_cast<unsigned char>(bytes[at + used]);
        if ((next & 0xC0) != 0x80) break;
        code = (code << 6) | (next & 0x3Fu);
    }
    at += used;
    const bool whole = used == shape.length && shape.length > 1;
    return whole && code >= shape.least && code <= 0x10FFFF && !is_surrogate(code) ? code : replacement;
}

void append_multibyte(std::string& bytes, char32_t code) {
    constexpr std::array<char32_t, 4> leads = {0, 0xC0, 0xE0, 0xF0};
    const std::size_t last = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    std::array<char, 4> units;
    for (std::size_t at = last; at > 0; --at, code >>= 6) units[at] = static_cast<char>(0x80 | (code & 0x3F));
    units[0] = static_cast<char>(leads[last] | code);
    bytes.append(units.data(), last + 1);
}

std::u32string to_utf32(std::string_view bytes) {
    std::u32string codes;
    for (std::size_t at = 0; at < bytes.size();) codes.push_back(decode(bytes, at));
    return codes;
}

std::u16string to_utf16(std::string_view bytes) {
    std::u16string units;
    units.reserve(bytes.size());
    for (std::size_t at = 0; at < bytes.size();) {
        const char32_t code = decode(bytes, at);
        if (code < 0x10000) {
            units.push_back(static_cast<char16_t>(code));
        } else {
            units.push_back(static_cast<char16_t>(0xD7C0 + (code >> 10)));
            units.push_back(static_cast<char16_t>(0xDC00 + (code & 0x3FF)));
        }
    }
    return units;
}

std::string to_utf8(std::u16string_view units) {
    std::string bytes;
    bytes.reserve(units.size());
    for (std::size_t at = 0; at < units.size(); ++at) {
        char32_t code = units[at];
        const bool high = code >= 0xD800 && code < 0xDC00;
        if (high && at + 1 < units.size() && units[at + 1] >= 0xDC00 && units[at + 1] <= 0xDFFF)
            code = 0x10000 + ((code - 0xD800) << 10) + (units[++at] - 0xDC00u);
        append(bytes, is_surrogate(code) ? replacement : code);
    }
    return bytes;
}

std::string repaired(std::string_view bytes) {
    std::string whole;
    whole.reserve(bytes.size());
    for (std::size_t at = 0; at < bytes.size();) append(whole, decode(bytes, at));
    return whole;
}

#ifdef __cpp_lib_to_chars

bool to_double(std::string_view text, double& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

#else  // The standard libraries of LLVM and Apple had from_chars only for integers until lately.

bool to_double(std::string_view text, double& value) {
    static const locale_t c_locale = newlocale(LC_ALL_MASK, "C", nullptr);
    const bool is_plain = !text.empty() && text[0] != '+' && !std::isspace(static_cast<unsigned char>(text[0])) &&
                          text.find_first_of("xX") == text.npos;
    if (!is_plain) return false;
    const std::string copy(text);  // Ends in a zero byte.
    char* end = nullptr;
    errno = 0;
    const double found = strtod_l(copy.c_str(), &end, c_locale);
    const bool is_out_of_range = errno == ERANGE && (found == 0 || std::isinf(found));
    if (end != copy.c_str() + copy.size() || is_out_of_range) return false;
    value = found;
    return true;
}

#endif

}  // namespace bolide::text
