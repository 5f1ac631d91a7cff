/// Snowball's French stemmer.
/// Parity: ë and ï are ordinary vowels; Snowball 2.0 treats them as e and i, which may belong to a suffix (altaïque).
/// Elided words (l', qu') are kept; Snowball 3.0 removes them.
#include "stem/affix.hpp"
#include "stem/stemmer.hpp"

namespace bolide::stem {

namespace {

constexpr View vowels = u"aeiouyâàëéêèïîôûù";

bool is_vowel(char16_t letter) { return is_in(vowels, letter); }

enum Standard { plain, ation, ement, ite, ive, eaux, aux, euse, issement, adverb, ment };

const Affixes standard_suffixes = {
    {u"ance iqUe isme able iste eux ances iqUes ismes ables istes"},
    {u"atrice ateur ation atrices ateurs ations", u"", ation},
    {u"logie logies", u"log"},
    {u"usion ution usions utions", u"u"},
    {u"ence ences", u"ent"},
    {u"ement ements", u"", ement},
    {u"ité ités", u"", ite},
    {u"if ive ifs ives", u"", ive},
    {u"eaux", u"eau", eaux},
    {u"aux", u"al", aux},
    {u"euse euses", u"", euse},
    {u"issement issements", u"", issement},
    {u"amment", u"ant", adverb},
    {u"emment", u"ent", adverb},
    {u"ment ments", u"", ment},
};

const Affixes i_verb_suffixes(
    u"îmes ît îtes i ie ies ir ira irai iraIent irais irait iras irent irez iriez irions irons iront is issaIent "
    u"issais issait issant issante issantes issants isse issent isses issez issiez issions issons it");

enum Verb { er, ions, ant };

const Affixes verb_suffixes = {
    {u"ions", u"", ions},
    {u"é ée ées és èrent er era erai eraIent erais erait eras erez eriez erions erons eront ez iez"},
    {u"âmes ât âtes a ai aIent ais ait ant ante antes ants as asse assent asses assiez assions", u"", ant},
};

const Affixes ier(u"ier ière Ier Ière"), doubled(u"enn onn ett ell eill");

/// Capitalises vowels that act as consonants: u and i between vowels, y beside one, u after q.
void mark_consonants(Word& word) {
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
std::size_t french_region_v(View word) {
    if (word.size() < 3) return word.size();
    if (is_vowel(word[0]) && is_vowel(word[1])) return 3;
    if (word.starts_with(u"par") || word.starts_with(u"col") || word.starts_with(u"tap")) return 3;
    const std::size_t vowel = word.find_first_of(vowels, 1);
    return vowel == word.npos ? word.size() : vowel + 1;
}

/// Removes -ic in R2, and replaces it with -iqU elsewhere.
void reduce_ic(Word& word, std::size_t r2) {
    if (word.ends_with(u"ic") && !replace_in(word, 2, r2)) replace_end(word, 2, u"iqU");
}

/// Reduces the adjective left after removing -ement.
void reduce_adjective(Word& word, const Regions& regions) {
    const auto [r1, r2, rv] = regions;
    if (word.ends_with(u"eus")) {
        if (!replace_in(word, 3, r2)) replace_in(word, 3, r1, u"eux");
    } else if (word.ends_with(u"ièr") || word.ends_with(u"Ièr")) {
        replace_in(word, 3, rv, u"i");
    } else {
        remove_suffix(word, u"iv+at abl iqU", r2);
    }
}

/// Reduces the adjective left after removing -ité.
void reduce_quality(Word& word, std::size_t r2) {
    if (word.ends_with(u"abil")) {
        if (!replace_in(word, 4, r2)) replace_end(word, 4, u"abl");
    } else if (!remove_suffix(word, u"iv", r2)) {
        reduce_ic(word, r2);
    }
}

/// Replaces a standard suffix if it is in its region; returns whether it did.
bool replace_suffix(Word& word, const Affix& suffix, const Regions& regions) {
    const auto [r1, r2, rv] = regions;
    const std::size_t length = suffix.letters.size(), start = word.size() - length;
    const bool after_vowel = start > 0 && is_vowel(word[start - 1]);
    if (suffix.action == euse && start < r2) return replace_in(word, length, r1, u"eux");
    if (suffix.action == issement && (start == 0 || after_vowel)) return false;
    if (suffix.action == ment && (start <= rv || !after_vowel)) return false;
    std::size_t from = r2;
    if (suffix.action == eaux) from = 0;
    if (suffix.action == aux || suffix.action == issement) from = r1;
    if (suffix.action == ement || suffix.action == adverb || suffix.action == ment) from = rv;
    return replace_in(word, length, from, suffix.replacement);
}

bool remove_standard_suffix(Word& word, const Regions& regions) {
    const Affix* suffix = longest_suffix(word, standard_suffixes);
    if (!suffix || !replace_suffix(word, *suffix, regions)) return false;
    switch (suffix->action) {
        case ation:
            reduce_ic(word, regions.r2);
            break;
        case ive:
            if (remove_suffix(word, u"at", regions.r2)) reduce_ic(word, regions.r2);
            break;
        case ement:
            reduce_adjective(word, regions);
            break;
        case ite:
            reduce_quality(word, regions.r2);
            break;
        case adverb:
        case ment:
            return false;  // the rest of an adverb may still have a verb suffix
    }
    return true;
}

bool remove_i_verb_suffix(Word& word, std::size_t rv) {
    const Affix* suffix = longest_suffix(word, i_verb_suffixes, rv);
    if (!suffix) return false;
    const std::size_t start = word.size() - suffix->letters.size();
    if (start == rv || is_vowel(word[start - 1])) return false;
    word.resize(start);
    return true;
}

bool remove_verb_suffix(Word& word, std::size_t rv, std::size_t r2) {
    const Affix* suffix = longest_suffix(word, verb_suffixes, rv);
    if (!suffix || !replace_in(word, suffix->letters.size(), suffix->action == ions ? r2 : rv)) return false;
    if (suffix->action == ant) remove_suffix(word, u"e", rv);
    return true;
}

void remove_residual_suffix(Word& word, std::size_t rv, std::size_t r2) {
    if (word.size() > 1 && word.ends_with(u's') && !is_in(u"aiouès", word[word.size() - 2])) word.pop_back();
    if (const Affix* suffix = longest_suffix(word, ier, rv))
        replace_end(word, suffix->letters.size(), u"i");
    else if (ends_with(word, u"e", rv) || ends_with(word, u"guë", rv))
        word.pop_back();
    else if (ends_with(word, u"sion", rv) || ends_with(word, u"tion", rv))
        replace_in(word, 3, r2);
}

/// Removes the accent of an e that only consonants follow.
void remove_accent(Word& word) {
    const std::size_t vowel = word.find_last_of(vowels);
    if (vowel != word.npos && vowel + 1 < word.size() && is_in(u"éè", word[vowel])) word[vowel] = u'e';
}

}  // namespace

void french(Word& word) {
    mark_consonants(word);
    Regions regions = regions_of(word, vowels);
    regions.rv = french_region_v(word);
    const auto [r1, r2, rv] = regions;
    if (remove_standard_suffix(word, regions) || remove_i_verb_suffix(word, rv) || remove_verb_suffix(word, rv, r2)) {
        if (word.ends_with(u'Y'))
            word.back() = u'i';
        else if (word.ends_with(u'ç'))
            word.back() = u'c';
    } else {
        remove_residual_suffix(word, rv, r2);
    }
    shorten(word, doubled);
    remove_accent(word);
    translate(word, u"IUY", u"iuy");
}

}  // namespace bolide::stem
