#include "text/tokeniser.hpp"

#include "text/characters.hpp"
#include "text/lowercase.hpp"
#include "text/utf8.hpp"

namespace bolide::text {

namespace {

void decode_into(std::u32string& codes, std::string_view bytes) {
    codes.clear();
    for (std::size_t at = 0; at < bytes.size();) codes.push_back(decode(bytes, at));
}

void split(const std::u32string& line, Tokens& tokens) {
    bool inside = false;
    for (const char32_t code : line) {
        if (!is_separator(code))
            append(tokens.open_token(), code);
        else if (inside)
            tokens.end_token();
        inside = !is_separator(code);
    }
    if (inside) tokens.end_token();
}

}  // namespace

void Tokeniser::tokenise(std::string_view line, Tokens& tokens) const {
    tokens.clear();
    decode_into(tokens.codes_, line);
    if (normaliser_) normaliser_->normalise(tokens.codes_, tokens.scratch_);
    if (lowercase_) {
        tokens.scratch_.clear();
        append_lower(tokens.scratch_, tokens.codes_);
        tokens.codes_.swap(tokens.scratch_);
    }
    split(tokens.codes_, tokens);
}

void Tokeniser::add_token(std::string_view token, Tokens& tokens) const {
    if (lowercase_)
        tokens.push_back(lower(token));
    else
        tokens.push_back(token);
}

}  // namespace bolide::text
