/// Lines of characters that the steps of a normaliser rewrite: code points, or bytes where all of them are ASCII.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

namespace bolide::text {

template <class Char>
using Line = std::basic_string<Char>;
template <class Char>
using Piece = std::basic_string_view<Char>;

/// Whether lines of this type hold nothing but ASCII.
template <class Char>
inline constexpr bool holds_ascii = std::is_same_v<Char, char>;

template <std::size_t size>
struct Literal {
    constexpr Literal(const char (&literal)[size]) { std::copy_n(literal, size, text); }
    char text[size];
};

template <class Char, Literal literal>
inline constexpr auto characters = [] {
    std::array<Char, sizeof literal.text> copied{};
    std::copy_n(literal.text, copied.size(), copied.begin());
    return copied;
}();

/// ASCII text in the characters of a line.
template <class Char, Literal literal>
inline constexpr Piece<Char> piece = {characters<Char, literal>.data(), sizeof literal.text - 1};

/// Rewrites every `x mark y` whose neighbours satisfy the predicates as x, `between`, y, left to right.
/// Parity: the neighbours are consumed, so that of `a,b,c` only the first comma is seen.
template <class Char, class Left, class Right>
void rewrite_between(Line<Char>& line, Line<Char>& scratch, char mark, std::type_identity_t<Piece<Char>> between,
                     Left left, Right right) {
    const auto character = static_cast<Char>(mark);
    std::size_t found = line.find(character, 1);
    if (found == line.npos) return;
    scratch.clear();
    std::size_t at = 0;
    for (; found != line.npos && found + 1 < line.size(); found = line.find(character, std::max(found + 1, at + 1))) {
        if (!left(line[found - 1]) || !right(line[found + 1])) continue;
        scratch.append(line, at, found - at).append(between).push_back(line[found + 1]);
        at = found + 2;
    }
    scratch.append(line, at);
    line.swap(scratch);
}

/// Replaces every occurrence of `from`, left to right, without looking at the result again.
template <class Char>
void replace_all(Line<Char>& line, Line<Char>& scratch, std::type_identity_t<Piece<Char>> from,
                 std::type_identity_t<Piece<Char>> to) {
    std::size_t found = line.find(from);
    if (found == line.npos) return;
    scratch.clear();
    std::size_t at = 0;
    for (; found != line.npos; found = line.find(from, at)) {
        scratch.append(line, at, found - at).append(to);
        at = found + from.size();
    }
    scratch.append(line, at);
    line.swap(scratch);
}

}  // namespace bolide::text
