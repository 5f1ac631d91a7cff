/// Find words that are the same, have the same stem, or share a synset.
#pragma once

#include "match/chains.hpp"
#include "match/match.hpp"

namespace bolide::match {

/// A set of places, as bits, for each key. Keys are dense numbers, the frequent ones low.
class PlaceSets {
  public:
    /// Longer segments do not fit.
    static constexpr std::size_t most_places = 64;

    /// Empties all sets, and makes room for keys below `end`, to be added so many times.
    void reset(std::size_t end, std::size_t count) {
        for (std::size_t i = 0; i < count_; ++i) sets_[filled_[i]] = 0;
        count_ = 0;
        if (sets_.size() < end) sets_.resize(end);
        if (filled_.size() < count) filled_.resize(count);
    }

    void add(std::uint32_t place, std::uint32_t key) {
        sets_[key] |= std::uint64_t{1} << place;
        filled_[count_++] = key;
    }
    /// The same for a row of keys.
    template <std::size_t size>
    void add(std::uint32_t place, std::span<const std::uint32_t, size> keys) {
        std::uint32_t* const to = filled_.data() + count_;
        for (std::size_t k = 0; k < size; ++k) to[k] = keys[k];
        for (std::size_t k = 0; k < size; ++k) sets_[keys[k]] |= std::uint64_t{1} << place;
        count_ += size;
    }
    /// Empties the sets of the keys below `end`.
    void forget_first(std::size_t end) { std::fill_n(sets_.data(), end, 0); }

    std::uint64_t operator[](std::uint32_t key) const { return sets_[key]; }

  private:
    std::vector<std::uint64_t> sets_;
    std::vector<std::uint32_t> filled_;  ///< The keys whose sets are not empty: so many.
    std::size_t count_ = 0;
};

/// Looks at all words of a hypothesis at once. Takes the same steps for most words, so that a processor can foresee
/// them.
class ShortMatcher {
  public:
    /// Whether a hypothesis is short enough.
    static bool fits(Words hypothesis) { return hypothesis.size() <= PlaceSets::most_places; }

    /// Notes where the words of a hypothesis are (kind `exact`, which comes first), or where their stems or synsets
    /// are.
    void link(const lexicon::Lexicon& lexicon, Words hypothesis, Matcher kind, Stage& stage);

    /// Adds the words of that hypothesis that match a word of the reference; by stems and synsets, unless it is the
    /// same word.
    void match(const lexicon::Lexicon& lexicon, Words reference, Matcher kind, std::uint8_t place, Stage& stage);

  private:
    void link_synsets(const lexicon::Lexicon& lexicon, Words hypothesis, Stage& stage);
    void match_synonyms(const lexicon::Lexicon& lexicon, Words reference, std::uint8_t place, Stage& stage) const;

    PlaceSets words_, stems_, synsets_;
    std::size_t links_ = 0;  ///< How many synsets all words have together.
};

/// Takes time linear in words and matches. Does what ShortMatcher does, which is quicker where it fits.
class LongMatcher {
  public:
    void link(const lexicon::Lexicon& lexicon, Words hypothesis, Matcher kind, Stage& stage);

    /// Adds the words of that hypothesis that match a word of the reference; by stems and synsets, unless it is the
    /// same word.
    void match(const lexicon::Lexicon& lexicon, Words reference, Matcher kind, std::uint8_t place, Stage& stage);

  private:
    void link_synsets(const lexicon::Lexicon& lexicon, Words hypothesis, Stage& stage);
    void match_synonyms(const lexicon::Lexicon& lexicon, Words reference, std::uint8_t place, Stage& stage);

    Chains words_, stems_, synsets_;    ///< Owned by the classes of words.
    std::size_t links_ = 0;             ///< How many synsets all words have together.
    std::vector<std::uint32_t> seen_;   ///< Per hypothesis word: the last reference word (+ 1) it was found for.
    std::vector<std::uint32_t> found_;  ///< Hypothesis words that share a synset with the current reference word.
    work::StopCheck stop_;
};

}  // namespace bolide::match
