/// The Turkish stemmer: Snowball's algorithm (suffixes of nouns and nominal verbs) as it was before version 2.0.
/// Parity: an apostrophe is a letter like any other; later versions cut the word there.
#include "stem/affix.hpp"
#include "stem/stemmer.hpp"

namespace bolide::stem {

namespace {

constexpr View vowels = u"aeıioöuü";
constexpr View close_vowels = u"ıiuü";

bool is_vowel(char16_t letter) { return is_in(vowels, letter); }

constexpr char16_t no_buffer = 0;

/// Whether a suffix must agree with the word in its vowels; the vowels of a suffix always agree.
enum Harmony { harmonic, any_vowel };

/// A suffix in grammar notation: D is d or t, A is a or e, I is ı or i, U is ı, i, u or ü. It has one or more shapes,
/// and may be joined to the word by a buffer letter (where U means the same).
struct Suffix {
    std::array<View, 4> shapes;
    char16_t buffer = no_buffer;
    Harmony harmony = harmonic;
};

// Endings of nouns.
constexpr Suffix lAr{{u"lAr"}}, lArI{{u"lArI"}, no_buffer, any_vowel}, sU{{u"U"}, u's'};
constexpr Suffix possessive{{u"m", u"n", u"mUz", u"nUz"}, u'U', any_vowel}, ki{{u"ki"}, no_buffer, any_vowel};
constexpr Suffix yU{{u"U"}, u'y'}, nU{{u"nU"}}, yA{{u"A"}, u'y'}, nA{{u"nA"}}, nUn{{u"Un"}, u'n'};
constexpr Suffix DA{{u"DA"}}, ndA{{u"ndA"}}, DAn{{u"DAn"}}, ndAn{{u"ndAn"}}, ylA{{u"lA"}, u'y'}, ncA{{u"cA"}, u'n'};
// Endings of nominal verbs.
constexpr Suffix yUm{{u"Um"}, u'y'}, yUz{{u"Uz"}, u'y'}, sUn{{u"sUn"}}, sUnUz{{u"sUnUz"}, no_buffer, any_vowel};
constexpr Suffix nUz{{u"nUz"}}, DUr{{u"DUr"}}, cAsInA{{u"cAsInA"}, no_buffer, any_vowel}, ymUs{{u"mUş"}, u'y'};
constexpr Suffix yDU{{u"DU", u"DUm", u"DUn", u"DUk"}, u'y'}, ysA{{u"sA", u"sAm", u"sAn", u"sAk"}, u'y', any_vowel};
constexpr Suffix yken{{u"ken"}, u'y', any_vowel};

/// The vowels that A, I and U represent in one suffix.
struct Vowels {
    char16_t A, I, U;
};

bool spells(char16_t symbol, char16_t letter, Vowels agreed) {
    if (symbol == u'D') return letter == u'd' || letter == u't';
    return letter == (symbol == u'A' ? agreed.A : symbol == u'I' ? agreed.I : symbol == u'U' ? agreed.U : symbol);
}

bool ends_in_shape(View word, View shape) {
    static constexpr Vowels sets[] = {{u'a', u'ı', u'ı'}, {u'e', u'i', u'i'}, {u'a', u'ı', u'u'}, {u'e', u'i', u'ü'}};
    if (word.size() < shape.size()) return false;
    const auto end = word.substr(word.size() - shape.size());
    return std::any_of(std::begin(sets), std::end(sets), [&](Vowels agreed) {
        const auto spelt = [&](char16_t symbol, char16_t letter) { return spells(symbol, letter, agreed); };
        return std::equal(shape.begin(), shape.end(), end.begin(), spelt);
    });
}

/// Whether the last vowel harmonises with any vowel before it.
bool is_harmonic(View word) {
    static constexpr View partners[] = {u"aıou", u"eiöü", u"aı", u"ei", u"ou", u"öü", u"ou", u"öü"};
    const std::size_t last = word.find_last_of(vowels);
    if (last == word.npos) return false;
    return word.substr(0, last).find_first_of(partners[vowels.find(word[last])]) != word.npos;
}

/// The number of letters of `suffix` at the end of `word`, including its buffer; 0 if it is absent. A suffix with a
/// consonant as buffer needs a vowel as the second-to-last letter before it, otherwise a consonant.
std::size_t match(View word, const Suffix& suffix) {
    for (const View shape : suffix.shapes) {
        if (shape.empty() || !ends_in_shape(word, shape)) continue;
        if (suffix.harmony == harmonic && !is_harmonic(word)) return 0;
        if (suffix.buffer == no_buffer) return shape.size();
        const auto rest = word.substr(0, word.size() - shape.size());
        const bool vowel_buffer = suffix.buffer == u'U';
        if (rest.size() < 2 || is_vowel(rest[rest.size() - 2]) == vowel_buffer) return 0;
        const bool buffered = vowel_buffer ? is_in(close_vowels, rest.back()) : rest.back() == suffix.buffer;
        return shape.size() + (buffered ? 1 : 0);
    }
    return 0;
}

/// Works from the end of a word towards its beginning: passes over suffixes, and cuts those it has passed.
class Stripper {
  public:
    explicit Stripper(Word& word) : word_(word) {}

    /// Returns whether the word may have suffixes of nouns as well.
    bool strip_verb_suffixes();
    void strip_noun_suffixes();

  private:
    /// Passes over the first of `suffixes` that is present. Returns whether one was.
    template <class... Suffixes>
    bool pass(const Suffixes&... suffixes) {
        return (pass_one(suffixes) || ...);
    }

    bool pass_one(const Suffix& suffix) {
        const std::size_t length = match(View(word_).substr(0, word_.size() - passed_), suffix);
        passed_ += length;
        return length > 0;
    }

    /// Cuts all but the first `kept` of the letters passed. Returns true.
    bool cut_passed(std::size_t kept = 0) {
        word_.erase(word_.size() - passed_, passed_ - kept);
        passed_ = kept;
        return true;
    }

    /// Cuts the first of `suffixes` that is present. Returns whether one was.
    template <class... Suffixes>
    bool cut(const Suffixes&... suffixes) {
        const std::size_t start = passed_;
        return pass(suffixes...) && cut_passed(start);
    }

    bool cut_owner_and_case();
    bool cut_plural();
    bool cut_chain_in_ki();
    bool cut_link_in_ki();

    Word& word_;
    std::size_t passed_ = 0;  // letters, counted from the end
};

bool Stripper::strip_verb_suffixes() {
    const auto pass_person_and_mUs = [this] {
        pass(sUnUz, lAr, yUm, sUn, yUz);
        return pass(ymUs);
    };
    if (cut(ymUs, yDU, ysA, yken)) return true;
    if (pass(cAsInA) && pass_person_and_mUs()) return cut_passed();
    passed_ = 0;
    if (cut(lAr)) {
        cut(DUr, yDU, ysA, ymUs);
        return false;
    }
    if (pass(nUz) && pass(yDU, ysA)) return cut_passed();
    passed_ = 0;
    if (cut(sUnUz, yUz, sUn, yUm)) {
        cut(ymUs);
    } else if (cut(DUr) && pass_person_and_mUs()) {
        cut_passed();
    }
    passed_ = 0;
    return true;
}

void Stripper::strip_noun_suffixes() {
    if (cut_plural()) return;
    if (cut(ncA)) {
        if (cut(lArI)) return;
        cut(possessive, sU);
        cut_plural();
    } else if (cut_owner_and_case()) {
        return;
    } else if (cut(DAn)) {
        const bool owned = cut(possessive);
        if (cut(lAr) || !owned) cut_chain_in_ki();
    } else if (cut(nUn, ylA)) {
        if (cut(lAr) && cut_chain_in_ki()) return;
        if (!cut(possessive, sU) || cut(lAr)) cut_chain_in_ki();
    } else if (cut(lArI) || cut_chain_in_ki()) {
        return;
    } else if (cut(DA, yU, yA)) {
        const bool owned = cut(possessive);
        if (cut(lAr) || owned) cut_chain_in_ki();
    } else if (cut(possessive, sU)) {
        cut_plural();
    }
}

/// Cuts an owner together with a case that follows owners (ev-i-nde, ev-leri-nde). Returns whether it cut anything.
bool Stripper::cut_owner_and_case() {
    const bool locative_or_dative = pass(ndA, nA);
    if (locative_or_dative && pass(lArI)) return cut_passed();
    if ((locative_or_dative || pass(ndAn, nU)) && pass(sU)) {
        cut_passed();
        cut_plural();
        return true;
    }
    const bool chained = locative_or_dative && cut_chain_in_ki();  // the case after the chain is kept
    passed_ = 0;
    return chained;
}

/// Cuts -lAr and the suffixes that may precede it. Returns whether it cut anything.
bool Stripper::cut_plural() {
    if (!cut(lAr)) return false;
    cut_chain_in_ki();
    return true;
}

/// Cuts a chain of suffixes of which every link ends in -ki (ev-ler-de-ki). Returns whether it cut anything.
bool Stripper::cut_chain_in_ki() {
    const std::size_t size = word_.size();
    while (cut_link_in_ki()) continue;
    return word_.size() < size;
}

/// Returns whether another link may precede the one it cut.
bool Stripper::cut_link_in_ki() {
    const std::size_t start = passed_;
    if (pass(ki)) {
        if (pass(DA)) {
            cut_passed(start);
            return cut(lAr) || (cut(possessive) && cut(lAr));
        }
        if (pass(nUn)) {
            cut_passed(start);
            return !cut(lArI) && (!cut(possessive, sU) || cut(lAr));
        }
    }
    passed_ = start;
    return false;
}

/// Undoes sound changes before suffixes: adds a vowel after d and g, and devoices b, c, d and ğ, except in the words
/// for name and surname.
void restore_ending(Word& word) {
    if (word.empty() || word == u"ad" || word == u"soyad") return;
    const std::size_t last_vowel = word.find_last_of(vowels);
    if (is_in(u"dg", word.back()) && last_vowel != word.npos) word += u"ıiıiuüuü"[vowels.find(word[last_vowel])];
    static constexpr View voiced = u"bcdğ", voiceless = u"pçtk";
    if (const std::size_t at = voiced.find(word.back()); at != voiced.npos) word.back() = voiceless[at];
}

}  // namespace

void turkish(Word& word) {
    if (std::count_if(word.begin(), word.end(), is_vowel) < 2) return;
    Stripper stripper(word);
    if (!stripper.strip_verb_suffixes()) return;
    stripper.strip_noun_suffixes();
    restore_ending(word);
}

}  // namespace bolide::stem
