/// The matcher `spelling`: words that are spelt alike.
#pragma once

#include "lexicon/forms.hpp"
#include "match/match.hpp"
#include "match/similarity.hpp"

namespace bolide::match {

/// From this similarity on, words match (.05).
inline constexpr Similarity least_alike = 52;
/// Of words that differ in their capitals alone (.85), and what they are worth to the aligner (.95).
inline constexpr Similarity case_similarity = 870, case_credit = 973;
/// Two words that stand for one are at least so much like it, written as one (.65).
inline constexpr Similarity least_joined = 666;
/// A word that two words stand for has at least so many code points.
inline constexpr std::uint32_t least_compound = 4;

/// What a match by spelling is worth to the aligner: .9 of its similarity.
inline constexpr Similarity spelling_credit(Similarity similarity) {
    return static_cast<Similarity>(std::uint32_t{similarity} * 9 / 10);
}

/// The mean of three Dice coefficients, those of the character n-grams for n = 1, 2 and 3, from the number of n-grams
/// that two words share: of n = 1 and 3 together, and of n = 2. `sizes` is how many code points both words have
/// together. Rounded to the nearest 1/1024, so that equal words have 1024.
inline Similarity mean_dice(std::uint32_t odd, std::uint32_t even, std::uint32_t sizes) {
    const std::uint64_t above =
        2 * std::uint64_t{whole} * (std::uint64_t{odd} * (sizes + 2) + std::uint64_t{even} * sizes);
    const std::uint64_t below = 3 * std::uint64_t{sizes} * (sizes + 2);
    return static_cast<Similarity>((2 * above + below) / (2 * below));
}

/// Compares the words of pairs; for one thread.
class SpellingMatcher {
  public:
    /// Offers all matches between some words of a hypothesis and some of a reference. Takes time proportional to the
    /// number of n-grams in all pairs of them.
    void match(const lexicon::Forms& forms, Words hypothesis, Words reference, std::uint8_t place, OfferTable& offers);

    /// Sets the word that others are compared with, until `look_away` from the same one.
    void look_at(const lexicon::Forms& forms, const lexicon::Spelling& word);
    void look_away(const lexicon::Spelling& word);

    /// How alike the word that is looked at and another one are.
    Similarity similarity(const lexicon::Spelling& word, const lexicon::Spelling& other) const;

    /// At the most so much alike are the word that is looked at and two words as one.
    Similarity most_joined(const lexicon::Forms& forms, const lexicon::Spelling& word, lexicon::WordId first,
                           lexicon::WordId second) const;

  private:
    std::vector<std::uint8_t> counts_;  ///< How often the word that is looked at has each n-gram; else all 0.
};

}  // namespace bolide::match
