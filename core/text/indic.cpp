#include "text/indic.hpp"

#include "text/lowercase.hpp"
#include "text/utf8.hpp"

namespace bolide::text {

namespace {

constexpr char32_t virama = 0x94D, anusvara = 0x902, danda = 0x964, none = 0xFFFFFFFF;

/// How a character is written in the folded form; `none` if not at all.
constexpr char32_t spelling(char32_t code) {
    switch (code) {
        case 0x93C:  // nukta: ज़्यादा, ज्यादा
        case 0x93D:  // avagraha: कऽ, क
            return none;
        case 0x929:  // letters that Unicode composes with a nukta
        case 0x931:
        case 0x934:
            return code - 1;
        case 0x901:  // chandrabindu: हूँ, हूं
            return anusvara;
        case '|':
        case 0x965:
            return danda;
        case 0x2018:
        case 0x2019:
            return '\'';
        case 0x201C:
        case 0x201D:
            return '"';
        case 0x2013:
        case 0x2014:
            return '-';
        default:
            return code;
    }
}

struct Nasal {
    char32_t letter, first, last;
};

/// Each nasal with the consonants of its class: before one of them it is the anusvara (हिन्दी, हिंदी).
constexpr std::array<Nasal, 5> nasals = {{{0x919, 0x915, 0x918},
                                          {0x91E, 0x91A, 0x91D},
                                          {0x923, 0x91F, 0x922},
                                          {0x928, 0x924, 0x927},
                                          {0x92E, 0x92A, 0x92D}}};

bool is_homorganic(char32_t letter, char32_t next) {
    return std::any_of(nasals.begin(), nasals.end(), [&](const Nasal& nasal) {
        return letter == nasal.letter && next >= nasal.first && next <= nasal.last;
    });
}

void fold_nasals(std::u32string& word) {
    std::size_t size = 0;
    for (std::size_t i = 0; i < word.size(); ++i) {
        const bool is_nasal = i + 2 < word.size() && word[i + 1] == virama && is_homorganic(word[i], word[i + 2]);
        word[size++] = is_nasal ? anusvara : word[i];
        i += is_nasal;
    }
    word.resize(size);
}

/// Endings that are written with and without य: गयी, गई; गये, गए; चाहिये, चाहिए.
void fold_glide(std::u32string& word) {
    const std::size_t end = word.size() - (!word.empty() && word.back() == anusvara);
    if (end < 3 || word[end - 2] != 0x92F || (word[end - 1] != 0x940 && word[end - 1] != 0x947)) return;
    const char32_t before = word[end - 3];
    if (!((before >= 0x905 && before <= 0x939) || (before >= 0x93E && before <= 0x94C))) return;
    word[end - 2] = word[end - 1] == 0x940 ? 0x908 : 0x90F;
    word.erase(end - 1, 1);
}

/// The ASCII digit of a native one: Devanagari, Bengali, Gurmukhi, Gujarati, Odia, Tamil, Telugu, Kannada, Malayalam.
constexpr char32_t digit_of(char32_t code) {
    if (code < 0x966 || code > 0xD6F) return code;
    const char32_t value = (code - 0x966) % 0x80;
    return value < 10 ? '0' + value : code;
}

}  // namespace

std::string fold_indic(std::string_view token) {
    std::u32string word;
    for (std::size_t at = 0; at < token.size();)
        if (const char32_t code = spelling(decode(token, at)); code != none) word.push_back(code);
    fold_nasals(word);
    fold_glide(word);
    std::u32string lowered;
    append_lower(lowered, word);
    if (lowered == U".") lowered = danda;
    if (lowered.empty()) return std::string(token);
    std::string folded;
    for (const char32_t code : lowered) append(folded, digit_of(code));
    return folded;
}

}  // namespace bolide::text
