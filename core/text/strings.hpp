/// Text: UTF-8 and UTF-16, one code point at a time, defined for every input; lines, words, numbers.
#pragma once

#include "standard.hpp"

namespace bolide::text {

/// Replaces everything that cannot be decoded: malformed sequences, encoded surrogates.
inline constexpr char32_t replacement = 0xFFFD;

/// Decodes the code point at `at` and moves `at` past it. `at` must be inside `bytes`.
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

inline void append(std::string& bytes, char32_t code) {
    if (code < 0x80)
        bytes.push_back(static_cast<char>(code));
    else
        append_multibyte(bytes, code);
}

/// The start of each code point, and the end.
inline std::vector<std::size_t> starts_of(std::string_view bytes) {
    std::vector<std::size_t> starts = {0};
    for (std::size_t at = 0; at < bytes.size(); starts.push_back(at)) decode(bytes, at);
    return starts;
}

std::u32string to_utf32(std::string_view bytes);

/// The text in UTF-16, the units in which Java counts and hashes.
std::u16string to_utf16(std::string_view bytes);

/// The text in UTF-8; unpaired surrogates become U+FFFD.
std::string to_utf8(std::u16string_view units);

/// The text with everything that cannot be decoded replaced by U+FFFD.
std::string repaired(std::string_view bytes);

/// Separators of words: space, TAB, LF, CR, FF, and nothing else.
constexpr bool is_separator(char32_t code) {
    return code == ' ' || code == '\t' || code == '\n' || code == '\r' || code == '\f';
}

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

/// The lines of a text that comes in pieces, cut anywhere.
class LinePieces {
  public:
    /// Calls `visit` with every line completed by the next piece, without its end.
    template <class Visit>
    void feed(std::string_view text, Visit visit) {
        for (std::size_t end; (end = text.find('\n')) != text.npos; text.remove_prefix(end + 1)) {
            if (rest_.empty()) {
                visit(text.substr(0, end));
            } else {
                visit(rest_.append(text.substr(0, end)));
                rest_.clear();
            }
        }
        rest_.append(text);
    }
    /// Ends the text, and visits a last line without an end.
    template <class Visit>
    void finish(Visit visit) {
        if (!rest_.empty()) visit(std::exchange(rest_, {}));
    }

  private:
    std::string rest_;  ///< The incomplete last line.
};

/// Calls `visit` with every line of a text, without its end.
template <class Visit>
void for_each_line(std::string_view text, Visit visit) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        visit(text.substr(at, end - at));
        at = end + 1;
    }
}

/// The lines of a text, without their ends. A final line feed begins no new line.
inline std::vector<std::string_view> split_lines(std::string_view text) {
    std::vector<std::string_view> lines;
    for_each_line(text, [&lines](std::string_view line) { lines.push_back(line); });
    return lines;
}

/// Reads a text that is only a number, correctly rounded, with a decimal point in any locale. False if it is not a
/// number, too large for a double, or a number other than 0 that rounds to 0.
bool to_double(std::string_view text, double& value);

}  // namespace bolide::text
