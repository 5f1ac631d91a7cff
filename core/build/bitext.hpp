/// Aligned bitext: words as numbers, and the links between the words of a segment and its translation.
#pragma once

#include "resource/hash_index.hpp"

namespace bolide::build {

/// Word `source` of the source segment and word `target` of the target segment translate each other.
struct Link {
    std::uint32_t source, target;
    auto operator<=>(const Link&) const = default;
};
using Links = std::vector<Link>;

/// Input that cannot be built from; `line` is its place in the batch, from 0.
struct BitextError : std::runtime_error {
    BitextError(std::size_t at, const std::string& what) : std::runtime_error(what), line(at) {}
    std::size_t line;
};

/// Reads links in Pharaoh's form, `0-0 1-2 …`, into sorted links without duplicates. Throws BitextError, as if in line
/// 0, for what is no link or points outside of segments of these lengths.
void read_links(std::string_view text, std::size_t source_length, std::size_t target_length, Links& links);

/// Appends links in Pharaoh's form.
void write_links(const Links& links, std::string& text);

enum class Symmetry : std::uint8_t { grow_diag_final_and, intersection, union_ };

/// Makes one alignment of the two directions of an aligner (Och and Ney 2003; Koehn et al. 2003 for
/// grow-diag-final-and). Both are sorted, without duplicates, and so is the result.
void symmetrise(const Links& forward, const Links& reverse, Symmetry symmetry, Links& links);

using WordNumber = std::uint32_t;

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

/// Numbers the words of both sides and reads texts of as many lines each. Throws BitextError.
class BitextReader {
  public:
    Bitext read(std::string_view source, std::string_view target, std::string_view links);

  private:
    resource::StringIndex source_words_, target_words_;
};

}  // namespace bolide::build
