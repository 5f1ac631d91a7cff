/// Splits a line of text into tokens.
#pragma once

#include "standard.hpp"
#include "text/strings.hpp"

namespace bolide::text {

/// How a language treats the apostrophe between letters.
enum class Apostrophe : std::uint8_t {
    before,  ///< English: split to its left, `don 't`.
    after,   ///< French: split to its right, `l' homme`.
    apart,   ///< All others: a separate token.
};

/// Words after which a full stop does not end a sentence.
struct Prefixes {
    std::vector<std::string> any;      ///< Before anything.
    std::vector<std::string> numeric;  ///< Only before a number.
};

class Normaliser {
  public:
    Normaliser(Apostrophe apostrophe, const Prefixes& prefixes, bool keep_punctuation);

    /// Replaces `line` with its tokens, joined by single spaces, case kept, in linear time; `scratch` is a buffer.
    void normalise(std::u32string& line, std::u32string& scratch) const;

  private:
    void split_full_stops(std::u32string& line, std::u32string& scratch) const;
    bool keeps_full_stop(std::u32string_view word, char32_t next) const;

    Apostrophe apostrophe_;
    bool keep_punctuation_;
    std::unordered_map<std::u32string, bool> is_numeric_only_;
};

/// The tokens of one segment in UTF-8, in one buffer, with the buffers for making them.
class Tokens {
  public:
    std::size_t size() const { return ends_.size(); }
    std::string_view operator[](std::size_t i) const {
        const std::size_t start = i ? ends_[i - 1] : 0;
        return std::string_view(bytes_).substr(start, ends_[i] - start);
    }
    void clear() {
        bytes_.clear();
        ends_.clear();
    }
    void push_back(std::string_view token) {
        bytes_.append(token);
        end_token();
    }

  private:
    friend class Tokeniser;
    void end_token() { ends_.push_back(bytes_.size()); }

    std::string bytes_;
    std::vector<std::size_t> ends_;
    std::u32string codes_, codes_room_;
};

/// Normalises a line (if set), lower-cases it (if set) and splits it at blanks; or splits words of any script.
class Tokeniser {
  public:
    Tokeniser(std::optional<Normaliser> normaliser, bool lowercase, bool is_for_any_script = false)
        : normaliser_(std::move(normaliser)), lowercase_(lowercase), is_for_any_script_(is_for_any_script) {}

    void tokenise(std::string_view line, Tokens& tokens) const;
    /// Whether it lower-cases words of text.
    bool lowers() const { return lowercase_ && !is_for_any_script_; }

    /// Adds one token of tokenised text: lower-cased if set, never split.
    void add_token(std::string_view token, Tokens& tokens) const;

  private:
    std::optional<Normaliser> normaliser_;
    bool lowercase_;
    bool is_for_any_script_;
};

}  // namespace bolide::text
