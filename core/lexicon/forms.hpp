/// The spelling of words, for graded matchers and weights by length: computed once per word type.
#pragma once

#include "lexicon/lexicon.hpp"
#include "text/characters.hpp"
#include "text/folding.hpp"
#include "text/strings.hpp"

namespace bolide::lexicon {

/// The weight of a word per code point, in tenths. Signs, which have neither letter nor digit, say less.
inline constexpr std::uint32_t word_weight = 10, sign_weight = 3;

/// A character n-gram as a number, and how often the word has it.
struct Gram {
    std::uint32_t number, count;
};

/// A word in lower case as multisets of character n-grams; for n > 1 the word is marked at both ends. There are as many
/// 1-grams and as many 3-grams as characters, stored together, and one more 2-gram.
struct Spelling {
    std::span<const Gram> odd, even;
    std::uint32_t size;  ///< In code points.
};

struct Form {
    std::uint32_t lower_class;  ///< Equal for words that differ only in case.
    std::uint32_t size;         ///< In code points, in lower case.
    std::uint32_t weight;       ///< By length, in tenths of a code point.
    std::uint32_t first_gram;
    std::uint16_t odd_grams, even_grams;  ///< Different ones; 0 if the word is not spelt.
    bool has_only_letters;                ///< And marks.
    bool is_spelt;                        ///< Has only letters, and is neither too short nor too long to be compared.
};

/// The forms of all words of a lexicon, for one thread.
class Forms {
  public:
    /// The code points of words compared by spelling.
    static constexpr std::uint32_t least_size = 3, most_size = 64;

    /// Learns the words that are new in the lexicon. Call `clear` whenever the lexicon is cleared.
    void follow(const Lexicon& lexicon) {
        for (auto word = static_cast<WordId>(forms_.size()); word < lexicon.size(); ++word) add(lexicon.text(word));
    }
    void clear() { *this = Forms(); }

    const Form& operator[](WordId word) const { return forms_[word]; }
    Spelling spelling(WordId word) const {
        const Form& form = forms_[word];
        const std::span grams = std::span(grams_).subspan(form.first_gram);
        return {grams.first(form.odd_grams), grams.subspan(form.odd_grams, form.even_grams), form.size};
    }
    std::size_t gram_numbers() const { return gram_index_.size(); }

    /// The spelling of two words joined, without n-grams that no word has. Valid until the next call.
    Spelling join(std::string_view first, std::string_view second) {
        mark(text::to_utf32(text::lower(first)) + text::to_utf32(text::lower(second)));
        joined_.clear();
        const std::size_t odd = count_grams(joined_, [this](std::uint64_t key) { return gram_index_.find(key); });
        const std::span grams(joined_);
        return {grams.first(odd), grams.subspan(odd), static_cast<std::uint32_t>(letters_.size() - 2)};
    }

  private:
    /// Mark the ends of a word; no letter has these numbers.
    static constexpr char32_t begin_mark = 1, end_mark = 2;

    /// An n-gram of up to three characters as one number: a code point takes 21 bits.
    static std::uint64_t key_of(std::u32string_view gram) {
        std::uint64_t key = 0;
        for (const char32_t code : gram) key = key << 21 | code;
        return key;
    }

    void mark(std::u32string_view codes) {
        letters_.assign(1, begin_mark);
        letters_.append(codes);
        letters_.push_back(end_mark);
    }

    void add(std::string_view word) {
        const std::string lower = text::lower(word);
        const std::u32string codes = text::to_utf32(lower);
        bool has_word = false, has_other = false;
        for (const char32_t code : codes) {
            const text::CharacterKind kind = text::kind_of(code);
            const bool is_letter = kind == text::CharacterKind::letter || kind == text::CharacterKind::unspaced;
            has_word |= is_letter || kind == text::CharacterKind::digit;
            has_other |= !is_letter && kind != text::CharacterKind::mark;
        }
        mark(codes);
        Form form{};
        form.lower_class = lower_classes_.intern(lower);
        form.size = static_cast<std::uint32_t>(codes.size());
        form.weight = form.size * (has_word ? word_weight : sign_weight);
        form.first_gram = static_cast<std::uint32_t>(grams_.size());
        form.has_only_letters = has_word && !has_other;
        form.is_spelt = form.has_only_letters && form.size >= least_size && form.size <= most_size;
        if (form.is_spelt) {
            const std::size_t odd = count_grams(grams_, [this](std::uint64_t key) { return gram_index_.add(key); });
            form.odd_grams = static_cast<std::uint16_t>(odd - form.first_gram);
            form.even_grams = static_cast<std::uint16_t>(grams_.size() - form.first_gram - form.odd_grams);
        }
        forms_.push_back(form);
    }
    /// Appends the n-grams of the current word; returns where the even ones begin.
    template <class Number>
    std::size_t count_grams(std::vector<Gram>& grams, Number number) {
        count_grams(grams, 1, number);
        count_grams(grams, 3, number);
        const std::size_t odd = grams.size();
        count_grams(grams, 2, number);
        return odd;
    }
    /// Appends those of one order, each once with its count; drops those without a number.
    template <class Number>
    void count_grams(std::vector<Gram>& grams, int order, Number number) {
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

    std::vector<Form> forms_;
    std::vector<Gram> grams_, joined_;
    resource::StringIndex lower_classes_;
    resource::HashIndex gram_index_;
    std::u32string letters_;                   ///< Of the current word, with its marks.
    std::vector<std::uint32_t> gram_numbers_;  ///< Room to count in.
};

}  // namespace bolide::lexicon
