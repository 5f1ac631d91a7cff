#include "match/spelling.hpp"

namespace bolide::match {

namespace {

/// How many n-grams are in common.
std::uint32_t shared(const std::vector<std::uint8_t>& counts, std::span<const lexicon::Gram> grams) {
    std::uint32_t total = 0;
    for (const lexicon::Gram& gram : grams) total += std::min<std::uint32_t>(counts[gram.number], gram.count);
    return total;
}

}  // namespace

void SpellingMatcher::look_at(const lexicon::Forms& forms, const lexicon::Spelling& word) {
    if (counts_.size() < forms.gram_numbers()) counts_.resize(2 * forms.gram_numbers());
    for (const auto grams : {word.odd, word.even})
        for (const lexicon::Gram& gram : grams) counts_[gram.number] = static_cast<std::uint8_t>(gram.count);
}

void SpellingMatcher::look_away(const lexicon::Spelling& word) {
    for (const auto grams : {word.odd, word.even})
        for (const lexicon::Gram& gram : grams) counts_[gram.number] = 0;
}

Similarity SpellingMatcher::similarity(const lexicon::Spelling& word, const lexicon::Spelling& other) const {
    return mean_dice(shared(counts_, other.odd), shared(counts_, other.even), word.size + other.size);
}

Similarity SpellingMatcher::most_joined(const lexicon::Forms& forms, const lexicon::Spelling& word,
                                        lexicon::WordId first, lexicon::WordId second) const {
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

void SpellingMatcher::match(const lexicon::Forms& forms, Words hypothesis, Words reference, std::uint8_t place,
                            OfferTable& offers) {
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

}  // namespace bolide::match
