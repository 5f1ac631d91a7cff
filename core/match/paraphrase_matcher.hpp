/// Finds the phrases of a table in pairs of segments: paraphrases, or the synonyms of a thesaurus.
#pragma once

#include "match/match.hpp"
#include "match/word_matchers.hpp"

namespace bolide::match {

/// A table of phrases, and the facts about words that concern it.
struct PhraseSource {
    const lexicon::ParaphraseTable* table;
    lexicon::TableFacts lexicon::WordFacts::* facts;
};

/// A phrase A that occurs in a segment and has phrases B.
struct Phrase {
    std::uint32_t start, length;
    lexicon::ParaphraseTable::Entries entries;
};

/// Finds the phrases A of a table in several segments at once, so that all look-ups wait for memory together.
class PhraseFinder {
  public:
    /// Finds all phrases of some segments, and prefetches what comparing them will read.
    void find(const lexicon::Lexicon& lexicon, const PhraseSource& source, std::span<const Words> segments);

    /// A segment in the numbers of the table, followed by an unlisted word.
    std::span<const std::uint32_t> words(std::size_t segment) const {
        return {words_.data() + places_[segment].word, places_[segment + 1].word - places_[segment].word - 1};
    }

    /// The phrases of a segment, sorted by start within it, then by length.
    std::span<const Phrase> phrases(std::size_t segment) const {
        return {phrases_.data() + places_[segment].phrase, places_[segment + 1].phrase - places_[segment].phrase};
    }

  private:
    /// Words that lead to a node of the table, where a phrase may end.
    struct Path {
        std::uint32_t start, length;
        lexicon::TrieNode node;
        std::uint32_t longer;  ///< The number of the path one word longer; 0 if there is none.
        std::uint64_t hash;    ///< Of the edge to it, with the next word.
        lexicon::ParaphraseTable::Entries entries;
    };

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

class ParaphraseMatcher {
  public:
    /// The table of the language to look into.
    enum class Source : std::uint8_t { paraphrases, thesaurus };
    explicit ParaphraseMatcher(Source source) : source_(source) {}

    /// Looks up the phrases of some segments that will be matched with each other.
    void prepare(const lexicon::Lexicon& lexicon, std::span<const Words> segments);

    /// Adds the matches of two of them, by their numbers: phrases A in the reference, then phrases A in the hypothesis.
    void match(std::size_t hypothesis, std::size_t reference, std::uint8_t place, Stage& stage);

  private:
    static constexpr std::size_t nothing = SIZE_MAX;

    /// A segment in the numbers of the table, with an index of its words, and a bit for each hash that one of its
    /// n-grams would have as a phrase B.
    struct Side {
        std::size_t segment = nothing;
        std::span<const std::uint32_t> words;
        Chains places;
        std::array<std::uint8_t, 8192> bits{};
        std::vector<std::uint16_t> hashes;  ///< Those with a set bit.

        bool has(std::uint32_t hash) const { return bits[hash / 8] >> hash % 8 & 1; }

        /// The number of hashes tested together: most phrases A have fewer phrases B.
        static constexpr std::size_t at_once = 8;
        /// False if none of the first `at_once` is there.
        bool may_have_any(std::span<const std::uint16_t> some) const {
            if (some.size() < at_once) return true;  // The end of the table.
            unsigned found = 0;
            for (std::size_t i = 0; i < at_once; ++i) found |= bits[some[i] / 8];
            return found != 0;
        }
    };

    /// A phrase B that probably occurs on the other side.
    struct Hit {
        Phrase phrase;         ///< Its phrase A.
        std::uint32_t number;  ///< Its number among the phrases B.
    };

    /// A phrase in the phrases B of a phrase A: where it begins, and its number.
    struct Cursor {
        std::uint32_t start = 0, length = 0;  ///< Of the phrase A.
        std::size_t unit = 0, number = 0;
    };

    void index(std::size_t segment, Side& side);
    template <class Add>
    void match_phrases(std::size_t segment, const Side& other, Stage& stage, Add add);
    template <class Add>
    void verify(const Side& other, Cursor& cursor, Stage& stage, Add add);
    std::span<const std::uint32_t> words_of(std::span<const std::uint16_t> units, std::size_t number, Cursor& cursor);

    Source source_;
    const lexicon::ParaphraseTable* table_ = nullptr;
    PhraseFinder finder_;
    Side reference_side_, hypothesis_side_;
    std::vector<Hit> hits_;
    std::array<std::uint32_t, lexicon::longest_phrase> decoded_;  ///< The words of a phrase B.
};

}  // namespace bolide::match
