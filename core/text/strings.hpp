/// Text that needs no decoding: its lines, words and numbers; and lists of strings.
#pragma once

#include "text/characters.hpp"

namespace bolide::text {

/// Calls `visit` with every word of UTF-8 text, split at blanks alone.
template <class Visit>
void for_each_word(std::string_view line, Visit visit) {
    const auto is_blank_at = [line](std::size_t at) { return is_separator(static_cast<unsigned char>(line[at])); };
    for (std::size_t at = 0; at < line.size();) {
        while (at < line.size() && is_blank_at(at)) ++at;
        const std::size_t start = at;
        while (at < line.size() && !is_blank_at(at)) ++at;
        if (at > start) visit(line.substr(start, at - start));
    }
}

/// The lines of a text that comes in pieces, cut anywhere.
class LinePieces {
  public:
    /// Calls `visit` with every line that ends in the next piece, without its end.
    template <class Visit>
    void feed(std::string_view text, Visit visit) {
        for (std::size_t end; (end = text.find('\n')) != text.npos; text.remove_prefix(end + 1)) {
            if (rest_.empty()) {
                visit(text.substr(0, end));
            } else {
                visit(rest_.append(text.substr(0, end)));
                rest_.clear();
            }
        }
        rest_.append(text);
    }
    /// Ends the text: a last line may lack its end.
    template <class Visit>
    void finish(Visit visit) {
        if (!rest_.empty()) visit(std::exchange(rest_, {}));
    }

  private:
    std::string rest_;  ///< The beginning of a line whose end has not come yet.
};

/// Calls `visit` with every line of a text, without its end.
template <class Visit>
void for_each_line(std::string_view text, Visit visit) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        visit(text.substr(at, end - at));
        at = end + 1;
    }
}

/// The lines of a text, without their ends. A last line feed ends a line and begins none.
inline std::vector<std::string_view> split_lines(std::string_view text) {
    std::vector<std::string_view> lines;
    for_each_line(text, [&lines](std::string_view line) { lines.push_back(line); });
    return lines;
}

/// Reads a text that is a number and nothing else, correctly rounded, with a point whatever the locale says. False if
/// it is none, larger than a double can be, or not 0 and so small that the nearest double is.
bool to_double(std::string_view text, double& value);

/// A list that is filled again and again: its strings have no memory of their own.
class Strings {
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
    /// Adds a string by its parts.
    void add(std::initializer_list<std::string_view> parts) {
        for (const std::string_view part : parts) bytes_.append(part);
        ends_.push_back(bytes_.size());
    }
    void copy_to(std::vector<std::string>& list) const {
        for (std::size_t i = 0; i < size(); ++i) list.emplace_back((*this)[i]);
    }

  protected:
    std::string bytes_;
    std::vector<std::size_t> ends_;
};

}  // namespace bolide::text
