/// From a line of text to its tokens.
#pragma once

#include "text/normaliser.hpp"
#include "text/strings.hpp"

namespace bolide::text {

/// The tokens of one segment in UTF-8, with the room in which they are made.
class Tokens : public Strings {
  public:
    void push_back(std::string_view token) { add({token}); }

  private:
    friend class Tokeniser;
    void end_token() { ends_.push_back(bytes_.size()); }

    std::u32string codes_, codes_room_;
};

/// A line goes through the normaliser (if there is one), is lower-cased (if asked) and split at blanks; or it is split
/// into words of any script, as they are.
class Tokeniser {
  public:
    Tokeniser(std::optional<Normaliser> normaliser, bool lowercase, bool is_for_any_script = false)
        : normaliser_(std::move(normaliser)), lowercase_(lowercase), is_for_any_script_(is_for_any_script) {}

    void tokenise(std::string_view line, Tokens& tokens) const;

    /// Adds one token of text that is tokenised already: lower-cased if asked, never split.
    void add_token(std::string_view token, Tokens& tokens) const;

  private:
    std::optional<Normaliser> normaliser_;
    bool lowercase_;
    bool is_for_any_script_;
};

}  // namespace bolide::text
