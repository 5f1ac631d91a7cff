// Snowball's Norwegian (Bokmål) stemmer.
// Parity: today's Snowball also counts ê ò ó ô as vowels, and keeps some endings in -ers.
#include "stem/germanic.hpp"
#include "stem/stemmer.hpp"

namespace bolide::stem {

namespace {

constexpr std::u16string_view vowels = u"aeiouyæåø";
constexpr std::u16string_view before_s = u"bcdfghjlmnoprtvyz";

// The number is how many letters of the suffix stay.
constexpr Affix inflections[] = {
    {u"a"},      {u"e"},    {u"ede"},   {u"ande"}, {u"ende"},    {u"ane"},     {u"ene"},
    {u"hetene"}, {u"en"},   {u"heten"}, {u"ar"},   {u"er"},      {u"heter"},   {u"as"},
    {u"es"},     {u"edes"}, {u"endes"}, {u"enes"}, {u"hetenes"}, {u"ens"},     {u"hetens"},
    {u"ers"},    {u"ets"},  {u"et"},    {u"het"},  {u"ast"},     {u"erte", 2}, {u"ert", 2},
};

constexpr Affix derivations[] = {
    {u"leg"}, {u"eleg"}, {u"ig"}, {u"eig"}, {u"lig"}, {u"elig"}, {u"els"}, {u"lov"}, {u"elov"}, {u"slov"}, {u"hetslov"},
};

constexpr Affix pairs[] = {{u"dt"}, {u"vt"}};

// A genitive s follows certain letters, or a k that itself follows a letter other than a vowel.
bool is_genitive(std::u16string_view word) {
    return preceded_by(word, 1, before_s) ||
           (word.size() > 2 && ends_with(word, u"ks") && !preceded_by(word, 2, vowels));
}

void strip_inflection(std::u16string& word, std::size_t r1) {
    if (strip_suffix(word, inflections, r1)) return;
    if (ends_with(word, u"s", r1) && is_genitive(word)) word.pop_back();
}

}  // namespace

void norwegian(std::u16string& word) {
    const std::size_t r1 = region_after_three(word, vowels);
    strip_inflection(word, r1);
    shorten_pair(word, pairs, r1);
    strip_suffix(word, derivations, r1);
}

}  // namespace bolide::stem
