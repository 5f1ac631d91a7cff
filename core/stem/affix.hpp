/// Tools shared by the Snowball stemmers: tables of affixes, sets of letters, regions of a word.
/// Words are UTF-16, as in the program whose results they reproduce, so that lengths and regions agree on every input.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace bolide::stem {

/// One entry of an affix table: its letters, at least one, and what the stemmer does when it is the longest that fits.
struct Affix {
    std::u16string_view letters;
    int action = 0;
};

using Affixes = std::span<const Affix>;

/// The longest entry of `table` at the end of `word` that begins at or after `from`; null if there is none.
const Affix* longest_suffix(std::u16string_view word, Affixes table, std::size_t from = 0);

/// The longest entry of `table` at the beginning of `word`; null if there is none.
const Affix* longest_prefix(std::u16string_view word, Affixes table);

/// Whether `word` ends in `letters`, all of them at or after `from`.
bool ends_with(std::u16string_view word, std::u16string_view letters, std::size_t from = 0);

/// Whether `letter` is one of `letters`.
constexpr bool is_in(std::u16string_view letters, char16_t letter) {
    return letters.find(letter) != std::u16string_view::npos;
}

/// The position after the first non-vowel that follows a vowel, looking from `from` on; the word's end if there is
/// none. From 0 this is Snowball's R1, from R1 it is R2.
std::size_t region_after(std::u16string_view word, std::u16string_view vowels, std::size_t from);

/// Replaces the last `length` letters of `word` with `letters`.
inline void replace_end(std::u16string& word, std::size_t length, std::u16string_view letters = {}) {
    word.replace(word.size() - length, length, letters);
}

}  // namespace bolide::stem
