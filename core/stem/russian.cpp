/// Snowball's Russian stemmer.
/// Parity: ё is a consonant and is kept (берёза → берёз); since Snowball 2.0 it becomes е first.
#include "stem/affix.hpp"
#include "stem/stemmer.hpp"

namespace bolide::stem {

namespace {

constexpr View vowels = u"аеиоуыэюя";

const Affixes gerunds = {{u"ив ивши ившись ыв ывши ывшись"}, {.letters = u"в вши вшись", .after = u"ая"}};
const Affixes adjectives(u"ее ие ые ое ими ыми ей ий ый ой ем им ым ом его ого ему ому их ых ую юю ая яя ою ею");
const Affixes participles = {{u"ивш ывш ующ"}, {.letters = u"ем нн вш ющ щ", .after = u"ая"}};
const Affixes reflexives(u"ся сь");
const Affixes verbs = {
    {u"ила ыла ена ейте уйте ите или ыли ей уй ил ыл им ым ен ило ыло ено ят ует уют ит ыт ены ить ыть ишь ую ю"},
    {.letters = u"ла на ете йте ли й л ем н ло но ет ют ны ть ешь нно", .after = u"ая"}};
const Affixes nouns(
    u"а ев ов ие ье е иями ями ами еи ии и ией ей ой ий й иям ям ием ем ам ом о у ах иях ях ы ь ию ью ю ия ья я");
const Affixes derivations(u"ост ость"), superlatives(u"ейш ейше");

/// Removes the longest ending of `table` in the region that begins at `from`, unless it needs an а or я before it that
/// is missing there; returns whether it did.
bool remove_ending(Word& word, const Affixes& table, std::size_t from) {
    const Affix* ending = longest_suffix(word, table, from);
    if (!ending) return false;
    const std::size_t length = ending->letters.size();
    if (!ending->after.empty() && !preceded_by(View(word).substr(from), length, ending->after)) return false;
    replace_end(word, length);
    return true;
}

bool remove_adjectival(Word& word, std::size_t rv) {
    if (!remove_ending(word, adjectives, rv)) return false;
    remove_ending(word, participles, rv);
    return true;
}

void remove_inflection(Word& word, std::size_t rv) {
    if (remove_ending(word, gerunds, rv)) return;
    remove_ending(word, reflexives, rv);
    if (!remove_adjectival(word, rv) && !remove_ending(word, verbs, rv)) remove_ending(word, nouns, rv);
}

/// Removes a superlative ending and one н of two, or a soft sign.
void tidy_up(Word& word, std::size_t rv) {
    const bool was_superlative = remove_ending(word, superlatives, rv);
    if (ends_with(word, u"нн", rv) || (!was_superlative && ends_with(word, u"ь", rv))) word.pop_back();
}

}  // namespace

void russian(Word& word) {
    const std::size_t vowel = word.find_first_of(vowels);
    if (vowel == word.npos) return;
    const std::size_t rv = vowel + 1;
    const std::size_t r2 = regions_of(word, vowels).r2;
    remove_inflection(word, rv);
    if (ends_with(word, u"и", rv)) word.pop_back();
    remove_ending(word, derivations, r2);
    tidy_up(word, rv);
}

}  // namespace bolide::stem
