/// What the stemmers of the Romance languages share: regions of a word, conditional removal, marked vowels.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

#include "stem/affix.hpp"

namespace bolide::stem {

/// Where the regions of a word begin. A suffix is in a region if all of its letters are.
struct Regions {
    std::size_t rv;
    std::size_t r1;
    std::size_t r2;
};

/// Snowball's RV as first defined for Spanish: after the first vowel beyond the second letter if that is a consonant,
/// after the first consonant beyond it if both first letters are vowels, else after the third letter.
inline std::size_t region_v(std::u16string_view word, std::u16string_view vowels) {
    if (word.size() < 3) return word.size();
    const bool vowel_second = is_in(vowels, word[1]);
    if (vowel_second && !is_in(vowels, word[0])) return 3;
    const std::size_t found = vowel_second ? word.find_first_not_of(vowels, 2) : word.find_first_of(vowels, 2);
    return found == word.npos ? word.size() : found + 1;
}

/// R1, R2 and the Spanish RV of a word.
inline Regions regions_of(std::u16string_view word, std::u16string_view vowels) {
    const std::size_t r1 = region_after(word, vowels, 0);
    return {region_v(word, vowels), r1, region_after(word, vowels, r1)};
}

/// Replaces the last `length` letters with `letters` if they are in the region that begins at `from`; says whether.
inline bool replace_in(std::u16string& word, std::size_t length, std::size_t from, std::u16string_view letters = {}) {
    if (word.size() < from + length) return false;
    replace_end(word, length, letters);
    return true;
}

/// Removes the first of `suffixes` that the word ends in, if it is in the region that begins at `from`; says whether.
inline bool remove_suffix(std::u16string& word, std::initializer_list<std::u16string_view> suffixes, std::size_t from) {
    for (const std::u16string_view suffix : suffixes)
        if (word.ends_with(suffix)) return replace_in(word, suffix.size(), from);
    return false;
}

/// Puts i and u between vowels into capitals, so that they count as consonants.
inline void mark_between_vowels(std::u16string& word, std::u16string_view vowels) {
    for (std::size_t at = 1; at + 1 < word.size(); ++at)
        if (is_in(vowels, word[at - 1]) && is_in(vowels, word[at + 1])) {
            if (word[at] == u'i') word[at] = u'I';
            if (word[at] == u'u') word[at] = u'U';
        }
}

/// Undoes the marking of vowels.
inline void unmark_vowels(std::u16string& word) {
    std::replace(word.begin(), word.end(), u'I', u'i');
    std::replace(word.begin(), word.end(), u'U', u'u');
}

}  // namespace bolide::stem
