/// A batch of aligned bitext: words as numbers, links between them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "build/lexical_table.hpp"
#include "build/links.hpp"
#include "resource/hash_index.hpp"

namespace bolide::build {

/// Lists of values, back to back.
template <class T>
struct Rows {
    std::vector<T> values;
    std::vector<std::size_t> ends;

    std::size_t size() const { return ends.size(); }
    std::span<const T> operator[](std::size_t row) const {
        const std::size_t start = row ? ends[row - 1] : 0;
        return {values.data() + start, ends[row] - start};
    }
    void end_row() { ends.push_back(values.size()); }
};

/// One side of bitext: its words as numbers, and as text with one blank between them.
struct BitextSide {
    Rows<WordNumber> words;
    std::string text;
    std::vector<std::size_t> word_ends;  ///< In `text`.

    /// Some words of a segment, as text: half-open, and not empty.
    std::string_view phrase(std::size_t segment, std::size_t start, std::size_t end) const {
        const std::size_t row = segment ? words.ends[segment - 1] : 0;
        const std::size_t first = row + start ? word_ends[row + start - 1] + 1 : 0;
        return {text.data() + first, word_ends[row + end - 1] - first};
    }
};

struct Bitext {
    BitextSide source, target;
    Rows<Link> links;
    std::size_t size() const { return links.size(); }
};

/// The lines of a text, without their line feeds. A last line feed ends a line and begins none.
std::vector<std::string_view> split_lines(std::string_view text);

/// Numbers the words of both sides and reads texts of as many lines each. Throws BitextError.
class BitextReader {
  public:
    Bitext read(std::string_view source, std::string_view target, std::string_view links);

  private:
    resource::StringIndex source_words_, target_words_;
};

}  // namespace bolide::build
