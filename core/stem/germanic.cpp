// Snowball's stemmers of the Germanic languages, except English.
#include "stem/affix.hpp"
#include "stem/stemmer.hpp"

namespace bolide::stem {

namespace {

/// R1, moved right if necessary so that at least three letters precede it; it may then be beyond the word.
std::size_t region_after_three(View word, View vowels) {
    return std::max<std::size_t>(3, region_after(word, vowels, 0));
}

namespace da {

constexpr View vowels = u"aeiouyæåø";
const Affixes inflections = {
    {u"hed ethed ered e erede ende erende ene erne ere en heden eren er heder erer heds es endes erendes enes ernes "
     u"eres ens hedens erens ers ets erets et eret"},
    {.letters = u"s", .after = u"abcdfghjklmnoprtvyzå"}};
const Affixes derivations = {{u"ig lig elig els"}, {u"løst", u"løs"}};
const Affixes pairs(u"gd dt gt kt");

}  // namespace da

namespace no {

constexpr View vowels = u"aeiouyæåø";
const Affixes inflections = {
    {u"a e ede ande ende ane ene hetene en heten ar er heter as es edes endes enes hetenes ens hetens ers ets et het "
     u"ast"},
    {u"erte ert", u"er"},
    {.letters = u"s", .after = u"bcdfghjlmnoprtvyz"}};
const Affixes derivations(u"leg eleg ig eig lig elig els lov elov slov hetslov");
const Affixes pairs(u"dt vt");

}  // namespace no

namespace sv {

constexpr View vowels = u"aeiouyäåö";
const Affixes inflections = {
    {u"a arna erna heterna orna ad e ade ande arne are aste en anden aren heten ern ar er heter or as arnas ernas "
     u"ornas es ades andes ens arens hetens erns at andet het ast"},
    {.letters = u"s", .after = u"bcdfghjklmnoprtvy"}};
const Affixes derivations = {{u"lig ig els"}, {u"löst", u"lös"}, {u"fullt", u"full"}};
const Affixes pairs(u"dd gd nn dt gt kt tt");

}  // namespace sv

namespace de {

constexpr View vowels = u"aeiouyäöü";

enum Action { end, ig, lich, keit };

const Affixes cases = {{u"em ern er e en es"}, {.letters = u"s", .after = u"bdfghklmnrt"}};
const Affixes comparisons(u"en er est"), after_consonants = {{.letters = u"st", .after = u"bdfghklmnt"}};
const Affixes derivations = {
    {u"end ung", u"", end}, {u"ig ik isch", u"", ig}, {u"lich heit", u"", lich}, {u"keit", u"", keit}};
const Affixes before_lich(u"er en"), before_keit(u"lich ig");

void spell_out(Word& word) {
    for (std::size_t at = word.find(u'ß'); at != word.npos; at = word.find(u'ß', at)) word.replace(at, 1, u"ss");
}

void strip_derivation(Word& word, std::size_t r1, std::size_t r2) {
    const Affix* suffix = suffix_within(word, derivations, r2);
    if (!suffix || (suffix->action == ig && preceded_by(word, suffix->letters.size(), u"e"))) return;
    replace_end(word, suffix->letters.size());
    if (suffix->action == end && ends_with(word, u"ig", r2) && !preceded_by(word, 2, u"e")) replace_end(word, 2);
    if (suffix->action == lich) replace_suffix(word, before_lich, r1);
    if (suffix->action == keit) replace_suffix(word, before_keit, r2);
}

}  // namespace de

namespace nl {

constexpr View vowels = u"aeiouyè";

enum Action { anyhow, heden, en, s, end, ig, lijk, bar };

const Affixes inflections = {{u"heden", u"heid", heden}, {u"en ene", u"", en}, {u"s se", u"", s}};
const Affixes derivations = {
    {u"baar"}, {u"end ing", u"", end}, {u"ig", u"", ig}, {u"lijk", u"", lijk}, {u"bar", u"", bar}};
const Affixes doubles(u"kk dd tt"), long_vowels(u"aa ee oo uu");

/// Whether the last `length` letters of the word follow a letter other than a vowel.
bool follows_consonant(View word, std::size_t length) {
    return word.size() > length && !preceded_by(word, length, vowels);
}

/// Capitalises letters that act as consonants: y at the beginning or after a vowel, i between vowels.
void mark_consonants(Word& word) {
    if (word.starts_with(u'y')) word[0] = u'Y';
    for (std::size_t at = 1; at < word.size(); ++at) {
        if (!is_in(vowels, word[at - 1])) continue;
        if (word[at] == u'y') word[at] = u'Y';
        if (word[at] == u'i' && at + 1 < word.size() && is_in(vowels, word[at + 1])) word[at] = u'I';
    }
}

void delete_and_halve(Word& word, std::size_t length) {
    replace_end(word, length);
    shorten(word, doubles);
}

/// `length` is that of -en or -ene.
void strip_en(Word& word, std::size_t length, std::size_t r1) {
    const View rest = View(word).substr(0, word.size() - length);
    if (rest.size() >= r1 && follows_consonant(word, length) && !rest.ends_with(u"gem")) delete_and_halve(word, length);
}

bool strip_e(Word& word, std::size_t r1) {
    if (!ends_with(word, u"e", r1) || !follows_consonant(word, 1)) return false;
    delete_and_halve(word, 1);
    return true;
}

void strip_inflection(Word& word, std::size_t r1) {
    const Affix* suffix = suffix_within(word, inflections, r1);
    if (!suffix) return;
    const std::size_t length = suffix->letters.size();
    if (suffix->action == en) return strip_en(word, length, r1);
    if (suffix->action == s && (!follows_consonant(word, length) || preceded_by(word, length, u"j"))) return;
    replace_end(word, length, suffix->replacement);
}

void strip_heid(Word& word, std::size_t r1, std::size_t r2) {
    if (!ends_with(word, u"heid", r2) || preceded_by(word, 4, u"c")) return;
    replace_end(word, 4);
    if (ends_with(word, u"en")) strip_en(word, 2, r1);
}

void strip_derivation(Word& word, std::size_t r1, std::size_t r2, bool had_e) {
    const Affix* suffix = suffix_within(word, derivations, r2);
    if (!suffix || (suffix->action == ig && preceded_by(word, 2, u"e")) || (suffix->action == bar && !had_e)) return;
    replace_end(word, suffix->letters.size());
    if (suffix->action == lijk) strip_e(word, r1);
    if (suffix->action != end) return;
    if (ends_with(word, u"ig", r2) && !preceded_by(word, 2, u"e"))
        replace_end(word, 2);
    else
        shorten(word, doubles);
}

/// maan -> man, brood -> brod
void shorten_long_vowel(Word& word) {
    if (word.size() < 4 || is_in(vowels, word.back()) || word.back() == u'I') return;
    const View rest = View(word).substr(0, word.size() - 1);
    if (longest_suffix(rest, long_vowels) && follows_consonant(rest, 2)) word.erase(word.size() - 2, 1);
}

}  // namespace nl

}  // namespace

void danish(Word& word) {
    const std::size_t r1 = region_after_three(word, da::vowels);
    replace_suffix(word, da::inflections, r1);
    shorten(word, da::pairs, r1);
    if (ends_with(word, u"igst")) replace_end(word, 2);
    if (replace_suffix(word, da::derivations, r1)) shorten(word, da::pairs, r1);
    // Parity: any double letter except a vowel is halved, digits too; today's Snowball halves only some consonants.
    if (word.size() <= r1 || is_in(da::vowels, word.back())) return;
    if (word[word.size() - 2] == word.back()) word.pop_back();
}

// Bokmål. Parity: today's Snowball also counts ê ò ó ô as vowels, and keeps some endings in -ers.
void norwegian(Word& word) {
    const std::size_t r1 = region_after_three(word, no::vowels);
    // A genitive s also follows a k after a letter that is not a vowel.
    const bool is_genitive = word.size() > 2 && word.ends_with(u"ks") && !preceded_by(word, 2, no::vowels);
    if (!replace_suffix(word, no::inflections, r1) && is_genitive && word.size() > r1) word.pop_back();
    shorten(word, no::pairs, r1);
    replace_suffix(word, no::derivations, r1);
}

// Parity: today's Snowball also cuts the ending -et, and -öst in more words.
void swedish(Word& word) {
    const std::size_t r1 = region_after_three(word, sv::vowels);
    replace_suffix(word, sv::inflections, r1);
    shorten(word, sv::pairs, r1);
    replace_suffix(word, sv::derivations, r1);
}

// Parity: Meteor 1.5's version keeps the second s of -niss- when it cuts -e, -en or -es after it ("bedürfnisse" gives
// "bedurfniss"), and lacks the endings -et and -eln and the spellings ae, oe, ue; today's Snowball has all of these.
void german(Word& word) {
    de::spell_out(word);
    mark_between_vowels(word, de::vowels, u"uy", u"UY");
    const std::size_t r1 = region_after_three(word, de::vowels);
    const std::size_t r2 = regions_of(word, de::vowels).r2;  // from R1 before it was moved
    replace_within(word, de::cases, r1);
    if (!replace_within(word, de::comparisons, r1) && word.size() >= 6) replace_within(word, de::after_consonants, r1);
    de::strip_derivation(word, r1, r2);
    translate(word, u"UYäöü", u"uyaou");
}

// Snowball's first Dutch stemmer, after Porter ("dutch_porter" in today's Snowball; its "dutch" is another one).
void dutch(Word& word) {
    translate(word, u"äáëéïíöóüú", u"aaeeiioouu");
    nl::mark_consonants(word);
    const std::size_t r1 = region_after_three(word, nl::vowels);
    const std::size_t r2 = regions_of(word, nl::vowels).r2;  // from R1 before it was moved
    nl::strip_inflection(word, r1);
    const bool had_e = nl::strip_e(word, r1);
    nl::strip_heid(word, r1, r2);
    nl::strip_derivation(word, r1, r2, had_e);
    nl::shorten_long_vowel(word);
    translate(word, u"YI", u"yi");
}

}  // namespace bolide::stem
