#include "text/tokeniser.hpp"

#include <algorithm>
#include <array>

#include "text/character_kinds.hpp"
#include "text/characters.hpp"
#include "text/lowercase.hpp"
#include "text/utf8.hpp"

namespace bolide::text {

namespace {

void decode_into(std::u32string& codes, std::string_view bytes) {
    codes.resize(bytes.size());
    std::size_t count = 0;
    for (std::size_t at = 0; at < bytes.size();) codes[count++] = decode(bytes, at);
    codes.resize(count);
}

bool is_ascii(std::string_view bytes) {
    unsigned char all = 0;
    for (const char byte : bytes) all = static_cast<unsigned char>(all | static_cast<unsigned char>(byte));
    return all < 0x80;
}

constexpr auto ascii_lower = [] {
    std::array<char, 0x80> table{};
    for (std::size_t code = 0; code < table.size(); ++code)
        table[code] = static_cast<char>(code >= 'A' && code <= 'Z' ? code + 32 : code);
    return table;
}();

/// Whether a line is one word of ASCII letters, all small but perhaps the first: normalisers leave it as it is. More
/// capitals may be `DOTMULTI`, which they change.
bool is_plain_word(std::string_view line) {
    const auto is_small = [](char byte) { return byte >= 'a' && byte <= 'z'; };
    return !line.empty() && is_small(static_cast<char>(line[0] | 0x20)) &&
           std::all_of(line.begin() + 1, line.end(), is_small);
}

/// Whether lower-casing takes more than a look at one character at a time.
bool needs_context(const std::u32string& codes) {
    return std::any_of(codes.begin(), codes.end(), [](char32_t code) { return code == 0x130 || code == 0x3A3; });
}

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

bool is_inside_number(const Reader& reader, CharacterKind before) {
    const char32_t code = reader.code();
    return before == CharacterKind::digit && (code == '.' || code == ',' || code == ':') &&
           reader.kind_after() == CharacterKind::digit;
}

/// Adds the tokens of a line in any script. A token is a run of letters, marks, digits and joiners,
/// with full stops, commas and colons between two digits; or one character of a script without blanks between words, or
/// a sign, each with the marks after it. Blanks of any kind are left out. Capitals stay.
void split_any_script(std::string_view line, Tokens& tokens) {
    Reader reader(line);
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
                                                is_inside_number(reader, kind)));
            if (!continues) break;
            kind = next;
            reader.next();
        }
        tokens.push_back(line.substr(start, reader.start() - start));
    }
}

}  // namespace

void Tokeniser::tokenise(std::string_view line, Tokens& tokens) const {
    tokens.clear();
    if (is_for_any_script_)
        split_any_script(line, tokens);
    else if (is_ascii(line))
        tokenise_ascii(line, tokens);
    else
        tokenise_codes(line, tokens);
}

void Tokeniser::tokenise_ascii(std::string_view line, Tokens& tokens) const {
    if (is_plain_word(line)) {
        tokens.push_back(line);
        if (lowercase_) tokens.bytes_[0] = ascii_lower[static_cast<unsigned char>(line[0])];
        return;
    }
    tokens.line_.assign(line);
    if (normaliser_) normaliser_->normalise(tokens.line_, tokens.line_room_);
    tokens.bytes_.resize(tokens.line_.size());
    std::size_t size = 0, end = 0;
    const auto end_token = [&] {
        if (size > end) tokens.ends_.push_back(end = size);
    };
    for (const char byte : tokens.line_) {
        if (is_separator(static_cast<unsigned char>(byte)))
            end_token();
        else
            tokens.bytes_[size++] = lowercase_ ? ascii_lower[static_cast<unsigned char>(byte)] : byte;
    }
    end_token();
    tokens.bytes_.resize(size);
}

void Tokeniser::tokenise_codes(std::string_view line, Tokens& tokens) const {
    decode_into(tokens.codes_, line);
    if (normaliser_) normaliser_->normalise(tokens.codes_, tokens.codes_room_);
    bool is_simple = lowercase_;
    if (lowercase_ && needs_context(tokens.codes_)) {
        tokens.codes_room_.clear();
        append_lower(tokens.codes_room_, tokens.codes_);
        tokens.codes_.swap(tokens.codes_room_);
        is_simple = false;
    }
    bool inside = false;
    for (const char32_t code : tokens.codes_) {
        const bool separates = is_separator(code);
        if (!separates)
            append(tokens.bytes_, is_simple ? lower_simple(code) : code);
        else if (inside)
            tokens.end_token();
        inside = !separates;
    }
    if (inside) tokens.end_token();
}

void Tokeniser::add_token(std::string_view token, Tokens& tokens) const {
    if (lowercase_)
        tokens.push_back(lower(token));
    else
        tokens.push_back(token);
}

}  // namespace bolide::text
