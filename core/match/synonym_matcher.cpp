#include "match/synonym_matcher.hpp"

#include <algorithm>

namespace bolide::match {

using lexicon::Lexicon;

namespace {

std::uint32_t number(std::size_t value) { return static_cast<std::uint32_t>(value); }

}  // namespace

void SynonymMatcher::link(const Lexicon& lexicon, Words hypothesis, Stage& stage) {
    links_ = 0;
    for (const auto word : hypothesis) links_ += lexicon[word].synset_count;
    stage.refuse_too_many(links_);  // They take memory, too.
    if (!links_) return;
    chains_.reset(links_);
    for (std::size_t i = hypothesis.size(); i-- > 0;) {
        const auto& facts = lexicon[hypothesis[i]];
        for (const std::uint32_t synset : lexicon.synsets(facts)) chains_.link(synset, number(i), facts.word_class);
    }
}

void SynonymMatcher::match(const Lexicon& lexicon, Words reference, std::uint8_t place, Stage& stage) {
    stage.refuse_too_many(links_);
    if (!links_) return;
    found_.clear();  // An error may have left some.
    seen_.assign(stage.hypothesis_size(), 0);
    const bool is_long = links_ > few_links || reference.size() > few_links;
    for (std::size_t j = 0; j < reference.size(); ++j) {
        const auto& facts = lexicon[reference[j]];
        const bool watched = is_long || facts.synset_count > few_links;
        for (const std::uint32_t synset : lexicon.synsets(facts)) {
            const std::size_t followed = chains_.for_each_of_others(synset, facts.word_class, [&](std::uint32_t i) {
                if (seen_[i] == j + 1) return;
                seen_[i] = number(j + 1);
                found_.push_back(i);
            });
            if (watched) stage.spend(1 + followed);
        }
        if (!found_.empty()) add_found(j, place, stage);
    }
}

void SynonymMatcher::add_found(std::size_t j, std::uint8_t place, Stage& stage) {
    std::sort(found_.begin(), found_.end());
    for (const std::uint32_t i : found_) stage.add({i, number(j), 1, 1, place});
    found_.clear();
    stage.refuse_too_many();
}

}  // namespace bolide::match
