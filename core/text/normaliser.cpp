#include "text/tokeniser.hpp"

#include "text/characters.hpp"
#include "work/stopping.hpp"

namespace bolide::text {

namespace {

using Line = std::u32string;
using Piece = std::u32string_view;

/// Rewrites every `x mark y` with neighbours that satisfy the predicates as x, `between`, y, left to right. Parity: the
/// neighbours are consumed, so that of `a,b,c` only the first comma is found.
template <class Left, class Right>
void rewrite_between(Line& line, Line& scratch, char32_t mark, Piece between, Left left, Right right) {
    std::size_t found = line.find(mark, 1);
    if (found == line.npos) return;
    scratch.clear();
    std::size_t at = 0;
    for (; found != line.npos && found + 1 < line.size(); found = line.find(mark, std::max(found + 1, at + 1))) {
        if (!left(line[found - 1]) || !right(line[found + 1])) continue;
        scratch.append(line, at, found - at).append(between).push_back(line[found + 1]);
        at = found + 2;
    }
    scratch.append(line, at);
    line.swap(scratch);
}

/// Replaces every occurrence of `from`, left to right, without rescanning the result.
void replace_all(Line& line, Line& scratch, Piece from, Piece to) {
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

/// Sets symbols apart; returns the classes of characters found, so that steps with nothing to do are skipped.
std::uint8_t set_symbols_apart(Line& line, Line& scratch) {
    scratch.assign(1, U' ');
    std::uint8_t classes = 0;
    std::size_t start = 0;
    for (std::size_t at = 0; at < line.size(); ++at) {
        const char32_t code = line[at];
        const std::uint8_t found = class_of(code);
        classes |= found;
        if (found) continue;
        if (code == 0x2013) classes |= hyphen;
        if (code == 0x201C || code == 0x201D) classes |= quote;
        scratch.append(line, start, at - start).append({U' ', code, U' '});
        start = at + 1;
    }
    scratch.append(line, start).push_back(' ');
    line.swap(scratch);
    return classes;
}

constexpr Piece multi = U"DOTMULTI";

bool stands_at(const Line& line, std::size_t at, Piece word) { return line.compare(at, word.size(), word) == 0; }

/// The end of the run of dots that begins at `at`.
std::size_t end_of_dots(const Line& line, std::size_t at) {
    return std::min(line.find_first_not_of('.', at), line.size());
}

/// Replaces the first dot of every run with ` DOTMULTI`.
void mark_dot_runs(Line& line, Line& scratch) {
    constexpr Piece run = U"..";
    if (line.find(run) == line.npos) return;
    scratch.clear();
    for (std::size_t at = 0; at < line.size();) {
        if (!stands_at(line, at, run)) {
            scratch.push_back(line[at++]);
            continue;
        }
        const std::size_t end = end_of_dots(line, at);
        scratch.append(U" ").append(multi).append(end - at - 1, '.');
        at = end;
    }
    line.swap(scratch);
}

/// Hides runs of dots from the later steps: n dots become `DOT` n - 1 times and `DOTMULTI`. Parity: these words are
/// visible, so that `DOTMULTI` in a text becomes a dot; and the jar consumes the character after such a word, so that
/// of two adjacent ones, only the first is set apart from what follows.
void protect_dot_runs(Line& line, Line& scratch) {
    mark_dot_runs(line, scratch);
    if (line.find(U"DOTMULTI.") == line.npos) return;
    scratch.clear();
    std::size_t consumed = line.npos;
    for (std::size_t at = 0; at < line.size();) {
        const std::size_t dots = at + multi.size();
        if (!stands_at(line, at, multi) || dots >= line.size() || line[dots] != '.') {
            scratch.push_back(line[at++]);
            continue;
        }
        const std::size_t end = end_of_dots(line, dots);
        for (std::size_t dot = dots; dot < end; ++dot) scratch.append(U"DOT");
        scratch.append(multi);
        const bool single = end - dots == 1;
        if (!(single && consumed == at)) {
            scratch.push_back(' ');
            if (single) consumed = end;
        }
        at = end;
    }
    line.swap(scratch);
}

void restore_dot_runs(Line& line, Line& scratch) {
    std::size_t found = line.find(multi);
    if (found == line.npos) return;
    scratch.clear();
    std::size_t at = 0;
    for (; found != line.npos; found = line.find(multi, at)) {
        std::size_t first = found;
        while (first >= at + 3 && stands_at(line, first - 3, U"DOT")) first -= 3;
        scratch.append(line, at, first - at).append((found - first) / 3 + 1, '.');
        at = found + multi.size();
    }
    scratch.append(line, at);
    line.swap(scratch);
}

void split_commas(Line& line, Line& scratch) {
    const auto not_digit = [](char32_t code) { return !is_digit(code); };
    constexpr Piece apart = U" , ";
    rewrite_between(line, scratch, ',', apart, not_digit, not_digit);
    rewrite_between(line, scratch, ',', apart, is_digit, not_digit);
    rewrite_between(line, scratch, ',', apart, not_digit, is_digit);
}

void unify_quotes(Line& line, Line& scratch) {
    constexpr Piece apart = U" \" ";
    for (char32_t& code : line)
        if (code == '`' || code == 0x2018 || code == 0x2019) code = '\'';
    replace_all(line, scratch, U"\u201C", apart);
    replace_all(line, scratch, U"\u201D", apart);
    replace_all(line, scratch, U"''", apart);
}

void split_hyphens(Line& line, Line& scratch) {
    std::replace(line.begin(), line.end(), U'\u2013', U'-');
    replace_all(line, scratch, U"--", U"-");
    const auto before = [](char32_t code) { return code == '.' || is_alnum(code); };
    rewrite_between(line, scratch, '-', U" ", before, is_alnum);
}

void split_apostrophes(Line& line, Line& scratch, Apostrophe style) {
    constexpr Piece apart = U" ' ", left = U" '", right = U"' ";
    if (style == Apostrophe::apart) return replace_all(line, scratch, U"'", apart);
    const auto not_letter = [](char32_t code) { return !is_alpha(code); };
    const auto not_alnum = [](char32_t code) { return !is_alnum(code); };
    rewrite_between(line, scratch, '\'', apart, not_letter, not_letter);
    if (style == Apostrophe::before)
        rewrite_between(line, scratch, '\'', apart, not_alnum, is_alpha);
    else
        rewrite_between(line, scratch, '\'', apart, not_letter, is_alpha);
    rewrite_between(line, scratch, '\'', apart, is_alpha, not_letter);
    rewrite_between(line, scratch, '\'', style == Apostrophe::before ? left : right, is_alpha, is_alpha);
    if (style == Apostrophe::before)
        rewrite_between(line, scratch, '\'', left, is_digit, [](char32_t code) { return code == 's'; });
}

bool is_blank(char32_t code) {
    return code == U' ' || code == 0xA0 || (code >= 0x2000 && code <= 0x200A) || code == 0x202F || code == 0x205F ||
           code == 0x3000;
}

void squeeze_blanks(Line& line) {
    std::size_t end = 0;
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (!is_blank(line[at]))
            line[end++] = line[at];
        else if (at == 0 || !is_blank(line[at - 1]))
            line[end++] = ' ';
    }
    while (end > 0 && line[end - 1] <= U' ') --end;
    line.resize(end);
    const auto first = std::find_if(line.begin(), line.end(), [](char32_t code) { return code > U' '; });
    line.erase(line.begin(), first);
}

/// The next word of `line` from `at` on, which moves past it. Empty at the end.
Piece next_word(Piece line, std::size_t& at) {
    while (at < line.size() && is_separator(line[at])) ++at;
    const std::size_t start = at;
    while (at < line.size() && !is_separator(line[at])) ++at;
    return line.substr(start, at - start);
}

}  // namespace

Normaliser::Normaliser(Apostrophe apostrophe, const Prefixes& prefixes, bool keep_punctuation)
    : apostrophe_(apostrophe), keep_punctuation_(keep_punctuation) {
    for (const auto& prefix : prefixes.any) is_numeric_only_.emplace(to_utf32(prefix), false);
    for (const auto& prefix : prefixes.numeric) is_numeric_only_.emplace(to_utf32(prefix), true);
}

bool Normaliser::keeps_full_stop(std::u32string_view word, char32_t next) const {
    // Parity: only ASCII letters count as lower case.
    if (next >= U'a' && next <= U'z') return true;
    const auto found = is_numeric_only_.find(std::u32string(word.begin(), word.end()));
    return found != is_numeric_only_.end() && (!found->second || is_digit(next));
}

/// Sets the full stop after a word apart, unless it belongs to an abbreviation; drops all dots of `U.S.`.
void Normaliser::split_full_stops(Line& line, Line& scratch) const {
    scratch.clear();
    std::size_t at = 0;
    const Piece whole = line;
    for (Piece word = next_word(whole, at), next; !word.empty(); word = next) {
        next = next_word(whole, at);
        if (!scratch.empty()) scratch.push_back(' ');
        if (word.size() < 2 || word.back() != '.') {
            scratch.append(word);
            continue;
        }
        const Piece stem = word.substr(0, word.size() - 1);
        if (stem.find('.') != stem.npos && std::any_of(stem.begin(), stem.end(), is_alpha)) {
            std::copy_if(word.begin(), word.end(), std::back_inserter(scratch),
                         [](char32_t code) { return code != '.'; });
        } else if (keeps_full_stop(stem, next.empty() ? U'\0' : next.front())) {
            scratch.append(word);
        } else {
            scratch.append(stem).append(U" .");
        }
    }
    line.swap(scratch);
}

void Normaliser::normalise(Line& line, Line& scratch) const {
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
        std::replace_if(line.begin(), line.end(), [](char32_t code) { return !is_alnum(code); }, U' ');
    squeeze_blanks(line);
}

}  // namespace bolide::text
