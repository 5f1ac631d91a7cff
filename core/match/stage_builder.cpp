#include "match/stage_builder.hpp"

namespace bolide::match {

using lexicon::Lexicon;

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
    for (const Source& source : sources) {  // Graded ones pair what is left of a stage (align/graded_aligner.hpp).
        with_matcher([&](auto& matcher) { matcher.match(lexicon, reference, source.kind, source.place, stage); });
        if (source.kind == Matcher::synonym)
            thesaurus_matcher_.match(hypothesis_number, reference_number, source.place, stage);
        if (source.kind == Matcher::paraphrase)
            paraphrase_matcher_.match(hypothesis_number, reference_number, source.place, stage);
    }
    stage.group();
    if (!identical) linked_ = hypothesis_number;
}

/// Notes where words of a hypothesis are, as the matchers need it.
void StageBuilder::link(const Lexicon& lexicon, Words hypothesis, std::span<const Source> sources, Stage& stage) {
    is_short_ = ShortMatcher::fits(hypothesis);
    with_matcher([&](auto& matcher) {
        matcher.link(lexicon, hypothesis, Matcher::exact, stage);
        for (const Source& source : sources)
            if (source.kind != Matcher::exact) matcher.link(lexicon, hypothesis, source.kind, stage);
    });
}

}  // namespace bolide::match
