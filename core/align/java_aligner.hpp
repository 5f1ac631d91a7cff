/// The search of Meteor 1.5, with everything that makes its results what they are.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "align/alignment.hpp"
#include "align/ranking.hpp"
#include "align/search_key.hpp"
#include "align/small_search.hpp"
#include "align/word_set.hpp"
#include "match/match.hpp"

namespace bolide::align {

/// A pair with so many partial alignments that a beam as wide as asked for would fill the memory.
struct TooManyPaths : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The most partial alignments that are kept at a time, however wide the beam: bounds memory (some 300 bytes each).
inline constexpr std::size_t most_paths = std::size_t{1} << 20;

/// What the search is after.
enum class Objective : std::uint8_t {
    coverage,  ///< The most covered words, exact ones counting 1 and others 1/2: what Meteor 1.5 scores with
               ///< ("maxcov").
    accuracy,  ///< The most words covered without paraphrases, then the most covered words ("maxacc" of its Matcher).
};

/// The settings of a search: `kinds` says what kind of matcher each place in the list of matchers is.
struct JavaSettings {
    std::size_t beam;
    std::vector<match::Matcher> kinds;
    Objective objective = Objective::coverage;
};

/// How far a match moves its words.
inline std::uint32_t distance_of(const match::Match& match) {
    const auto i = match.hypothesis_start, j = match.reference_start;
    return i < j ? j - i : i - j;
}

/// What a match adds to the covered words, as one number: under the objective of accuracy, exact words and their like
/// weigh more than all covered words, of which there are `most_words`, together.
inline std::uint64_t covered(const match::Match& match, const JavaSettings& settings, std::uint64_t most_words) {
    const std::uint64_t here = match.hypothesis_length, there = match.reference_length;
    const match::Matcher kind = settings.kinds[match.matcher];
    if (settings.objective == Objective::coverage)
        return kind == match::Matcher::exact ? here + there : here / 2 + there / 2;
    return (kind == match::Matcher::paraphrase ? 0 : (here + there) * (most_words + 1)) + here + there;
}

inline std::uint64_t words_of(const match::Stage& stage) { return stage.hypothesis_size() + stage.reference_size(); }

/// What a search of a pair may meet. Every path pays for a match at most once, and a path has at most one candidate for
/// each match, and one more; their ages are told apart by bits of their own.
KeyLimits limits_of(const match::Stage& stage, const JavaSettings& settings);

/// A beam search over the reference words from left to right. Partial alignments ("paths") are ordered by covered
/// words, larger first, then chunks, then distance, then age. Takes time linear in the candidate matches times the
/// beam, and memory for the paths there are. Throws TooManyPaths.
///
/// Parity, each on purpose: covered words are counted in whole numbers, so that a match of one word that is not exact
/// counts nothing; the distance of a match is charged to the paths that decline it, not to the one that takes it; a
/// chunk counts only once it is closed.
template <class Key, class WordSet>
class JavaSearch {
  public:
    void run(const match::Stage& stage, const JavaSettings& settings, const KeyLayout<Key>& layout,
             Alignment& alignment);

  private:
    static constexpr std::uint32_t none = UINT32_MAX;

    struct Path {
        Key key;                       ///< Its age left out.
        WordSet used;                  ///< The contested hypothesis words that it has matched.
        std::uint32_t reference_end;   ///< The first reference word it has not decided on.
        std::uint32_t hypothesis_end;  ///< Where the open chunk would go on; `none` if no chunk is open.
        std::uint32_t choice;          ///< The last match it took, in `choices_`.
    };
    struct Choice {
        std::uint32_t earlier;
        const match::Match* match;
    };
    /// A match that paths may take, with what it does to them.
    struct Option {
        typename WordSet::Range words;
        Key covered, distance;
        std::uint32_t hypothesis_start, hypothesis_end, reference_end;
        const match::Match* match;
    };

    void take_fixed(const match::Match& match);
    void skip(std::uint32_t position);
    template <class Step>
    void advance(Step step);
    void choose(std::span<const match::Match> matches, std::uint32_t position);
    void list_options(std::span<const match::Match> matches);
    void offer_options(Path& path, std::uint32_t parent, Ranking<Key>& ranking) const;
    void make_room();
    void keep_best(Ranking<Key>& ranking);
    void collect(const match::Stage& stage, Alignment& alignment) const;

    /// The age of a candidate: paths in their order, and for each its options in theirs.
    std::uint64_t age_of(std::uint32_t parent, std::size_t option) const {
        return std::uint64_t{parent} << option_bits_ | option;
    }

    /// What a path pays for going on elsewhere than where its chunk is open.
    Key price_of_break(const Path& path) const { return path.hypothesis_end == none ? Key{} : chunk_; }
    void decline(Path& path, std::uint32_t position) const;

    const JavaSettings* settings_ = nullptr;
    std::size_t beam_ = 0;
    std::uint64_t most_words_ = 0;  ///< Of both sides together.
    KeyLayout<Key> layout_;
    Key chunk_{};
    std::vector<Path> paths_, next_paths_;  ///< Of which the first `count_` are alive; both have room for as many.
    std::size_t count_ = 0;
    std::vector<Choice> choices_;
    std::vector<Option> options_;
    std::uint32_t option_bits_ = 0;  ///< How many bits hold the number of an option, or of declining, the last one.
    typename Ranking<Key>::Room candidates_;
    std::vector<std::uint32_t> lagging_, leading_;  ///< Paths whose last step did, and did not, cost a chunk.
};

/// Runs the search in the narrowest form that holds a pair's numbers.
class JavaAligner {
  public:
    explicit JavaAligner(JavaSettings settings) : settings_(std::move(settings)) {}

    void align(const match::Stage& stage, Alignment& alignment);

  private:
    JavaSettings settings_;
    SmallSearch small_;
    JavaSearch<NarrowKey, SmallWordSet> narrow_;
    JavaSearch<NarrowKey, LargeWordSet> long_;
    JavaSearch<WideKey, LargeWordSet> wide_;
};

}  // namespace bolide::align
