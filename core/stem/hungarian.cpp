/// The Hungarian stemmer: Snowball's algorithm (noun inflections) as it was before version 2.0.
/// Parity: the Java port reads the Latin-2 codes of ő and ű as Latin-1. It therefore takes õ and û for vowels, but
/// knows neither ő nor ű: they count as consonants, and -ből, -ről, -től are never removed.
#include "stem/affix.hpp"
#include "stem/stemmer.hpp"

namespace bolide::stem {

namespace {

constexpr std::u16string_view vowels = u"aeiouáéíóöõúüû";

/// What takes the place of a removed ending: a and e are the vowels that it had lengthened.
enum Replacement { nothing, a, e };

constexpr Affix cases[] = {{u"ban"}, {u"ben"}, {u"ba"},     {u"be"},     {u"ra"},     {u"re"},   {u"nak"}, {u"nek"},
                           {u"val"}, {u"vel"}, {u"tól"},    {u"tõl"},    {u"ról"},    {u"rõl"},  {u"ból"}, {u"bõl"},
                           {u"hoz"}, {u"hez"}, {u"höz"},    {u"nál"},    {u"nél"},    {u"ig"},   {u"at"},  {u"et"},
                           {u"ot"},  {u"öt"},  {u"ért"},    {u"képp"},   {u"képpen"}, {u"kor"},  {u"ul"},  {u"ül"},
                           {u"vá"},  {u"vé"},  {u"onként"}, {u"enként"}, {u"anként"}, {u"ként"}, {u"en"},  {u"on"},
                           {u"an"},  {u"ön"},  {u"n"},      {u"t"}};

constexpr Affix accented_cases[] = {{u"én", e}, {u"án", a}, {u"ánként", a}};

constexpr Affix sociatives[] = {{u"astul"}, {u"estül"}, {u"stul"}, {u"stül"}, {u"ástul", a}, {u"éstül", e}};

// The possession itself is left unsaid: kertész-é, kertész-ek-é.
constexpr Affix possessions[] = {{u"oké"}, {u"öké"},    {u"aké"},    {u"eké"},    {u"ké"},     {u"éi"},
                                 {u"é"},   {u"áké", a}, {u"áéi", a}, {u"éké", e}, {u"ééi", e}, {u"éé", e}};

// Whose thing it is: ház-am, ház-unk.
constexpr Affix owners_of_one[] = {
    {u"ünk"},   {u"unk"},  {u"nk"},     {u"juk"},     {u"jük"},   {u"uk"},     {u"ük"},      {u"em"},
    {u"om"},    {u"am"},   {u"m"},      {u"od"},      {u"ed"},    {u"ad"},     {u"öd"},      {u"d"},
    {u"ja"},    {u"je"},   {u"a"},      {u"e"},       {u"o"},     {u"ánk", a}, {u"ájuk", a}, {u"ám", a},
    {u"ád", a}, {u"á", a}, {u"énk", e}, {u"éjük", e}, {u"ém", e}, {u"éd", e},  {u"é", e}};

// Whose things they are: ház-aim, ház-aink.
constexpr Affix owners_of_many[] = {{u"jaim"},   {u"jeim"},   {u"aim"},    {u"eim"},     {u"im"},       {u"jaid"},
                                    {u"jeid"},   {u"aid"},    {u"eid"},    {u"id"},      {u"jai"},      {u"jei"},
                                    {u"ai"},     {u"ei"},     {u"i"},      {u"jaink"},   {u"jeink"},    {u"aink"},
                                    {u"eink"},   {u"ink"},    {u"jaitok"}, {u"jeitek"},  {u"aitok"},    {u"eitek"},
                                    {u"itek"},   {u"jaik"},   {u"jeik"},   {u"aik"},     {u"eik"},      {u"ik"},
                                    {u"áim", a}, {u"áid", a}, {u"ái", a},  {u"áink", a}, {u"áitok", a}, {u"áik", a},
                                    {u"éim", e}, {u"éid", e}, {u"éi", e},  {u"éink", e}, {u"éitek", e}, {u"éik", e}};

constexpr Affix plurals[] = {{u"ök"}, {u"ok"}, {u"ek"}, {u"ak"}, {u"k"}, {u"ák", a}, {u"ék", e}};

/// R1 begins after the first consonant (which may have two or three letters) of a word that starts with a vowel, after
/// the first vowel of a word that starts with a consonant, and at the end of a word that lacks one of the two.
std::size_t find_r1(std::u16string_view word) {
    static constexpr Affix consonants[] = {{u"cs"}, {u"gy"}, {u"ly"}, {u"ny"}, {u"sz"}, {u"ty"}, {u"zs"}, {u"dzs"}};
    const std::size_t vowel = word.find_first_of(vowels);
    if (vowel != 0) return vowel == word.npos ? word.size() : vowel + 1;
    const std::size_t consonant = word.find_first_not_of(vowels);
    if (consonant == word.npos) return word.size();
    const Affix* letters = longest_prefix(word.substr(consonant), consonants);
    return consonant + (letters ? letters->letters.size() : 1);
}

/// Replaces the longest of `endings` that the word has, provided that it lies in R1. Returns whether it did.
bool replace(std::u16string& word, std::size_t r1, Affixes endings) {
    static constexpr std::u16string_view letters[] = {u"", u"a", u"e"};
    const Affix* affix = longest_suffix(word, endings);
    if (!affix || word.size() - affix->letters.size() < r1) return false;
    replace_end(word, affix->letters.size(), letters[affix->action]);
    return true;
}

/// Removes one of `endings` and, with it, the doubling of the consonant before it: vízzel, vízzé → víz.
void remove_after_double(std::u16string& word, std::size_t r1, Affixes endings) {
    static constexpr Affix doubles[] = {{u"bb"}, {u"cc"},  {u"ccs"}, {u"dd"},  {u"ff"}, {u"gg"},  {u"ggy"}, {u"jj"},
                                        {u"kk"}, {u"ll"},  {u"lly"}, {u"mm"},  {u"nn"}, {u"nny"}, {u"pp"},  {u"rr"},
                                        {u"ss"}, {u"ssz"}, {u"tt"},  {u"tty"}, {u"vv"}, {u"zz"},  {u"zzs"}};
    const Affix* affix = longest_suffix(word, endings, r1);
    if (!affix) return;
    const auto rest = std::u16string_view(word).substr(0, word.size() - affix->letters.size());
    if (!longest_suffix(rest, doubles)) return;
    word.resize(rest.size());
    word.erase(word.size() - 2, 1);
}

}  // namespace

void hungarian(std::u16string& word) {
    static constexpr Affix instrumentals[] = {{u"al"}, {u"el"}}, factives[] = {{u"á"}, {u"é"}};
    static constexpr Affix accented[] = {{u"á", a}, {u"é", e}};
    const std::size_t r1 = find_r1(word);
    remove_after_double(word, r1, instrumentals);
    if (replace(word, r1, cases)) replace(word, r1, accented);
    replace(word, r1, accented_cases);
    replace(word, r1, sociatives);
    remove_after_double(word, r1, factives);
    replace(word, r1, possessions);
    replace(word, r1, owners_of_one);
    replace(word, r1, owners_of_many);
    replace(word, r1, plurals);
}

}  // namespace bolide::stem
