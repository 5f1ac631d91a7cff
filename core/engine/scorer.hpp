/// The whole path from text to statistics, for batches of text that the caller owns, on several threads.
#pragma once

#include "align/alignment.hpp"
#include "align/settings.hpp"
#include "lexicon/lexicon.hpp"
#include "rows.hpp"
#include "score/formula.hpp"
#include "tag/tagger.hpp"
#include "text/tokeniser.hpp"

namespace bolide::engine {

/// Segments as lines of text, or as lists of tokens.
class Batch {
  public:
    explicit Batch(bool is_tokenised) : is_tokenised_(is_tokenised) {}

    std::size_t size() const { return pieces_.size(); }
    void add_piece(std::string_view piece) { pieces_.add(piece); }
    void end_segment() { pieces_.end_row(); }

    /// Marks the copy words of the next segment: one byte per token, or an empty text for none. Either all segments
    /// have marks or none.
    void add_marks(std::string_view marks) { marks_.push_back(marks); }
    bool has_marks() const { return !marks_.empty(); }
    std::string_view marks(std::size_t segment) const { return has_marks() ? marks_[segment] : std::string_view(); }

    bool is_tokenised() const { return is_tokenised_; }
    std::string_view line(std::size_t segment) const { return pieces_[segment].front(); }

    /// The text of a segment: its line, or its tokens joined by blanks in `room`.
    std::string_view text(std::size_t segment, std::string& room) const {
        if (!is_tokenised_) return line(segment);
        room.clear();
        for (const std::string_view token : pieces_[segment]) room.append(token).push_back(' ');
        return room;
    }

    /// Adds the vectors of the next segment's words, a row of bytes per token (match/word_vectors.hpp). Either all
    /// segments have vectors or none.
    void add_vectors(std::string_view vectors) { vectors_.push_back(vectors); }
    bool has_vectors() const { return !vectors_.empty(); }
    std::string_view vectors(std::size_t segment) const {
        return has_vectors() ? vectors_[segment] : std::string_view();
    }

    void tokenise(std::size_t segment, const text::Tokeniser& tokeniser, text::Tokens& tokens) const {
        if (!is_tokenised_) return tokeniser.tokenise(line(segment), tokens);
        tokens.clear();
        for (const std::string_view token : pieces_[segment]) tokeniser.add_token(token, tokens);
    }

  private:
    bool is_tokenised_;
    Rows<std::string_view> pieces_;
    std::vector<std::string_view> marks_, vectors_;
};

/// The references of a hypothesis, from `begin` up to `end`, and the row of the first one.
struct References {
    std::size_t begin, end, row;

    bool are_those_of(const References& other) const { return begin == other.begin && end == other.end; }
};

/// Groups of hypotheses and references: every hypothesis is scored against every reference of its group. Group g has
/// the references `reference_ends[g - 1]` up to `reference_ends[g]`, and its hypotheses likewise.
struct Pairs {
    Batch hypotheses;
    Batch references;
    std::vector<std::size_t> reference_ends;
    std::vector<std::size_t> hypothesis_ends = {};  ///< If empty, every hypothesis is a group.

    bool fit_together() const {
        if (!are_ends_of(reference_ends, references.size())) return false;
        if (hypothesis_ends.empty()) return reference_ends.size() == hypotheses.size();
        return hypothesis_ends.size() == reference_ends.size() && are_ends_of(hypothesis_ends, hypotheses.size());
    }

    std::size_t rows() const {
        const auto all = references_of_all();
        return all.empty() ? 0 : all.back().row + all.back().end - all.back().begin;
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
    /// Whether groups with these ends have this many items in total.
    static bool are_ends_of(const std::vector<std::size_t>& ends, std::size_t items) {
        return std::is_sorted(ends.begin(), ends.end()) && (ends.empty() ? 0 : ends.back()) == items;
    }
    std::size_t hypothesis_end(std::size_t group) const {
        return hypothesis_ends.empty() ? group + 1 : hypothesis_ends[group];
    }
};

struct SegmentError : std::runtime_error {
    SegmentError(std::size_t index, const std::string& what) : std::runtime_error(what), segment(index) {}
    std::size_t segment;
};

struct Settings {
    text::Tokeniser tokeniser;
    std::shared_ptr<const lexicon::Knowledge> knowledge;
    align::AlignerSettings aligner;  ///< Its kinds are also the matchers to run.
    score::Unit unit;
    score::FormulaKind formula = score::FormulaKind::meteor;  ///< Determines the columns.
    std::shared_ptr<const tag::Grammar> grammar = nullptr;    ///< Null: no tags, no groups, no clauses.
    match::Similarity least_meaning = match::whole / 2;       ///< From here on, words match by their vectors.
    score::Shares shares = {};                                ///< Of parts counted beside Meteor's columns.

    std::size_t columns() const { return score::schema_of(formula).size() + score::width_of(shares); }
};

struct ReadSegment {
    std::vector<std::string> words;
    std::vector<bool> function;
    std::vector<char> copy;  ///< Empty if copy words are not counted.
    tag::Parse parse;        ///< Empty without a grammar.
};

struct AlignedPair {
    ReadSegment hypothesis, reference;
    align::Alignment alignment;
    std::vector<std::int64_t> statistics;
};

enum WordKind : std::uint8_t { function_word = 1, copy_word = 2 };

/// Cells of a match: where it begins on either side and how long it is, the place of its matcher, and its similarity.
inline constexpr std::size_t match_cells = 6;

/// Aligned pairs as flat arrays, which cross language borders unchanged for any number of words and matches. Sides are
/// numbered: the hypothesis of the first pair, its reference, those of the second pair and so on.
struct PackedAlignments {
    std::vector<std::string> vocabulary;   ///< The words in order of first use.
    std::vector<std::int32_t> words;       ///< Of all sides, as places in the vocabulary.
    std::vector<std::uint8_t> kinds;       ///< Of each word.
    std::vector<std::int32_t> word_ends;   ///< Where the words of each side end.
    std::vector<std::int32_t> matches;     ///< `match_cells` for each, in the order of the reference.
    std::vector<std::int32_t> match_ends;  ///< Where the matches of each pair end.
    std::vector<std::int64_t> statistics;  ///< A row for each pair.
    bool has_copy_words = false;           ///< Whether copy words were counted.
};

PackedAlignments pack(std::span<const AlignedPair> pairs);

class Worker;

/// Immutable to its users: any number of threads may call it at once. Its cache of words seen changes no result, is
/// bounded, and is kept without locks, so that a process may fork at any time.
class Scorer {
  public:
    explicit Scorer(Settings settings);
    ~Scorer();
    Scorer(const Scorer&) = delete;
    Scorer& operator=(const Scorer&) = delete;

    std::size_t columns() const { return settings_.columns(); }

    /// Fills one row of statistics per reference, in order. Throws SegmentError for the first segment that fails.
    /// The result does not depend on `threads`.
    void statistics(const Pairs& pairs, std::size_t threads, std::span<std::int64_t> rows) const;

    std::vector<AlignedPair> align(const Batch& hypotheses, const Batch& references) const;

    std::vector<ReadSegment> read(const Batch& segments) const;

    const Settings& settings() const { return settings_; }

  private:
    class Lease;

    bool counts_copy_words(const Batch& hypotheses, const Batch& references) const;

    template <class Task>
    void run(std::size_t segments, std::size_t threads, Task task) const;

    Settings settings_;
    static constexpr std::size_t idle_places = 64;
    mutable std::array<std::atomic<Worker*>, idle_places> idle_{};
};

}  // namespace bolide::engine
