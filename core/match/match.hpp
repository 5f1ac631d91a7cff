/// The stage: all candidate matches of a hypothesis with a reference, before an aligner resolves them; graded matches.
#pragma once

#include "lexicon/lexicon.hpp"
#include "work/stopping.hpp"

namespace bolide::match {

enum class Matcher : std::uint8_t { exact, stem, synonym, paraphrase, spelling, meaning, nearest };

inline constexpr std::array matcher_names = {"exact",    "stem",    "synonym", "paraphrase",
                                             "spelling", "meaning", "nearest"};
inline constexpr std::size_t matcher_kinds = matcher_names.size();

/// Whether a matcher's matches carry a similarity. All other matches are whole.
inline constexpr bool is_graded(Matcher kind) { return kind >= Matcher::spelling; }

/// Whether a matcher uses the vectors of words (match/word_vectors.hpp). `nearest` makes no matches: it counts, for
/// every word, its similarity to the most similar word opposite.
inline constexpr bool needs_vectors(Matcher kind) { return kind == Matcher::meaning || kind == Matcher::nearest; }

/// A stretch of the hypothesis matched with a stretch of the reference.
struct Match {
    std::uint32_t hypothesis_start;
    std::uint32_t reference_start;
    std::uint8_t hypothesis_length;
    std::uint8_t reference_length;
    std::uint8_t matcher;  ///< Its place in the list of matchers, which may differ from its kind.
};

using Words = std::span<const lexicon::WordId>;

/// Why a single pair of segments cannot be scored.
struct Unscorable : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A pair so long and repetitive that its candidate matches would not fit in memory.
struct TooManyMatches : Unscorable {
    using Unscorable::Unscorable;
};

/// The most candidate matches a pair may have: bounds memory (24 bytes each) and, with the beam, time.
inline constexpr std::size_t most_matches = std::size_t{1} << 25;

/// The most steps spent on finding the matches of a pair: some seconds. Published language data stays below a millionth
/// of it on segments of 100 words; a table made to keep a program busy does not.
inline constexpr std::uint64_t most_steps = std::uint64_t{1} << 32;

/// Up to this many synsets of a word or a segment are compared without being counted.
inline constexpr std::size_t few_links = 4096;

/// All candidate matches, grouped by the reference word they begin at; inside a group, by matcher and then as found.
/// The same stretch may be proposed several times: by several matchers, or by both directions of the paraphrase table.
class Stage {
  public:
    std::size_t hypothesis_size() const { return hypothesis_cover_.size(); }
    std::size_t reference_size() const { return reference_cover_.size(); }

    std::span<const Match> at(std::size_t reference_start) const {
        return {matches_.data() + firsts_[reference_start], firsts_[reference_start + 1] - firsts_[reference_start]};
    }
    std::size_t size() const { return matches_.size(); }

    /// Whether the only match at a reference word shares none of its words with any other match.
    bool is_unambiguous(std::size_t reference_start) const {
        if (firsts_[reference_start + 1] - firsts_[reference_start] != 1) return false;
        const Match& match = matches_[firsts_[reference_start]];
        for (std::size_t k = 0; k < match.hypothesis_length; ++k)
            if (hypothesis_cover_[match.hypothesis_start + k] != 1) return false;
        for (std::size_t k = 0; k < match.reference_length; ++k)
            if (reference_cover_[match.reference_start + k] != 1) return false;
        return true;
    }

    /// How many matches cover a hypothesis word, and a reference word.
    std::uint32_t hypothesis_cover(std::size_t i) const { return hypothesis_cover_[i]; }
    std::uint32_t reference_cover(std::size_t j) const { return reference_cover_[j]; }

    void reset(std::size_t hypothesis_size, std::size_t reference_size);
    void add(const Match& match) { found_.push_back(match); }
    /// Throws TooManyMatches if there are too many; call it now and then while adding. `others` count as matches.
    void refuse_too_many(std::size_t others = 0) const {
        if (found_.size() + others > most_matches) refuse();
    }
    /// Counts steps of a matcher with more work than matches. Throws TooManyMatches at `most_steps`.
    void spend(std::uint64_t steps) {
        steps_ += steps;
        stop_.spend(steps);
        if (steps_ > most_steps) refuse();
    }
    /// Groups the matches; call it once, after the last `add`.
    void group();

  private:
    [[noreturn]] void refuse() const;

    std::uint64_t steps_ = 0;
    work::StopCheck stop_;
    std::vector<Match> found_;
    std::vector<Match> matches_;
    std::vector<std::uint32_t> firsts_;
    std::vector<std::uint32_t> hypothesis_cover_, reference_cover_;
};

/// The similarity of two words, in whole 1/1024: sums stay exact.
using Similarity = std::uint16_t;
inline constexpr Similarity whole = 1024;

struct Offer {
    Similarity similarity = 0;  ///< 0: they do not match.
    std::uint8_t matcher = 0;   ///< Its place in the list of matchers.
    Similarity credit = 0;      ///< The worth of the match to the aligner.
};

/// The best offers for words of a hypothesis (rows) and of a reference (columns).
class OfferTable {
  public:
    void reset(std::size_t rows, std::size_t columns) {
        columns_ = columns;
        offers_.assign(rows * columns, Offer{});
    }
    const Offer& at(std::size_t row, std::size_t column) const { return offers_[row * columns_ + column]; }

    /// Keeps an offer unless there is a better one, or an equal earlier one.
    void offer(std::size_t row, std::size_t column, const Offer& offer) {
        Offer& kept = offers_[row * columns_ + column];
        if (offer.credit > kept.credit) kept = offer;
    }

  private:
    std::size_t columns_ = 0;
    std::vector<Offer> offers_;
};

}  // namespace bolide::match
