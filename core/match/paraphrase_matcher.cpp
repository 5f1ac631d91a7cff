#include "match/paraphrase_matcher.hpp"

#include <algorithm>

namespace bolide::match {

using lexicon::Lexicon;
using lexicon::ParaphraseTable;
using lexicon::PhraseHash;
using lexicon::TrieNode;
using lexicon::unlisted;

namespace {

/// Phrases B of a phrase A, and words of a segment, that are searched without counting steps meanwhile: few enough not
/// to matter, and most of them.
constexpr std::size_t longest_unwatched = 1024;

}  // namespace

/// Words that come after those of a segment have to begin with an unlisted one.
void ParaphraseMatcher::index(std::span<const std::uint32_t> words, Side& side) {
    for (const std::uint16_t hash : side.hashes) side.bits[hash / 8] = 0;
    side.words = words;
    side.places.reset(words.size());
    side.hashes.resize(words.size() * PhraseHash::most_words);
    std::uint16_t* last = side.hashes.data();
    for (std::size_t i = words.size(); i-- > 0;) {
        const std::uint32_t* const word = words.data() + i;
        side.places.link(*word, static_cast<std::uint32_t>(i));
        PhraseHash hash;
        for (std::size_t k = 0; k < PhraseHash::most_words && word[k] != unlisted; ++k) {
            hash.add(word[k]);
            const std::uint32_t value = hash.value();
            side.bits[value / 8] |= static_cast<std::uint8_t>(1u << value % 8);
            *last++ = static_cast<std::uint16_t>(value);
        }
    }
    side.hashes.resize(static_cast<std::size_t>(last - side.hashes.data()));
}

/// Decodes a phrase of the list, which must not come before the last one that was asked for. Nothing where the list is
/// damaged.
std::span<const std::uint32_t> ParaphraseMatcher::words_of(std::span<const std::uint16_t> units, std::size_t number,
                                                           Cursor& cursor) {
    auto& [at, counted] = cursor;
    for (; counted < number && at < units.size(); ++counted) at += 1 + (units[at] & 0xFFu);
    if (at >= units.size()) return {};
    const std::size_t end = at + 1 + (units[at] & 0xFFu), count = units[at] >> 8;
    if (end > units.size()) return {};
    std::size_t found = 0;
    for (std::size_t unit = at + 1; unit < end;) decoded_[found++] = ParaphraseTable::decode(units.first(end), unit);
    return {decoded_.data(), found == count ? count : 0};
}

template <class Visit>
void ParaphraseMatcher::visit(const ParaphraseTable& table, TrieNode phrase, const Side& other, Stage& stage,
                              Visit visit) {
    const auto hashes = table.hashes(phrase);
    const bool watched = hashes.size() > longest_unwatched || other.words.size() > longest_unwatched;
    if (watched) stage.spend(hashes.size());
    Cursor cursor;
    for (std::size_t number = 0; number < hashes.size(); ++number) {
        const std::uint32_t hash = hashes[number];
        if (!other.bits[hash / 8]) [[likely]]
            continue;
        if (!(other.bits[hash / 8] >> hash % 8 & 1)) continue;
        const auto words = words_of(table.paraphrases(phrase), number, cursor);
        if (words.empty()) continue;
        const std::size_t followed = other.places.for_each(words.front(), [&](std::uint32_t start) {
            if (start + words.size() > other.words.size()) return;
            for (std::size_t k = 1; k < words.size(); ++k)
                if (words[k] != other.words[start + k]) return;
            visit(start, static_cast<std::uint32_t>(words.size()));
        });
        if (!watched) continue;
        stage.spend(followed);
        stage.refuse_too_many();
    }
}

/// Adds the phrases that are one word longer than those from `first` on. Every round asks for the memory that the next
/// one reads, so that all of it is under way before the first piece is needed.
void ParaphraseMatcher::extend_phrases(const ParaphraseTable& table, std::size_t first) {
    if (edges_.size() < phrases_.size() - first) edges_.resize(phrases_.size() - first);
    std::size_t count = 0;
    for (std::size_t i = first; i < phrases_.size(); ++i) {
        const Phrase& phrase = phrases_[i];
        const std::uint32_t next = words_[phrase.start + phrase.length];
        const std::uint64_t hash = ParaphraseTable::edge_hash(phrase.node, next);
        edges_[count] = {hash, static_cast<std::uint32_t>(i), next};
        count += (next != unlisted) & table.may_have_child(hash);
    }
    const std::span<const Edge> edges = std::span(edges_).first(count);
    for (const Edge& edge : edges) table.prefetch_child(edge.hash);
    for (const Edge& edge : edges) table.prefetch_record(table.likely_child(edge.hash));
    for (const auto& [hash, shorter, next] : edges) {
        const auto [start, length, node, longer] = phrases_[shorter];
        const TrieNode child = table.child(node, next, hash);
        if (!child) continue;
        phrases_[shorter].longer = static_cast<std::uint32_t>(phrases_.size());
        phrases_.push_back({start, length + 1, child, 0});
    }
}

std::size_t ParaphraseMatcher::find_phrases(const Lexicon& lexicon, const ParaphraseTable& table, Words reference,
                                            Words hypothesis) {
    const bool is_thesaurus = source_ == Source::thesaurus;
    const auto word_of = is_thesaurus ? &lexicon::WordFacts::thesaurus_word : &lexicon::WordFacts::table_word;
    const auto node_of = is_thesaurus ? &lexicon::WordFacts::thesaurus_node : &lexicon::WordFacts::table_node;
    words_.resize(reference.size() + hypothesis.size() + 2);
    phrases_.resize(words_.size());
    std::uint32_t at = 0;
    std::size_t single = 0;
    for (const Words words : {reference, hypothesis}) {
        for (const auto word : words) {
            const auto& facts = lexicon[word];
            const TrieNode node = facts.*node_of;
            table.prefetch_record(node);
            phrases_[single] = {at, 1, node, 0};
            single += node != 0;
            words_[at++] = facts.*word_of;
        }
        words_[at++] = unlisted;
    }
    phrases_.resize(single);
    for (std::size_t first = 0; first < phrases_.size();) {
        const std::size_t end = phrases_.size();
        extend_phrases(table, first);
        first = end;
    }
    for (const Phrase& phrase : phrases_) prefetch(table.hashes(phrase.node).data());
    return single;
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
    const std::size_t single = find_phrases(lexicon, table, reference, hypothesis);
    const std::span<const std::uint32_t> words = words_;
    const auto offset = static_cast<std::uint32_t>(reference.size() + 1);
    index(words.first(reference.size()), reference_side_);
    index(words.subspan(offset, hypothesis.size()), hypothesis_side_);
    for (std::uint32_t first = 0; first < single; ++first) {
        std::uint32_t at = first;
        do {
            const Phrase phrase = phrases_[at];
            if (phrase.start < offset)
                visit(table, phrase.node, hypothesis_side_, stage,
                      [&](std::uint32_t i, std::uint32_t length) { add(i, length, phrase.start, phrase.length); });
            else
                visit(table, phrase.node, reference_side_, stage, [&](std::uint32_t j, std::uint32_t length) {
                    add(phrase.start - offset, phrase.length, j, length);
                });
            stage.refuse_too_many();
            at = phrase.longer;
        } while (at);
    }
}

}  // namespace bolide::match
