/// Finds words that are the same, have the same stem, or share a synset, where the hypothesis is short.
#pragma once

#include <cstdint>

#include "match/match.hpp"
#include "match/place_sets.hpp"

namespace bolide::match {

/// Looks at all words of a hypothesis at once. Takes the same steps for most words, so that a processor can foresee
/// them.
class ShortMatcher {
  public:
    /// Whether a hypothesis is short enough.
    static bool fits(Words hypothesis) { return hypothesis.size() <= PlaceSets::most_places; }

    /// Note where the words of a hypothesis are, and where their stems and synsets are: words come first.
    void link_words(const lexicon::Lexicon& lexicon, Words hypothesis);
    void link_stems(const lexicon::Lexicon& lexicon, Words hypothesis);
    void link_synsets(const lexicon::Lexicon& lexicon, Words hypothesis, Stage& stage);

    /// Add the words of that hypothesis that match a word of the reference; by stems and synsets, unless it is the same
    /// word.
    void match_words(const lexicon::Lexicon& lexicon, Words reference, std::uint8_t place, Stage& stage) const;
    void match_stems(const lexicon::Lexicon& lexicon, Words reference, std::uint8_t place, Stage& stage) const;
    void match_synonyms(const lexicon::Lexicon& lexicon, Words reference, std::uint8_t place, Stage& stage) const;

  private:
    PlaceSets words_, stems_, synsets_;
    std::size_t links_ = 0;  ///< How many synsets all words have together.
};

}  // namespace bolide::match
