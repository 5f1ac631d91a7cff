// Snowball's German stemmer.
// Parity: the version of Meteor 1.5 keeps the second s of -niss- when it cuts -e, -en or -es after it ("bedürfnisse"
// gives "bedurfniss"), and knows no ending -et or -eln and no ae, oe, ue; today's Snowball has all that.
#include <utility>

#include "stem/germanic.hpp"
#include "stem/stemmer.hpp"

namespace bolide::stem {

namespace {

constexpr std::u16string_view vowels = u"aeiouyäöü";
constexpr std::u16string_view before_s = u"bdfghklmnrt";
constexpr std::u16string_view before_st = u"bdfghklmnt";

enum Action { Delete, DeleteS, DeleteSt, DeleteEnd, DeleteIg, DeleteLich, DeleteKeit };

constexpr Affix cases[] = {{u"em"}, {u"ern"}, {u"er"}, {u"e"}, {u"en"}, {u"es"}, {u"s", DeleteS}};

constexpr Affix comparisons[] = {{u"en"}, {u"er"}, {u"est"}, {u"st", DeleteSt}};

constexpr Affix derivations[] = {
    {u"end", DeleteEnd}, {u"ung", DeleteEnd},   {u"ig", DeleteIg},     {u"ik", DeleteIg},
    {u"isch", DeleteIg}, {u"lich", DeleteLich}, {u"heit", DeleteLich}, {u"keit", DeleteKeit},
};

constexpr Affix before_lich[] = {{u"er"}, {u"en"}};

constexpr Affix before_keit[] = {{u"lich"}, {u"ig"}};

// Writes ß as ss.
void spell_out(std::u16string& word) {
    if (word.find(u'ß') == word.npos) return;
    std::u16string written;
    for (const char16_t letter : word) written.append(letter == u'ß' ? 2 : 1, letter == u'ß' ? u's' : letter);
    word = std::move(written);
}

// Writes u and y between vowels as capitals, which makes them consonants.
void mark_consonants(std::u16string& word) {
    for (std::size_t at = 1; at + 1 < word.size(); ++at)
        if (is_in(u"uy", word[at]) && is_in(vowels, word[at - 1]) && is_in(vowels, word[at + 1]))
            word[at] = word[at] == u'u' ? u'U' : u'Y';
}

void remove_marks_and_umlauts(std::u16string& word) {
    constexpr std::u16string_view from = u"UYäöü", to = u"uyaou";
    for (char16_t& letter : word)
        if (const std::size_t at = from.find(letter); at != from.npos) letter = to[at];
}

void strip_case(std::u16string& word, std::size_t r1) {
    const Affix* suffix = longest_suffix(word, cases);
    if (!suffix || !ends_with(word, suffix->letters, r1)) return;
    if (suffix->action == DeleteS && !preceded_by(word, 1, before_s)) return;
    replace_end(word, suffix->letters.size());
}

void strip_comparison(std::u16string& word, std::size_t r1) {
    const Affix* suffix = longest_suffix(word, comparisons);
    if (!suffix || !ends_with(word, suffix->letters, r1)) return;
    if (suffix->action == DeleteSt && (word.size() < 6 || !preceded_by(word, 2, before_st))) return;
    replace_end(word, suffix->letters.size());
}

void strip_derivation(std::u16string& word, std::size_t r1, std::size_t r2) {
    const Affix* suffix = longest_suffix(word, derivations);
    if (!suffix || !ends_with(word, suffix->letters, r2)) return;
    const std::size_t length = suffix->letters.size();
    if (suffix->action == DeleteIg && preceded_by(word, length, u"e")) return;
    replace_end(word, length);
    if (suffix->action == DeleteEnd && ends_with(word, u"ig", r2) && !preceded_by(word, 2, u"e")) replace_end(word, 2);
    if (suffix->action == DeleteLich) strip_suffix(word, before_lich, r1);
    if (suffix->action == DeleteKeit) strip_suffix(word, before_keit, r2);
}

}  // namespace

void german(std::u16string& word) {
    spell_out(word);
    mark_consonants(word);
    const std::size_t r1 = region_after_three(word, vowels);
    const std::size_t r2 = region_after(word, vowels, region_after(word, vowels, 0));  // from R1 before it was moved
    strip_case(word, r1);
    strip_comparison(word, r1);
    strip_derivation(word, r1, r2);
    remove_marks_and_umlauts(word);
}

}  // namespace bolide::stem
