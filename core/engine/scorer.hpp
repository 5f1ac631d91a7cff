/// The whole path from text to statistics, for batches, on several threads.
#pragma once

#include "align/aligner.hpp"
#include "engine/batch.hpp"
#include "lexicon/lexicon.hpp"
#include "score/statistics.hpp"

namespace bolide::engine {

/// A segment that cannot be scored.
struct SegmentError : std::runtime_error {
    SegmentError(std::size_t index, const std::string& what) : std::runtime_error(what), segment(index) {}
    std::size_t segment;
};

struct Settings {
    text::Tokeniser tokeniser;
    std::shared_ptr<const lexicon::Knowledge> knowledge;
    align::AlignerSettings aligner;  ///< Its kinds are also the matchers to run.
    score::Unit unit;
    score::FormulaKind formula = score::FormulaKind::meteor;  ///< Whose columns are counted.
    std::shared_ptr<const tag::Grammar> grammar = nullptr;    ///< Null: no tags, no groups, no clauses.
    match::Similarity least_meaning = match::whole / 2;       ///< From here on words match by their vectors.
    score::Shares shares = {};                                ///< Of parts that are counted next to Meteor's columns.

    /// How many columns a row of statistics has.
    std::size_t columns() const { return score::schema_of(formula).size() + score::width_of(shares); }
};

/// A segment in words, with what is known of each.
struct ReadSegment {
    std::vector<std::string> words;
    std::vector<bool> function;
    std::vector<char> copy;  ///< Empty where no copy words are counted.
    tag::Parse parse;        ///< Empty without a grammar.
};

/// A segment aligned with one reference.
struct AlignedPair {
    ReadSegment hypothesis, reference;
    align::Alignment alignment;
    std::vector<std::int64_t> statistics;
};

/// What a word is, in bits.
enum WordKind : std::uint8_t { function_word = 1, copy_word = 2 };

/// Cells of a match: where it begins on either side and how long it is, the place of its matcher, and its similarity.
inline constexpr std::size_t match_cells = 6;

/// Aligned pairs as flat arrays: what crosses a border as it is, whatever the number of words and matches. Sides are
/// numbered: the hypothesis of the first pair, its reference, those of the second pair and so on.
struct PackedAlignments {
    std::vector<std::string> vocabulary;   ///< The words in the order in which they come up.
    std::vector<std::int32_t> words;       ///< Of all sides, as places in the vocabulary.
    std::vector<std::uint8_t> kinds;       ///< Of each word.
    std::vector<std::int32_t> word_ends;   ///< Where the words of each side end.
    std::vector<std::int32_t> matches;     ///< `match_cells` for each, in the order of the reference.
    std::vector<std::int32_t> match_ends;  ///< Where the matches of each pair end.
    std::vector<std::int64_t> statistics;  ///< A row for each pair.
    bool has_copy_words = false;           ///< Whether copy words were looked for.
};

PackedAlignments pack(std::span<const AlignedPair> pairs);

class Worker;

/// Immutable to its users: any number of threads may call it at once. What it remembers between calls (the words seen)
/// changes no result, is bounded, and is kept without locks, so that a process may fork at any time.
class Scorer {
  public:
    explicit Scorer(Settings settings);
    ~Scorer();
    Scorer(const Scorer&) = delete;
    Scorer& operator=(const Scorer&) = delete;

    /// How many columns a row of statistics has.
    std::size_t columns() const { return settings_.columns(); }

    /// Fills one row of statistics per reference, in order. Throws SegmentError for the first segment that fails.
    /// The result does not depend on `threads`.
    void statistics(const Pairs& pairs, std::size_t threads, std::span<std::int64_t> rows) const;

    /// Aligns every hypothesis with its only reference.
    std::vector<AlignedPair> align(const Batch& hypotheses, const Batch& references) const;

    /// The segments alone.
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
