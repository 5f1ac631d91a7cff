// Snowball's first Dutch stemmer, after Porter ("dutch_porter" in today's Snowball, whose "dutch" is another).
#include "stem/germanic.hpp"
#include "stem/stemmer.hpp"

namespace bolide::stem {

namespace {

constexpr std::u16string_view vowels = u"aeiouyè";

enum Action { Delete, ReplaceByHeid, DeleteEn, DeleteS, DeleteEnd, DeleteIg, DeleteLijk, DeleteBar };

constexpr Affix inflections[] = {
    {u"heden", ReplaceByHeid}, {u"en", DeleteEn}, {u"ene", DeleteEn}, {u"s", DeleteS}, {u"se", DeleteS},
};

constexpr Affix derivations[] = {
    {u"end", DeleteEnd}, {u"ing", DeleteEnd}, {u"ig", DeleteIg}, {u"lijk", DeleteLijk}, {u"baar"}, {u"bar", DeleteBar},
};

constexpr Affix doubles[] = {{u"kk"}, {u"dd"}, {u"tt"}};

constexpr Affix long_vowels[] = {{u"aa"}, {u"ee"}, {u"oo"}, {u"uu"}};

// Whether a letter that is no vowel comes before the last `length` letters of the word.
bool follows_consonant(std::u16string_view word, std::size_t length) {
    return word.size() > length && !preceded_by(word, length, vowels);
}

void remove_accents(std::u16string& word) {
    constexpr std::u16string_view from = u"äáëéïíöóüú", to = u"aaeeiioouu";
    for (char16_t& letter : word)
        if (const std::size_t at = from.find(letter); at != from.npos) letter = to[at];
}

// Writes as capitals, which makes them consonants: y at the beginning or after a vowel, i between vowels.
void mark_consonants(std::u16string& word) {
    if (word.starts_with(u'y')) word[0] = u'Y';
    for (std::size_t at = 1; at < word.size(); ++at) {
        if (!is_in(vowels, word[at - 1])) continue;
        if (word[at] == u'y') word[at] = u'Y';
        if (word[at] == u'i' && at + 1 < word.size() && is_in(vowels, word[at + 1])) word[at] = u'I';
    }
}

void remove_marks(std::u16string& word) {
    std::replace(word.begin(), word.end(), u'Y', u'y');
    std::replace(word.begin(), word.end(), u'I', u'i');
}

void delete_and_halve(std::u16string& word, std::size_t length) {
    replace_end(word, length);
    shorten_pair(word, doubles, 0);
}

// `length` is that of -en or -ene.
void strip_en(std::u16string& word, std::size_t length, std::size_t r1) {
    const std::u16string_view rest = std::u16string_view(word).substr(0, word.size() - length);
    if (rest.size() >= r1 && follows_consonant(word, length) && !rest.ends_with(u"gem")) delete_and_halve(word, length);
}

// Returns whether there was an -e to delete.
bool strip_e(std::u16string& word, std::size_t r1) {
    if (!ends_with(word, u"e", r1) || !follows_consonant(word, 1)) return false;
    delete_and_halve(word, 1);
    return true;
}

void strip_inflection(std::u16string& word, std::size_t r1) {
    const Affix* suffix = longest_suffix(word, inflections);
    if (!suffix || !ends_with(word, suffix->letters, r1)) return;
    const std::size_t length = suffix->letters.size();
    if (suffix->action == ReplaceByHeid) replace_end(word, length, u"heid");
    if (suffix->action == DeleteEn) strip_en(word, length, r1);
    if (suffix->action == DeleteS && follows_consonant(word, length) && !preceded_by(word, length, u"j"))
        replace_end(word, length);
}

void strip_heid(std::u16string& word, std::size_t r1, std::size_t r2) {
    if (!ends_with(word, u"heid", r2) || preceded_by(word, 4, u"c")) return;
    replace_end(word, 4);
    if (ends_with(word, u"en")) strip_en(word, 2, r1);
}

void strip_derivation(std::u16string& word, std::size_t r1, std::size_t r2, bool had_e) {
    const Affix* suffix = longest_suffix(word, derivations);
    if (!suffix || !ends_with(word, suffix->letters, r2)) return;
    const std::size_t length = suffix->letters.size();
    if (suffix->action == DeleteIg && preceded_by(word, length, u"e")) return;
    if (suffix->action == DeleteBar && !had_e) return;
    replace_end(word, length);
    if (suffix->action == DeleteLijk) strip_e(word, r1);
    if (suffix->action != DeleteEnd) return;
    if (ends_with(word, u"ig", r2) && !preceded_by(word, 2, u"e"))
        replace_end(word, 2);
    else
        shorten_pair(word, doubles, 0);
}

// maan -> man, brood -> brod
void shorten_long_vowel(std::u16string& word) {
    if (word.size() < 4 || is_in(vowels, word.back()) || word.back() == u'I') return;
    const std::u16string_view rest = std::u16string_view(word).substr(0, word.size() - 1);
    if (longest_suffix(rest, long_vowels) && follows_consonant(rest, 2)) word.erase(word.size() - 2, 1);
}

}  // namespace

void dutch(std::u16string& word) {
    remove_accents(word);
    mark_consonants(word);
    const std::size_t r1 = region_after_three(word, vowels);
    const std::size_t r2 = region_after(word, vowels, region_after(word, vowels, 0));  // from R1 before it was moved
    strip_inflection(word, r1);
    const bool had_e = strip_e(word, r1);
    strip_heid(word, r1, r2);
    strip_derivation(word, r1, r2, had_e);
    shorten_long_vowel(word);
    remove_marks(word);
}

}  // namespace bolide::stem
