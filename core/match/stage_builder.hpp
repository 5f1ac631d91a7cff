/// Runs the matchers over a pair of segments.
#pragma once

#include <cstdint>
#include <vector>

#include "match/chains.hpp"
#include "match/match.hpp"
#include "match/paraphrase_matcher.hpp"

namespace bolide::match {

class StageBuilder {
  public:
    /// `matchers` in the order in which their matches are tried; each at most once.
    explicit StageBuilder(std::vector<Matcher> matchers) : matchers_(std::move(matchers)) {}

    /// Fills `stage` with the matches of a pair. Linear in words and matches. Throws TooManyMatches.
    void build(const lexicon::Lexicon& lexicon, Words hypothesis, Words reference, Stage& stage);

  private:
    void match_exact(const lexicon::Lexicon& lexicon, Words hypothesis, Words reference, std::uint8_t place,
                     Stage& stage);
    void match_stems(const lexicon::Lexicon& lexicon, Words hypothesis, Words reference, std::uint8_t place,
                     Stage& stage);
    void match_synonyms(const lexicon::Lexicon& lexicon, Words hypothesis, Words reference, std::uint8_t place,
                        Stage& stage);

    std::vector<Matcher> matchers_;
    Chains word_chains_, stem_chains_, synset_chains_;
    std::vector<std::uint32_t> seen_;   ///< Per hypothesis word: the last reference word (+ 1) it was found for.
    std::vector<std::uint32_t> found_;  ///< Hypothesis words that share a synset with the current reference word.
    ParaphraseMatcher paraphrase_matcher_{ParaphraseMatcher::Source::paraphrases};
    ParaphraseMatcher thesaurus_matcher_{ParaphraseMatcher::Source::thesaurus};
};

}  // namespace bolide::match
