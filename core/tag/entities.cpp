#include "tag/entities.hpp"

#include <algorithm>
#include <stdexcept>

#include "tag/field.hpp"
#include "text/character_kinds.hpp"
#include "text/lowercase.hpp"
#include "text/strings.hpp"
#include "text/utf8.hpp"

namespace bolide::tag {

namespace {

constexpr std::size_t longest_shape = 8;
constexpr std::string_view unknown = "?";

/// Whether a character is a letter of two in title case, such as U+01C5: neither a capital nor a small letter.
bool is_title(char32_t code) {
    return code == 0x1C5 || code == 0x1C8 || code == 0x1CB || code == 0x1F2 ||
           (code >= 0x1F88 && code <= 0x1FAF && (code & 8) != 0) || code == 0x1FBC || code == 0x1FCC || code == 0x1FFC;
}

bool is_upper(char32_t code) {
    return (text::lower_simple(code) != code && !is_title(code)) || code == 0x130 || code == 0x3A3;
}

/// Whether a character is the lower case of another, or ß; enough to tell words in capitals from others.
bool is_lower(char32_t code) {
    static const std::vector<bool> table = [] {
        std::vector<bool> found(0x2000);
        for (char32_t upper = 0; upper < found.size(); ++upper)
            if (const char32_t lower = text::lower_simple(upper); lower != upper && lower < found.size())
                found[lower] = true;
        found[0xDF] = true;
        return found;
    }();
    return code < table.size() && table[code];
}

bool is_digit(char32_t code) {
    return text::is_any_digit(code) || code == 0xB2 || code == 0xB3 || code == 0xB9 || code == 0x2070 ||
           (code >= 0x2074 && code <= 0x2079) || (code >= 0x2080 && code <= 0x2089);
}

bool is_letter(char32_t code) {
    const text::CharacterKind kind = text::kind_of(code);
    const bool is_number = code == 0x3007 || (code >= 0x3021 && code <= 0x3029);  // Of Chinese, and not a letter.
    return kind == text::CharacterKind::letter || (kind == text::CharacterKind::unspaced && !is_number);
}

/// Adds a character to a shape: letters, digits and marks, each run as one.
class Shape {
  public:
    void add(char32_t code, bool is_capital) {
        const char32_t kind = is_capital ? U'X' : is_letter(code) ? U'x' : is_digit(code) ? U'd' : code;
        if (size_ == longest_shape || (size_ > 0 && kind == last_)) return;
        ++size_;
        text::append(text_, last_ = kind);
    }
    std::string take() { return std::move(text_); }

  private:
    std::string text_;
    char32_t last_ = 0;
    std::size_t size_ = 0;
};

/// How many characters a word has.
std::size_t count_of(std::string_view word) {
    std::size_t count = 0;
    for (std::size_t at = 0; at < word.size(); ++count) text::decode(word, at);
    return count;
}

/// The first characters of a word, or the last; none if it is not longer.
std::string_view first_of(std::string_view word, std::size_t count) {
    std::size_t at = 0;
    for (; count > 0 && at < word.size(); --count) text::decode(word, at);
    return word.substr(0, at);
}

std::string_view last_of(std::string_view word, std::size_t count) {
    std::size_t at = word.size();
    for (; count > 0 && at > 0; --count) do
            --at;
        while (at > 0 && (static_cast<unsigned char>(word[at]) & 0xC0) == 0x80);
    return word.substr(at);
}

std::string_view case_name(Case written) { return case_names[static_cast<std::size_t>(written)]; }

}  // namespace

std::string EntityAttributes::name_of(Trait trait, int offset) {
    static constexpr std::array<std::string_view, offsets> places = {"2before:", "before:", "", "behind:", "2behind:"};
    static_assert(reach == 2);
    static constexpr std::array<std::string_view, traits> names = {
        "word=", "known=", "shape=", "known+shape=", "begins=", "ends="};
    return std::string(places[static_cast<std::size_t>(offset + reach)]).append(names[static_cast<std::size_t>(trait)]);
}

EntityAttributes::EntityAttributes(std::string gazetteer) : gazetteer_(std::move(gazetteer)) {
    text::for_each_line(gazetteer_, [&](std::string_view line) {
        if (line.empty()) return;
        const std::size_t tab = line.find('\t');
        if (tab == line.npos || line.find('\t', tab + 1) != line.npos)
            throw std::invalid_argument("the gazetteer is damaged");
        if (words_.add(line.substr(0, tab)) == known_.size())
            known_.push_back(line.substr(tab + 1));
        else
            throw std::invalid_argument("the gazetteer has a word twice");
    });
}

EntityAttributes::Outline EntityAttributes::outline(std::string_view token) const {
    Outline found{text::lower(token), {}, unknown, false, false, false, false};
    if (const auto place = words_.find(found.lower)) found.known = known_[*place];
    Shape shape;
    std::size_t count = 0;
    bool has_upper = false, has_lower = false;
    for (std::size_t at = 0; at < token.size(); ++count) {
        const char32_t code = text::decode(token, at);
        const bool is_capital = is_upper(code);
        if (count == 0) {
            found.has_letter = is_letter(code);
            found.is_word = found.has_letter || is_digit(code);
            found.has_capital = found.has_letter && is_capital;
        }
        has_upper |= is_capital;
        has_lower |= is_lower(code);
        shape.add(code, is_capital);
    }
    found.shape = shape.take();
    found.is_in_capitals = found.has_letter && count > 1 && has_upper && !has_lower;
    return found;
}

Case EntityAttributes::CaseCount::written() const {
    const auto share = [this](double part) { return part * static_cast<double>(words_); };
    if (words_ == 0) return Case::none;
    if (capitals_ == 0) return Case::lower;
    if (static_cast<double>(in_capitals_) > share(0.6)) return Case::upper;
    return static_cast<double>(capitals_) > share(0.7) && words_ > 3 ? Case::title : Case::mixed;
}

std::string_view EntityAttributes::near_shape(const Outline& token, Case written) {
    return written == Case::mixed ? std::string_view(token.shape) : case_name(written);
}

void EntityAttributes::see(const Outline& token, Case written, int offset, Sight& sight) {
    auto& seen = sight.seen;
    const std::string_view lower = token.lower;
    seen.assign({{Trait::word, lower}, {Trait::known, token.known}});
    if (offset < -1 || offset > 1) return;
    if (offset) {
        seen.insert(seen.end(), {{Trait::shape, near_shape(token, written)}, {Trait::ends, last_of(lower, 3)}});
        return;
    }
    std::string& joined = sight.room;
    joined.assign(token.known).append("|");
    if (written != Case::mixed) joined.append(case_name(written)).append(":");
    joined.append(token.shape);
    const std::string_view shape = std::string_view(joined).substr(token.known.size() + 1);
    seen.insert(seen.end(), {{Trait::shape, shape}, {Trait::known_and_shape, joined}});
    const std::size_t length = count_of(lower);
    if (length > 2) {
        seen.insert(seen.end(), {{Trait::begins, first_of(lower, 3)}, {Trait::ends, last_of(lower, 3)}});
        seen.emplace_back(Trait::ends, last_of(lower, 2));
    }
    if (length > 3) seen.insert(seen.end(), {{Trait::begins, first_of(lower, 4)}, {Trait::ends, last_of(lower, 4)}});
}

std::vector<std::vector<std::string>> EntityAttributes::see_all(const std::vector<std::string_view>& tokens) const {
    CaseCount count;
    std::vector<Outline> outlines;
    for (const std::string_view token : tokens) count.add(outlines.emplace_back(outline(token)));
    const Case written = count.written();
    std::vector<std::vector<std::string>> rows(tokens.size());
    Sight sight;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        auto& row = rows[i];
        for (const int offset : {0, -1, -2, 1, 2}) {
            const auto place = static_cast<std::ptrdiff_t>(i) + offset;
            if (place < 0 || place >= static_cast<std::ptrdiff_t>(tokens.size())) continue;
            see(outlines[static_cast<std::size_t>(place)], written, offset, sight);
            for (const auto& [trait, value] : sight.seen) row.push_back(name_of(trait, offset).append(value));
        }
        const std::string& here = outlines[i].lower;
        const std::string shape(near_shape(outlines[i], written));
        if (i > 0) {
            row.push_back("before|now=" + outlines[i - 1].lower + "|" + here);
        } else {
            row.emplace_back("first");
            row.push_back("first:shape=" + shape);
        }
        if (i + 1 < tokens.size()) {
            row.push_back("now|behind=" + here + "|" + outlines[i + 1].lower);
            row.push_back("shapes=" + shape + "|" + std::string(near_shape(outlines[i + 1], written)));
        } else {
            row.emplace_back("last");
        }
    }
    return rows;
}

}  // namespace bolide::tag
