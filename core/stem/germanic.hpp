/// What the stemmers of the Germanic languages, English apart, have in common.
#pragma once

#include <algorithm>

#include "stem/affix.hpp"

namespace bolide::stem {

/// R1, moved right if need be so that at least three letters come before it; it may then lie beyond the word.
inline std::size_t region_after_three(std::u16string_view word, std::u16string_view vowels) {
    return std::max<std::size_t>(3, region_after(word, vowels, 0));
}

/// Whether the letter before the last `length` letters of `word` exists and is one of `letters`.
inline bool preceded_by(std::u16string_view word, std::size_t length, std::u16string_view letters) {
    return word.size() > length && is_in(letters, word[word.size() - length - 1]);
}

/// Deletes the longest suffix of `table` at or after `from`, all but its first `action` letters. Returns whether there
/// was one.
inline bool strip_suffix(std::u16string& word, Affixes table, std::size_t from) {
    const Affix* suffix = longest_suffix(word, table, from);
    if (suffix) replace_end(word, suffix->letters.size() - static_cast<std::size_t>(suffix->action));
    return suffix != nullptr;
}

/// Drops the last letter of a word that ends in one of `pairs` at or after `from`.
inline void shorten_pair(std::u16string& word, Affixes pairs, std::size_t from) {
    if (longest_suffix(word, pairs, from)) word.pop_back();
}

}  // namespace bolide::stem
