/// Finds the phrases A of a table in several segments at once, so that all look-ups wait for memory together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "match/match.hpp"

namespace bolide::match {

/// A table of phrases, and what is known of words that concerns it.
struct PhraseSource {
    const lexicon::ParaphraseTable* table;
    lexicon::TableFacts lexicon::WordFacts::* facts;
};

/// A phrase A that occurs in a segment, and has phrases B.
struct Phrase {
    std::uint32_t start, length;
    lexicon::ParaphraseTable::Entries entries;
};

class PhraseFinder {
  public:
    /// Finds all phrases of some segments, and asks for the memory that comparing them will read.
    void find(const lexicon::Lexicon& lexicon, const PhraseSource& source, std::span<const Words> segments);

    /// A segment in the numbers of the table. An unlisted word follows it.
    std::span<const std::uint32_t> words(std::size_t segment) const {
        return {words_.data() + places_[segment].word, places_[segment + 1].word - places_[segment].word - 1};
    }

    /// The phrases of a segment: by their starts, which count from its beginning, then by their lengths.
    std::span<const Phrase> phrases(std::size_t segment) const {
        return {phrases_.data() + places_[segment].phrase, places_[segment + 1].phrase - places_[segment].phrase};
    }

  private:
    /// Words that lead to a node of the table, where a phrase may end.
    struct Path {
        std::uint32_t start, length;
        lexicon::TrieNode node;
        std::uint32_t longer;  ///< The number of the path that goes one word further; 0 if there is none.
        std::uint64_t hash;    ///< Of the edge to it, with the word that comes next.
        lexicon::ParaphraseTable::Entries entries;
    };

    /// A path that may go on with another word.
    struct Edge {
        std::uint64_t hash;
        std::uint32_t path, next;
    };

    /// Where a segment begins among the words, the paths of one word, and the phrases.
    struct Place {
        std::uint32_t word, path, phrase;
    };

    void find_words(const lexicon::Lexicon& lexicon, const PhraseSource& source, std::span<const Words> segments);
    void look_ahead(const lexicon::ParaphraseTable& table, Path& path) const;
    void extend(const lexicon::ParaphraseTable& table, std::size_t first);
    void list_phrases();

    std::vector<std::uint32_t> words_;  ///< Their numbers in the table; an unlisted one after every segment.
    std::vector<Place> places_;         ///< One more than there are segments.
    std::vector<Path> paths_;      ///< Those of one word, in their order, then longer ones. Starts are in `words_`.
    std::vector<Phrase> phrases_;  ///< Of all segments.
    std::vector<Edge> edges_;
};

}  // namespace bolide::match
