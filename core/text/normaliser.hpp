/// The normaliser (tokeniser) of Meteor 1.5 for English, French, German, Spanish, Czech and Russian.
#pragma once

#include "standard.hpp"

namespace bolide::text {

/// How a language treats the apostrophe between letters.
enum class Apostrophe : std::uint8_t {
    before,  ///< English: split to its left, `don 't`.
    after,   ///< French: split to its right, `l' homme`.
    apart,   ///< All others: a token of its own.
};

/// Words after which a full stop does not end a sentence.
struct Prefixes {
    std::vector<std::u32string> any;      ///< Before anything.
    std::vector<std::u32string> numeric;  ///< Only before a number.
};

class Normaliser {
  public:
    Normaliser(Apostrophe apostrophe, const Prefixes& prefixes, bool keep_punctuation);

    /// Replaces `line` with its tokens, joined by single spaces, case kept; `scratch` is room to work. Takes time
    /// linear in the line.
    void normalise(std::u32string& line, std::u32string& scratch) const;

  private:
    void split_full_stops(std::u32string& line, std::u32string& scratch) const;
    bool keeps_full_stop(std::u32string_view word, char32_t next) const;

    Apostrophe apostrophe_;
    bool keep_punctuation_;
    std::unordered_map<std::u32string, bool> is_numeric_only_;
};

}  // namespace bolide::text
