/// The Finnish stemmer: Snowball's algorithm as it was before version 2.0. Consonants are all but the vowels.
#include "stem/affix.hpp"
#include "stem/stemmer.hpp"

namespace bolide::stem {

namespace {

// R1 follows a vowel and a consonant, so that at least two letters precede any ending in it.

constexpr View vowels = u"aeiouyäö";

bool is_vowel(char16_t letter) { return is_in(vowels, letter); }

/// The part of `word` before its last `length` letters.
View before_end(View word, std::size_t length) { return word.substr(0, word.size() - length); }

/// Whether `word` ends in a doubled vowel at or after `from`; yy does not count.
bool has_long_vowel(View word, std::size_t from) {
    return word.size() >= from + 2 && word.back() == word[word.size() - 2] && is_in(u"aeiouäö", word.back());
}

/// Step 1: particles (talo-kin) and the adverbial -sti.
void remove_particle(Word& word, const Regions& regions) {
    static const Affixes particles = {{.letters = u"kin kaan kään ko kö han hän pa pä", .after = u"aeiouyäönt"}};
    if (!remove_suffix(word, u"sti", regions.r2)) replace_suffix(word, particles, regions.r1);
}

/// Step 2: possessive endings (talo-ni, talossa-an).
void remove_possessive(Word& word, const Regions& regions) {
    enum { always, not_after_k, restoring_ksi, after_case };
    static const Affixes table = {
        {u"nsa nsä mme nne"}, {u"si", u"", not_after_k}, {u"ni", u"", restoring_ksi}, {u"an än en", u"", after_case}};
    static const Affixes cases(u"ta ssa sta lla lta na tä ssä stä llä ltä nä lle ine");
    const Affix* affix = longest_suffix(word, table, regions.r1);
    if (!affix) return;
    const auto rest = before_end(word, affix->letters.size());
    if (affix->action == not_after_k && rest.back() == u'k') return;
    // -an, -än and -en repeat the vowel at the end of the case.
    if (affix->action == after_case && (rest.back() != affix->letters.front() || !longest_suffix(rest, cases))) return;
    word.resize(rest.size());
    if (affix->action == restoring_ksi && word.ends_with(u"kse")) word.back() = u'i';
}

enum CaseAction { always, after_twin, after_cv, after_e, with_vowel };

/// Parity: -siin, -tten, -den (after a vowel and i) and -seen (after a long vowel) are absent. The Java port checks
/// their conditions by reflection on a private method, which fails; of these endings it removes only the final -n.
const Affixes case_endings = {{u"han hen hin hon hän hön", u"", after_twin},
                              {u"a ä", u"", after_cv},
                              {u"tta ttä", u"", after_e},
                              {u"n", u"", with_vowel},
                              {u"ta tä ssa ssä sta stä lla llä lta ltä lle na nä ksi ine"}};

/// Step 3: case endings (talo-ssa). Returns whether one was removed.
bool remove_case(Word& word, const Regions& regions) {
    const Affix* affix = longest_suffix(word, case_endings, regions.r1);
    if (!affix) return false;
    auto rest = before_end(word, affix->letters.size());
    const char16_t last = rest.back(), last_but_one = rest[rest.size() - 2];
    if (affix->action == after_twin && last != affix->letters[1]) return false;
    if (affix->action == after_cv && (is_vowel(last_but_one) || !is_vowel(last))) return false;
    if (affix->action == after_e && last != u'e') return false;
    if (affix->action == with_vowel && (has_long_vowel(rest, 0) || rest.ends_with(u"ie"))) rest.remove_suffix(1);
    word.resize(rest.size());
    return true;
}

enum DerivationAction { anywhere, not_after_po };

const Affixes derivations = {{u"impi impa impä immi imma immä eja ejä"},
                             {u"mpi mpa mpä mmi mma mmä", u"", not_after_po}};

/// Step 4: comparatives and superlatives (suure-mpi, suur-imma) and -eja, in R2.
void remove_derivation(Word& word, const Regions& regions, const Affixes& endings = derivations) {
    const Affix* affix = longest_suffix(word, endings, regions.r2);
    if (!affix) return;
    const auto rest = before_end(word, affix->letters.size());
    if (affix->action == anywhere || !rest.ends_with(u"po")) word.resize(rest.size());
}

/// Step 5: the plural -i or -j before a case, otherwise -t and a superlative before it.
void remove_plural(Word& word, const Regions& regions, bool case_removed) {
    static const Affixes superlative = {{u"imma"}, {u"mma", u"", not_after_po}};
    if (case_removed) {
        if (ends_with(word, u"i", regions.r1) || ends_with(word, u"j", regions.r1)) word.pop_back();
    } else if (word.size() >= regions.r1 + 2 && word.back() == u't' && is_vowel(word[word.size() - 2])) {
        word.pop_back();
        remove_derivation(word, regions, superlative);
    }
}

/// Step 6: remains of the endings: long and final vowels, -j and -jo in R1, double consonants anywhere.
void tidy(Word& word, const Regions& regions) {
    const std::size_t r1 = regions.r1;
    if (has_long_vowel(word, r1)) word.pop_back();
    if (word.size() >= r1 + 2 && is_in(u"aäei", word.back()) && !is_vowel(word[word.size() - 2])) word.pop_back();
    if (ends_with(word, u"oj", r1) || ends_with(word, u"uj", r1)) word.pop_back();
    if (ends_with(word, u"jo", r1)) word.pop_back();
    const std::size_t last_consonant = word.find_last_not_of(vowels);
    if (last_consonant != word.npos && last_consonant > 0 && word[last_consonant - 1] == word[last_consonant])
        word.erase(last_consonant, 1);
}

}  // namespace

void finnish(Word& word) {
    const Regions regions = regions_of(word, vowels);
    remove_particle(word, regions);
    remove_possessive(word, regions);
    const bool case_removed = remove_case(word, regions);
    remove_derivation(word, regions);
    remove_plural(word, regions, case_removed);
    tidy(word, regions);
}

}  // namespace bolide::stem
