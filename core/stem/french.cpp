/// Snowball's French stemmer.
/// Parity: ë and ï are vowels like others; Snowball 2.0 takes them for e and i, which may belong to a suffix
/// (altaïque). Elided words (l', qu') are left in place, which Snowball 3.0 removes.
#include <algorithm>

#include "stem/romance.hpp"
#include "stem/stemmer.hpp"

namespace bolide::stem {

namespace {

constexpr std::u16string_view vowels = u"aeiouyâàëéêèïîôûù";

bool is_vowel(char16_t letter) { return is_in(vowels, letter); }

enum Standard { plain, ation, logie, ution, ence, ement, ite, ive, eaux, aux, euse, issement, amment, emment, ment };

constexpr Affix standard_suffixes[] = {
    {u"ance", plain},    {u"iqUe", plain},   {u"isme", plain},        {u"able", plain},         {u"iste", plain},
    {u"eux", plain},     {u"ances", plain},  {u"iqUes", plain},       {u"ismes", plain},        {u"ables", plain},
    {u"istes", plain},   {u"atrice", ation}, {u"ateur", ation},       {u"ation", ation},        {u"atrices", ation},
    {u"ateurs", ation},  {u"ations", ation}, {u"logie", logie},       {u"logies", logie},       {u"usion", ution},
    {u"ution", ution},   {u"usions", ution}, {u"utions", ution},      {u"ence", ence},          {u"ences", ence},
    {u"ement", ement},   {u"ements", ement}, {u"ité", ite},           {u"ités", ite},           {u"if", ive},
    {u"ive", ive},       {u"ifs", ive},      {u"ives", ive},          {u"eaux", eaux},          {u"aux", aux},
    {u"euse", euse},     {u"euses", euse},   {u"issement", issement}, {u"issements", issement}, {u"amment", amment},
    {u"emment", emment}, {u"ment", ment},    {u"ments", ment},
};

constexpr Affix i_verb_suffixes[] = {
    {u"îmes"},   {u"ît"},     {u"îtes"},    {u"i"},       {u"ie"},       {u"ies"},     {u"ir"},
    {u"ira"},    {u"irai"},   {u"iraIent"}, {u"irais"},   {u"irait"},    {u"iras"},    {u"irent"},
    {u"irez"},   {u"iriez"},  {u"irions"},  {u"irons"},   {u"iront"},    {u"is"},      {u"issaIent"},
    {u"issais"}, {u"issait"}, {u"issant"},  {u"issante"}, {u"issantes"}, {u"issants"}, {u"isse"},
    {u"issent"}, {u"isses"},  {u"issez"},   {u"issiez"},  {u"issions"},  {u"issons"},  {u"it"},
};

enum Verb { er, ions, ant };

constexpr Affix verb_suffixes[] = {
    {u"ions", ions},  {u"é", er},        {u"ée", er},    {u"ées", er},     {u"és", er},      {u"èrent", er},
    {u"er", er},      {u"era", er},      {u"erai", er},  {u"eraIent", er}, {u"erais", er},   {u"erait", er},
    {u"eras", er},    {u"erez", er},     {u"eriez", er}, {u"erions", er},  {u"erons", er},   {u"eront", er},
    {u"ez", er},      {u"iez", er},      {u"âmes", ant}, {u"ât", ant},     {u"âtes", ant},   {u"a", ant},
    {u"ai", ant},     {u"aIent", ant},   {u"ais", ant},  {u"ait", ant},    {u"ant", ant},    {u"ante", ant},
    {u"antes", ant},  {u"ants", ant},    {u"as", ant},   {u"asse", ant},   {u"assent", ant}, {u"asses", ant},
    {u"assiez", ant}, {u"assions", ant},
};

/// Puts vowels that work as consonants into capitals: u and i between vowels, y beside one, u after q.
void mark_consonants(std::u16string& word) {
    const auto vowel = [&word](std::size_t at) { return at < word.size() && is_vowel(word[at]); };
    for (std::size_t at = 0; at + 1 < word.size(); ++at) {
        char16_t& next = word[at + 1];
        if (vowel(at) && next == u'u' && vowel(at + 2))
            next = u'U';
        else if (vowel(at) && next == u'i' && vowel(at + 2))
            next = u'I';
        else if (vowel(at) && next == u'y')
            next = u'Y';
        else if (word[at] == u'y' && vowel(at + 1))
            word[at] = u'Y';
        else if (word[at] == u'q' && next == u'u')
            next = u'U';
    }
}

/// RV begins after the third letter if two vowels or one of three prefixes begin the word, else after the first vowel
/// that is not its first letter.
std::size_t french_region_v(std::u16string_view word) {
    if (word.size() < 3) return word.size();
    if (is_vowel(word[0]) && is_vowel(word[1])) return 3;
    if (word.starts_with(u"par") || word.starts_with(u"col") || word.starts_with(u"tap")) return 3;
    const std::size_t vowel = word.find_first_of(vowels, 1);
    return vowel == word.npos ? word.size() : vowel + 1;
}

/// Removes -ic in R2, and turns it into -iqU outside.
void reduce_ic(std::u16string& word, std::size_t r2) {
    if (word.ends_with(u"ic") && !replace_in(word, 2, r2)) replace_end(word, 2, u"iqU");
}

/// Reduces the adjective that -ement was removed from.
void reduce_adjective(std::u16string& word, const Regions& regions) {
    const auto [rv, r1, r2] = regions;
    if (remove_suffix(word, {u"iv"}, r2)) {
        remove_suffix(word, {u"at"}, r2);
    } else if (word.ends_with(u"eus")) {
        if (!replace_in(word, 3, r2)) replace_in(word, 3, r1, u"eux");
    } else if (word.ends_with(u"ièr") || word.ends_with(u"Ièr")) {
        replace_in(word, 3, rv, u"i");
    } else {
        remove_suffix(word, {u"abl", u"iqU"}, r2);
    }
}

/// Reduces the adjective that -ité was removed from.
void reduce_quality(std::u16string& word, std::size_t r2) {
    if (word.ends_with(u"abil")) {
        if (!replace_in(word, 4, r2)) replace_end(word, 4, u"abl");
    } else if (!remove_suffix(word, {u"iv"}, r2)) {
        reduce_ic(word, r2);
    }
}

/// Replaces a standard suffix, if it is where it has to be; says whether.
bool replace_suffix(std::u16string& word, const Affix& suffix, const Regions& regions) {
    const auto [rv, r1, r2] = regions;
    const std::size_t length = suffix.letters.size(), start = word.size() - length;
    switch (suffix.action) {
        case logie:
            return replace_in(word, length, r2, u"log");
        case ution:
            return replace_in(word, length, r2, u"u");
        case ence:
            return replace_in(word, length, r2, u"ent");
        case eaux:
            return replace_in(word, length, 0, u"eau");
        case aux:
            return replace_in(word, length, r1, u"al");
        case euse:
            return replace_in(word, length, r2) || replace_in(word, length, r1, u"eux");
        case issement:
            return start > 0 && !is_vowel(word[start - 1]) && replace_in(word, length, r1);
        case amment:
            return replace_in(word, length, rv, u"ant");
        case emment:
            return replace_in(word, length, rv, u"ent");
        case ment:
            return start > rv && is_vowel(word[start - 1]) && replace_in(word, length, rv);
        case ement:
            return replace_in(word, length, rv);
        default:
            return replace_in(word, length, r2);
    }
}

bool remove_standard_suffix(std::u16string& word, const Regions& regions) {
    const Affix* suffix = longest_suffix(word, standard_suffixes);
    if (!suffix || !replace_suffix(word, *suffix, regions)) return false;
    switch (suffix->action) {
        case ation:
            reduce_ic(word, regions.r2);
            break;
        case ive:
            if (remove_suffix(word, {u"at"}, regions.r2)) reduce_ic(word, regions.r2);
            break;
        case ement:
            reduce_adjective(word, regions);
            break;
        case ite:
            reduce_quality(word, regions.r2);
            break;
        case amment:
        case emment:
        case ment:
            return false;  // what is left of an adverb may still have a verb suffix
    }
    return true;
}

bool remove_i_verb_suffix(std::u16string& word, std::size_t rv) {
    const Affix* suffix = longest_suffix(word, i_verb_suffixes, rv);
    if (!suffix) return false;
    const std::size_t start = word.size() - suffix->letters.size();
    if (start == rv || is_vowel(word[start - 1])) return false;
    word.resize(start);
    return true;
}

bool remove_verb_suffix(std::u16string& word, std::size_t rv, std::size_t r2) {
    const Affix* suffix = longest_suffix(word, verb_suffixes, rv);
    if (!suffix || !replace_in(word, suffix->letters.size(), suffix->action == ions ? r2 : rv)) return false;
    if (suffix->action == ant) remove_suffix(word, {u"e"}, rv);
    return true;
}

void remove_residual_suffix(std::u16string& word, std::size_t rv, std::size_t r2) {
    constexpr Affix ier[] = {{u"ier"}, {u"ière"}, {u"Ier"}, {u"Ière"}};
    if (word.size() > 1 && word.ends_with(u's') && !is_in(u"aiouès", word[word.size() - 2])) word.pop_back();
    if (const Affix* suffix = longest_suffix(word, ier, rv))
        replace_end(word, suffix->letters.size(), u"i");
    else if (ends_with(word, u"e", rv) || ends_with(word, u"guë", rv))
        word.pop_back();
    else if (ends_with(word, u"sion", rv) || ends_with(word, u"tion", rv))
        replace_in(word, 3, r2);
}

void undouble(std::u16string& word) {
    constexpr Affix doubled[] = {{u"enn"}, {u"onn"}, {u"ett"}, {u"ell"}, {u"eill"}};
    if (longest_suffix(word, doubled)) word.pop_back();
}

/// Takes the accent from an e that only consonants follow.
void remove_accent(std::u16string& word) {
    const std::size_t vowel = word.find_last_of(vowels);
    if (vowel != word.npos && vowel + 1 < word.size() && is_in(u"éè", word[vowel])) word[vowel] = u'e';
}

}  // namespace

void french(std::u16string& word) {
    mark_consonants(word);
    Regions regions = regions_of(word, vowels);
    regions.rv = french_region_v(word);
    const auto [rv, r1, r2] = regions;
    if (remove_standard_suffix(word, regions) || remove_i_verb_suffix(word, rv) || remove_verb_suffix(word, rv, r2)) {
        if (word.ends_with(u'Y'))
            word.back() = u'i';
        else if (word.ends_with(u'ç'))
            word.back() = u'c';
    } else {
        remove_residual_suffix(word, rv, r2);
    }
    undouble(word);
    remove_accent(word);
    unmark_vowels(word);
    std::replace(word.begin(), word.end(), u'Y', u'y');
}

}  // namespace bolide::stem
