#include "match/word_matchers.hpp"

namespace bolide::match {

using lexicon::Lexicon;
using lexicon::WordFacts;

namespace {

/// Adds matches of a reference word with a set of words of the block that begins at a hypothesis word.
inline void add_pairs(std::uint64_t set, std::uint32_t begin, std::size_t j, std::uint8_t place, Stage& stage) {
    for (; set; set &= set - 1)
        stage.add(
            {begin + static_cast<std::uint32_t>(std::countr_zero(set)), static_cast<std::uint32_t>(j), 1, 1, place});
    stage.refuse_too_many();
}

void link_all(const Lexicon& lexicon, Words block, std::uint32_t WordFacts::* key, std::size_t end, PlaceSets& sets) {
    sets.reset(end, block.size());
    for (std::uint32_t i = 0; i < block.size(); ++i) sets.add(i, lexicon[block[i]].*key);
}

}  // namespace

void WordMatcher::link(const Lexicon& lexicon, Words block, Matcher kind, Stage& stage) {
    if (kind == Matcher::exact)
        link_all(lexicon, block, &WordFacts::word_class, lexicon.word_classes(), words_);
    else if (kind == Matcher::stem)
        link_all(lexicon, block, &WordFacts::stem_class, lexicon.stem_classes(), stems_);
    else if (kind == Matcher::synonym)
        link_synsets(lexicon, block, stage);
}

void WordMatcher::match(const Lexicon& lexicon, std::uint32_t begin, Words reference, Matcher kind, std::uint8_t place,
                        Stage& stage) const {
    if (kind == Matcher::synonym) return match_synonyms(lexicon, begin, reference, place, stage);
    if (kind > Matcher::stem) return;
    for (std::size_t j = 0; j < reference.size(); ++j) {
        const WordFacts& facts = lexicon[reference[j]];
        const std::uint64_t same = words_[facts.word_class];
        add_pairs(kind == Matcher::exact ? same : stems_[facts.stem_class] & ~same, begin, j, place, stage);
    }
}

void WordMatcher::link_synsets(const Lexicon& lexicon, Words block, Stage& stage) {
    links_ = 0;
    std::size_t count = 0;
    for (const auto word : block) {
        links_ += lexicon[word].synset_count;
        count += lexicon.synset_rows(lexicon[word]).size();
    }
    stage.refuse_too_many(links_);  // They take memory, too.
    if (links_ > few_links) stage.spend(links_);
    synsets_.reset(lexicon.synset_end(), count);
    for (std::uint32_t i = 0; i < block.size(); ++i) {
        const auto rows = lexicon.synset_rows(lexicon[block[i]]);
        for (std::size_t at = 0; at < rows.size(); at += Lexicon::synset_row)
            synsets_.add(i, rows.subspan(at).first<Lexicon::synset_row>());
    }
    synsets_.forget_first(Lexicon::synset_row);
}

void WordMatcher::match_synonyms(const Lexicon& lexicon, std::uint32_t begin, Words reference, std::uint8_t place,
                                 Stage& stage) const {
    if (!links_) return;
    const bool is_long = reference.size() > few_links;
    for (std::size_t j = 0; j < reference.size(); ++j) {
        const WordFacts& facts = lexicon[reference[j]];
        if (is_long || facts.synset_count > few_links) stage.spend(facts.synset_count);
        const auto rows = lexicon.synset_rows(facts);
        std::uint64_t set = 0;
        for (std::size_t at = 0; at < rows.size(); at += Lexicon::synset_row)
            for (std::size_t k = 0; k < Lexicon::synset_row; ++k) set |= synsets_[rows[at + k]];
        add_pairs(set & ~words_[facts.word_class], begin, j, place, stage);
    }
}

}  // namespace bolide::match
