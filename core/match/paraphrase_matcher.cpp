#include "match/paraphrase_matcher.hpp"

#include <algorithm>

namespace bolide::match {

using lexicon::Lexicon;
using lexicon::ParaphraseTable;
using lexicon::TrieNode;
using lexicon::unlisted;

namespace {

/// Units of a list of paraphrases, and words of a segment, that are searched without counting steps meanwhile: few
/// enough not to matter, and most of them.
constexpr std::size_t longest_unwatched = 2048;

}  // namespace

void ParaphraseMatcher::encode(std::span<const std::uint32_t> words, Side& side) {
    for (const std::uint16_t unit : side.units) side.occurs.reset(unit);
    side.units.resize(2 * words.size());
    side.starts.resize(words.size() + 1);
    std::uint16_t *const first = side.units.data(), *unit = first;
    for (std::size_t i = 0; i < words.size(); ++i) {
        side.starts[i] = static_cast<std::uint32_t>(unit - first);
        // No table has as many words as two units of 0xFFFF stand for: an unlisted word is equal to nothing.
        if (words[i] == unlisted)
            unit = std::fill_n(unit, 2, std::uint16_t{0xFFFF});
        else
            unit = ParaphraseTable::encode(words[i], unit);
    }
    side.starts.back() = static_cast<std::uint32_t>(unit - first);
    side.units.resize(static_cast<std::size_t>(unit - first));
    for (const std::uint16_t written : side.units) side.occurs.set(written);
    side.places.reset(words.size());
    for (std::size_t i = words.size(); i-- > 0;) side.places.link(first[side.starts[i]], static_cast<std::uint32_t>(i));
}

template <bool watched, class Visit>
void ParaphraseMatcher::visit_occurrences(std::span<const std::uint16_t> paraphrases, const Side& other,
                                          [[maybe_unused]] Stage& stage, Visit visit) {
    for (std::size_t at = 0; at + 1 < paraphrases.size();) {
        const std::size_t length = paraphrases[at] & 0xFFu;
        const std::size_t end = at + 1 + length;
        if (end > paraphrases.size()) return;
        const std::uint32_t words = paraphrases[at] >> 8;
        // Both ends are asked for before deciding anything: a branch for each would mostly be guessed wrong.
        const bool ends_occur = other.occurs[paraphrases[at + 1]] & other.occurs[paraphrases[end - 1]];
        if (ends_occur && length > 0 && words > 0) {
            const auto phrase = paraphrases.subspan(at + 1, length);
            [[maybe_unused]] const std::size_t followed = other.places.for_each(phrase.front(), [&](std::uint32_t i) {
                const std::size_t start = other.starts[i];
                if (start + length > other.units.size() || i + words >= other.starts.size()) return;
                std::size_t equal = 1;  // Few units: a call to compare them would take longer.
                while (equal < length && phrase[equal] == other.units[start + equal]) ++equal;
                if (equal == length) visit(i, words);
            });
            if constexpr (watched) {
                stage.spend(followed);
                stage.refuse_too_many();
            }
        }
        at = end;
    }
}

template <class Visit>
void ParaphraseMatcher::visit(std::span<const std::uint16_t> paraphrases, const Side& other, Stage& stage,
                              Visit visit) {
    if (paraphrases.size() <= longest_unwatched && other.starts.size() <= longest_unwatched)
        return visit_occurrences<false>(paraphrases, other, stage, visit);
    stage.spend(paraphrases.size());
    visit_occurrences<true>(paraphrases, other, stage, visit);
}

/// Adds the phrases that are one word longer than those from `first` on. Every round asks for the memory that the next
/// one reads, so that all of it is under way before the first piece is needed.
void ParaphraseMatcher::extend_phrases(const ParaphraseTable& table, std::size_t first) {
    edges_.resize(phrases_.size() - first);
    std::size_t count = 0;
    for (std::size_t i = first; i < phrases_.size(); ++i) {
        const auto [start, length, node] = phrases_[i];
        const std::uint32_t next = words_[start + length];
        table.prefetch_filter(node, next);
        edges_[count] = {{start, length + 1, node}, next};
        count += next != unlisted;
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const Edge edge = edges_[i];
        table.prefetch_child(edge.phrase.node, edge.next);
        edges_[kept] = edge;
        kept += table.may_have_child(edge.phrase.node, edge.next);
    }
    edges_.resize(kept);
    for (const auto& [phrase, next] : edges_) table.prefetch_record(table.likely_child(phrase.node, next));
    for (const auto& [phrase, next] : edges_)
        if (const TrieNode node = table.child(phrase.node, next))
            phrases_.push_back({phrase.start, phrase.length, node});
}

void ParaphraseMatcher::find_phrases(const Lexicon& lexicon, const ParaphraseTable& table, Words reference,
                                     Words hypothesis) {
    const bool is_thesaurus = source_ == Source::thesaurus;
    phrases_.clear();
    words_.clear();
    for (const Words words : {reference, hypothesis}) {
        for (const auto word : words) {
            const auto& facts = lexicon[word];
            const TrieNode node = is_thesaurus ? facts.thesaurus_node : facts.table_node;
            if (node) {
                table.prefetch_record(node);
                phrases_.push_back({static_cast<std::uint32_t>(words_.size()), 1, node});
            }
            words_.push_back(is_thesaurus ? facts.thesaurus_word : facts.table_word);
        }
        words_.push_back(unlisted);
    }
    for (std::size_t first = 0; first < phrases_.size();) {
        const std::size_t end = phrases_.size();
        extend_phrases(table, first);
        first = end;
    }
    put_in_order();
    for (const Phrase& phrase : ordered_) prefetch(table.paraphrases(phrase.node).data());
}

void ParaphraseMatcher::put_in_order() {
    places_of_starts_.assign(words_.size() + 1, 0);
    for (const Phrase& phrase : phrases_) ++places_of_starts_[phrase.start + 1];
    for (std::size_t i = 1; i < places_of_starts_.size(); ++i) places_of_starts_[i] += places_of_starts_[i - 1];
    ordered_.resize(phrases_.size());
    for (const Phrase& phrase : phrases_) ordered_[places_of_starts_[phrase.start]++] = phrase;
}

void ParaphraseMatcher::match(const Lexicon& lexicon, Words hypothesis, Words reference, std::uint8_t place,
                              Stage& stage) {
    const ParaphraseTable* known = table_of(lexicon.knowledge());
    if (!known) return;
    const ParaphraseTable& table = *known;
    const auto add = [&](std::uint32_t i, std::uint32_t hypothesis_length, std::uint32_t j,
                         std::uint32_t reference_length) {
        stage.add(
            {i, j, static_cast<std::uint8_t>(hypothesis_length), static_cast<std::uint8_t>(reference_length), place});
    };
    find_phrases(lexicon, table, reference, hypothesis);
    const std::span<const std::uint32_t> words = words_;
    const auto offset = static_cast<std::uint32_t>(reference.size() + 1);
    encode(words.first(reference.size()), reference_side_);
    encode(words.subspan(offset, hypothesis.size()), hypothesis_side_);
    for (const Phrase& phrase : ordered_) {
        const auto paraphrases = table.paraphrases(phrase.node);
        if (phrase.start < offset)
            visit(paraphrases, hypothesis_side_, stage,
                  [&](std::uint32_t i, std::uint32_t length) { add(i, length, phrase.start, phrase.length); });
        else
            visit(paraphrases, reference_side_, stage,
                  [&](std::uint32_t j, std::uint32_t length) { add(phrase.start - offset, phrase.length, j, length); });
        stage.refuse_too_many();
    }
}

}  // namespace bolide::match
