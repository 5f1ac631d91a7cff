/// Segments on their way into the core: text that lives elsewhere, not copied.
#pragma once

#include "text/tokeniser.hpp"

namespace bolide::engine {

/// Segments as lines of text, or as lists of tokens.
class Batch {
  public:
    explicit Batch(bool is_tokenised) : is_tokenised_(is_tokenised) {}

    std::size_t size() const { return ends_.size(); }
    void add_piece(std::string_view piece) { pieces_.push_back(piece); }
    void end_segment() { ends_.push_back(pieces_.size()); }

    /// Marks the tokens of the next segment that are copy words: a byte for each token, or nothing for none.
    /// Either all segments have marks or none.
    void add_marks(std::string_view marks) { marks_.push_back(marks); }
    bool has_marks() const { return !marks_.empty(); }
    std::string_view marks(std::size_t segment) const { return has_marks() ? marks_[segment] : std::string_view(); }

    bool is_tokenised() const { return is_tokenised_; }
    /// A segment of a batch of lines.
    std::string_view line(std::size_t segment) const { return pieces_[segment ? ends_[segment - 1] : 0]; }

    /// The text of a segment: its line, or its tokens with blanks between them, put into `room`.
    std::string_view text(std::size_t segment, std::string& room) const {
        if (!is_tokenised_) return line(segment);
        room.clear();
        for (std::size_t i = segment ? ends_[segment - 1] : 0; i < ends_[segment]; ++i)
            room.append(pieces_[i]).push_back(' ');
        return room;
    }

    /// The vectors of the words of the next segment, a row of bytes for each token (match/word_vectors.hpp).
    /// Either all segments have vectors or none.
    void add_vectors(std::string_view vectors) { vectors_.push_back(vectors); }
    bool has_vectors() const { return !vectors_.empty(); }
    std::string_view vectors(std::size_t segment) const {
        return has_vectors() ? vectors_[segment] : std::string_view();
    }

    void tokenise(std::size_t segment, const text::Tokeniser& tokeniser, text::Tokens& tokens) const {
        const std::size_t start = segment ? ends_[segment - 1] : 0;
        if (!is_tokenised_) return tokeniser.tokenise(pieces_[start], tokens);
        tokens.clear();
        for (std::size_t i = start; i < ends_[segment]; ++i) tokeniser.add_token(pieces_[i], tokens);
    }

  private:
    bool is_tokenised_;
    std::vector<std::string_view> pieces_;
    std::vector<std::size_t> ends_;
    std::vector<std::string_view> marks_, vectors_;
};

/// Which references a hypothesis is scored against, from `begin` up to `end`, and the row of the first one.
struct References {
    std::size_t begin, end, row;

    bool are_those_of(const References& other) const { return begin == other.begin && end == other.end; }
};

/// Groups of hypotheses and references: every hypothesis is scored against every reference of its group. Those of group
/// g are `reference_ends[g - 1]` up to `reference_ends[g]`, and the same for the hypotheses.
struct Pairs {
    Batch hypotheses;
    Batch references;
    std::vector<std::size_t> reference_ends;
    std::vector<std::size_t> hypothesis_ends = {};  ///< If empty, every hypothesis is a group.

    /// Whether the ends are those of all hypotheses and references.
    bool fit_together() const {
        if (!are_ends_of(reference_ends, references.size())) return false;
        if (hypothesis_ends.empty()) return reference_ends.size() == hypotheses.size();
        return hypothesis_ends.size() == reference_ends.size() && are_ends_of(hypothesis_ends, hypotheses.size());
    }

    /// How many pairs there are.
    std::size_t rows() const {
        std::size_t rows = 0, hypothesis = 0, reference = 0;
        for (std::size_t group = 0; group < reference_ends.size(); ++group) {
            rows += (hypothesis_end(group) - hypothesis) * (reference_ends[group] - reference);
            hypothesis = hypothesis_end(group);
            reference = reference_ends[group];
        }
        return rows;
    }

    /// The references of each hypothesis. Rows are in the order of hypotheses, then of references.
    std::vector<References> references_of_all() const {
        std::vector<References> all;
        all.reserve(hypotheses.size());
        std::size_t begin = 0, row = 0;
        for (std::size_t group = 0; group < reference_ends.size(); ++group) {
            const std::size_t end = reference_ends[group];
            for (const std::size_t last = hypothesis_end(group); all.size() < last; row += end - begin)
                all.push_back({begin, end, row});
            begin = end;
        }
        return all;
    }

  private:
    /// Whether groups with these ends have so many items together.
    static bool are_ends_of(const std::vector<std::size_t>& ends, std::size_t items) {
        return std::is_sorted(ends.begin(), ends.end()) && (ends.empty() ? 0 : ends.back()) == items;
    }
    std::size_t hypothesis_end(std::size_t group) const {
        return hypothesis_ends.empty() ? group + 1 : hypothesis_ends[group];
    }
};

}  // namespace bolide::engine
