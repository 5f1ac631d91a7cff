// Snowball's English stemmer, "Porter2".
// Parity: the version of Meteor 1.5 halves a double consonant before -ed and -ing in short words too ("added" gives
// "ad"), knows no -ogist, and has a shorter list of exceptions than today's Snowball.
#include <algorithm>
#include <utility>

#include "stem/affix.hpp"
#include "stem/stemmer.hpp"

namespace bolide::stem {

namespace {

using View = std::u16string_view;

constexpr View vowels = u"aeiouy";

struct Regions {
    std::size_t r1, r2;
};

constexpr std::pair<View, View> irregular[] = {
    {u"skis", u"ski"},      {u"skies", u"sky"},    {u"dying", u"die"},   {u"lying", u"lie"},   {u"tying", u"tie"},
    {u"idly", u"idl"},      {u"gently", u"gentl"}, {u"ugly", u"ugli"},   {u"early", u"earli"}, {u"only", u"onli"},
    {u"singly", u"singl"},  {u"sky", u"sky"},      {u"news", u"news"},   {u"howe", u"howe"},   {u"atlas", u"atlas"},
    {u"cosmos", u"cosmos"}, {u"bias", u"bias"},    {u"andes", u"andes"},
};

// Words that are left alone once their plural ending is gone.
constexpr View invariant[] = {u"inning",  u"outing",  u"canning", u"herring",
                              u"earring", u"proceed", u"exceed",  u"succeed"};

constexpr Affix early_regions[] = {{u"gener"}, {u"commun"}, {u"arsen"}};

constexpr Affix possessives[] = {{u"'"}, {u"'s"}, {u"'s'"}};

enum PluralAction { Keep, DeleteS, DropEs, ReplaceIes };

constexpr Affix plurals[] = {
    {u"sses", DropEs}, {u"ied", ReplaceIes}, {u"ies", ReplaceIes}, {u"s", DeleteS}, {u"us", Keep}, {u"ss", Keep},
};

enum VerbAction { Delete, ReplaceByEe };

constexpr Affix verb_endings[] = {
    {u"eed", ReplaceByEe}, {u"eedly", ReplaceByEe}, {u"ed"}, {u"edly"}, {u"ing"}, {u"ingly"},
};

constexpr Affix lost_e[] = {{u"at"}, {u"bl"}, {u"iz"}};

constexpr Affix doubles[] = {
    {u"bb"}, {u"dd"}, {u"ff"}, {u"gg"}, {u"mm"}, {u"nn"}, {u"pp"}, {u"rr"}, {u"tt"},
};

enum Ending { Nothing, Able, Al, Ance, Ate, Ble, Ence, Ent, Ful, Ic, Ive, Ize, Less, Og, Ous, Tion, Ative, Li };

// What stands for a suffix that is simplified, by Ending.
constexpr View endings[] = {u"",   u"able", u"al",  u"ance", u"ate", u"ble", u"ence", u"ent", u"ful",
                            u"ic", u"ive",  u"ize", u"less", u"og",  u"ous", u"tion", u"",    u""};

constexpr Affix double_suffixes[] = {
    {u"tional", Tion}, {u"enci", Ence},   {u"anci", Ance}, {u"abli", Able},   {u"entli", Ent},   {u"izer", Ize},
    {u"ization", Ize}, {u"ational", Ate}, {u"ation", Ate}, {u"ator", Ate},    {u"alism", Al},    {u"aliti", Al},
    {u"alli", Al},     {u"fulness", Ful}, {u"ousli", Ous}, {u"ousness", Ous}, {u"iveness", Ive}, {u"iviti", Ive},
    {u"biliti", Ble},  {u"bli", Ble},     {u"ogi", Og},    {u"fulli", Ful},   {u"lessli", Less}, {u"li", Li},
};

constexpr Affix adjective_suffixes[] = {
    {u"tional", Tion}, {u"ational", Ate}, {u"alize", Al}, {u"icate", Ic},    {u"iciti", Ic},
    {u"ical", Ic},     {u"ful"},          {u"ness"},      {u"ative", Ative},
};

enum LastAction { DeleteLast, DeleteIon };

constexpr Affix last_suffixes[] = {
    {u"al"},   {u"ance"}, {u"ence"}, {u"er"},  {u"ic"},  {u"able"}, {u"ible"}, {u"ant"}, {u"ement"},
    {u"ment"}, {u"ent"},  {u"ism"},  {u"ate"}, {u"iti"}, {u"ous"},  {u"ive"},  {u"ize"}, {u"ion", DeleteIon},
};

bool has_vowel(View letters) { return letters.find_first_of(vowels) != View::npos; }

// Whether the word ends in consonant, vowel, consonant other than w, x, Y; or is vowel, consonant.
bool ends_in_short_syllable(View word) {
    const std::size_t size = word.size();
    if (size < 2 || is_in(vowels, word[size - 1]) || !is_in(vowels, word[size - 2])) return false;
    return size == 2 || (!is_in(vowels, word[size - 3]) && !is_in(u"wxY", word[size - 1]));
}

// Writes y at the beginning or after a vowel, where it is a consonant, as Y. Returns whether there was one.
bool mark_consonant_y(std::u16string& word) {
    bool found = false;
    for (std::size_t at = 0; at < word.size(); ++at)
        if (word[at] == u'y' && (at == 0 || is_in(vowels, word[at - 1]))) {
            word[at] = u'Y';
            found = true;
        }
    return found;
}

Regions find_regions(View word) {
    const Affix* early = longest_prefix(word, early_regions);
    const std::size_t r1 = early ? early->letters.size() : region_after(word, vowels, 0);
    return {r1, region_after(word, vowels, r1)};
}

void strip_possessive(std::u16string& word) {
    if (const Affix* suffix = longest_suffix(word, possessives)) replace_end(word, suffix->letters.size());
}

void strip_plural(std::u16string& word) {
    const Affix* suffix = longest_suffix(word, plurals);
    if (!suffix) return;
    switch (suffix->action) {
        case DropEs:
            return replace_end(word, 2);
        case ReplaceIes:
            return replace_end(word, word.size() >= 5 ? 2 : 1);
        case DeleteS:
            if (word.size() > 2 && has_vowel(View(word).substr(0, word.size() - 2))) word.pop_back();
    }
}

// hop-ing -> hope, hopp-ing -> hop, conflat-ed -> conflate
void repair_verb(std::u16string& word, std::size_t r1) {
    if (longest_suffix(word, doubles))
        word.pop_back();
    else if (longest_suffix(word, lost_e) || (r1 == word.size() && ends_in_short_syllable(word)))
        word += u'e';
}

void strip_verb_ending(std::u16string& word, std::size_t r1) {
    const Affix* suffix = longest_suffix(word, verb_endings);
    if (!suffix) return;
    const std::size_t length = suffix->letters.size();
    if (suffix->action == ReplaceByEe) {
        if (ends_with(word, suffix->letters, r1)) replace_end(word, length, u"ee");
    } else if (has_vowel(View(word).substr(0, word.size() - length))) {
        replace_end(word, length);
        repair_verb(word, r1);
    }
}

void replace_final_y(std::u16string& word) {
    if (word.size() > 2 && is_in(u"yY", word.back()) && !is_in(vowels, word[word.size() - 2])) word.back() = u'i';
}

void simplify_suffix(std::u16string& word, Affixes table, const Regions& regions) {
    const Affix* suffix = longest_suffix(word, table);
    if (!suffix || !ends_with(word, suffix->letters, regions.r1)) return;
    const View rest = View(word).substr(0, word.size() - suffix->letters.size());
    if (suffix->action == Og && !rest.ends_with(u'l')) return;
    if (suffix->action == Li && (rest.empty() || !is_in(u"cdeghkmnrt", rest.back()))) return;
    if (suffix->action == Ative && rest.size() < regions.r2) return;
    replace_end(word, suffix->letters.size(), endings[suffix->action]);
}

void strip_last_suffix(std::u16string& word, std::size_t r2) {
    const Affix* suffix = longest_suffix(word, last_suffixes);
    if (!suffix || !ends_with(word, suffix->letters, r2)) return;
    if (suffix->action == DeleteIon && !ends_with(word, u"sion") && !ends_with(word, u"tion")) return;
    replace_end(word, suffix->letters.size());
}

void strip_final_e_or_l(std::u16string& word, const Regions& regions) {
    const View rest = View(word).substr(0, word.empty() ? 0 : word.size() - 1);
    const bool extra_e =
        ends_with(word, u"e", regions.r2) || (ends_with(word, u"e", regions.r1) && !ends_in_short_syllable(rest));
    if (extra_e || (ends_with(word, u"l", regions.r2) && rest.ends_with(u'l'))) word.pop_back();
}

}  // namespace

void english(std::u16string& word) {
    for (const auto& [form, stem] : irregular)
        if (word == form) return void(word = stem);
    if (word.size() < 3) return;
    if (word.starts_with(u'\'')) word.erase(0, 1);
    const bool marked = mark_consonant_y(word);
    const Regions regions = find_regions(word);
    strip_possessive(word);
    strip_plural(word);
    if (std::find(std::begin(invariant), std::end(invariant), word) == std::end(invariant)) {
        strip_verb_ending(word, regions.r1);
        replace_final_y(word);
        simplify_suffix(word, double_suffixes, regions);
        simplify_suffix(word, adjective_suffixes, regions);
        strip_last_suffix(word, regions.r2);
        strip_final_e_or_l(word, regions);
    }
    if (marked) std::replace(word.begin(), word.end(), u'Y', u'y');
}

}  // namespace bolide::stem
