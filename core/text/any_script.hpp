/// Words of any script, for languages that Meteor's normaliser breaks apart.
#pragma once

#include <string_view>

#include "text/character_kinds.hpp"
#include "text/utf8.hpp"

namespace bolide::text {

namespace detail {

/// The characters of a line, one after the other, with their kinds.
class Reader {
  public:
    explicit Reader(std::string_view line) : line_(line) { read(); }

    bool is_done() const { return start_ >= line_.size(); }
    std::size_t start() const { return start_; }
    char32_t code() const { return code_; }
    CharacterKind kind() const { return kind_; }
    void next() {
        start_ = end_;
        read();
    }
    /// Of the character after this one; a blank where there is none.
    CharacterKind kind_after() const {
        if (end_ >= line_.size()) return CharacterKind::blank;
        std::size_t at = end_;
        return kind_of(decode(line_, at));
    }

  private:
    void read() {
        if (is_done()) return;
        end_ = start_;
        code_ = decode(line_, end_);
        kind_ = kind_of(code_);
    }

    std::string_view line_;
    std::size_t start_ = 0, end_ = 0;
    char32_t code_ = 0;
    CharacterKind kind_ = CharacterKind::blank;
};

inline bool is_inside_number(const Reader& reader, CharacterKind before) {
    const char32_t code = reader.code();
    return before == CharacterKind::digit && (code == '.' || code == ',' || code == ':') &&
           reader.kind_after() == CharacterKind::digit;
}

}  // namespace detail

/// Calls `add` with each token of a line, as a view into it. A token is a run of letters, marks, digits and joiners,
/// with full stops, commas and colons between two digits; or one character of a script without blanks between words, or
/// a sign, each with the marks after it. Blanks of any kind are left out. Capitals stay.
template <class Add>
void split_any_script(std::string_view line, Add add) {
    detail::Reader reader(line);
    while (!reader.is_done()) {
        const std::size_t start = reader.start();
        CharacterKind kind = reader.kind();
        reader.next();
        if (kind == CharacterKind::blank) continue;
        const bool is_word = kind == CharacterKind::letter || kind == CharacterKind::digit;
        while (!reader.is_done()) {
            const CharacterKind next = reader.kind();
            const bool continues = next == CharacterKind::mark ||
                                   (is_word && (next == CharacterKind::letter || next == CharacterKind::digit ||
                                                detail::is_inside_number(reader, kind)));
            if (!continues) break;
            kind = next;
            reader.next();
        }
        add(line.substr(start, reader.start() - start));
    }
}

}  // namespace bolide::text
