// Snowball's English stemmer, "Porter2".
// Parity: Meteor 1.5's version halves a double consonant before -ed and -ing in short words too ("added" gives "ad"),
// lacks -ogist, and has a shorter list of exceptions than today's Snowball.
#include "stem/affix.hpp"
#include "stem/stemmer.hpp"

namespace bolide::stem {

namespace {

constexpr View vowels = u"aeiouy";

constexpr std::pair<View, View> irregular[] = {
    {u"skis", u"ski"},      {u"skies", u"sky"},    {u"dying", u"die"},   {u"lying", u"lie"},   {u"tying", u"tie"},
    {u"idly", u"idl"},      {u"gently", u"gentl"}, {u"ugly", u"ugli"},   {u"early", u"earli"}, {u"only", u"onli"},
    {u"singly", u"singl"},  {u"sky", u"sky"},      {u"news", u"news"},   {u"howe", u"howe"},   {u"atlas", u"atlas"},
    {u"cosmos", u"cosmos"}, {u"bias", u"bias"},    {u"andes", u"andes"},
};

// Words left alone once their plural ending is removed.
constexpr View invariant[] = {u"inning",  u"outing",  u"canning", u"herring",
                              u"earring", u"proceed", u"exceed",  u"succeed"};

const Affixes early_regions(u"gener commun arsen"), possessives(u"' 's 's'");

enum Plural { keep, delete_s, drop_es, replace_ies };

const Affixes plurals = {{u"us ss"}, {u"s", u"", delete_s}, {u"sses", u"", drop_es}, {u"ied ies", u"", replace_ies}};

enum Verb { after_vowel, in_r1 };

const Affixes verb_endings = {{u"ed edly ing ingly"}, {u"eed eedly", u"ee", in_r1}};
const Affixes lost_e(u"at bl iz"), doubles(u"bb dd ff gg mm nn pp rr tt");

const Affixes double_suffixes = {
    {u"tional", u"tion"},
    {u"enci", u"ence"},
    {u"anci", u"ance"},
    {u"abli", u"able"},
    {u"entli", u"ent"},
    {u"izer ization", u"ize"},
    {u"ational ation ator", u"ate"},
    {u"alism aliti alli", u"al"},
    {u"fulness fulli", u"ful"},
    {u"ousli ousness", u"ous"},
    {u"iveness iviti", u"ive"},
    {u"biliti bli", u"ble"},
    {u"lessli", u"less"},
    {.letters = u"ogi", .replacement = u"og", .after = u"l"},
    {.letters = u"li", .after = u"cdeghkmnrt"},
};

const Affixes adjective_suffixes = {
    {u"ful ness"}, {u"tional", u"tion"}, {u"ational", u"ate"}, {u"alize", u"al"}, {u"icate iciti ical", u"ic"},
};

const Affixes last_suffixes = {{u"al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize"},
                               {.letters = u"ion", .after = u"st"}};

bool has_vowel(View letters) { return letters.find_first_of(vowels) != View::npos; }

// Whether the word ends in consonant, vowel, consonant other than w, x, Y; or is vowel, consonant.
bool ends_in_short_syllable(View word) {
    const std::size_t size = word.size();
    if (size < 2 || is_in(vowels, word[size - 1]) || !is_in(vowels, word[size - 2])) return false;
    return size == 2 || (!is_in(vowels, word[size - 3]) && !is_in(u"wxY", word[size - 1]));
}

// Marks consonantal y, at the beginning or after a vowel, as Y. Returns whether there was one.
bool mark_consonant_y(Word& word) {
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
    return {r1, region_after(word, vowels, r1), 0};
}

void strip_plural(Word& word) {
    const Affix* suffix = longest_suffix(word, plurals);
    if (!suffix) return;
    switch (suffix->action) {
        case drop_es:
            return replace_end(word, 2);
        case replace_ies:
            return replace_end(word, word.size() >= 5 ? 2 : 1);
        case delete_s:
            if (word.size() > 2 && has_vowel(View(word).substr(0, word.size() - 2))) word.pop_back();
    }
}

// hop-ing -> hope, hopp-ing -> hop, conflat-ed -> conflate
void repair_verb(Word& word, std::size_t r1) {
    if (longest_suffix(word, doubles))
        word.pop_back();
    else if (longest_suffix(word, lost_e) || (r1 == word.size() && ends_in_short_syllable(word)))
        word += u'e';
}

void strip_verb_ending(Word& word, std::size_t r1) {
    const Affix* suffix = longest_suffix(word, verb_endings);
    if (!suffix) return;
    const std::size_t length = suffix->letters.size();
    if (suffix->action == in_r1) {
        replace_in(word, length, r1, suffix->replacement);
    } else if (has_vowel(View(word).substr(0, word.size() - length))) {
        replace_end(word, length);
        repair_verb(word, r1);
    }
}

void replace_final_y(Word& word) {
    if (word.size() > 2 && is_in(u"yY", word.back()) && !is_in(vowels, word[word.size() - 2])) word.back() = u'i';
}

void strip_final_e_or_l(Word& word, const Regions& regions) {
    const View rest = View(word).substr(0, word.empty() ? 0 : word.size() - 1);
    const bool extra_e =
        ends_with(word, u"e", regions.r2) || (ends_with(word, u"e", regions.r1) && !ends_in_short_syllable(rest));
    if (extra_e || (ends_with(word, u"l", regions.r2) && rest.ends_with(u'l'))) word.pop_back();
}

}  // namespace

void english(Word& word) {
    for (const auto& [form, stem] : irregular)
        if (word == form) return void(word = stem);
    if (word.size() < 3) return;
    if (word.starts_with(u'\'')) word.erase(0, 1);
    const bool marked = mark_consonant_y(word);
    const Regions regions = find_regions(word);
    replace_suffix(word, possessives, 0);
    strip_plural(word);
    if (std::find(std::begin(invariant), std::end(invariant), word) == std::end(invariant)) {
        strip_verb_ending(word, regions.r1);
        replace_final_y(word);
        replace_within(word, double_suffixes, regions.r1);
        if (!remove_suffix(word, u"ative", regions.r2)) replace_within(word, adjective_suffixes, regions.r1);
        replace_within(word, last_suffixes, regions.r2);
        strip_final_e_or_l(word, regions);
    }
    if (marked) std::replace(word.begin(), word.end(), u'Y', u'y');
}

}  // namespace bolide::stem
