// Snowball's Swedish stemmer.
// Parity: today's Snowball also cuts the ending -et, and -öst in more words.
#include "stem/germanic.hpp"
#include "stem/stemmer.hpp"

namespace bolide::stem {

namespace {

constexpr std::u16string_view vowels = u"aeiouyäåö";
constexpr std::u16string_view before_s = u"bcdfghjklmnoprtvy";

constexpr Affix inflections[] = {
    {u"a"},     {u"arna"},  {u"erna"},  {u"heterna"}, {u"orna"},  {u"ad"},    {u"e"},     {u"ade"}, {u"ande"},
    {u"arne"},  {u"are"},   {u"aste"},  {u"en"},      {u"anden"}, {u"aren"},  {u"heten"}, {u"ern"}, {u"ar"},
    {u"er"},    {u"heter"}, {u"or"},    {u"as"},      {u"arnas"}, {u"ernas"}, {u"ornas"}, {u"es"},  {u"ades"},
    {u"andes"}, {u"ens"},   {u"arens"}, {u"hetens"},  {u"erns"},  {u"at"},    {u"andet"}, {u"het"}, {u"ast"},
};

// The number is how many letters of the suffix stay.
constexpr Affix derivations[] = {{u"lig"}, {u"ig"}, {u"els"}, {u"löst", 3}, {u"fullt", 4}};

constexpr Affix pairs[] = {{u"dd"}, {u"gd"}, {u"nn"}, {u"dt"}, {u"gt"}, {u"kt"}, {u"tt"}};

void strip_inflection(std::u16string& word, std::size_t r1) {
    if (strip_suffix(word, inflections, r1)) return;
    if (ends_with(word, u"s", r1) && preceded_by(word, 1, before_s)) word.pop_back();
}

}  // namespace

void swedish(std::u16string& word) {
    const std::size_t r1 = region_after_three(word, vowels);
    strip_inflection(word, r1);
    shorten_pair(word, pairs, r1);
    strip_suffix(word, derivations, r1);
}

}  // namespace bolide::stem
