/// Segments on their way into the core: text that lives elsewhere, not copied.
#pragma once

#include <string>
#include <string_view>
#include <vector>

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

    /// All characters of a segment that are not blanks, in their order: its line, or its tokens put into `room`.
    std::string_view characters(std::size_t segment, std::string& room) const {
        if (!is_tokenised_) return line(segment);
        room.clear();
        for (std::size_t i = segment ? ends_[segment - 1] : 0; i < ends_[segment]; ++i) room += pieces_[i];
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
    bool fit_together() const;
    /// How many pairs there are.
    std::size_t rows() const;
    /// The references of each hypothesis. Rows are in the order of hypotheses, then of references.
    std::vector<References> references_of_all() const;

  private:
    std::size_t hypothesis_end(std::size_t group) const {
        return hypothesis_ends.empty() ? group + 1 : hypothesis_ends[group];
    }
};

}  // namespace bolide::engine
