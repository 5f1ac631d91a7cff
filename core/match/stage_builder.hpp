/// Runs the matchers over a pair of segments.
#pragma once

#include "match/match.hpp"
#include "match/paraphrase_matcher.hpp"
#include "match/word_matchers.hpp"

namespace bolide::match {

class StageBuilder {
  public:
    /// Tries the matches of `matchers` in their order; each occurs at most once. Graded ones take no part in the stage.
    /// If it `widens`, each also finds the matches of narrower kinds, unless an earlier one did: words with equal stems
    /// are synonyms if stems are not a matcher.
    explicit StageBuilder(const std::vector<Matcher>& matchers, bool widens = false) {
        int widest = -1;
        for (std::uint8_t place = 0; place < matchers.size(); ++place) {
            if (!widens) sources_.push_back({matchers[place], place});
            while (widens && widest < static_cast<int>(matchers[place]))
                sources_.push_back({static_cast<Matcher>(++widest), place});
        }
    }

    /// Looks up the data that matchers need for some segments, which must stay in place. Waits for memory once.
    void prepare(const lexicon::Lexicon& lexicon, std::span<const Words> segments) {
        segments_.assign(segments.begin(), segments.end());
        linked_ = nothing;
        for (const auto& [kind, place] : sources_) {
            if (kind == Matcher::synonym) thesaurus_matcher_.prepare(lexicon, segments);
            if (kind == Matcher::paraphrase) paraphrase_matcher_.prepare(lexicon, segments);
        }
    }

    /// Fills `stage` with the matches of two of these segments, by their numbers. Linear in words and matches, and
    /// faster for the same hypothesis as in the last call. Throws TooManyMatches.
    void build(const lexicon::Lexicon& lexicon, std::size_t hypothesis_number, std::size_t reference_number,
               Stage& stage) {
        const Words hypothesis = segments_[hypothesis_number], reference = segments_[reference_number];
        stage.reset(hypothesis.size(), reference.size());
        const bool identical =
            std::equal(hypothesis.begin(), hypothesis.end(), reference.begin(), reference.end(),
                       [&](auto a, auto b) { return lexicon[a].word_class == lexicon[b].word_class; });
        // Parity: identical segments use only the first matcher, whatever its kind.
        const std::size_t count = identical ? std::min<std::size_t>(1, sources_.size()) : sources_.size();
        const auto sources = std::span(sources_).first(count);
        if (std::exchange(linked_, nothing) != hypothesis_number || identical)
            link(lexicon, hypothesis, sources, stage);
        for (const Source& source : sources) {  // Graded ones run later (align/graded_aligner.hpp).
            with_matcher([&](auto& matcher) { matcher.match(lexicon, reference, source.kind, source.place, stage); });
            if (source.kind == Matcher::synonym)
                thesaurus_matcher_.match(hypothesis_number, reference_number, source.place, stage);
            if (source.kind == Matcher::paraphrase)
                paraphrase_matcher_.match(hypothesis_number, reference_number, source.place, stage);
        }
        stage.group();
        if (!identical) linked_ = hypothesis_number;
    }

    /// The same for a pair that was not prepared.
    void build(const lexicon::Lexicon& lexicon, Words hypothesis, Words reference, Stage& stage) {
        prepare(lexicon, std::array{hypothesis, reference});
        build(lexicon, 0, 1, stage);
    }

  private:
    static constexpr std::size_t nothing = SIZE_MAX;

    /// A kind of matcher, and the place of its matches in the list of matchers.
    struct Source {
        Matcher kind;
        std::uint8_t place;
    };

    /// Indexes the words of a hypothesis for the matchers.
    void link(const lexicon::Lexicon& lexicon, Words hypothesis, std::span<const Source> sources, Stage& stage) {
        is_short_ = ShortMatcher::fits(hypothesis);
        with_matcher([&](auto& matcher) {
            matcher.link(lexicon, hypothesis, Matcher::exact, stage);
            for (const Source& source : sources)
                if (source.kind != Matcher::exact) matcher.link(lexicon, hypothesis, source.kind, stage);
        });
    }
    /// Calls `use` with the matcher of words that fits the hypothesis.
    template <class Use>
    void with_matcher(Use use) {
        is_short_ ? use(short_matcher_) : use(long_matcher_);
    }

    std::vector<Source> sources_;
    std::vector<Words> segments_;
    std::size_t linked_ = nothing;  ///< The hypothesis indexed by all matchers.
    bool is_short_ = false;         ///< Whether the last one indexed is short.
    ShortMatcher short_matcher_;
    LongMatcher long_matcher_;
    ParaphraseMatcher paraphrase_matcher_{ParaphraseMatcher::Source::paraphrases};
    ParaphraseMatcher thesaurus_matcher_{ParaphraseMatcher::Source::thesaurus};
};

}  // namespace bolide::match
