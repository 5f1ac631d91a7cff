#include "text/normaliser.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <type_traits>

#include "text/characters.hpp"
#include "work/stopping.hpp"

namespace bolide::text {

namespace {

// Lines of characters that the steps of a normaliser rewrite: code points, or bytes where all of them are ASCII.
template <class Char>
using Line = std::basic_string<Char>;
template <class Char>
using Piece = std::basic_string_view<Char>;

/// Whether lines of this type hold nothing but ASCII.
template <class Char>
constexpr bool holds_ascii = std::is_same_v<Char, char>;

template <std::size_t size>
struct Literal {
    constexpr Literal(const char (&literal)[size]) { std::copy_n(literal, size, text); }
    char text[size];
};

template <class Char, Literal literal>
constexpr auto characters = [] {
    std::array<Char, sizeof literal.text> copied{};
    std::copy_n(literal.text, copied.size(), copied.begin());
    return copied;
}();

/// ASCII text in the characters of a line.
template <class Char, Literal literal>
constexpr Piece<Char> piece = {characters<Char, literal>.data(), sizeof literal.text - 1};

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

/// Sets symbols apart; returns which classes of characters there are, so that steps with nothing to do are left out.
template <class Char>
std::uint8_t set_symbols_apart(Line<Char>& line, Line<Char>& scratch) {
    scratch.assign(1, Char{' '});
    std::uint8_t classes = 0;
    std::size_t start = 0;
    for (std::size_t at = 0; at < line.size(); ++at) {
        const Char code = line[at];
        const std::uint8_t found = class_of(code);
        classes |= found;
        if (found) continue;
        if constexpr (!holds_ascii<Char>) {
            if (code == 0x2013) classes |= hyphen;
            if (code == 0x201C || code == 0x201D) classes |= quote;
        }
        scratch.append(line, start, at - start).append({' ', code, ' '});
        start = at + 1;
    }
    scratch.append(line, start).push_back(' ');
    line.swap(scratch);
    return classes;
}

template <class Char>
constexpr Piece<Char> multi = piece<Char, "DOTMULTI">;

template <class Char>
bool stands_at(const Line<Char>& line, std::size_t at, std::type_identity_t<Piece<Char>> word) {
    return line.compare(at, word.size(), word) == 0;
}

/// Where the run of dots ends that begins at `at`.
template <class Char>
std::size_t end_of_dots(const Line<Char>& line, std::size_t at) {
    return std::min(line.find_first_not_of('.', at), line.size());
}

/// Puts ` DOTMULTI` in the place of the first dot of every run.
template <class Char>
void mark_dot_runs(Line<Char>& line, Line<Char>& scratch) {
    constexpr auto run = piece<Char, "..">;
    if (line.find(run) == line.npos) return;
    scratch.clear();
    for (std::size_t at = 0; at < line.size();) {
        if (!stands_at(line, at, run)) {
            scratch.push_back(line[at++]);
            continue;
        }
        const std::size_t end = end_of_dots(line, at);
        scratch.append(piece<Char, " ">).append(multi<Char>).append(end - at - 1, '.');
        at = end;
    }
    line.swap(scratch);
}

/// Hides runs of dots in words that the later steps leave alone: n dots become `DOT` n - 1 times and `DOTMULTI`.
/// Parity: the words are visible, so that `DOTMULTI` in a text comes back as a dot; and the jar consumes the character
/// behind such a word, so that of two that touch, only the first is set apart from what follows.
template <class Char>
void protect_dot_runs(Line<Char>& line, Line<Char>& scratch) {
    mark_dot_runs(line, scratch);
    if (line.find(piece<Char, "DOTMULTI.">) == line.npos) return;
    scratch.clear();
    std::size_t consumed = line.npos;
    for (std::size_t at = 0; at < line.size();) {
        const std::size_t dots = at + multi<Char>.size();
        if (!stands_at(line, at, multi<Char>) || dots >= line.size() || line[dots] != '.') {
            scratch.push_back(line[at++]);
            continue;
        }
        const std::size_t end = end_of_dots(line, dots);
        for (std::size_t dot = dots; dot < end; ++dot) scratch.append(piece<Char, "DOT">);
        scratch.append(multi<Char>);
        const bool single = end - dots == 1;
        if (!(single && consumed == at)) {
            scratch.push_back(' ');
            if (single) consumed = end;
        }
        at = end;
    }
    line.swap(scratch);
}

template <class Char>
void restore_dot_runs(Line<Char>& line, Line<Char>& scratch) {
    std::size_t found = line.find(multi<Char>);
    if (found == line.npos) return;
    scratch.clear();
    std::size_t at = 0;
    for (; found != line.npos; found = line.find(multi<Char>, at)) {
        std::size_t first = found;
        while (first >= at + 3 && stands_at(line, first - 3, piece<Char, "DOT">)) first -= 3;
        scratch.append(line, at, first - at).append((found - first) / 3 + 1, '.');
        at = found + multi<Char>.size();
    }
    scratch.append(line, at);
    line.swap(scratch);
}

template <class Char>
void split_commas(Line<Char>& line, Line<Char>& scratch) {
    const auto not_digit = [](Char code) { return !is_digit(code); };
    const auto digit = [](Char code) { return is_digit(code); };
    constexpr auto apart = piece<Char, " , ">;
    rewrite_between(line, scratch, ',', apart, not_digit, not_digit);
    rewrite_between(line, scratch, ',', apart, digit, not_digit);
    rewrite_between(line, scratch, ',', apart, not_digit, digit);
}

template <class Char>
void unify_quotes(Line<Char>& line, Line<Char>& scratch) {
    constexpr auto apart = piece<Char, " \" ">;
    std::replace(line.begin(), line.end(), Char{'`'}, Char{'\''});
    if constexpr (!holds_ascii<Char>) {
        for (Char& code : line)
            if (code == 0x2018 || code == 0x2019) code = '\'';
        replace_all(line, scratch, U"\u201C", apart);
        replace_all(line, scratch, U"\u201D", apart);
    }
    replace_all(line, scratch, piece<Char, "''">, apart);
}

template <class Char>
void split_hyphens(Line<Char>& line, Line<Char>& scratch) {
    if constexpr (!holds_ascii<Char>) std::replace(line.begin(), line.end(), U'\u2013', U'-');
    replace_all(line, scratch, piece<Char, "--">, piece<Char, "-">);
    const auto before = [](Char code) { return code == '.' || is_alnum(code); };
    const auto behind = [](Char code) { return is_alnum(code); };
    rewrite_between(line, scratch, '-', piece<Char, " ">, before, behind);
}

template <class Char>
void split_apostrophes(Line<Char>& line, Line<Char>& scratch, Apostrophe style) {
    constexpr auto apart = piece<Char, " ' ">, left = piece<Char, " '">, right = piece<Char, "' ">;
    if (style == Apostrophe::apart) return replace_all(line, scratch, piece<Char, "'">, apart);
    const auto letter = [](Char code) { return is_alpha(code); };
    const auto not_letter = [](Char code) { return !is_alpha(code); };
    const auto not_alnum = [](Char code) { return !is_alnum(code); };
    rewrite_between(line, scratch, '\'', apart, not_letter, not_letter);
    if (style == Apostrophe::before)
        rewrite_between(line, scratch, '\'', apart, not_alnum, letter);
    else
        rewrite_between(line, scratch, '\'', apart, not_letter, letter);
    rewrite_between(line, scratch, '\'', apart, letter, not_letter);
    rewrite_between(line, scratch, '\'', style == Apostrophe::before ? left : right, letter, letter);
    if (style == Apostrophe::before)
        rewrite_between(
            line, scratch, '\'', left, [](Char code) { return is_digit(code); }, [](Char code) { return code == 's'; });
}

bool is_blank(char32_t code) {
    return code == U' ' || code == 0xA0 || (code >= 0x2000 && code <= 0x200A) || code == 0x202F || code == 0x205F ||
           code == 0x3000;
}

template <class Char>
void squeeze_blanks(Line<Char>& line) {
    std::size_t end = 0;
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (!is_blank(line[at]))
            line[end++] = line[at];
        else if (at == 0 || !is_blank(line[at - 1]))
            line[end++] = ' ';
    }
    while (end > 0 && line[end - 1] <= Char{' '}) --end;
    line.resize(end);
    const auto first = std::find_if(line.begin(), line.end(), [](Char code) { return code > Char{' '}; });
    line.erase(line.begin(), first);
}

/// The next word of `line` from `at` on; `at` moves behind it. Empty at the end.
template <class Char>
Piece<Char> next_word(Piece<Char> line, std::size_t& at) {
    while (at < line.size() && is_separator(line[at])) ++at;
    const std::size_t start = at;
    while (at < line.size() && !is_separator(line[at])) ++at;
    return line.substr(start, at - start);
}

}  // namespace

Normaliser::Normaliser(Apostrophe apostrophe, const Prefixes& prefixes, bool keep_punctuation)
    : apostrophe_(apostrophe), keep_punctuation_(keep_punctuation) {
    for (const auto& prefix : prefixes.any) is_numeric_only_.emplace(prefix, false);
    for (const auto& prefix : prefixes.numeric) is_numeric_only_.emplace(prefix, true);
}

template <class Char>
bool Normaliser::keeps_full_stop(std::basic_string_view<Char> word, Char next) const {
    // Parity: only ASCII letters are seen as lower case.
    if (next >= Char{'a'} && next <= Char{'z'}) return true;
    const auto found = is_numeric_only_.find(std::u32string(word.begin(), word.end()));
    return found != is_numeric_only_.end() && (!found->second || is_digit(next));
}

/// Sets the full stop behind a word apart, unless it belongs to an abbreviation; drops the dots of `U.S.` altogether.
template <class Char>
void Normaliser::split_full_stops(Line<Char>& line, Line<Char>& scratch) const {
    scratch.clear();
    std::size_t at = 0;
    const Piece<Char> whole = line;
    for (Piece<Char> word = next_word(whole, at), next; !word.empty(); word = next) {
        next = next_word(whole, at);
        if (!scratch.empty()) scratch.push_back(' ');
        if (word.size() < 2 || word.back() != '.') {
            scratch.append(word);
            continue;
        }
        const Piece<Char> stem = word.substr(0, word.size() - 1);
        if (stem.find('.') != stem.npos &&
            std::any_of(stem.begin(), stem.end(), [](Char code) { return is_alpha(code); })) {
            std::copy_if(word.begin(), word.end(), std::back_inserter(scratch), [](Char code) { return code != '.'; });
        } else if (keeps_full_stop(stem, next.empty() ? Char{} : next.front())) {
            scratch.append(word);
        } else {
            scratch.append(stem).append(piece<Char, " .">);
        }
    }
    line.swap(scratch);
}

template <class Char>
void Normaliser::normalise(Line<Char>& line, Line<Char>& scratch) const {
    const std::uint8_t classes = set_symbols_apart(line, scratch);
    work::StopCheck stop;
    const auto has = [&](std::uint8_t one) {
        stop.spend(line.size());
        return (classes & one) != 0;
    };
    if (has(full_stop)) protect_dot_runs(line, scratch);
    if (has(comma)) split_commas(line, scratch);
    if (has(quote)) unify_quotes(line, scratch);
    if (has(hyphen)) split_hyphens(line, scratch);
    if (has(quote)) split_apostrophes(line, scratch, apostrophe_);
    if (has(full_stop)) split_full_stops(line, scratch);
    restore_dot_runs(line, scratch);
    if (!keep_punctuation_)
        std::replace_if(line.begin(), line.end(), [](Char code) { return !is_alnum(code); }, Char{' '});
    squeeze_blanks(line);
}

template void Normaliser::normalise(std::string& line, std::string& scratch) const;
template void Normaliser::normalise(std::u32string& line, std::u32string& scratch) const;

}  // namespace bolide::text
