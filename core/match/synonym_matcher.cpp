#include "match/synonym_matcher.hpp"

#include <algorithm>

namespace bolide::match {

using lexicon::Lexicon;

namespace {

std::uint32_t number(std::size_t value) { return static_cast<std::uint32_t>(value); }

/// Up to so many synsets of a hypothesis are searched from end to end, where a filter says that it may be worth it.
constexpr std::size_t most_listed = 1024;

}  // namespace

void SynonymMatcher::match(const Lexicon& lexicon, Words hypothesis, Words reference, std::uint8_t place,
                           Stage& stage) {
    std::size_t links = 0;
    for (const auto word : hypothesis) links += lexicon[word].synset_count;
    if (links <= most_listed) return match_few(lexicon, hypothesis, reference, place, stage);
    match_many(lexicon, hypothesis, reference, links, place, stage);
}

void SynonymMatcher::add_found(std::size_t j, std::uint8_t place, Stage& stage) {
    std::sort(found_.begin(), found_.end());
    for (const std::uint32_t i : found_) stage.add({i, number(j), 1, 1, place});
    stage.refuse_too_many();
}

/// Lists the synsets of the hypothesis, and filters those of one word and those of two different ones. Words are told
/// apart by their numbers, not by their classes: words of one class may have different synsets.
void SynonymMatcher::list_synsets(const Lexicon& lexicon, Words hypothesis) {
    synsets_.clear();
    owners_.clear();
    owned_ends_.clear();
    once_.clear();
    twice_.clear();
    chains_.reset(hypothesis.size());
    for (std::size_t i = hypothesis.size(); i-- > 0;) {
        const auto& facts = lexicon[hypothesis[i]];
        if (!facts.synset_count) continue;
        const auto synsets = lexicon.synsets(facts);
        synsets_.insert(synsets_.end(), synsets.begin(), synsets.end());
        owners_.push_back(number(i));
        owned_ends_.push_back(number(synsets_.size()));
        if (!chains_.has(hypothesis[i]))
            for (const std::uint32_t synset : synsets) twice_.add_bits(synset, once_.add(synset));
        chains_.link(hypothesis[i], number(i));
    }
}

void SynonymMatcher::match_few(const Lexicon& lexicon, Words hypothesis, Words reference, std::uint8_t place,
                               Stage& stage) {
    list_synsets(lexicon, hypothesis);
    for (std::size_t j = 0; j < reference.size(); ++j) {
        const auto& facts = lexicon[reference[j]];
        if (!facts.synset_count) continue;
        // A word that the hypothesis has, too, shares its synsets with itself: another word has to have them as well.
        const Filter& filter = chains_.has(reference[j]) ? twice_ : once_;
        found_.clear();
        for (const std::uint32_t synset : lexicon.synsets(facts)) {
            if (!filter.has(synset)) continue;
            stage.spend(synsets_.size());
            add_owners(lexicon, hypothesis, synset, facts.word_class);
        }
        add_found(j, place, stage);
    }
}

/// Adds the words that have a synset, and are not of a class, to those found.
void SynonymMatcher::add_owners(const Lexicon& lexicon, Words hypothesis, std::uint32_t synset,
                                std::uint32_t word_class) {
    for (std::size_t at = 0; at < synsets_.size(); ++at) {
        if (synsets_[at] != synset) continue;
        const auto owned = std::upper_bound(owned_ends_.begin(), owned_ends_.end(), number(at));
        const std::uint32_t i = owners_[static_cast<std::size_t>(owned - owned_ends_.begin())];
        if (lexicon[hypothesis[i]].word_class == word_class) continue;
        if (std::find(found_.begin(), found_.end(), i) == found_.end()) found_.push_back(i);
    }
}

void SynonymMatcher::match_many(const Lexicon& lexicon, Words hypothesis, Words reference, std::size_t links,
                                std::uint8_t place, Stage& stage) {
    stage.refuse_too_many(links);  // They take memory, too.
    chains_.reset(links);
    for (std::size_t i = hypothesis.size(); i-- > 0;)
        for (const std::uint32_t synset : lexicon.synsets(lexicon[hypothesis[i]])) chains_.link(synset, number(i));
    seen_.assign(hypothesis.size(), 0);
    const bool is_long = links > few_links || reference.size() > few_links;
    for (std::size_t j = 0; j < reference.size(); ++j) {
        const auto& facts = lexicon[reference[j]];
        found_.clear();
        const bool watched = is_long || facts.synset_count > few_links;
        for (const std::uint32_t synset : lexicon.synsets(facts)) {
            const std::size_t followed = chains_.for_each(synset, [&](std::uint32_t i) {
                if (seen_[i] == j + 1 || lexicon[hypothesis[i]].word_class == facts.word_class) return;
                seen_[i] = number(j + 1);
                found_.push_back(i);
            });
            if (watched) stage.spend(1 + followed);
        }
        add_found(j, place, stage);
    }
}

}  // namespace bolide::match
