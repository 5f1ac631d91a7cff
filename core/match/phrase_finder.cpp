#include "match/phrase_finder.hpp"

namespace bolide::match {

using lexicon::ParaphraseTable;
using lexicon::TrieNode;
using lexicon::unlisted;

void PhraseFinder::find_words(const lexicon::Lexicon& lexicon, const PhraseSource& source,
                              std::span<const Words> segments) {
    std::size_t count = segments.size();
    for (const Words words : segments) count += words.size();
    words_.resize(count);
    phrases_.resize(count);
    places_.clear();
    std::uint32_t at = 0, single = 0;
    for (const Words words : segments) {
        places_.push_back({at, single});
        for (const auto word : words) {
            const auto& facts = lexicon[word];
            const TrieNode node = facts.*source.node;
            source.table->prefetch_record(node);
            phrases_[single] = {at, 1, node, 0};
            single += node != 0;
            words_[at++] = facts.*source.word;
        }
        words_[at++] = unlisted;
    }
    places_.push_back({at, single});
    phrases_.resize(single);
}

/// Adds the phrases that are one word longer than those from `first` on. Every round asks for the memory that the next
/// one reads, so that all of it is under way before the first piece is needed.
void PhraseFinder::extend(const ParaphraseTable& table, std::size_t first) {
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

void PhraseFinder::find(const lexicon::Lexicon& lexicon, const PhraseSource& source, std::span<const Words> segments) {
    find_words(lexicon, source, segments);
    for (std::size_t first = 0; first < phrases_.size();) {
        const std::size_t end = phrases_.size();
        extend(*source.table, first);
        first = end;
    }
    for (const Phrase& phrase : phrases_) prefetch(source.table->hashes(phrase.node).data());
}

}  // namespace bolide::match
