/// How words are spelt: what graded matchers and weights by length need to know of them, worked out once for each type.
#pragma once

#include "lexicon/lexicon.hpp"

namespace bolide::lexicon {

/// What a word weighs for each code point, in tenths: signs, which have neither letter nor digit, tell less.
inline constexpr std::uint32_t word_weight = 10, sign_weight = 3;

/// A character n-gram of a word, as a number, and how often the word has it.
struct Gram {
    std::uint32_t number, count;
};

/// A word in lower case as multisets of character n-grams; for n > 1 the word has a mark at either end. Those of n = 1
/// and 3 have as many members as the word has characters, and are kept together; those of n = 2 have one more.
struct Spelling {
    std::span<const Gram> odd, even;
    std::uint32_t size;  ///< In code points.
};

/// The facts about the form of a word.
struct Form {
    std::uint32_t lower_class;  ///< Equal for words that differ in their capitals alone.
    std::uint32_t size;         ///< In code points, in lower case.
    std::uint32_t weight;       ///< By length, in tenths of a code point.
    std::uint32_t first_gram;
    std::uint16_t odd_grams, even_grams;  ///< Different ones; none where the word is not spelt.
    bool has_only_letters;                ///< And marks.
    bool is_spelt;                        ///< Such a word, neither too short nor too long to be compared.
};

/// The forms of all words of a lexicon, for one thread.
class Forms {
  public:
    /// How many code points words have that are compared by their spelling.
    static constexpr std::uint32_t least_size = 3, most_size = 64;

    /// Learns the words that are new to the lexicon. It has to be told with `clear` where the lexicon was cleared.
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
    /// All n-grams have smaller numbers.
    std::size_t gram_numbers() const { return gram_index_.size(); }

    /// The spelling of two words as one, without n-grams that no word has. Valid until the next call.
    Spelling join(std::string_view first, std::string_view second);

  private:
    void add(std::string_view word);
    template <class Number>
    void count_grams(std::vector<Gram>& grams, int order, Number number);

    std::vector<Form> forms_;
    std::vector<Gram> grams_, joined_;
    resource::StringIndex lower_classes_;
    resource::HashIndex gram_index_;
    std::u32string letters_;                   ///< Of the word at hand, with its marks.
    std::vector<std::uint32_t> gram_numbers_;  ///< Room to count in.
};

}  // namespace bolide::lexicon
