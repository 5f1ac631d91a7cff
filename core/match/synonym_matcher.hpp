/// Finds words that share a synset.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "match/chains.hpp"
#include "match/match.hpp"

namespace bolide::match {

class SynonymMatcher {
  public:
    /// Adds the words of the hypothesis that share a synset with a word of the reference, and are not the same word.
    void match(const lexicon::Lexicon& lexicon, Words hypothesis, Words reference, std::uint8_t place, Stage& stage);

  private:
    /// A bit for the hash of every synset: most synsets of a segment are not found in the other one, and one bit says
    /// so.
    class Filter {
      public:
        void clear() { bits_.fill(0); }
        bool has(std::uint32_t synset) const { return bits_[place(synset)] >> bit(synset) & 1; }
        /// Returns whether it was there.
        std::uint64_t add(std::uint32_t synset) {
            std::uint64_t& word = bits_[place(synset)];
            const std::uint64_t mask = std::uint64_t{1} << bit(synset), had = word & mask;
            word |= mask;
            return had;
        }
        void add_bits(std::uint32_t synset, std::uint64_t bits) { bits_[place(synset)] |= bits; }

      private:
        static std::uint32_t hash(std::uint32_t synset) { return synset * 0x9E3779B1u >> 18; }
        static std::size_t place(std::uint32_t synset) { return hash(synset) / 64; }
        static std::uint32_t bit(std::uint32_t synset) { return hash(synset) % 64; }
        std::array<std::uint64_t, 256> bits_{};
    };

    void match_few(const lexicon::Lexicon& lexicon, Words hypothesis, Words reference, std::uint8_t place,
                   Stage& stage);
    void match_many(const lexicon::Lexicon& lexicon, Words hypothesis, Words reference, std::size_t links,
                    std::uint8_t place, Stage& stage);
    void list_synsets(const lexicon::Lexicon& lexicon, Words hypothesis);
    void add_owners(const lexicon::Lexicon& lexicon, Words hypothesis, std::uint32_t synset, std::uint32_t word_class);
    void add_found(std::size_t j, std::uint8_t place, Stage& stage);

    Chains chains_;                                ///< Of synsets; of words, where there are few.
    std::vector<std::uint32_t> synsets_, owners_;  ///< Of the hypothesis: all synsets, and where those of a word end.
    std::vector<std::uint32_t> owned_ends_;
    Filter once_, twice_;               ///< Synsets of a word, and of two different words.
    std::vector<std::uint32_t> seen_;   ///< Per hypothesis word: the last reference word (+ 1) it was found for.
    std::vector<std::uint32_t> found_;  ///< Hypothesis words that share a synset with the current reference word.
};

}  // namespace bolide::match
