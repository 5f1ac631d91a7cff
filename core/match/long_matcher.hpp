/// Finds words that are the same, have the same stem, or share a synset, in hypotheses of any length.
#pragma once

#include <cstdint>
#include <vector>

#include "match/chains.hpp"
#include "match/match.hpp"

namespace bolide::match {

/// Takes time linear in words and matches. Does what ShortMatcher does, which is quicker where it fits.
class LongMatcher {
  public:
    /// Note where the words of a hypothesis are, and where their stems and synsets are.
    void link_words(const lexicon::Lexicon& lexicon, Words hypothesis);
    void link_stems(const lexicon::Lexicon& lexicon, Words hypothesis);
    void link_synsets(const lexicon::Lexicon& lexicon, Words hypothesis, Stage& stage);

    /// Add the words of that hypothesis that match a word of the reference; by stems and synsets, unless it is the same
    /// word.
    void match_words(const lexicon::Lexicon& lexicon, Words reference, std::uint8_t place, Stage& stage);
    void match_stems(const lexicon::Lexicon& lexicon, Words reference, std::uint8_t place, Stage& stage);
    void match_synonyms(const lexicon::Lexicon& lexicon, Words reference, std::uint8_t place, Stage& stage);

  private:
    void add_found(std::size_t j, std::uint8_t place, Stage& stage);

    Chains words_, stems_, synsets_;    ///< Owned by the classes of words.
    std::size_t links_ = 0;             ///< How many synsets all words have together.
    std::vector<std::uint32_t> seen_;   ///< Per hypothesis word: the last reference word (+ 1) it was found for.
    std::vector<std::uint32_t> found_;  ///< Hypothesis words that share a synset with the current reference word.
    work::StopCheck stop_;
};

}  // namespace bolide::match
