/// Runs the matchers over a pair of segments.
#pragma once

#include "match/match.hpp"
#include "match/paraphrase_matcher.hpp"
#include "match/word_matchers.hpp"

namespace bolide::match {

class StageBuilder {
  public:
    /// `matchers` in the order in which their matches are tried; each at most once. Graded ones have no part in the
    /// stage. If it `widens`, each finds what narrower ones would, too, unless an earlier one did: words with equal
    /// stems are synonyms where nobody asks for stems.
    explicit StageBuilder(const std::vector<Matcher>& matchers, bool widens = false);

    /// Looks up what matchers need to know of some segments, which have to stay where they are. Together they wait for
    /// memory once.
    void prepare(const lexicon::Lexicon& lexicon, std::span<const Words> segments);

    /// Fills `stage` with the matches of two of these segments, by their numbers. Linear in words and matches, and
    /// quicker if the hypothesis is that of the call before. Throws TooManyMatches.
    void build(const lexicon::Lexicon& lexicon, std::size_t hypothesis, std::size_t reference, Stage& stage);

    /// The same for a pair that nothing was prepared for.
    void build(const lexicon::Lexicon& lexicon, Words hypothesis, Words reference, Stage& stage);

  private:
    static constexpr std::size_t nothing = SIZE_MAX;

    /// A kind of matcher, and the place in the list of matchers that its matches belong to.
    struct Source {
        Matcher kind;
        std::uint8_t place;
    };

    void link(const lexicon::Lexicon& lexicon, Words hypothesis, std::span<const Source> sources, Stage& stage);
    /// Calls `use` with the matcher of words that fits the hypothesis.
    template <class Use>
    void with_matcher(Use use) {
        is_short_ ? use(short_matcher_) : use(long_matcher_);
    }

    std::vector<Source> sources_;
    std::vector<Words> segments_;
    std::size_t linked_ = nothing;  ///< The hypothesis that all matchers have linked.
    bool is_short_ = false;         ///< Whether the last one that was linked is short.
    ShortMatcher short_matcher_;
    LongMatcher long_matcher_;
    ParaphraseMatcher paraphrase_matcher_{ParaphraseMatcher::Source::paraphrases};
    ParaphraseMatcher thesaurus_matcher_{ParaphraseMatcher::Source::thesaurus};
};

}  // namespace bolide::match
