#include "text/tokeniser.hpp"

#include <algorithm>

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

/// Whether lower-casing takes more than a look at one character at a time.
bool needs_context(const std::u32string& codes) {
    return std::any_of(codes.begin(), codes.end(), [](char32_t code) { return code == 0x130 || code == 0x3A3; });
}

}  // namespace

void Tokeniser::tokenise(std::string_view line, Tokens& tokens) const {
    tokens.clear();
    decode_into(tokens.codes_, line);
    if (normaliser_) normaliser_->normalise(tokens.codes_, tokens.scratch_);
    bool is_simple = lowercase_;
    if (lowercase_ && needs_context(tokens.codes_)) {
        tokens.scratch_.clear();
        append_lower(tokens.scratch_, tokens.codes_);
        tokens.codes_.swap(tokens.scratch_);
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
