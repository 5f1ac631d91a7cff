#include "match/short_matcher.hpp"

#include <bit>

namespace bolide::match {

using lexicon::Lexicon;
using lexicon::WordFacts;

namespace {

/// Adds matches of a reference word with a set of hypothesis words.
void add_pairs(std::uint64_t set, std::size_t j, std::uint8_t place, Stage& stage) {
    for (; set; set &= set - 1)
        stage.add({static_cast<std::uint32_t>(std::countr_zero(set)), static_cast<std::uint32_t>(j), 1, 1, place});
    stage.refuse_too_many();
}

}  // namespace

void ShortMatcher::link_words(const Lexicon& lexicon, Words hypothesis) {
    words_.reset(lexicon.word_classes(), hypothesis.size());
    for (std::uint32_t i = 0; i < hypothesis.size(); ++i) words_.add(i, lexicon[hypothesis[i]].word_class);
}

void ShortMatcher::link_stems(const Lexicon& lexicon, Words hypothesis) {
    stems_.reset(lexicon.stem_classes(), hypothesis.size());
    for (std::uint32_t i = 0; i < hypothesis.size(); ++i) stems_.add(i, lexicon[hypothesis[i]].stem_class);
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

void ShortMatcher::match_words(const Lexicon& lexicon, Words reference, std::uint8_t place, Stage& stage) const {
    for (std::size_t j = 0; j < reference.size(); ++j)
        add_pairs(words_[lexicon[reference[j]].word_class], j, place, stage);
}

void ShortMatcher::match_stems(const Lexicon& lexicon, Words reference, std::uint8_t place, Stage& stage) const {
    for (std::size_t j = 0; j < reference.size(); ++j) {
        const WordFacts& facts = lexicon[reference[j]];
        add_pairs(stems_[facts.stem_class] & ~words_[facts.word_class], j, place, stage);
    }
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

}  // namespace bolide::match
