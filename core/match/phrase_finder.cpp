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
    paths_.resize(count);
    places_.clear();
    std::uint32_t at = 0, single = 0;
    for (const Words words : segments) {
        places_.push_back({at, single, 0});
        for (const auto word : words) {
            const lexicon::TableFacts& facts = lexicon[word].*source.facts;
            source.table->prefetch_hashes(facts.entries);
            paths_[single] = {at, 1, facts.node, 0, 0, facts.entries};
            single += facts.node != 0;
            words_[at++] = facts.word;
        }
        words_[at++] = unlisted;
    }
    places_.push_back({at, single, 0});
    paths_.resize(single);
    for (Path& path : paths_) look_ahead(*source.table, path);
}

/// Finds the edge by which a path may go on, and asks for what is noted of it.
inline void PhraseFinder::look_ahead(const ParaphraseTable& table, Path& path) const {
    path.hash = ParaphraseTable::edge_hash(path.node, words_[path.start + path.length]);
    table.prefetch_filter(path.hash);
}

/// Adds the paths that are one word longer than those from `first` on. Every round asks for the memory that the next
/// one reads, so that all of it is under way before the first piece is needed.
void PhraseFinder::extend(const ParaphraseTable& table, std::size_t first) {
    if (edges_.size() < paths_.size() - first) edges_.resize(paths_.size() - first);
    std::size_t count = 0;
    for (std::size_t i = first; i < paths_.size(); ++i) {
        const Path& path = paths_[i];
        const std::uint32_t next = words_[path.start + path.length];
        edges_[count] = {path.hash, static_cast<std::uint32_t>(i), next};
        count += (next != unlisted) & table.may_have_child(path.hash);
    }
    const std::span<const Edge> edges = std::span(edges_).first(count);
    for (const Edge& edge : edges) table.prefetch_child(edge.hash);
    for (const Edge& edge : edges) table.prefetch_record(table.likely_child(edge.hash));
    for (const auto& [hash, shorter, next] : edges) {
        const Path& path = paths_[shorter];
        const TrieNode child = table.child(path.node, next, hash);
        if (!child) continue;
        Path longer{path.start, path.length + 1, child, 0, 0, table.entries_of(child)};
        table.prefetch_hashes(longer.entries);
        look_ahead(table, longer);
        paths_[shorter].longer = static_cast<std::uint32_t>(paths_.size());
        paths_.push_back(longer);
    }
}

/// Lists the phrases that end on the paths.
void PhraseFinder::list_phrases() {
    phrases_.resize(paths_.size());
    std::uint32_t count = 0;
    for (std::size_t segment = 0; segment + 1 < places_.size(); ++segment) {
        places_[segment].phrase = count;
        for (std::uint32_t first = places_[segment].path; first < places_[segment + 1].path; ++first) {
            std::uint32_t at = first;
            do {
                const Path& path = paths_[at];
                phrases_[count] = {path.start - places_[segment].word, path.length, path.entries};
                count += path.entries.count != 0;
                at = path.longer;
            } while (at);
        }
    }
    places_.back().phrase = count;
}

void PhraseFinder::find(const lexicon::Lexicon& lexicon, const PhraseSource& source, std::span<const Words> segments) {
    find_words(lexicon, source, segments);
    // A damaged table may have a tree without leaves.
    for (std::size_t first = 0, length = 1; first < paths_.size() && length < lexicon::longest_phrase; ++length) {
        const std::size_t end = paths_.size();
        extend(*source.table, first);
        first = end;
    }
    list_phrases();
}

}  // namespace bolide::match
