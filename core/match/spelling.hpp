/// The matcher `spelling`: matches words with similar spelling.
#pragma once

#include "lexicon/forms.hpp"
#include "match/match.hpp"

namespace bolide::match {

/// The least similarity at which words match (.05).
inline constexpr Similarity least_alike = 52;
/// Of words that differ only in case (.85), and their worth to the aligner (.95).
inline constexpr Similarity case_similarity = 870, case_credit = 973;
/// The least similarity of two joined words to the one they match (.65).
inline constexpr Similarity least_joined = 666;
/// The least number of code points of a word matched with two.
inline constexpr std::uint32_t least_compound = 4;

/// The worth of a match by spelling to the aligner: .9 of its similarity.
inline constexpr Similarity spelling_credit(Similarity similarity) {
    return static_cast<Similarity>(std::uint32_t{similarity} * 9 / 10);
}

/// The mean of three Dice coefficients, of character n-grams for n = 1, 2 and 3, from the numbers of n-grams that two
/// words share: of n = 1 and 3 together, and of n = 2. `sizes` is the sum of both words' code points. Rounded to the
/// nearest 1/1024, so that equal words have 1024.
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
    /// number of n-grams in all pairs of words.
    void match(const lexicon::Forms& forms, Words hypothesis, Words reference, std::uint8_t place, OfferTable& offers) {
        for (std::size_t row = 0; row < hypothesis.size(); ++row) {
            const lexicon::WordId word = hypothesis[row];
            const lexicon::Form& form = forms[word];
            const lexicon::Spelling spelling = forms.spelling(word);
            look_at(forms, spelling);
            for (std::size_t column = 0; column < reference.size(); ++column) {
                const lexicon::WordId other = reference[column];
                if (word == other) {
                    offers.offer(row, column, {whole, place, whole});
                } else if (form.lower_class == forms[other].lower_class) {
                    offers.offer(row, column, {case_similarity, place, case_credit});
                } else if (form.is_spelt && forms[other].is_spelt) {
                    const Similarity found = similarity(spelling, forms.spelling(other));
                    if (found >= least_alike) offers.offer(row, column, {found, place, spelling_credit(found)});
                }
            }
            look_away(spelling);
        }
    }

    /// Sets the word that others are compared with, until `look_away` is called with the same one.
    void look_at(const lexicon::Forms& forms, const lexicon::Spelling& word) {
        if (counts_.size() < forms.gram_numbers()) counts_.resize(2 * forms.gram_numbers());
        for (const auto grams : {word.odd, word.even})
            for (const lexicon::Gram& gram : grams) counts_[gram.number] = static_cast<std::uint8_t>(gram.count);
    }
    void look_away(const lexicon::Spelling& word) {
        for (const auto grams : {word.odd, word.even})
            for (const lexicon::Gram& gram : grams) counts_[gram.number] = 0;
    }

    Similarity similarity(const lexicon::Spelling& word, const lexicon::Spelling& other) const {
        return mean_dice(shared(counts_, other.odd), shared(counts_, other.even), word.size + other.size);
    }

    /// An upper bound on the similarity of the current word and two joined words.
    Similarity most_joined(const lexicon::Forms& forms, const lexicon::Spelling& word, lexicon::WordId first,
                           lexicon::WordId second) const {
        std::uint32_t odd = 2, even = 1, size = 0;  // The n-grams across the border.
        for (const lexicon::WordId part : {first, second}) {
            const lexicon::Form& form = forms[part];
            const lexicon::Spelling spelling = forms.spelling(part);
            size += form.size;
            odd += form.is_spelt ? shared(counts_, spelling.odd) : 2 * form.size;
            even += form.is_spelt ? shared(counts_, spelling.even) : form.size + 1;
        }
        return mean_dice(odd, even, word.size + size);
    }

  private:
    static std::uint32_t shared(const std::vector<std::uint8_t>& counts, std::span<const lexicon::Gram> grams) {
        std::uint32_t total = 0;
        for (const lexicon::Gram& gram : grams) total += std::min<std::uint32_t>(counts[gram.number], gram.count);
        return total;
    }

    std::vector<std::uint8_t> counts_;  ///< How often the current word has each n-gram; else all 0.
};

}  // namespace bolide::match
