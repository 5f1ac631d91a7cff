/// What one thread does: from the text of pairs to their statistics.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "align/graded_aligner.hpp"
#include "align/pieces.hpp"
#include "engine/line_reader.hpp"
#include "engine/scorer.hpp"
#include "work/stopping.hpp"

namespace bolide::engine {

/// One side of a pair.
struct Side {
    std::vector<lexicon::WordId> words;
    std::vector<char> copied;
    tag::Parse parse;
    match::WordVectors vectors;
};

/// What is to be counted.
struct Task {
    const Pairs& pairs;
    std::span<const References> references;  ///< Of each hypothesis.
    bool has_copy_words;
    std::span<std::int64_t> rows;
};

/// Segments that were read, and wait to be looked up together.
class Waiting {
  public:
    /// Hypotheses, and references that all of them are scored against: their numbers, and where the first sides are.
    struct Tile {
        std::size_t segment, segment_count, hypothesis;
        std::size_t reference_number, reference_count, reference;
    };

    void clear() {
        tiles_.clear();
        used_ = words_ = 0;
    }
    /// Forgets everything but some sides, which come first then.
    void keep(std::size_t first, std::size_t count);

    /// Makes room for another side; says where it is. Sides move when there is one more.
    std::size_t add_side();
    /// Says that the last side was read.
    void end_side() { words_ += sides_[used_ - 1].words.size(); }
    /// Takes it back.
    void drop_side() { --used_; }
    void add_tile(const Tile& tile) { tiles_.push_back(tile); }
    /// Whether there are so many sides, or words of theirs, that they should not wait for more.
    bool is_full() const;
    /// Whether there are so many that more of them gain nothing.
    bool is_enough() const;
    /// Whether it is half full.
    bool is_half_full() const;

    Side& side(std::size_t number) { return sides_[number]; }
    std::vector<Tile>& tiles() { return tiles_; }
    /// The words of all sides.
    std::span<const match::Words> texts();

  private:
    std::vector<Side> sides_;  ///< So many of them are used.
    std::size_t used_ = 0, words_ = 0;
    std::vector<Tile> tiles_;
    std::vector<match::Words> texts_;
};

/// All that one thread needs: a lexicon and room to work.
class Worker {
  public:
    explicit Worker(const Settings& settings);

    /// Starts over where memory would grow. Words that were read are worth nothing then.
    void bound();

    /// Reads one side of a pair, with its copy words where they count.
    void read(const Batch& batch, std::size_t segment, bool has_copy_words, Side& side);

    /// What can be told of a side.
    ReadSegment describe(const Side& side) const;

    /// Fills the rows of the segments from `begin` up to `end`. Throws SegmentError for the first one that fails.
    void count(const Task& task, std::size_t begin, std::size_t end);

    /// Aligns a hypothesis with its only reference.
    AlignedPair align(const Batch& hypotheses, const Batch& references, std::size_t segment, bool has_copy_words);

  private:
    bool is_full() const;
    void flag(std::string_view marks, Side& side) const;
    void read_vectors(std::string_view vectors, Side& side);

    std::size_t count_sharing(const Task& task, std::size_t begin, std::size_t end);
    std::size_t read_next(const Task& task, const Batch& batch, std::size_t number);
    std::size_t take(const Task& task, std::size_t begin, std::size_t end);
    void count_waiting(const Task& task);
    void count_cell(const Task& task, const Waiting::Tile& tile, std::size_t here, std::size_t there);

    bool align_staged(match::Words hypothesis, match::Words reference, align::Alignment& found, bool may_give_up);
    void align_pieces(match::Words hypothesis, match::Words reference);
    bool is_cut_at_once(const Side& hypothesis, const Side& reference) const;
    void count_pair(const Side& hypothesis, const Side& reference, bool has_copy_words, std::span<std::int64_t> row);
    void count_characters(const Batch& hypotheses, std::size_t segment, const Batch& references, std::size_t number,
                          std::span<std::int64_t> row);
    void grade(const Side& hypothesis, const Side& reference, score::Row row);
    void compare(const Side& hypothesis, const Side& reference, score::Row row);

    const Settings& settings_;
    lexicon::Lexicon lexicon_;
    LineReader reader_;
    match::StageBuilder builder_, piece_builder_;
    align::Aligner aligner_;
    align::GradedAligner graded_;
    bool has_forms_;  ///< Whether it matters how words are spelt.
    align::Cut cut_;  ///< Whether long pairs are cut into pieces.
    lexicon::Forms forms_;
    std::optional<tag::Parser> parser_;
    text::Tokens tokens_;
    Waiting waiting_;
    std::vector<std::optional<std::uint32_t>> vector_rows_;  ///< Of each word, in the table of vectors.
    std::optional<std::size_t> nearest_place_;               ///< Of that matcher, if it is one of them.
    std::optional<std::uint8_t> exact_place_;                ///< The same.
    std::vector<match::Similarity> nearest_here_, nearest_there_;
    match::Stage stage_;
    align::Alignment alignment_, piece_;
    align::Pieces pieces_;
    score::ChrfCounter chrf_;
    work::StopCheck stop_;
    std::string here_, there_;  ///< Room for the characters of tokens.
};

}  // namespace bolide::engine
