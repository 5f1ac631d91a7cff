/// Tools shared by the Snowball stemmers: tables of affixes, sets of letters, regions of a word. Words are UTF-16, as
/// in the Java program, so that lengths and regions agree on every input.
#pragma once

#include "standard.hpp"

namespace bolide::stem {

using Word = std::u16string;
using View = std::u16string_view;

/// An affix, its replacement, and a number that tells the stemmer what else to do; and letters, if a suffix must follow
/// one of them.
struct Affix {
    View letters, replacement = {};
    int action = 0;
    View after = {};
};

/// A table of affixes, long ones first, given as lists separated by blanks: affixes that are replaced or treated alike
/// form one list.
class Affixes {
  public:
    explicit Affixes(View list) { add({list}); }
    Affixes(std::initializer_list<Affix> lists) {
        for (const Affix& list : lists) add(list);
    }
    void add(const Affix& list);

    auto begin() const { return affixes_.begin(); }
    auto end() const { return affixes_.end(); }
    /// False if no entry ends in the letter.
    bool may_end_in(char16_t letter) const { return ends_ >> letter % 64 & 1; }

  private:
    std::vector<Affix> affixes_;
    std::uint64_t ends_ = 0;  ///< A bit for every last letter.
};

/// The longest entry of `table` at the end of `word` that begins at or after `from`; null if there is none.
const Affix* longest_suffix(View word, const Affixes& table, std::size_t from = 0);

/// The longest entry of `table` at the end of `word`; null if there is none, it begins before `from`, or it follows
/// another letter than it may.
const Affix* suffix_within(View word, const Affixes& table, std::size_t from);

/// The longest entry of `table` at the beginning of `word`; null if there is none.
const Affix* longest_prefix(View word, const Affixes& table);

/// Whether `word` ends in `letters`, all of them at or after `from`.
inline bool ends_with(View word, View letters, std::size_t from = 0) {
    return word.size() >= from + letters.size() && word.ends_with(letters);
}

constexpr bool is_in(View letters, char16_t letter) { return letters.find(letter) != View::npos; }

/// Whether the letter before the last `length` letters of `word` exists and is one of `letters`.
inline bool preceded_by(View word, std::size_t length, View letters) {
    return word.size() > length && is_in(letters, word[word.size() - length - 1]);
}

/// The position after the first non-vowel that follows a vowel, looking from `from` on; the word's end if there is
/// none. From 0 this is Snowball's R1, from R1 it is R2.
std::size_t region_after(View word, View vowels, std::size_t from);

/// Where the regions of a word begin. A suffix is in a region if all of its letters are.
struct Regions {
    std::size_t r1, r2, rv;
};

/// R1 and R2 of a word, and RV as first defined for Spanish: after the first vowel beyond the second letter if that is
/// a consonant, after the first consonant beyond it if both first letters are vowels, else after the third letter.
Regions regions_of(View word, View vowels);

/// Replaces the last `length` letters of `word` with `letters`.
inline void replace_end(Word& word, std::size_t length, View letters = {}) {
    word.replace(word.size() - length, length, letters);
}

bool replace_in(Word& word, std::size_t length, std::size_t from, View letters = {});

/// Replaces the longest suffix of `table` at or after `from`, if it follows a letter that it may; returns whether it
/// did.
bool replace_suffix(Word& word, const Affixes& table, std::size_t from);

/// Replaces the suffix that `suffix_within` finds; returns whether there was one.
bool replace_within(Word& word, const Affixes& table, std::size_t from);

/// Removes the first suffix of a list that the word ends in, if it is in the region that begins at `from`; returns
/// whether it did. For `iv+at`, -at is removed after -iv, too.
bool remove_suffix(Word& word, View list, std::size_t from);

/// Drops the last letter of a word that ends in an entry of `table` at or after `from`.
inline void shorten(Word& word, const Affixes& table, std::size_t from = 0) {
    if (longest_suffix(word, table, from)) word.pop_back();
}

/// Replaces the letters of `from`, at or after `start`, with those of `to`.
void translate(Word& word, View from, View to, std::size_t start = 0);

/// Capitalises those of `letters` that are between two vowels, as `marks`, so that they count as consonants.
void mark_between_vowels(Word& word, View vowels, View letters, View marks);

}  // namespace bolide::stem
