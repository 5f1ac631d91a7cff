/// Snowball's Portuguese stemmer.
#include "stem/romance.hpp"
#include "stem/stemmer.hpp"

namespace bolide::stem {

namespace {

constexpr std::u16string_view vowels = u"aeiouáéíóúâêô";

enum Standard { plain, logia, ucion, encia, amente, mente, idade, ivo, ira };

/// What stands for a standard suffix, by Standard.
constexpr std::u16string_view replacements[] = {u"", u"log", u"u", u"ente", u"", u"", u"", u"", u"ir"};

// Parity: -ución and -uciones are Spanish; Snowball 2.0 put -ução and -uções in their place.
constexpr Affix standard_suffixes[] = {
    {u"eza", plain},     {u"ezas", plain},   {u"ico", plain},     {u"ica", plain},    {u"icos", plain},
    {u"icas", plain},    {u"ismo", plain},   {u"ismos", plain},   {u"ável", plain},   {u"ível", plain},
    {u"ista", plain},    {u"istas", plain},  {u"oso", plain},     {u"osa", plain},    {u"osos", plain},
    {u"osas", plain},    {u"amento", plain}, {u"amentos", plain}, {u"imento", plain}, {u"imentos", plain},
    {u"adora", plain},   {u"ador", plain},   {u"aça~o", plain},   {u"adoras", plain}, {u"adores", plain},
    {u"aço~es", plain},  {u"ante", plain},   {u"antes", plain},   {u"ância", plain},  {u"logía", logia},
    {u"logías", logia},  {u"ución", ucion},  {u"uciones", ucion}, {u"ência", encia},  {u"ências", encia},
    {u"amente", amente}, {u"mente", mente},  {u"idade", idade},   {u"idades", idade}, {u"iva", ivo},
    {u"ivo", ivo},       {u"ivas", ivo},     {u"ivos", ivo},      {u"ira", ira},      {u"iras", ira},
};

constexpr Affix verb_suffixes[] = {
    {u"ada"},    {u"ida"},     {u"ia"},      {u"aria"},    {u"eria"},    {u"iria"},    {u"ará"},     {u"ara"},
    {u"erá"},    {u"era"},     {u"irá"},     {u"ava"},     {u"asse"},    {u"esse"},    {u"isse"},    {u"aste"},
    {u"este"},   {u"iste"},    {u"ei"},      {u"arei"},    {u"erei"},    {u"irei"},    {u"am"},      {u"iam"},
    {u"ariam"},  {u"eriam"},   {u"iriam"},   {u"aram"},    {u"eram"},    {u"iram"},    {u"avam"},    {u"em"},
    {u"arem"},   {u"erem"},    {u"irem"},    {u"assem"},   {u"essem"},   {u"issem"},   {u"ado"},     {u"ido"},
    {u"ando"},   {u"endo"},    {u"indo"},    {u"ara~o"},   {u"era~o"},   {u"ira~o"},   {u"ar"},      {u"er"},
    {u"ir"},     {u"as"},      {u"adas"},    {u"idas"},    {u"ias"},     {u"arias"},   {u"erias"},   {u"irias"},
    {u"arás"},   {u"aras"},    {u"erás"},    {u"eras"},    {u"irás"},    {u"avas"},    {u"es"},      {u"ardes"},
    {u"erdes"},  {u"irdes"},   {u"ares"},    {u"eres"},    {u"ires"},    {u"asses"},   {u"esses"},   {u"isses"},
    {u"astes"},  {u"estes"},   {u"istes"},   {u"is"},      {u"ais"},     {u"eis"},     {u"íeis"},    {u"aríeis"},
    {u"eríeis"}, {u"iríeis"},  {u"áreis"},   {u"areis"},   {u"éreis"},   {u"ereis"},   {u"íreis"},   {u"ireis"},
    {u"ásseis"}, {u"ésseis"},  {u"ísseis"},  {u"áveis"},   {u"ados"},    {u"idos"},    {u"ámos"},    {u"amos"},
    {u"íamos"},  {u"aríamos"}, {u"eríamos"}, {u"iríamos"}, {u"áramos"},  {u"éramos"},  {u"íramos"},  {u"ávamos"},
    {u"emos"},   {u"aremos"},  {u"eremos"},  {u"iremos"},  {u"ássemos"}, {u"êssemos"}, {u"íssemos"}, {u"imos"},
    {u"armos"},  {u"ermos"},   {u"irmos"},   {u"eu"},      {u"iu"},      {u"ou"},      {u"ira"},     {u"iras"},
};

/// Splits ã and õ into a vowel and a consonant.
void split_nasals(std::u16string& word) {
    for (std::size_t at = 0; at < word.size(); ++at) {
        if (word[at] == u'ã') word.replace(at, 1, u"a~");
        if (word[at] == u'õ') word.replace(at, 1, u"o~");
    }
}

void join_nasals(std::u16string& word) {
    for (std::size_t at = 0; at + 1 < word.size(); ++at) {
        if (word[at + 1] != u'~') continue;
        if (word[at] == u'a') word.replace(at, 2, u"ã");
        if (word[at] == u'o') word.replace(at, 2, u"õ");
    }
}

bool remove_standard_suffix(std::u16string& word, const Regions& regions) {
    const Affix* suffix = longest_suffix(word, standard_suffixes);
    if (!suffix) return false;
    const auto [rv, r1, r2] = regions;
    const int action = suffix->action;
    const std::size_t length = suffix->letters.size();
    const std::size_t start = word.size() - length;
    if (action == ira && (start == 0 || word[start - 1] != u'e')) return false;
    const std::size_t from = action == ira ? rv : action == amente ? r1 : r2;
    if (!replace_in(word, length, from, replacements[action])) return false;
    switch (action) {
        case mente:
            remove_suffix(word, {u"ante", u"avel", u"ível"}, r2);
            break;
        case idade:
            remove_suffix(word, {u"abil", u"ic", u"iv"}, r2);
            break;
        case ivo:
            remove_suffix(word, {u"at"}, r2);
            break;
        case amente:
            if (remove_suffix(word, {u"iv"}, r2))
                remove_suffix(word, {u"at"}, r2);
            else
                remove_suffix(word, {u"os", u"ic", u"ad"}, r2);
            break;
    }
    return true;
}

bool remove_verb_suffix(std::u16string& word, std::size_t rv) {
    const Affix* suffix = longest_suffix(word, verb_suffixes, rv);
    return suffix && replace_in(word, suffix->letters.size(), rv);
}

void remove_final_e(std::u16string& word, std::size_t rv) {
    if (word.ends_with(u"ç")) word.back() = u'c';
    if (!remove_suffix(word, {u"e", u"é", u"ê"}, rv)) return;
    if (word.ends_with(u"gu") || word.ends_with(u"ci")) replace_in(word, 1, rv);
}

}  // namespace

void portuguese(std::u16string& word) {
    split_nasals(word);
    const Regions regions = regions_of(word, vowels);
    const std::size_t rv = regions.rv;
    if (remove_standard_suffix(word, regions) || remove_verb_suffix(word, rv)) {
        if (word.ends_with(u"ci")) remove_suffix(word, {u"i"}, rv);
    } else {
        remove_suffix(word, {u"os", u"a", u"i", u"o", u"á", u"í", u"ó"}, rv);
    }
    remove_final_e(word, rv);
    join_nasals(word);
}

}  // namespace bolide::stem
