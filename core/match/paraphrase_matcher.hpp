/// Finds the phrases of a table in a pair of segments: paraphrases, or the synonyms of a thesaurus.
#pragma once

#include <bitset>
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
    /// A segment in the units of the table, with the places of its words by their first unit.
    struct Side {
        std::vector<std::uint16_t> units;
        std::vector<std::uint32_t> starts;  ///< Where the units of each word begin, and one more.
        Chains places;
        std::bitset<65536> occurs;  ///< Units that occur: small enough to stay close to the processor.
    };

    /// A phrase A that occurs in a segment.
    struct Phrase {
        std::uint32_t start, length;
        lexicon::TrieNode node;
    };

    /// A phrase that may go on with another word.
    struct Edge {
        Phrase phrase;
        std::uint32_t next;
    };

    static void encode(std::span<const std::uint32_t> words, Side& side);

    /// The table, if there is one.
    const lexicon::ParaphraseTable* table_of(const lexicon::Knowledge& knowledge) const {
        return (source_ == Source::paraphrases ? knowledge.paraphrases : knowledge.thesaurus).get();
    }

    /// Finds all phrases A in both segments, in the order of start and length.
    void find_phrases(const lexicon::Lexicon& lexicon, const lexicon::ParaphraseTable& table, Words reference,
                      Words hypothesis);
    void extend_phrases(const lexicon::ParaphraseTable& table, std::size_t first);
    void put_in_order();

    /// Calls `visit(start, length)` for every phrase B of `paraphrases` in `other`. If it is `watched`, steps and
    /// matches are counted on the way: where a list or a segment is long.
    template <bool watched, class Visit>
    static void visit_occurrences(std::span<const std::uint16_t> paraphrases, const Side& other, Stage& stage,
                                  Visit visit);
    /// The same, watched or not as it has to be.
    template <class Visit>
    static void visit(std::span<const std::uint16_t> paraphrases, const Side& other, Stage& stage, Visit visit);

    Source source_;
    /// The numbers of the words in the table: those of the reference, an unlisted one, those of the hypothesis, another
    /// unlisted one. What is looked up for both sides at once waits for memory once.
    std::vector<std::uint32_t> words_;
    Side reference_side_, hypothesis_side_;
    std::vector<Edge> edges_;
    std::vector<Phrase> phrases_, ordered_;  ///< Their starts are places in `words_`.
    std::vector<std::uint32_t> places_of_starts_;
};

}  // namespace bolide::match
