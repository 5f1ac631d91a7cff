/// From a line of text to its tokens.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/normaliser.hpp"

namespace bolide::text {

/// The tokens of one segment: UTF-8, back to back. Brings the room in which they are made.
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
    std::string line_, line_room_;  ///< For lines of ASCII alone.
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
    void tokenise_ascii(std::string_view line, Tokens& tokens) const;
    void tokenise_codes(std::string_view line, Tokens& tokens) const;

    std::optional<Normaliser> normaliser_;
    bool lowercase_;
    bool is_for_any_script_;
};

}  // namespace bolide::text
