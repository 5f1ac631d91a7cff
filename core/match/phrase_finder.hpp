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
    std::uint32_t lexicon::WordFacts::* word;
    lexicon::TrieNode lexicon::WordFacts::* node;
};

/// A phrase A that occurs in a segment.
struct Phrase {
    std::uint32_t start, length;
    lexicon::TrieNode node;
    std::uint32_t longer;  ///< The number of the phrase that is this one and another word; 0 if there is none.
};

class PhraseFinder {
  public:
    /// Finds all phrases of some segments, and asks for the memory that comparing them will read.
    void find(const lexicon::Lexicon& lexicon, const PhraseSource& source, std::span<const Words> segments);

    /// A segment in the numbers of the table. An unlisted word follows it.
    std::span<const std::uint32_t> words(std::size_t segment) const {
        return {words_.data() + places_[segment].word, places_[segment + 1].word - places_[segment].word - 1};
    }

    /// Calls `visit` with every phrase of a segment: by their starts, which count from its beginning, then by their
    /// lengths.
    template <class Visit>
    void for_each(std::size_t segment, Visit visit) const {
        for (std::uint32_t first = places_[segment].phrase; first < places_[segment + 1].phrase; ++first) {
            std::uint32_t at = first;
            do {
                Phrase phrase = phrases_[at];
                at = phrase.longer;
                phrase.start -= places_[segment].word;
                visit(phrase);
            } while (at);
        }
    }

  private:
    /// A phrase that may go on with another word.
    struct Edge {
        std::uint64_t hash;
        std::uint32_t phrase, next;
    };

    /// Where a segment begins among the words, and among the phrases of one word.
    struct Place {
        std::uint32_t word, phrase;
    };

    void find_words(const lexicon::Lexicon& lexicon, const PhraseSource& source, std::span<const Words> segments);
    void extend(const lexicon::ParaphraseTable& table, std::size_t first);

    std::vector<std::uint32_t> words_;  ///< Their numbers in the table; an unlisted one after every segment.
    std::vector<Place> places_;         ///< One more than there are segments.
    std::vector<Phrase> phrases_;  ///< Those of one word, in their order, then longer ones. Starts are in `words_`.
    std::vector<Edge> edges_;
};

}  // namespace bolide::match
