#include "match/stage_builder.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace bolide::match {

using lexicon::Lexicon;

namespace {

std::uint32_t number(std::size_t value) { return static_cast<std::uint32_t>(value); }

/// Adds a match of one word with one word.
void add_pair(Stage& stage, std::size_t i, std::size_t j, std::uint8_t place) {
    stage.add({number(i), number(j), 1, 1, place});
}

}  // namespace

StageBuilder::StageBuilder(const std::vector<Matcher>& matchers, bool widens) {
    int widest = -1;
    for (std::uint8_t place = 0; place < matchers.size(); ++place) {
        if (!widens) sources_.push_back({matchers[place], place});
        while (widens && widest < static_cast<int>(matchers[place]))
            sources_.push_back({static_cast<Matcher>(++widest), place});
    }
}

void StageBuilder::prepare(const Lexicon& lexicon, std::span<const Words> segments) {
    segments_.assign(segments.begin(), segments.end());
    linked_ = nothing;
    for (const auto& [kind, place] : sources_) {
        if (kind == Matcher::synonym) thesaurus_matcher_.prepare(lexicon, segments);
        if (kind == Matcher::paraphrase) paraphrase_matcher_.prepare(lexicon, segments);
    }
}

void StageBuilder::build(const Lexicon& lexicon, Words hypothesis, Words reference, Stage& stage) {
    prepare(lexicon, std::array{hypothesis, reference});
    build(lexicon, 0, 1, stage);
}

void StageBuilder::build(const Lexicon& lexicon, std::size_t hypothesis_number, std::size_t reference_number,
                         Stage& stage) {
    const Words hypothesis = segments_[hypothesis_number], reference = segments_[reference_number];
    stage.reset(hypothesis.size(), reference.size());
    const bool identical = std::equal(hypothesis.begin(), hypothesis.end(), reference.begin(), reference.end(),
                                      [&](auto a, auto b) { return lexicon[a].word_class == lexicon[b].word_class; });
    // Parity: identical segments go through the first matcher only, whichever that is.
    const std::size_t count = identical ? std::min<std::size_t>(1, sources_.size()) : sources_.size();
    const auto sources = std::span(sources_).first(count);
    if (std::exchange(linked_, nothing) != hypothesis_number || identical) link(lexicon, hypothesis, sources, stage);
    for (const auto& [kind, place] : sources) {
        switch (kind) {
            case Matcher::exact:
                is_short_ ? short_matcher_.match_words(lexicon, reference, place, stage)
                          : match_exact(lexicon, reference, place, stage);
                break;
            case Matcher::stem:
                is_short_ ? short_matcher_.match_stems(lexicon, reference, place, stage)
                          : match_stems(lexicon, reference, place, stage);
                break;
            case Matcher::synonym:
                is_short_ ? short_matcher_.match_synonyms(lexicon, reference, place, stage)
                          : synonym_matcher_.match(lexicon, reference, place, stage);
                thesaurus_matcher_.match(hypothesis_number, reference_number, place, stage);
                break;
            case Matcher::paraphrase:
                paraphrase_matcher_.match(hypothesis_number, reference_number, place, stage);
                break;
            case Matcher::spelling:
            case Matcher::meaning:
            case Matcher::nearest:
                break;  // Pairs what is left when the stage is resolved (align/graded_aligner.hpp).
        }
    }
    stage.group();
    if (!identical) linked_ = hypothesis_number;
}

/// Notes where words of a hypothesis are, as the matchers need it.
void StageBuilder::link(const Lexicon& lexicon, Words hypothesis, std::span<const Source> sources, Stage& stage) {
    is_short_ = ShortMatcher::fits(hypothesis);
    if (is_short_) short_matcher_.link_words(lexicon, hypothesis);
    for (const auto& [kind, place] : sources) {
        if (!is_short_) link_long(lexicon, hypothesis, kind, stage);
        if (is_short_ && kind == Matcher::stem) short_matcher_.link_stems(lexicon, hypothesis);
        if (is_short_ && kind == Matcher::synonym) short_matcher_.link_synsets(lexicon, hypothesis, stage);
    }
}

void StageBuilder::link_long(const Lexicon& lexicon, Words hypothesis, Matcher kind, Stage& stage) {
    if (kind == Matcher::synonym) synonym_matcher_.link(lexicon, hypothesis, stage);
    if (kind != Matcher::exact && kind != Matcher::stem) return;
    Chains& chains = kind == Matcher::exact ? word_chains_ : stem_chains_;
    chains.reset(hypothesis.size());
    for (std::size_t i = hypothesis.size(); i-- > 0;) {
        const auto& facts = lexicon[hypothesis[i]];
        chains.link(kind == Matcher::exact ? facts.word_class : facts.stem_class, number(i), facts.word_class);
    }
}

void StageBuilder::match_exact(const Lexicon& lexicon, Words reference, std::uint8_t place, Stage& stage) {
    for (std::size_t j = 0; j < reference.size(); ++j) {
        word_chains_.for_each(lexicon[reference[j]].word_class, [&](std::uint32_t i) { add_pair(stage, i, j, place); });
        stage.refuse_too_many();
    }
}

void StageBuilder::match_stems(const Lexicon& lexicon, Words reference, std::uint8_t place, Stage& stage) {
    for (std::size_t j = 0; j < reference.size(); ++j) {
        const auto& facts = lexicon[reference[j]];
        stem_chains_.for_each_of_others(facts.stem_class, facts.word_class,
                                        [&](std::uint32_t i) { add_pair(stage, i, j, place); });
        stage.refuse_too_many();
    }
}

}  // namespace bolide::match
