#include "text/tokeniser.hpp"

#include "text/characters.hpp"
#include "text/folding.hpp"
#include "text/strings.hpp"

namespace bolide::text {

namespace {

void decode_into(std::u32string& codes, std::string_view bytes) {
    codes.resize(bytes.size());
    std::size_t count = 0;
    for (std::size_t at = 0; at < bytes.size();) codes[count++] = decode(bytes, at);
    codes.resize(count);
}

/// Whether lower-casing depends on more than one character at a time.
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
    /// Of the character after this one; a blank at the end.
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

/// Adds the tokens of a line in any script. A token is a run of letters, marks, digits and joiners, with full stops,
/// commas and colons between two digits; or one character of a script without blanks between words, or a sign, each
/// with the marks after it. Blanks of any kind are dropped. Case is kept.
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
    if (is_for_any_script_) return split_any_script(line, tokens);
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
