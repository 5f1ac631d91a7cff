/// Finds words that share a synset.
#pragma once

#include <cstdint>
#include <vector>

#include "match/chains.hpp"
#include "match/match.hpp"

namespace bolide::match {

class SynonymMatcher {
  public:
    /// Links the words of a hypothesis to their synsets.
    void link(const lexicon::Lexicon& lexicon, Words hypothesis, Stage& stage);

    /// Adds the words of that hypothesis that share a synset with a word of the reference, and are not the same word.
    void match(const lexicon::Lexicon& lexicon, Words reference, std::uint8_t place, Stage& stage);

  private:
    void add_found(std::size_t j, std::uint8_t place, Stage& stage);

    Chains chains_;  ///< Of synsets; owned by the classes of words.
    std::size_t links_ = 0;
    std::vector<std::uint32_t> seen_;   ///< Per hypothesis word: the last reference word (+ 1) it was found for.
    std::vector<std::uint32_t> found_;  ///< Hypothesis words that share a synset with the current reference word.
};

}  // namespace bolide::match
