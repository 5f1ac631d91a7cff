// Snowball's Danish stemmer.
#include "stem/germanic.hpp"
#include "stem/stemmer.hpp"

namespace bolide::stem {

namespace {

constexpr std::u16string_view vowels = u"aeiouyæåø";
constexpr std::u16string_view before_s = u"abcdfghjklmnoprtvyzå";

constexpr Affix inflections[] = {
    {u"hed"},    {u"ethed"}, {u"ered"},  {u"e"},       {u"erede"}, {u"ende"},  {u"erende"}, {u"ene"},
    {u"erne"},   {u"ere"},   {u"en"},    {u"heden"},   {u"eren"},  {u"er"},    {u"heder"},  {u"erer"},
    {u"heds"},   {u"es"},    {u"endes"}, {u"erendes"}, {u"enes"},  {u"ernes"}, {u"eres"},   {u"ens"},
    {u"hedens"}, {u"erens"}, {u"ers"},   {u"ets"},     {u"erets"}, {u"et"},    {u"eret"},
};

// The number is how many letters of the suffix stay.
constexpr Affix derivations[] = {{u"ig"}, {u"lig"}, {u"elig"}, {u"els"}, {u"løst", 3}};

constexpr Affix pairs[] = {{u"gd"}, {u"dt"}, {u"gt"}, {u"kt"}};

void strip_inflection(std::u16string& word, std::size_t r1) {
    if (strip_suffix(word, inflections, r1)) return;
    if (ends_with(word, u"s", r1) && preceded_by(word, 1, before_s)) word.pop_back();
}

void strip_derivation(std::u16string& word, std::size_t r1) {
    if (ends_with(word, u"igst")) replace_end(word, 2);
    if (strip_suffix(word, derivations, r1)) shorten_pair(word, pairs, r1);
}

// Parity: any double but a vowel's is halved, digits too; today's Snowball halves consonants only, and not all of them.
void halve_double(std::u16string& word, std::size_t r1) {
    if (word.size() <= r1 || is_in(vowels, word.back())) return;
    if (word[word.size() - 2] == word.back()) word.pop_back();
}

}  // namespace

void danish(std::u16string& word) {
    const std::size_t r1 = region_after_three(word, vowels);
    strip_inflection(word, r1);
    shorten_pair(word, pairs, r1);
    strip_derivation(word, r1);
    halve_double(word, r1);
}

}  // namespace bolide::stem
