/// The normaliser of Meteor 1.5 step by step, each a search through the whole line: slow, and easy to compare with the
/// program's description. Tests compare the shipped one with it.
#pragma once

#include <set>

#include "text/characters.hpp"
#include "text/strings.hpp"
#include "text/tokeniser.hpp"

namespace bolide::tests {

inline std::u32string decoded(std::string_view bytes) {
    std::u32string codes;
    for (std::size_t at = 0; at < bytes.size();) codes.push_back(text::decode(bytes, at));
    return codes;
}

/// The tokens of a normalised line, separated by blanks.
inline std::string tokens_of(std::u32string_view line) {
    std::string bytes, joined;
    for (const char32_t code : line) text::append(bytes, code);
    text::for_each_word(bytes, [&](std::string_view token) { joined.append(joined.empty() ? "" : " ").append(token); });
    return joined;
}

class TextbookNormaliser {
  public:
    TextbookNormaliser(text::Apostrophe apostrophe, const text::Prefixes& prefixes, bool keep_punctuation)
        : apostrophe_(apostrophe), keep_punctuation_(keep_punctuation) {
        for (const auto& prefix : prefixes.any) any_.insert(text::to_utf32(prefix));
        for (const auto& prefix : prefixes.numeric) numeric_.insert(text::to_utf32(prefix));
    }

    std::u32string normalise(std::u32string line) const {
        line = set_apart(U" " + line + U" ");
        line = protect_dots(line);
        for (const auto& [left, right] : {Sides{no_digit, no_digit}, {digit, no_digit}, {no_digit, digit}})
            line = between(line, U",", left, right, U" , ");
        for (const auto* quote : {U"`", U"\u2018", U"\u2019"}) line = replaced(line, quote, U"'");
        for (const auto* quote : {U"\u201C", U"\u201D", U"''"}) line = replaced(line, quote, U" \" ");
        line = replaced(replaced(line, U"\u2013", U"-"), U"--", U"-");
        line = between(line, U"-", [](char32_t c) { return c == U'.' || text::is_alnum(c); }, text::is_alnum, U" ");
        line = split_stops(split_apostrophes(line));
        while (line.find(U"DOTDOTMULTI") != line.npos) line = replaced(line, U"DOTDOTMULTI", U"DOTMULTI.");
        line = replaced(line, U"DOTMULTI", U".");
        if (!keep_punctuation_)
            std::replace_if(line.begin(), line.end(), [](char32_t c) { return !text::is_alnum(c); }, U' ');
        return squeezed(line);
    }

  private:
    using Line = std::u32string;
    using View = std::u32string_view;
    using Is = std::function<bool(char32_t)>;
    struct Sides {
        Is left, right;
    };
    static bool digit(char32_t c) { return text::is_digit(c); }
    static bool no_digit(char32_t c) { return !text::is_digit(c); }
    static bool alpha(char32_t c) { return text::is_alpha(c); }
    static bool no_alpha(char32_t c) { return !text::is_alpha(c); }

    /// Replaces all occurrences of `from`, left to right, with `to`.
    static Line replaced(const Line& line, View from, View to) {
        Line result;
        for (std::size_t at = 0; at < line.size();) {
            const bool here = View(line).substr(at).starts_with(from);
            result.append(here ? to : View(line).substr(at, 1));
            at += here ? from.size() : 1;
        }
        return result;
    }

    /// Replaces all x `mark` y, left to right, with x `to` y; the search continues after y.
    static Line between(const Line& line, View mark, const Is& left, const Is& right, View to) {
        Line result;
        for (std::size_t at = 0; at < line.size();) {
            const View rest = View(line).substr(at);
            const bool here = rest.size() > mark.size() + 1 && left(rest[0]) && rest.substr(1).starts_with(mark) &&
                              right(rest[mark.size() + 1]);
            result.push_back(rest[0]);
            if (here) result.append(to).push_back(rest[mark.size() + 1]);
            at += here ? mark.size() + 2 : 1;
        }
        return result;
    }

    static Line set_apart(const Line& line) {
        Line result;
        const View attached = U" \t\n\v\f\r.'`,-\u2018\u2019";
        for (const char32_t c : line) {
            const bool is_attached = text::is_alnum(c) || attached.find(c) != View::npos;
            result.append(is_attached ? Line(1, c) : Line{U' ', c, U' '});
        }
        return result;
    }

    static Line protect_dots(const Line& line) {
        Line result;
        for (std::size_t at = 0; at < line.size(); ++at) {
            if (!View(line).substr(at).starts_with(U"..")) {
                result.push_back(line[at]);
                continue;
            }
            result.append(U" DOTMULTI");
            while (at + 1 < line.size() && line[at + 1] == U'.') result.push_back(line[at++]);
        }
        while (result.find(U"DOTMULTI.") != result.npos) {
            Line next;
            for (std::size_t at = 0; at < result.size();) {
                const bool here = View(result).substr(at).starts_with(U"DOTMULTI.") && at + 9 < result.size() &&
                                  result[at + 9] != U'.';
                if (here) next.append(U"DOTDOTMULTI ").push_back(result[at + 9]);
                if (!here) next.push_back(result[at]);
                at += here ? 10 : 1;
            }
            result = replaced(next, U"DOTMULTI.", U"DOTDOTMULTI");
        }
        return result;
    }

    Line split_apostrophes(Line line) const {
        if (apostrophe_ == text::Apostrophe::apart) return replaced(line, U"'", U" ' ");
        const bool english = apostrophe_ == text::Apostrophe::before;
        line = between(line, U"'", no_alpha, no_alpha, U" ' ");
        line =
            between(line, U"'", [english](char32_t c) { return no_alpha(c) && !(english && digit(c)); }, alpha, U" ' ");
        line = between(line, U"'", alpha, no_alpha, U" ' ");
        line = between(line, U"'", alpha, alpha, english ? U" '" : U"' ");
        return english ? between(line, U"'", digit, [](char32_t c) { return c == U's'; }, U" '") : line;
    }

    Line split_stops(const Line& line) const {
        std::vector<Line> words(1);
        for (const char32_t c : line) {
            if (!text::is_separator(c))
                words.back().push_back(c);
            else if (!words.back().empty())
                words.emplace_back();
        }
        if (words.back().empty()) words.pop_back();
        Line result;
        for (std::size_t i = 0; i < words.size(); ++i)
            result.append(i ? U" " : U"")
                .append(with_stop_split(words[i], i + 1 < words.size() ? words[i + 1] : Line()));
        return result;
    }

    Line with_stop_split(const Line& word, const Line& next) const {
        if (word.size() < 2 || word.back() != U'.') return word;
        const Line head = word.substr(0, word.size() - 1);
        if (head.find(U'.') != head.npos && std::any_of(head.begin(), head.end(), alpha))
            return replaced(word, U".", U"");
        if (any_.contains(head) || (!next.empty() && next[0] >= U'a' && next[0] <= U'z')) return word;
        if (numeric_.contains(head) && !next.empty() && digit(next[0])) return word;
        return head + U" .";
    }

    static Line squeezed(const Line& line) {
        Line result;
        for (char32_t c : line) {
            if (View(U" \u00A0\u202F\u205F\u3000").find(c) != View::npos || (c >= 0x2000 && c <= 0x200A)) c = U' ';
            if (c != U' ' || result.empty() || result.back() != U' ') result.push_back(c);
        }
        while (!result.empty() && result.back() <= U' ') result.pop_back();
        while (!result.empty() && result.front() <= U' ') result.erase(result.begin());
        return result;
    }

    text::Apostrophe apostrophe_;
    std::set<Line> any_, numeric_;
    bool keep_punctuation_;
};

}  // namespace bolide::tests
