/// Snowball's Italian stemmer.
/// Parity: elided words (dell', un') are left in place, and divano is stemmed by rule, unlike in Snowball 3.0.
#include "stem/romance.hpp"
#include "stem/stemmer.hpp"

namespace bolide::stem {

namespace {

constexpr std::u16string_view vowels = u"aeiouàèìòù";

constexpr Affix pronouns[] = {
    {u"ci"},     {u"gli"},  {u"la"},   {u"le"},   {u"li"},     {u"lo"},     {u"mi"},     {u"ne"},
    {u"si"},     {u"ti"},   {u"vi"},   {u"sene"}, {u"gliela"}, {u"gliele"}, {u"glieli"}, {u"glielo"},
    {u"gliene"}, {u"mela"}, {u"mele"}, {u"meli"}, {u"melo"},   {u"mene"},   {u"tela"},   {u"tele"},
    {u"teli"},   {u"telo"}, {u"tene"}, {u"cela"}, {u"cele"},   {u"celi"},   {u"celo"},   {u"cene"},
    {u"vela"},   {u"vele"}, {u"veli"}, {u"velo"}, {u"vene"},
};

enum Host { gerund, infinitive };

/// Verb forms that a pronoun may be attached to. The infinitive loses its final e to it.
constexpr Affix hosts[] = {
    {u"ando", gerund}, {u"endo", gerund}, {u"ar", infinitive}, {u"er", infinitive}, {u"ir", infinitive}};

enum Standard { plain, azione, logia, uzione, enza, amento, amente, ita, ivo };

/// What stands for a standard suffix, by Standard.
constexpr std::u16string_view replacements[] = {u"", u"", u"log", u"u", u"ente", u"", u"", u"", u""};

constexpr Affix standard_suffixes[] = {
    {u"anza", plain},    {u"anze", plain},    {u"ico", plain},     {u"ici", plain},     {u"ica", plain},
    {u"ice", plain},     {u"iche", plain},    {u"ichi", plain},    {u"ismo", plain},    {u"ismi", plain},
    {u"abile", plain},   {u"abili", plain},   {u"ibile", plain},   {u"ibili", plain},   {u"ista", plain},
    {u"iste", plain},    {u"isti", plain},    {u"istà", plain},    {u"istè", plain},    {u"istì", plain},
    {u"oso", plain},     {u"osi", plain},     {u"osa", plain},     {u"ose", plain},     {u"mente", plain},
    {u"atrice", plain},  {u"atrici", plain},  {u"ante", plain},    {u"anti", plain},    {u"azione", azione},
    {u"azioni", azione}, {u"atore", azione},  {u"atori", azione},  {u"logia", logia},   {u"logie", logia},
    {u"uzione", uzione}, {u"uzioni", uzione}, {u"usione", uzione}, {u"usioni", uzione}, {u"enza", enza},
    {u"enze", enza},     {u"amento", amento}, {u"amenti", amento}, {u"imento", amento}, {u"imenti", amento},
    {u"amente", amente}, {u"ità", ita},       {u"ivo", ivo},       {u"ivi", ivo},       {u"iva", ivo},
    {u"ive", ivo},
};

constexpr Affix verb_suffixes[] = {
    {u"ammo"},   {u"ando"},   {u"ano"},    {u"are"},    {u"arono"},  {u"asse"},     {u"assero"},   {u"assi"},
    {u"assimo"}, {u"ata"},    {u"ate"},    {u"ati"},    {u"ato"},    {u"ava"},      {u"avamo"},    {u"avano"},
    {u"avate"},  {u"avi"},    {u"avo"},    {u"emmo"},   {u"enda"},   {u"ende"},     {u"endi"},     {u"endo"},
    {u"erà"},    {u"erai"},   {u"eranno"}, {u"ere"},    {u"erebbe"}, {u"erebbero"}, {u"erei"},     {u"eremmo"},
    {u"eremo"},  {u"ereste"}, {u"eresti"}, {u"erete"},  {u"erò"},    {u"erono"},    {u"essero"},   {u"ete"},
    {u"eva"},    {u"evamo"},  {u"evano"},  {u"evate"},  {u"evi"},    {u"evo"},      {u"Yamo"},     {u"iamo"},
    {u"immo"},   {u"irà"},    {u"irai"},   {u"iranno"}, {u"ire"},    {u"irebbe"},   {u"irebbero"}, {u"irei"},
    {u"iremmo"}, {u"iremo"},  {u"ireste"}, {u"iresti"}, {u"irete"},  {u"irò"},      {u"irono"},    {u"isca"},
    {u"iscano"}, {u"isce"},   {u"isci"},   {u"isco"},   {u"iscono"}, {u"issero"},   {u"ita"},      {u"ite"},
    {u"iti"},    {u"ito"},    {u"iva"},    {u"ivamo"},  {u"ivano"},  {u"ivate"},    {u"ivi"},      {u"ivo"},
    {u"ono"},    {u"uta"},    {u"ute"},    {u"uti"},    {u"uto"},    {u"ar"},       {u"ir"},
};

void turn_acute_into_grave(std::u16string& word) {
    constexpr std::u16string_view acute = u"áéíóú", grave = u"àèìòù";
    for (char16_t& letter : word)
        if (const std::size_t found = acute.find(letter); found != acute.npos) letter = grave[found];
}

void mark_u_after_q(std::u16string& word) {
    for (std::size_t at = 1; at < word.size(); ++at)
        if (word[at - 1] == u'q' && word[at] == u'u') word[at] = u'U';
}

void remove_attached_pronoun(std::u16string& word, std::size_t rv) {
    const Affix* pronoun = longest_suffix(word, pronouns);
    if (!pronoun) return;
    const std::size_t length = pronoun->letters.size();
    const Affix* host = longest_suffix(std::u16string_view(word).substr(0, word.size() - length), hosts, rv);
    if (host) replace_end(word, length, host->action == infinitive ? u"e" : u"");
}

bool remove_standard_suffix(std::u16string& word, const Regions& regions) {
    const Affix* suffix = longest_suffix(word, standard_suffixes);
    if (!suffix) return false;
    const auto [rv, r1, r2] = regions;
    const int action = suffix->action;
    const std::size_t from = action == amento ? rv : action == amente ? r1 : r2;
    if (!replace_in(word, suffix->letters.size(), from, replacements[action])) return false;
    switch (action) {
        case azione:
            remove_suffix(word, {u"ic"}, r2);
            break;
        case ita:
            remove_suffix(word, {u"abil", u"ic", u"iv"}, r2);
            break;
        case ivo:
            if (remove_suffix(word, {u"at"}, r2)) remove_suffix(word, {u"ic"}, r2);
            break;
        case amente:
            if (remove_suffix(word, {u"iv"}, r2))
                remove_suffix(word, {u"at"}, r2);
            else
                remove_suffix(word, {u"os", u"ic", u"abil"}, r2);
            break;
    }
    return true;
}

void remove_verb_suffix(std::u16string& word, std::size_t rv) {
    if (const Affix* suffix = longest_suffix(word, verb_suffixes, rv)) replace_end(word, suffix->letters.size());
}

void remove_final_vowel(std::u16string& word, std::size_t rv) {
    if (remove_suffix(word, {u"a", u"e", u"i", u"o", u"à", u"è", u"ì", u"ò"}, rv)) remove_suffix(word, {u"i"}, rv);
    if (ends_with(word, u"ch", rv) || ends_with(word, u"gh", rv)) word.pop_back();
}

}  // namespace

void italian(std::u16string& word) {
    turn_acute_into_grave(word);
    mark_u_after_q(word);
    mark_between_vowels(word, vowels);
    const Regions regions = regions_of(word, vowels);
    remove_attached_pronoun(word, regions.rv);
    if (!remove_standard_suffix(word, regions)) remove_verb_suffix(word, regions.rv);
    remove_final_vowel(word, regions.rv);
    unmark_vowels(word);
}

}  // namespace bolide::stem
