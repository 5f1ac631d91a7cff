/// The Hungarian stemmer: Snowball's algorithm (noun inflections) as it was before version 2.0.
/// Parity: the Java port reads the Latin-2 codes of ő and ű as Latin-1. So õ and û are vowels, but ő and ű are unknown:
/// they count as consonants, and -ből, -ről, -től are never removed.
#include "stem/affix.hpp"
#include "stem/stemmer.hpp"

namespace bolide::stem {

namespace {

constexpr View vowels = u"aeiouáéíóöõúüû";

// Lengthened a and e remain when an ending is removed.
const Affixes cases(
    u"ban ben ba be ra re nak nek val vel tól tõl ról rõl ból bõl hoz hez höz nál nél ig at et ot öt ért képp képpen "
    u"kor ul ül vá vé onként enként anként ként en on an ön n t");
const Affixes accented_cases = {{u"én", u"e"}, {u"án ánként", u"a"}};
const Affixes sociatives = {{u"astul estül stul stül"}, {u"ástul", u"a"}, {u"éstül", u"e"}};
// Possession without the thing possessed: kertész-é, kertész-ek-é.
const Affixes possessions = {{u"oké öké aké eké ké éi é"}, {u"áké áéi", u"a"}, {u"éké ééi éé", u"e"}};
// Owners of one thing: ház-am, ház-unk.
const Affixes owners_of_one = {{u"ünk unk nk juk jük uk ük em om am m od ed ad öd d ja je a e o"},
                               {u"ánk ájuk ám ád á", u"a"},
                               {u"énk éjük ém éd é", u"e"}};
// Owners of several things: ház-aim, ház-aink.
const Affixes owners_of_many = {
    {u"jaim jeim aim eim im jaid jeid aid eid id jai jei ai ei i jaink jeink aink eink ink jaitok jeitek aitok eitek "
     u"itek jaik jeik aik eik ik"},
    {u"áim áid ái áink áitok áik", u"a"},
    {u"éim éid éi éink éitek éik", u"e"}};
const Affixes plurals = {{u"ök ok ek ak k"}, {u"ák", u"a"}, {u"ék", u"e"}};
const Affixes instrumentals(u"al el"), factives(u"á é"), accented = {{u"á", u"a"}, {u"é", u"e"}};
const Affixes doubles(u"bb cc ccs dd ff gg ggy jj kk ll lly mm nn nny pp rr ss ssz tt tty vv zz zzs");
const Affixes long_consonants(u"cs gy ly ny sz ty zs dzs");

/// R1 begins after the first consonant (of up to three letters) of a word that starts with a vowel, after the first
/// vowel of a word that starts with a consonant, and at the end of a word without one of the two.
std::size_t find_r1(View word) {
    const std::size_t vowel = word.find_first_of(vowels);
    if (vowel != 0) return vowel == word.npos ? word.size() : vowel + 1;
    const std::size_t consonant = word.find_first_not_of(vowels);
    if (consonant == word.npos) return word.size();
    const Affix* letters = longest_prefix(word.substr(consonant), long_consonants);
    return consonant + (letters ? letters->letters.size() : 1);
}

/// Removes one of `endings`, and undoubles the consonant before it: vízzel, vízzé → víz.
void remove_after_double(Word& word, std::size_t r1, const Affixes& endings) {
    const Affix* affix = longest_suffix(word, endings, r1);
    if (!affix) return;
    const auto rest = View(word).substr(0, word.size() - affix->letters.size());
    if (!longest_suffix(rest, doubles)) return;
    word.resize(rest.size());
    word.erase(word.size() - 2, 1);
}

}  // namespace

void hungarian(Word& word) {
    const std::size_t r1 = find_r1(word);
    remove_after_double(word, r1, instrumentals);
    if (replace_within(word, cases, r1)) replace_within(word, accented, r1);
    replace_within(word, accented_cases, r1);
    replace_within(word, sociatives, r1);
    remove_after_double(word, r1, factives);
    replace_within(word, possessions, r1);
    replace_within(word, owners_of_one, r1);
    replace_within(word, owners_of_many, r1);
    replace_within(word, plurals, r1);
}

}  // namespace bolide::stem
