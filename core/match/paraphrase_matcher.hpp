/// Finds the phrases of a table in a pair of segments: paraphrases, or the synonyms of a thesaurus.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "match/chains.hpp"
#include "match/match.hpp"

namespace bolide::match {

class ParaphraseMatcher {
  public:
    /// Which of the tables of the language it looks into.
    enum class Source : std::uint8_t { paraphrases, thesaurus };
    explicit ParaphraseMatcher(Source source) : source_(source) {}

    /// Adds the matches of both directions: phrases A in the reference, then phrases A in the hypothesis.
    void match(const lexicon::Lexicon& lexicon, Words hypothesis, Words reference, std::uint8_t place, Stage& stage);

  private:
    /// A segment in the numbers of the table, with what occurs in it: its words by their numbers, and the hashes that
    /// its n-grams have as phrases B, a bit for each.
    struct Side {
        std::span<const std::uint32_t> words;
        Chains places;
        std::array<std::uint8_t, 8192> bits{};
        std::vector<std::uint16_t> hashes;  ///< Those whose bits are set.
    };

    /// A phrase in a list of phrases B: where it begins, and its number.
    struct Cursor {
        std::size_t unit = 0, number = 0;
    };

    /// A phrase A that occurs in a segment.
    struct Phrase {
        std::uint32_t start, length;
        lexicon::TrieNode node;
        std::uint32_t longer;  ///< The number of the phrase that is this one and another word; 0 if there is none.
    };

    /// A phrase that may go on with another word.
    struct Edge {
        std::uint64_t hash;
        std::uint32_t phrase, next;
    };

    static void index(std::span<const std::uint32_t> words, Side& side);

    /// The table, if there is one.
    const lexicon::ParaphraseTable* table_of(const lexicon::Knowledge& knowledge) const {
        return (source_ == Source::paraphrases ? knowledge.paraphrases : knowledge.thesaurus).get();
    }

    /// Finds all phrases A in both segments. Returns how many are of one word: those come first, in their order.
    std::size_t find_phrases(const lexicon::Lexicon& lexicon, const lexicon::ParaphraseTable& table, Words reference,
                             Words hypothesis);
    void extend_phrases(const lexicon::ParaphraseTable& table, std::size_t first);

    /// Calls `visit(start, length)` for every place in `other` of every phrase B of a phrase A.
    template <class Visit>
    void visit(const lexicon::ParaphraseTable& table, lexicon::TrieNode phrase, const Side& other, Stage& stage,
               Visit visit);
    std::span<const std::uint32_t> words_of(std::span<const std::uint16_t> units, std::size_t number, Cursor& cursor);

    Source source_;
    /// The numbers of the words in the table: those of the reference, an unlisted one, those of the hypothesis, another
    /// unlisted one. What is looked up for both sides at once waits for memory once.
    std::vector<std::uint32_t> words_;
    Side reference_side_, hypothesis_side_;
    std::vector<Edge> edges_;
    std::array<std::uint32_t, 255> decoded_;  ///< The words of a phrase B.
    std::vector<Phrase> phrases_;             ///< Their starts are places in `words_`.
};

}  // namespace bolide::match
