#include "match/long_matcher.hpp"

#include <algorithm>

namespace bolide::match {

using lexicon::Lexicon;
using lexicon::WordFacts;

namespace {

std::uint32_t number(std::size_t value) { return static_cast<std::uint32_t>(value); }

/// Links all words by one of their facts.
void link(const Lexicon& lexicon, Words hypothesis, std::uint32_t WordFacts::* key, Chains& chains) {
    chains.reset(hypothesis.size());
    for (std::size_t i = hypothesis.size(); i-- > 0;) {
        const WordFacts& facts = lexicon[hypothesis[i]];
        chains.link(facts.*key, number(i), facts.word_class);
    }
}

/// Adds a match of one word with one word.
void add_pair(Stage& stage, std::uint32_t i, std::size_t j, std::uint8_t place) {
    stage.add({i, number(j), 1, 1, place});
}

}  // namespace

void LongMatcher::link_words(const Lexicon& lexicon, Words hypothesis) {
    link(lexicon, hypothesis, &WordFacts::word_class, words_);
}

void LongMatcher::link_stems(const Lexicon& lexicon, Words hypothesis) {
    link(lexicon, hypothesis, &WordFacts::stem_class, stems_);
}

void LongMatcher::link_synsets(const Lexicon& lexicon, Words hypothesis, Stage& stage) {
    links_ = 0;
    for (const auto word : hypothesis) links_ += lexicon[word].synset_count;
    stage.refuse_too_many(links_);  // They take memory, too.
    if (!links_) return;
    synsets_.reset(links_);
    for (std::size_t i = hypothesis.size(); i-- > 0;) {
        const WordFacts& facts = lexicon[hypothesis[i]];
        for (const std::uint32_t synset : lexicon.synsets(facts)) synsets_.link(synset, number(i), facts.word_class);
    }
}

void LongMatcher::match_words(const Lexicon& lexicon, Words reference, std::uint8_t place, Stage& stage) {
    for (std::size_t j = 0; j < reference.size(); ++j) {
        stop_.spend(
            words_.for_each(lexicon[reference[j]].word_class, [&](std::uint32_t i) { add_pair(stage, i, j, place); }));
        stage.refuse_too_many();
    }
}

void LongMatcher::match_stems(const Lexicon& lexicon, Words reference, std::uint8_t place, Stage& stage) {
    for (std::size_t j = 0; j < reference.size(); ++j) {
        const WordFacts& facts = lexicon[reference[j]];
        stop_.spend(stems_.for_each_of_others(facts.stem_class, facts.word_class,
                                              [&](std::uint32_t i) { add_pair(stage, i, j, place); }));
        stage.refuse_too_many();
    }
}

void LongMatcher::match_synonyms(const Lexicon& lexicon, Words reference, std::uint8_t place, Stage& stage) {
    stage.refuse_too_many(links_);
    if (!links_) return;
    found_.clear();  // An error may have left some.
    seen_.assign(stage.hypothesis_size(), 0);
    const bool is_long = links_ > few_links || reference.size() > few_links;
    for (std::size_t j = 0; j < reference.size(); ++j) {
        const WordFacts& facts = lexicon[reference[j]];
        const bool watched = is_long || facts.synset_count > few_links;
        for (const std::uint32_t synset : lexicon.synsets(facts)) {
            const std::size_t followed = synsets_.for_each_of_others(synset, facts.word_class, [&](std::uint32_t i) {
                if (seen_[i] == j + 1) return;
                seen_[i] = number(j + 1);
                found_.push_back(i);
            });
            if (watched) stage.spend(1 + followed);
        }
        if (!found_.empty()) add_found(j, place, stage);
    }
}

void LongMatcher::add_found(std::size_t j, std::uint8_t place, Stage& stage) {
    std::sort(found_.begin(), found_.end());
    for (const std::uint32_t i : found_) add_pair(stage, i, j, place);
    found_.clear();
    stage.refuse_too_many();
}

}  // namespace bolide::match
