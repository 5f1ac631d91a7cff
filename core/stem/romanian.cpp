/// Snowball's Romanian stemmer.
/// Parity: suffixes are spelt with ş and ţ (cedilla) only; Snowball 3.0 also knows the standard ș and ț (comma below).
#include "stem/romance.hpp"
#include "stem/stemmer.hpp"

namespace bolide::stem {

namespace {

constexpr std::u16string_view vowels = u"aeiouâîă";

enum Plural { to_nothing, to_a, to_e, to_i, ile, to_at, to_ati };

constexpr std::u16string_view singulars[] = {u"", u"a", u"e", u"i", u"i", u"at", u"aţi"};

constexpr Affix plural_suffixes[] = {
    {u"ul", to_nothing}, {u"ului", to_nothing}, {u"aua", to_a},    {u"ea", to_e},     {u"ele", to_e},   {u"elor", to_e},
    {u"ii", to_i},       {u"iua", to_i},        {u"iei", to_i},    {u"iile", to_i},   {u"iilor", to_i}, {u"ilor", to_i},
    {u"ile", ile},       {u"atei", to_at},      {u"aţie", to_ati}, {u"aţia", to_ati},
};

enum Combined { abil, ibil, iv, ic, at, it };

constexpr std::u16string_view simple_suffixes[] = {u"abil", u"ibil", u"iv", u"ic", u"at", u"it"};

constexpr Affix combined_suffixes[] = {
    {u"abilitate", abil}, {u"abilitati", abil}, {u"abilităi", abil}, {u"abilităţi", abil}, {u"ibilitate", ibil},
    {u"ivitate", iv},     {u"ivitati", iv},     {u"ivităi", iv},     {u"ivităţi", iv},     {u"icitate", ic},
    {u"icitati", ic},     {u"icităi", ic},      {u"icităţi", ic},    {u"icator", ic},      {u"icatori", ic},
    {u"iciv", ic},        {u"iciva", ic},       {u"icive", ic},      {u"icivi", ic},       {u"icivă", ic},
    {u"ical", ic},        {u"icala", ic},       {u"icale", ic},      {u"icali", ic},       {u"icală", ic},
    {u"ativ", at},        {u"ativa", at},       {u"ative", at},      {u"ativi", at},       {u"ativă", at},
    {u"aţiune", at},      {u"atoare", at},      {u"ator", at},       {u"atori", at},       {u"ătoare", at},
    {u"ător", at},        {u"ători", at},       {u"itiv", it},       {u"itiva", it},       {u"itive", it},
    {u"itivi", it},       {u"itivă", it},       {u"iţiune", it},     {u"itoare", it},      {u"itor", it},
    {u"itori", it},
};

enum Standard { plain, iune, ist };

constexpr Affix standard_suffixes[] = {
    {u"at"},       {u"ata"},       {u"ată"},       {u"ati"},        {u"ate"},        {u"ut"},        {u"uta"},
    {u"ută"},      {u"uti"},       {u"ute"},       {u"it"},         {u"ita"},        {u"ită"},       {u"iti"},
    {u"ite"},      {u"ic"},        {u"ica"},       {u"ice"},        {u"ici"},        {u"ică"},       {u"abil"},
    {u"abila"},    {u"abile"},     {u"abili"},     {u"abilă"},      {u"ibil"},       {u"ibila"},     {u"ibile"},
    {u"ibili"},    {u"ibilă"},     {u"oasa"},      {u"oasă"},       {u"oase"},       {u"os"},        {u"osi"},
    {u"oşi"},      {u"ant"},       {u"anta"},      {u"ante"},       {u"anti"},       {u"antă"},      {u"ator"},
    {u"atori"},    {u"itate"},     {u"itati"},     {u"ităi"},       {u"ităţi"},      {u"iv"},        {u"iva"},
    {u"ive"},      {u"ivi"},       {u"ivă"},       {u"iune", iune}, {u"iuni", iune}, {u"ism", ist},  {u"isme", ist},
    {u"ist", ist}, {u"ista", ist}, {u"iste", ist}, {u"isti", ist},  {u"istă", ist},  {u"işti", ist},
};

enum Verb { always, checked };

/// A checked suffix wants a consonant or u before it.
constexpr Affix verb_suffixes[] = {
    {u"are", checked},     {u"ere", checked},     {u"ire", checked},     {u"âre", checked},    {u"ind", checked},
    {u"ând", checked},     {u"indu", checked},    {u"ându", checked},    {u"eze", checked},    {u"ească", checked},
    {u"ez", checked},      {u"ezi", checked},     {u"ează", checked},    {u"esc", checked},    {u"eşti", checked},
    {u"eşte", checked},    {u"ăsc", checked},     {u"ăşti", checked},    {u"ăşte", checked},   {u"am", checked},
    {u"ai", checked},      {u"au", checked},      {u"eam", checked},     {u"eai", checked},    {u"ea", checked},
    {u"eaţi", checked},    {u"eau", checked},     {u"iam", checked},     {u"iai", checked},    {u"ia", checked},
    {u"iaţi", checked},    {u"iau", checked},     {u"ui", checked},      {u"aşi", checked},    {u"arăm", checked},
    {u"arăţi", checked},   {u"ară", checked},     {u"uşi", checked},     {u"urăm", checked},   {u"urăţi", checked},
    {u"ură", checked},     {u"işi", checked},     {u"irăm", checked},    {u"irăţi", checked},  {u"iră", checked},
    {u"âi", checked},      {u"âşi", checked},     {u"ârăm", checked},    {u"ârăţi", checked},  {u"âră", checked},
    {u"asem", checked},    {u"aseşi", checked},   {u"ase", checked},     {u"aserăm", checked}, {u"aserăţi", checked},
    {u"aseră", checked},   {u"isem", checked},    {u"iseşi", checked},   {u"ise", checked},    {u"iserăm", checked},
    {u"iserăţi", checked}, {u"iseră", checked},   {u"âsem", checked},    {u"âseşi", checked},  {u"âse", checked},
    {u"âserăm", checked},  {u"âserăţi", checked}, {u"âseră", checked},   {u"usem", checked},   {u"useşi", checked},
    {u"use", checked},     {u"userăm", checked},  {u"userăţi", checked}, {u"useră", checked},  {u"ăm", always},
    {u"aţi", always},      {u"em", always},       {u"eţi", always},      {u"im", always},      {u"iţi", always},
    {u"âm", always},       {u"âţi", always},      {u"seşi", always},     {u"serăm", always},   {u"serăţi", always},
    {u"seră", always},     {u"sei", always},      {u"se", always},       {u"sesem", always},   {u"seseşi", always},
    {u"sese", always},     {u"seserăm", always},  {u"seserăţi", always}, {u"seseră", always},
};

constexpr Affix final_vowels[] = {{u"a"}, {u"e"}, {u"i"}, {u"ie"}, {u"ă"}};

void reduce_plural(std::u16string& word, std::size_t r1) {
    const Affix* suffix = longest_suffix(word, plural_suffixes);
    if (!suffix || (suffix->action == ile && word.ends_with(u"abile"))) return;
    replace_in(word, suffix->letters.size(), r1, singulars[suffix->action]);
}

bool reduce_combined_suffix(std::u16string& word, std::size_t r1) {
    const Affix* suffix = longest_suffix(word, combined_suffixes);
    return suffix && replace_in(word, suffix->letters.size(), r1, simple_suffixes[suffix->action]);
}

bool remove_standard_suffix(std::u16string& word, std::size_t r2) {
    const Affix* suffix = longest_suffix(word, standard_suffixes);
    if (!suffix) return false;
    const std::size_t start = word.size() - suffix->letters.size();
    if (suffix->action == iune) {
        if (start < r2 || start == 0 || word[start - 1] != u'ţ') return false;
        word.replace(start - 1, word.npos, u"t");
        return true;
    }
    return replace_in(word, suffix->letters.size(), r2, suffix->action == ist ? u"ist" : u"");
}

void remove_verb_suffix(std::u16string& word, std::size_t rv) {
    const Affix* suffix = longest_suffix(word, verb_suffixes, rv);
    if (!suffix) return;
    const std::size_t start = word.size() - suffix->letters.size();
    const bool consonant_before = start > rv && (word[start - 1] == u'u' || !is_in(vowels, word[start - 1]));
    if (suffix->action == always || consonant_before) word.resize(start);
}

void remove_final_vowel(std::u16string& word, std::size_t rv) {
    if (const Affix* vowel = longest_suffix(word, final_vowels)) replace_in(word, vowel->letters.size(), rv);
}

}  // namespace

void romanian(std::u16string& word) {
    mark_between_vowels(word, vowels);
    const auto [rv, r1, r2] = regions_of(word, vowels);
    reduce_plural(word, r1);
    bool reduced = false;
    while (reduce_combined_suffix(word, r1)) reduced = true;
    if (!remove_standard_suffix(word, r2) && !reduced) remove_verb_suffix(word, rv);
    remove_final_vowel(word, rv);
    unmark_vowels(word);
}

}  // namespace bolide::stem
