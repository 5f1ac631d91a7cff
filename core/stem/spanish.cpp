/// Snowball's Spanish stemmer.
#include "stem/romance.hpp"
#include "stem/stemmer.hpp"

namespace bolide::stem {

namespace {

constexpr std::u16string_view vowels = u"aeiouáéíóúü";

constexpr Affix pronouns[] = {
    {u"me"}, {u"se"}, {u"sela"}, {u"selo"}, {u"selas"}, {u"selos"}, {u"la"},
    {u"le"}, {u"lo"}, {u"las"},  {u"les"},  {u"los"},   {u"nos"},
};

/// Verb forms that a pronoun may be attached to.
constexpr Affix hosts[] = {
    {u"iéndo"}, {u"ándo"}, {u"ár"}, {u"ér"}, {u"ír"}, {u"iendo"}, {u"ando"}, {u"ar"}, {u"er"}, {u"ir"}, {u"yendo"},
};

enum Standard { plain, ador, logia, ucion, encia, amente, mente, idad, ivo };

/// What stands for a standard suffix, by Standard.
constexpr std::u16string_view replacements[] = {u"", u"", u"log", u"u", u"ente", u"", u"", u"", u""};

// Parity: -acion and -ucion without their accents, known to Snowball 3.0, are not suffixes here.
constexpr Affix standard_suffixes[] = {
    {u"anza", plain},    {u"anzas", plain},    {u"ico", plain},    {u"ica", plain},     {u"icos", plain},
    {u"icas", plain},    {u"ismo", plain},     {u"ismos", plain},  {u"able", plain},    {u"ables", plain},
    {u"ible", plain},    {u"ibles", plain},    {u"ista", plain},   {u"istas", plain},   {u"oso", plain},
    {u"osa", plain},     {u"osos", plain},     {u"osas", plain},   {u"amiento", plain}, {u"amientos", plain},
    {u"imiento", plain}, {u"imientos", plain}, {u"adora", ador},   {u"ador", ador},     {u"ación", ador},
    {u"adoras", ador},   {u"adores", ador},    {u"aciones", ador}, {u"ante", ador},     {u"antes", ador},
    {u"ancia", ador},    {u"ancias", ador},    {u"logía", logia},  {u"logías", logia},  {u"ución", ucion},
    {u"uciones", ucion}, {u"encia", encia},    {u"encias", encia}, {u"amente", amente}, {u"mente", mente},
    {u"idad", idad},     {u"idades", idad},    {u"iva", ivo},      {u"ivo", ivo},       {u"ivas", ivo},
    {u"ivos", ivo},
};

constexpr Affix y_verb_suffixes[] = {
    {u"ya"}, {u"ye"}, {u"yan"}, {u"yen"}, {u"yeron"}, {u"yendo"},
    {u"yo"}, {u"yó"}, {u"yas"}, {u"yes"}, {u"yais"},  {u"yamos"},
};

enum Verb { hard, soft };

/// After a soft ending's e the letter g is written gu; the u then goes with the ending.
constexpr Affix verb_suffixes[] = {
    {u"en", soft}, {u"es", soft}, {u"éis", soft}, {u"emos", soft}, {u"arían"},  {u"arías"},   {u"arán"},    {u"arás"},
    {u"aríais"},   {u"aría"},     {u"aréis"},     {u"aríamos"},    {u"aremos"}, {u"ará"},     {u"aré"},     {u"erían"},
    {u"erías"},    {u"erán"},     {u"erás"},      {u"eríais"},     {u"ería"},   {u"eréis"},   {u"eríamos"}, {u"eremos"},
    {u"erá"},      {u"eré"},      {u"irían"},     {u"irías"},      {u"irán"},   {u"irás"},    {u"iríais"},  {u"iría"},
    {u"iréis"},    {u"iríamos"},  {u"iremos"},    {u"irá"},        {u"iré"},    {u"aba"},     {u"ada"},     {u"ida"},
    {u"ía"},       {u"ara"},      {u"iera"},      {u"ad"},         {u"ed"},     {u"id"},      {u"ase"},     {u"iese"},
    {u"aste"},     {u"iste"},     {u"an"},        {u"aban"},       {u"ían"},    {u"aran"},    {u"ieran"},   {u"asen"},
    {u"iesen"},    {u"aron"},     {u"ieron"},     {u"ado"},        {u"ido"},    {u"ando"},    {u"iendo"},   {u"ió"},
    {u"ar"},       {u"er"},       {u"ir"},        {u"as"},         {u"abas"},   {u"adas"},    {u"idas"},    {u"ías"},
    {u"aras"},     {u"ieras"},    {u"ases"},      {u"ieses"},      {u"ís"},     {u"áis"},     {u"abais"},   {u"íais"},
    {u"arais"},    {u"ierais"},   {u"aseis"},     {u"ieseis"},     {u"asteis"}, {u"isteis"},  {u"ados"},    {u"idos"},
    {u"amos"},     {u"ábamos"},   {u"íamos"},     {u"imos"},       {u"áramos"}, {u"iéramos"}, {u"iésemos"}, {u"ásemos"},
};

void remove_acute_accents(std::u16string& word, std::size_t from = 0) {
    constexpr std::u16string_view accented = u"áéíóú", bare = u"aeiou";
    for (std::size_t at = from; at < word.size(); ++at)
        if (const std::size_t found = accented.find(word[at]); found != accented.npos) word[at] = bare[found];
}

void remove_attached_pronoun(std::u16string& word, std::size_t rv) {
    const Affix* pronoun = longest_suffix(word, pronouns);
    if (!pronoun) return;
    const std::u16string_view verb = std::u16string_view(word).substr(0, word.size() - pronoun->letters.size());
    const Affix* host = longest_suffix(verb, hosts, rv);
    if (!host || (host->letters == u"yendo" && !verb.ends_with(u"uyendo"))) return;
    const std::size_t host_start = verb.size() - host->letters.size();
    replace_end(word, pronoun->letters.size());
    remove_acute_accents(word, host_start);
}

bool remove_standard_suffix(std::u16string& word, std::size_t r1, std::size_t r2) {
    const Affix* suffix = longest_suffix(word, standard_suffixes);
    if (!suffix) return false;
    const int action = suffix->action;
    if (!replace_in(word, suffix->letters.size(), action == amente ? r1 : r2, replacements[action])) return false;
    switch (action) {
        case ador:
            remove_suffix(word, {u"ic"}, r2);
            break;
        case mente:
            remove_suffix(word, {u"ante", u"able", u"ible"}, r2);
            break;
        case idad:
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

bool remove_y_verb_suffix(std::u16string& word, std::size_t rv) {
    const Affix* suffix = longest_suffix(word, y_verb_suffixes, rv);
    if (!suffix) return false;
    const std::size_t start = word.size() - suffix->letters.size();
    if (start == 0 || word[start - 1] != u'u') return false;
    word.resize(start);
    return true;
}

void remove_verb_suffix(std::u16string& word, std::size_t rv) {
    const Affix* suffix = longest_suffix(word, verb_suffixes, rv);
    if (!suffix) return;
    replace_end(word, suffix->letters.size());
    if (suffix->action == soft && word.ends_with(u"gu")) word.pop_back();
}

void remove_residual_suffix(std::u16string& word, std::size_t rv) {
    if (remove_suffix(word, {u"os", u"a", u"o", u"á", u"í", u"ó"}, rv)) return;
    if (remove_suffix(word, {u"e", u"é"}, rv) && word.ends_with(u"gu")) remove_suffix(word, {u"u"}, rv);
}

}  // namespace

void spanish(std::u16string& word) {
    const auto [rv, r1, r2] = regions_of(word, vowels);
    remove_attached_pronoun(word, rv);
    if (!remove_standard_suffix(word, r1, r2) && !remove_y_verb_suffix(word, rv)) remove_verb_suffix(word, rv);
    remove_residual_suffix(word, rv);
    remove_acute_accents(word);
}

}  // namespace bolide::stem
