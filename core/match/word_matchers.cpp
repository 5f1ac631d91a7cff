#include "match/word_matchers.hpp"

namespace bolide::match {

using lexicon::Lexicon;
using lexicon::WordFacts;

namespace {

std::uint32_t number(std::size_t value) { return static_cast<std::uint32_t>(value); }

void add_pair(Stage& stage, std::size_t i, std::size_t j, std::uint8_t place) {
    stage.add({number(i), number(j), 1, 1, place});
}

/// Adds matches of a reference word with a set of hypothesis words.
void add_pairs(std::uint64_t set, std::size_t j, std::uint8_t place, Stage& stage) {
    for (; set; set &= set - 1) add_pair(stage, static_cast<std::size_t>(std::countr_zero(set)), j, place);
    stage.refuse_too_many();
}

void link_all(const Lexicon& lexicon, Words hypothesis, std::uint32_t WordFacts::* key, Chains& chains) {
    chains.reset(hypothesis.size());
    for (std::size_t i = hypothesis.size(); i-- > 0;) {
        const WordFacts& facts = lexicon[hypothesis[i]];
        chains.link(facts.*key, number(i), facts.word_class);
    }
}

void link_all(const Lexicon& lexicon, Words hypothesis, std::uint32_t WordFacts::* key, std::size_t end,
              PlaceSets& sets) {
    sets.reset(end, hypothesis.size());
    for (std::uint32_t i = 0; i < hypothesis.size(); ++i) sets.add(i, lexicon[hypothesis[i]].*key);
}

}  // namespace

void ShortMatcher::link(const Lexicon& lexicon, Words hypothesis, Matcher kind, Stage& stage) {
    if (kind == Matcher::exact)
        link_all(lexicon, hypothesis, &WordFacts::word_class, lexicon.word_classes(), words_);
    else if (kind == Matcher::stem)
        link_all(lexicon, hypothesis, &WordFacts::stem_class, lexicon.stem_classes(), stems_);
    else if (kind == Matcher::synonym)
        link_synsets(lexicon, hypothesis, stage);
}

void ShortMatcher::match(const Lexicon& lexicon, Words reference, Matcher kind, std::uint8_t place, Stage& stage) {
    if (kind == Matcher::synonym) return match_synonyms(lexicon, reference, place, stage);
    if (kind > Matcher::stem) return;
    for (std::size_t j = 0; j < reference.size(); ++j) {
        const WordFacts& facts = lexicon[reference[j]];
        const std::uint64_t same = words_[facts.word_class];
        add_pairs(kind == Matcher::exact ? same : stems_[facts.stem_class] & ~same, j, place, stage);
    }
}

void ShortMatcher::link_synsets(const Lexicon& lexicon, Words hypothesis, Stage& stage) {
    links_ = 0;
    std::size_t count = 0;
    for (const auto word : hypothesis) {
        links_ += lexicon[word].synset_count;
        count += lexicon.synset_rows(lexicon[word]).size();
    }
    stage.refuse_too_many(links_);  // They take memory, too.
    synsets_.reset(lexicon.synset_end(), count);
    for (std::uint32_t i = 0; i < hypothesis.size(); ++i) {
        const auto rows = lexicon.synset_rows(lexicon[hypothesis[i]]);
        for (std::size_t at = 0; at < rows.size(); at += Lexicon::synset_row)
            synsets_.add(i, rows.subspan(at).first<Lexicon::synset_row>());
    }
    synsets_.forget_first(Lexicon::synset_row);
}

void ShortMatcher::match_synonyms(const Lexicon& lexicon, Words reference, std::uint8_t place, Stage& stage) const {
    if (!links_) return;
    const bool is_long = reference.size() > few_links;
    for (std::size_t j = 0; j < reference.size(); ++j) {
        const WordFacts& facts = lexicon[reference[j]];
        if (is_long || facts.synset_count > few_links) stage.spend(facts.synset_count);
        const auto rows = lexicon.synset_rows(facts);
        std::uint64_t set = 0;
        for (std::size_t at = 0; at < rows.size(); at += Lexicon::synset_row)
            for (std::size_t k = 0; k < Lexicon::synset_row; ++k) set |= synsets_[rows[at + k]];
        add_pairs(set & ~words_[facts.word_class], j, place, stage);
    }
}

void LongMatcher::link(const Lexicon& lexicon, Words hypothesis, Matcher kind, Stage& stage) {
    if (kind == Matcher::exact)
        link_all(lexicon, hypothesis, &WordFacts::word_class, words_);
    else if (kind == Matcher::stem)
        link_all(lexicon, hypothesis, &WordFacts::stem_class, stems_);
    else if (kind == Matcher::synonym)
        link_synsets(lexicon, hypothesis, stage);
}

void LongMatcher::match(const Lexicon& lexicon, Words reference, Matcher kind, std::uint8_t place, Stage& stage) {
    if (kind == Matcher::synonym) return match_synonyms(lexicon, reference, place, stage);
    if (kind > Matcher::stem) return;
    for (std::size_t j = 0; j < reference.size(); ++j) {
        const WordFacts& facts = lexicon[reference[j]];
        const auto add = [&](std::uint32_t i) { add_pair(stage, i, j, place); };
        stop_.spend(kind == Matcher::exact ? words_.for_each(facts.word_class, add)
                                           : stems_.for_each(facts.stem_class, add, facts.word_class));
        stage.refuse_too_many();
    }
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
            const auto note = [&](std::uint32_t i) {
                if (seen_[i] == j + 1) return;
                seen_[i] = number(j + 1);
                found_.push_back(i);
            };
            const std::size_t followed = synsets_.for_each(synset, note, facts.word_class);
            if (watched) stage.spend(1 + followed);
        }
        std::sort(found_.begin(), found_.end());
        for (const std::uint32_t i : found_) add_pair(stage, i, j, place);
        found_.clear();
        stage.refuse_too_many();
    }
}

}  // namespace bolide::match
