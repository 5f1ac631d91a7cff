#include "match/paraphrase_matcher.hpp"

#include <algorithm>

namespace bolide::match {

using lexicon::Lexicon;
using lexicon::ParaphraseTable;
using lexicon::TrieNode;
using lexicon::unlisted;

void ParaphraseMatcher::encode(const Lexicon& lexicon, Words words, Side& side) {
    side.units.clear();
    side.starts.clear();
    for (const auto word : words) {
        side.starts.push_back(static_cast<std::uint32_t>(side.units.size()));
        const std::uint32_t number = lexicon[word].table_word;
        if (number != unlisted)
            ParaphraseTable::encode(number, side.units);
        else
            side.units.insert(side.units.end(), {0xFFFF, 0xFFFF});  // No table has that many words: equal to nothing.
    }
    side.starts.push_back(static_cast<std::uint32_t>(side.units.size()));
}

void ParaphraseMatcher::index(const Side& side) {
    const std::size_t size = side.starts.size() - 1;
    for (const std::uint16_t first : occurring_) occurs_.reset(first);
    occurring_.clear();
    places_.reset(size);
    for (std::size_t i = size; i-- > 0;) {
        const std::uint16_t first = side.units[side.starts[i]];
        places_.link(first, static_cast<std::uint32_t>(i));
        occurs_.set(first);
        occurring_.push_back(first);
    }
}

template <class Visit>
void ParaphraseMatcher::visit_occurrences(std::span<const std::uint16_t> paraphrases, const Side& other,
                                          Visit visit) const {
    for (std::size_t at = 0; at + 1 < paraphrases.size();) {
        const std::size_t length = paraphrases[at] & 0xFFu;
        const std::size_t end = at + 1 + length;
        if (end > paraphrases.size()) return;
        const std::uint32_t words = paraphrases[at] >> 8;
        if (length > 0 && words > 0 && occurs_[paraphrases[at + 1]]) {
            const auto phrase = paraphrases.subspan(at + 1, length);
            places_.for_each(phrase.front(), [&](std::uint32_t i) {
                const std::size_t start = other.starts[i];
                if (start + length > other.units.size() || i + words >= other.starts.size()) return;
                std::size_t equal = 1;  // Few units: a call to compare them would take longer.
                while (equal < length && phrase[equal] == other.units[start + equal]) ++equal;
                if (equal == length) visit(i, words);
            });
        }
        at = end;
    }
}

/// Adds the phrases that are one word longer than those from `first` on. Every round asks for the memory that the next
/// one reads, so that all of it is under way before the first piece is needed.
void ParaphraseMatcher::extend_phrases(const Lexicon& lexicon, Words words, std::size_t first) {
    const ParaphraseTable& table = *lexicon.knowledge().paraphrases;
    edges_.clear();
    for (std::size_t i = first; i < phrases_.size(); ++i) {
        const auto [start, length, node] = phrases_[i];
        if (start + length >= words.size()) break;
        const std::uint32_t next = lexicon[words[start + length]].table_word;
        if (next == unlisted) continue;
        table.prefetch_filter(node, next);
        edges_.push_back({{start, length + 1, node}, next});
    }
    std::size_t kept = 0;
    for (const auto& [phrase, next] : edges_) {
        if (!table.may_have_child(phrase.node, next)) continue;
        table.prefetch_child(phrase.node, next);
        edges_[kept++] = {phrase, next};
    }
    edges_.resize(kept);
    for (const auto& [phrase, next] : edges_) table.prefetch_record(table.likely_child(phrase.node, next));
    for (const auto& [phrase, next] : edges_)
        if (const TrieNode node = table.child(phrase.node, next))
            phrases_.push_back({phrase.start, phrase.length, node});
}

void ParaphraseMatcher::find_phrases(const Lexicon& lexicon, Words words) {
    phrases_.clear();
    for (std::uint32_t start = 0; start < words.size(); ++start)
        if (const TrieNode node = lexicon[words[start]].table_node) {
            lexicon.knowledge().paraphrases->prefetch_record(node);
            phrases_.push_back({start, 1, node});
        }
    for (std::size_t first = 0; first < phrases_.size();) {
        const std::size_t end = phrases_.size();
        extend_phrases(lexicon, words, first);
        first = end;
    }
    places_of_starts_.assign(words.size() + 1, 0);
    for (const Phrase& phrase : phrases_) ++places_of_starts_[phrase.start + 1];
    for (std::size_t i = 1; i < places_of_starts_.size(); ++i) places_of_starts_[i] += places_of_starts_[i - 1];
    ordered_.resize(phrases_.size());
    for (const Phrase& phrase : phrases_) ordered_[places_of_starts_[phrase.start]++] = phrase;
}

template <class Visit>
void ParaphraseMatcher::search(const Lexicon& lexicon, Words words, const Side& other, const Stage& stage,
                               Visit visit) {
    const ParaphraseTable& table = *lexicon.knowledge().paraphrases;
    find_phrases(lexicon, words);
    for (const Phrase& phrase : ordered_) prefetch(table.paraphrases(phrase.node).data());
    for (const Phrase& phrase : ordered_) {
        visit_occurrences(table.paraphrases(phrase.node), other, [&](std::uint32_t i, std::uint32_t length) {
            visit(phrase.start, phrase.length, i, length);
        });
        stage.refuse_too_many();
    }
}

void ParaphraseMatcher::match(const Lexicon& lexicon, Words hypothesis, Words reference, std::uint8_t place,
                              Stage& stage) {
    if (!lexicon.knowledge().paraphrases) return;
    const auto add = [&](std::uint32_t i, std::uint32_t hypothesis_length, std::uint32_t j,
                         std::uint32_t reference_length) {
        stage.add(
            {i, j, static_cast<std::uint8_t>(hypothesis_length), static_cast<std::uint8_t>(reference_length), place});
    };
    encode(lexicon, hypothesis, hypothesis_side_);
    encode(lexicon, reference, reference_side_);
    index(hypothesis_side_);
    search(lexicon, reference, hypothesis_side_, stage,
           [&](std::uint32_t j, std::uint32_t from, std::uint32_t i, std::uint32_t to) { add(i, to, j, from); });
    index(reference_side_);
    search(lexicon, hypothesis, reference_side_, stage,
           [&](std::uint32_t i, std::uint32_t from, std::uint32_t j, std::uint32_t to) { add(i, from, j, to); });
}

}  // namespace bolide::match
