/// Finds paraphrases of a table in a pair of segments.
#pragma once

#include <bitset>
#include <cstdint>
#include <vector>

#include "match/chains.hpp"
#include "match/match.hpp"

namespace bolide::match {

class ParaphraseMatcher {
  public:
    /// Adds the matches of both directions: phrases A in the reference, then phrases A in the hypothesis.
    void match(const lexicon::Lexicon& lexicon, Words hypothesis, Words reference, std::uint8_t place, Stage& stage);

  private:
    /// A segment in the units of the table, with the places of its words by their first unit.
    struct Side {
        std::vector<std::uint16_t> units;
        std::vector<std::uint32_t> starts;  ///< Where the units of each word begin, and one more.
    };

    void encode(const lexicon::Lexicon& lexicon, Words words, Side& side);
    void index(const Side& side);

    /// A phrase A that occurs in a segment.
    struct Phrase {
        std::uint32_t start, length;
        lexicon::TrieNode node;
    };

    /// Finds all phrases A in `words`, in the order of start and length.
    void find_phrases(const lexicon::Lexicon& lexicon, Words words);
    void extend_phrases(const lexicon::Lexicon& lexicon, Words words, std::size_t first);

    /// Calls `visit(start of A, length of A, start of B, length of B)` for every phrase A in `words` with a phrase B in
    /// `other`.
    template <class Visit>
    void search(const lexicon::Lexicon& lexicon, Words words, const Side& other, const Stage& stage, Visit visit);

    template <class Visit>
    void visit_occurrences(std::span<const std::uint16_t> paraphrases, const Side& other, Visit visit) const;

    /// A phrase that may go on with another word.
    struct Edge {
        Phrase phrase;
        std::uint32_t next;
    };

    Side hypothesis_side_, reference_side_;
    std::vector<Edge> edges_;
    std::vector<Phrase> phrases_, ordered_;
    std::vector<std::uint32_t> places_of_starts_;
    Chains places_;
    std::bitset<65536> occurs_;             ///< First units that occur: small enough to stay close to the processor.
    std::vector<std::uint16_t> occurring_;  ///< The same as a list.
};

}  // namespace bolide::match
