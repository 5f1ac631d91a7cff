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
void read_links(std::string_view text, std::size_t source_length, std::size_t target_length, Links& links);

void write_links(const Links& links, std::string& text);

enum class Symmetry : std::uint8_t { grow_diag_final_and, intersection, union_ };

/// Merges the two directions of an aligner into one alignment (Och and Ney 2003; Koehn et al. 2003 for
/// grow-diag-final-and). Inputs and result are sorted, without duplicates.
void symmetrise(const Links& forward, const Links& reverse, Symmetry symmetry, Links& links);

using WordNumber = std::uint32_t;

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

    /// Words `start` up to `end` of a segment as text; not empty.
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

/// Numbers the words of both sides and reads texts with the same number of lines. Throws BitextError.
class BitextReader {
  public:
    Bitext read(std::string_view source, std::string_view target, std::string_view links);

  private:
    resource::StringIndex source_words_, target_words_;
};

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

struct PhrasePair {
    std::uint32_t source_start, source_end, target_start, target_end;
};

/// Finds the phrase pairs of a segment that are consistent with its word alignment (Och and Ney 2004; Koehn, Och and
/// Marcu 2003). Keeps its memory, so that one object serves many segments.
class PhraseExtractor {
  public:
    explicit PhraseExtractor(std::uint32_t longest) : longest_(longest) {}

    /// Calls `visit(PhrasePair)` for all pairs of phrases with at least one link between them and none that leaves the
    /// pair on one side only. Unlinked words at the borders may be included or not. Costs O(n · longest²) for n target
    /// words, plus the number of pairs. `links` is sorted and points inside of the lengths.
    template <class Visit>
    void extract(const Links& links, std::uint32_t source_length, std::uint32_t target_length, Visit visit) {
        prepare(links, source_length, target_length);
        for (std::uint32_t start = 0; start < target_length; ++start) {
            Reach reach;
            for (std::uint32_t end = start + 1; end <= std::min(target_length, start + longest_); ++end) {
                reach.add(of_target_[end - 1]);
                if (reach.is_empty()) continue;
                if (reach.last - reach.first >= longest_) break;  // The reach only grows.
                if (is_closed(reach, start, end)) visit_extended(reach, start, end, source_length, visit);
            }
        }
    }

  private:
    /// The words of the other side linked with a stretch of words: from the first to the last.
    struct Reach {
        std::uint32_t first = UINT32_MAX, last = 0;
        bool is_empty() const { return first > last; }
        void add(Reach other) {
            first = std::min(first, other.first);
            last = std::max(last, other.last);
        }
    };

    void prepare(const Links& links, std::uint32_t source_length, std::uint32_t target_length);
    bool is_closed(Reach reach, std::uint32_t start, std::uint32_t end) const;

    template <class Visit>
    void visit_extended(Reach reach, std::uint32_t start, std::uint32_t end, std::uint32_t source_length,
                        Visit& visit) {
        for (std::uint32_t first = reach.first;; --first) {
            for (std::uint32_t last = reach.last; last < source_length && last - first < longest_; ++last) {
                if (last != reach.last && !of_source_[last].is_empty()) break;
                visit(PhrasePair{first, last + 1, start, end});
            }
            if (first == 0 || !of_source_[first - 1].is_empty() || reach.last - (first - 1) >= longest_) return;
        }
    }

    std::uint32_t longest_;
    std::vector<Reach> of_source_, of_target_;
};

/// The different stretches of 1 to `longest` words inside the lines of a text, in order of first appearance. Words are
/// separated by one blank each.
TextColumn ngrams(std::string_view text, std::size_t longest);

/// The phrase pairs of a batch, by column. A pair may occur in several rows; their counts add up.
struct PhraseCounts {
    TextColumn source, target;
    std::vector<std::int64_t> count;
};

class PhraseCounter {
  public:
    PhraseCounter(std::uint32_t longest, std::size_t threads) : longest_(longest), threads_(threads) {}

    /// Counts the phrase pairs of a batch. Throws BitextError.
    PhraseCounts count(std::string_view source, std::string_view target, std::string_view links);

  private:
    std::uint32_t longest_;
    std::size_t threads_;
    BitextReader reader_;
};

}  // namespace bolide::build
