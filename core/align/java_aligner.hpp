/// The search of Meteor 1.5, with everything that makes its results what they are.
#pragma once

#include "align/alignment.hpp"
#include "align/small_search.hpp"
#include "align/word_set.hpp"
#include "match/match.hpp"

namespace bolide::align {

/// A pair with so many partial alignments that a beam as wide as asked for would fill the memory.
struct TooManyPaths : match::Unscorable {
    using Unscorable::Unscorable;
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

/// A beam search over the reference words from left to right. Partial alignments ("paths") are ordered by covered
/// words, larger first, then chunks, then distance, then age. Takes time linear in the candidate matches times the
/// beam, and memory for the paths there are. Throws TooManyPaths.
///
/// Parity, each on purpose: covered words are counted in whole numbers, so that a match of one word that is not exact
/// counts nothing; the distance of a match is charged to the paths that decline it, not to the one that takes it; a
/// chunk counts only once it is closed.
class WideSearch {
  public:
    void run(const match::Stage& stage, const JavaSettings& settings, Alignment& alignment);

  private:
    static constexpr std::uint32_t none = UINT32_MAX;

    /// The order of paths. Matches without a rival are left out: they are the same for all paths.
    struct Cost {
        std::int64_t words = 0;  ///< Covered ones, as a negative number.
        std::uint64_t chunks = 0, distance = 0;
        auto operator<=>(const Cost&) const = default;
    };
    struct Path {
        Cost cost;
        LargeWordSet used;                    ///< The contested hypothesis words that it has matched.
        std::uint32_t reference_end = 0;      ///< The first reference word it has not decided on.
        std::uint32_t hypothesis_end = none;  ///< Where the open chunk would go on; `none` if no chunk is open.
        std::uint32_t choice = none;          ///< The last match it took, in `choices_`.

        /// Whether a chunk ends if it goes on at a hypothesis word; `none`: if it does not.
        bool breaks(std::uint32_t start) const { return hypothesis_end != none && hypothesis_end != start; }
        void take(const match::Match& match) {
            cost.chunks += breaks(match.hypothesis_start);
            reference_end = match.reference_start + match.reference_length;
            hypothesis_end = match.hypothesis_start + match.hypothesis_length;
        }
        void pass(std::uint32_t position) {
            cost.chunks += breaks(none);
            reference_end = position + 1;
            hypothesis_end = none;
        }
    };
    struct Choice {
        std::uint32_t earlier;
        const match::Match* match;
    };
    /// What a path may do next: take a match, or decline all, the last option. All are different.
    struct Candidate {
        Cost cost{std::numeric_limits<std::int64_t>::max()};
        std::uint32_t parent = 0, option = 0;
        auto operator<=>(const Candidate&) const = default;
    };

    void go_on(std::uint32_t position, const match::Match* match);
    void choose(std::uint32_t position, std::span<const match::Match> matches);
    void offer_all(Path& path, std::uint32_t parent, std::span<const match::Match> matches);
    void offer(const Candidate& candidate);
    void keep_best(std::span<const match::Match> matches);
    void collect(const match::Stage& stage, Alignment& alignment) const;

    const JavaSettings* settings_ = nullptr;
    std::size_t beam_ = 0;
    std::uint64_t most_words_ = 0;  ///< Of both sides together.
    std::vector<Path> paths_, next_paths_;
    std::vector<Choice> choices_;
    std::vector<Candidate> candidates_;
    Candidate worst_;  ///< What is not below it is not kept.
};

/// Runs the small search where it holds a pair's numbers, which is almost always, and else the wide one.
class JavaAligner {
  public:
    explicit JavaAligner(JavaSettings settings) : settings_(std::move(settings)) {}

    void align(const match::Stage& stage, Alignment& alignment) {
        if (!small_.run(stage, settings_, alignment)) wide_.run(stage, settings_, alignment);
    }

  private:
    JavaSettings settings_;
    SmallSearch small_;
    WideSearch wide_;
};

}  // namespace bolide::align
