#include "lexicon/forms.hpp"

#include "text/character_kinds.hpp"
#include "text/lowercase.hpp"
#include "text/utf8.hpp"

namespace bolide::lexicon {

namespace {

using text::CharacterKind;

/// Stand at the ends of a word; no letter has these numbers.
constexpr char32_t begin_mark = 1, end_mark = 2;

/// An n-gram of up to three characters as one number: a code point takes 21 bits.
std::uint64_t key_of(std::u32string_view gram) {
    std::uint64_t key = 0;
    for (const char32_t code : gram) key = key << 21 | code;
    return key;
}

void decode_into(std::u32string& codes, std::string_view word) {
    for (std::size_t at = 0; at < word.size();) codes.push_back(text::decode(word, at));
}

/// Which kinds of characters a word has.
struct Kinds {
    bool has_word = false, has_other = false;

    void see(CharacterKind kind) {
        const bool is_letter = kind == CharacterKind::letter || kind == CharacterKind::unspaced;
        has_word |= is_letter || kind == CharacterKind::digit;
        has_other |= !is_letter && kind != CharacterKind::mark;
    }
};

}  // namespace

void Forms::add(std::string_view word) {
    const std::string lower = text::lower(word);
    letters_.assign(1, begin_mark);
    decode_into(letters_, lower);
    Kinds kinds;
    for (const char32_t code : std::u32string_view(letters_).substr(1)) kinds.see(text::kind_of(code));
    letters_.push_back(end_mark);
    Form form{};
    form.lower_class = lower_classes_.intern(lower);
    form.size = static_cast<std::uint32_t>(letters_.size() - 2);
    form.weight = form.size * (kinds.has_word ? word_weight : sign_weight);
    form.first_gram = static_cast<std::uint32_t>(grams_.size());
    form.has_only_letters = kinds.has_word && !kinds.has_other;
    form.is_spelt = form.has_only_letters && form.size >= least_size && form.size <= most_size;
    if (form.is_spelt) {
        const auto learned = [this](std::uint64_t key) { return gram_index_.add(key); };
        count_grams(grams_, 1, learned);
        count_grams(grams_, 3, learned);
        form.odd_grams = static_cast<std::uint16_t>(grams_.size() - form.first_gram);
        count_grams(grams_, 2, learned);
        form.even_grams = static_cast<std::uint16_t>(grams_.size() - form.first_gram - form.odd_grams);
    }
    forms_.push_back(form);
}

Spelling Forms::join(std::string_view first, std::string_view second) {
    letters_.assign(1, begin_mark);
    decode_into(letters_, text::lower(first));
    decode_into(letters_, text::lower(second));
    letters_.push_back(end_mark);
    const auto found = [this](std::uint64_t key) { return gram_index_.find(key); };
    joined_.clear();
    count_grams(joined_, 1, found);
    count_grams(joined_, 3, found);
    const std::size_t odd = joined_.size();
    count_grams(joined_, 2, found);
    const std::span grams(joined_);
    return {grams.first(odd), grams.subspan(odd), static_cast<std::uint32_t>(letters_.size() - 2)};
}

/// Appends the n-grams of the word at hand, each once with its count; those without a number are left out.
template <class Number>
void Forms::count_grams(std::vector<Gram>& grams, int order, Number number) {
    std::u32string_view letters = letters_;
    if (order == 1) letters = letters.substr(1, letters.size() - 2);
    gram_numbers_.clear();
    for (std::size_t at = 0; at + static_cast<std::size_t>(order) <= letters.size(); ++at)
        gram_numbers_.push_back(number(key_of(letters.substr(at, static_cast<std::size_t>(order)))));
    std::sort(gram_numbers_.begin(), gram_numbers_.end());
    for (auto at = gram_numbers_.begin(); at != gram_numbers_.end() && *at != resource::HashIndex::none;) {
        const auto next = std::find_if(at, gram_numbers_.end(), [at](std::uint32_t other) { return other != *at; });
        grams.push_back({*at, static_cast<std::uint32_t>(next - at)});
        at = next;
    }
}

}  // namespace bolide::lexicon
