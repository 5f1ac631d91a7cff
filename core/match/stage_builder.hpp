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

    /// Fills `stage` with the matches of two of these segments, by their numbers. Linear in matches, and in the words
    /// of the reference times the blocks of the hypothesis. Faster for the same short hypothesis as in the last call.
    /// Throws TooManyMatches.
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
        const bool is_block = hypothesis.size() <= PlaceSets::most_places;
        const bool is_linked = std::exchange(linked_, nothing) == hypothesis_number && !identical;
        if (is_block && !is_linked) link(lexicon, hypothesis, sources, stage);
        for (const Source& source : sources) {  // Graded ones run later (align/graded_aligner.hpp).
            if (is_block)
                word_matcher_.match(lexicon, 0, reference, source.kind, source.place, stage);
            else
                match_blocks(lexicon, hypothesis, reference, source, stage);
            if (source.kind == Matcher::synonym)
                thesaurus_matcher_.match(hypothesis_number, reference_number, source.place, stage);
            if (source.kind == Matcher::paraphrase)
                paraphrase_matcher_.match(hypothesis_number, reference_number, source.place, stage);
        }
        stage.group();
        if (is_block && !identical) linked_ = hypothesis_number;
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

    /// Indexes the words of a block of a hypothesis for the matchers.
    void link(const lexicon::Lexicon& lexicon, Words block, std::span<const Source> sources, Stage& stage) {
        word_matcher_.link(lexicon, block, Matcher::exact, stage);
        for (const Source& source : sources)
            if (source.kind != Matcher::exact) word_matcher_.link(lexicon, block, source.kind, stage);
    }

    /// Matches the words of a long hypothesis, block by block.
    void match_blocks(const lexicon::Lexicon& lexicon, Words hypothesis, Words reference, const Source& source,
                      Stage& stage) {
        for (std::size_t begin = 0; begin < hypothesis.size() && source.kind <= Matcher::synonym;
             begin += PlaceSets::most_places) {
            const Words rest = hypothesis.subspan(begin);
            link(lexicon, rest.first(std::min(rest.size(), PlaceSets::most_places)), {&source, 1}, stage);
            word_matcher_.match(lexicon, static_cast<std::uint32_t>(begin), reference, source.kind, source.place,
                                stage);
            stage.spend(reference.size());
        }
    }

    std::vector<Source> sources_;
    std::vector<Words> segments_;
    std::size_t linked_ = nothing;  ///< The hypothesis indexed by all matchers.
    WordMatcher word_matcher_;
    ParaphraseMatcher paraphrase_matcher_{{&lexicon::Knowledge::paraphrases, &lexicon::WordFacts::paraphrases}};
    ParaphraseMatcher thesaurus_matcher_{{&lexicon::Knowledge::thesaurus, &lexicon::WordFacts::thesaurus}};
};

}  // namespace bolide::match
