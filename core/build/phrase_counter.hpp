/// Aligned bitext: words as numbers, and the links between the words of a segment and its translation. Counts its
/// phrase pairs, a batch at a time, on several threads; and lists all phrases of a text.
#pragma once

#include "resource/hash_index.hpp"

namespace bolide::build {

/// Word `source` of the source segment and word `target` of the target segment translate each other.
struct Link {
    std::uint32_t source, target;
    auto operator<=>(const Link&) const = default;
};
using Links = std::vector<Link>;

/// Unusable input; `line` is its place in the batch, from 0.
struct BitextError : std::runtime_error {
    BitextError(std::size_t at, const std::string& what) : std::runtime_error(what), line(at) {}
    std::size_t line;
};

/// Reads links in Pharaoh's form, `0-0 1-2 …`, sorts them and removes duplicates. Throws BitextError, with line 0, for
/// anything that is not a link or is out of range for segments of these lengths.
Links read_links(std::string_view text, std::size_t source_length, std::size_t target_length);

void write_links(const Links& links, std::string& text);

enum class Symmetry : std::uint8_t { grow_diag_final_and, intersection, union_ };

/// Merges the two directions of an aligner into one alignment (Och and Ney 2003; Koehn et al. 2003 for
/// grow-diag-final-and). Inputs and result are sorted, without duplicates.
Links symmetrise(const Links& forward, const Links& reverse, Symmetry symmetry);

/// A column of texts as table engines store it: UTF-8, back to back. `offsets` has one entry more, as in Arrow.
struct TextColumn {
    std::vector<char> bytes;
    std::vector<std::int32_t> offsets = {0};

    std::size_t size() const { return offsets.size() - 1; }

    void append(std::string_view text) { bytes.insert(bytes.end(), text.begin(), text.end()); }
    void end_text() { offsets.push_back(static_cast<std::int32_t>(bytes.size())); }
    void add(std::string_view text) {
        append(text);
        end_text();
    }
};

/// The different stretches of 1 to `longest` words inside the lines of a text, in order of first appearance. Words are
/// separated by one blank each.
TextColumn ngrams(std::string_view text, std::size_t longest);

/// The phrase pairs of a batch, by column. A pair may occur in several rows; their counts add up.
struct PhraseCounts {
    TextColumn source, target;
    std::vector<std::int64_t> count;
};

/// Counts the phrase pairs of bitext that are consistent with its word alignment (Och and Ney 2004; Koehn, Och and
/// Marcu 2003): with at least one link between them, and none that leaves the pair on one side only.
class PhraseCounter {
  public:
    PhraseCounter(std::uint32_t longest, std::size_t threads) : longest_(longest), threads_(threads) {}

    /// Counts a batch: texts and links with the same number of lines. Throws BitextError.
    PhraseCounts count(std::string_view source, std::string_view target, std::string_view links);

  private:
    std::uint32_t longest_;
    std::size_t threads_;
    resource::StringIndex source_words_, target_words_;
};

}  // namespace bolide::build
