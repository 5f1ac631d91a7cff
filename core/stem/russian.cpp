/// Snowball's Russian stemmer.
/// Parity: ё is a consonant and stays (берёза → берёз); since Snowball 2.0 it is turned into е first.
#include "stem/affix.hpp"
#include "stem/stemmer.hpp"

namespace bolide::stem {

namespace {

constexpr std::u16string_view vowels = u"аеиоуыэюя";

enum Condition { anywhere, after_a };

constexpr Affix gerunds[] = {
    {u"в", after_a}, {u"вши", after_a}, {u"вшись", after_a}, {u"ив"},     {u"ивши"},
    {u"ившись"},     {u"ыв"},           {u"ывши"},           {u"ывшись"},
};

constexpr Affix adjectives[] = {
    {u"ее"}, {u"ие"}, {u"ые"}, {u"ое"}, {u"ими"}, {u"ыми"}, {u"ей"},  {u"ий"},  {u"ый"},
    {u"ой"}, {u"ем"}, {u"им"}, {u"ым"}, {u"ом"},  {u"его"}, {u"ого"}, {u"ему"}, {u"ому"},
    {u"их"}, {u"ых"}, {u"ую"}, {u"юю"}, {u"ая"},  {u"яя"},  {u"ою"},  {u"ею"},
};

constexpr Affix participles[] = {
    {u"ем", after_a}, {u"нн", after_a}, {u"вш", after_a}, {u"ющ", after_a},
    {u"щ", after_a},  {u"ивш"},         {u"ывш"},         {u"ующ"},
};

constexpr Affix reflexives[] = {{u"ся"}, {u"сь"}};

constexpr Affix verbs[] = {
    {u"ла", after_a},  {u"на", after_a}, {u"ете", after_a}, {u"йте", after_a},
    {u"ли", after_a},  {u"й", after_a},  {u"л", after_a},   {u"ем", after_a},
    {u"н", after_a},   {u"ло", after_a}, {u"но", after_a},  {u"ет", after_a},
    {u"ют", after_a},  {u"ны", after_a}, {u"ть", after_a},  {u"ешь", after_a},
    {u"нно", after_a}, {u"ила"},         {u"ыла"},          {u"ена"},
    {u"ейте"},         {u"уйте"},        {u"ите"},          {u"или"},
    {u"ыли"},          {u"ей"},          {u"уй"},           {u"ил"},
    {u"ыл"},           {u"им"},          {u"ым"},           {u"ен"},
    {u"ило"},          {u"ыло"},         {u"ено"},          {u"ят"},
    {u"ует"},          {u"уют"},         {u"ит"},           {u"ыт"},
    {u"ены"},          {u"ить"},         {u"ыть"},          {u"ишь"},
    {u"ую"},           {u"ю"},
};

constexpr Affix nouns[] = {
    {u"а"},   {u"ев"}, {u"ов"},  {u"ие"}, {u"ье"}, {u"е"},   {u"иями"}, {u"ями"}, {u"ами"}, {u"еи"}, {u"ии"}, {u"и"},
    {u"ией"}, {u"ей"}, {u"ой"},  {u"ий"}, {u"й"},  {u"иям"}, {u"ям"},   {u"ием"}, {u"ем"},  {u"ам"}, {u"ом"}, {u"о"},
    {u"у"},   {u"ах"}, {u"иях"}, {u"ях"}, {u"ы"},  {u"ь"},   {u"ию"},   {u"ью"},  {u"ю"},   {u"ия"}, {u"ья"}, {u"я"},
};

constexpr Affix derivations[] = {{u"ост"}, {u"ость"}};

constexpr Affix superlatives[] = {{u"ейш"}, {u"ейше"}};

/// Removes the longest ending of `table` in the region that begins at `from`, unless an а or я is wanted before it and
/// missing; says whether it did.
bool remove_ending(std::u16string& word, Affixes table, std::size_t from) {
    const Affix* ending = longest_suffix(word, table, from);
    if (!ending) return false;
    const std::size_t start = word.size() - ending->letters.size();
    if (ending->action == after_a && (start == from || !is_in(u"ая", word[start - 1]))) return false;
    word.resize(start);
    return true;
}

bool remove_adjectival(std::u16string& word, std::size_t rv) {
    if (!remove_ending(word, adjectives, rv)) return false;
    remove_ending(word, participles, rv);
    return true;
}

void remove_inflection(std::u16string& word, std::size_t rv) {
    if (remove_ending(word, gerunds, rv)) return;
    remove_ending(word, reflexives, rv);
    if (!remove_adjectival(word, rv) && !remove_ending(word, verbs, rv)) remove_ending(word, nouns, rv);
}

/// Removes a superlative ending and one н of two, or a soft sign.
void tidy_up(std::u16string& word, std::size_t rv) {
    const bool was_superlative = remove_ending(word, superlatives, rv);
    if (ends_with(word, u"нн", rv) || (!was_superlative && ends_with(word, u"ь", rv))) word.pop_back();
}

}  // namespace

void russian(std::u16string& word) {
    const std::size_t vowel = word.find_first_of(vowels);
    if (vowel == word.npos) return;
    const std::size_t rv = vowel + 1;
    const std::size_t r2 = region_after(word, vowels, region_after(word, vowels, 0));
    remove_inflection(word, rv);
    if (ends_with(word, u"и", rv)) word.pop_back();
    remove_ending(word, derivations, r2);
    tidy_up(word, rv);
}

}  // namespace bolide::stem
