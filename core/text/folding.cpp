#include "text/folding.hpp"

#include "text/strings.hpp"

namespace bolide::text {

namespace {

struct Run {
    char32_t first, last;
    char32_t stride;
    int delta;
};

constexpr Run runs[] = {
#include "text/lowercase_table.inc"
};

constexpr char32_t look_up(char32_t code) {
    const Run* run = std::lower_bound(std::begin(runs), std::end(runs), code,
                                      [](const Run& candidate, char32_t value) { return candidate.last < value; });
    if (run == std::end(runs) || code < run->first || (code - run->first) % run->stride) return code;
    return static_cast<char32_t>(static_cast<int>(code) + run->delta);
}

/// The common scripts, looked up directly: Latin, Greek, Cyrillic.
constexpr auto near_table = [] {
    std::array<char16_t, 0x580> table{};
    for (char32_t code = 0; code < table.size(); ++code) table[code] = static_cast<char16_t>(look_up(code));
    return table;
}();

struct Interval {
    char32_t first, last;
};

bool is_inside(std::u32string_view::value_type code, const Interval* begin, const Interval* end) {
    return std::any_of(begin, end, [code](const Interval& i) { return code >= i.first && code <= i.last; });
}

// The cased letters and word characters of Java, in scripts that may occur beside Greek capitals.
constexpr Interval cased[] = {{'A', 'Z'},       {'a', 'z'},       {0xB5, 0xB5},     {0xC0, 0xD6},     {0xD8, 0xF6},
                              {0xF8, 0x2B8},    {0x345, 0x345},   {0x370, 0x373},   {0x376, 0x37D},   {0x37F, 0x37F},
                              {0x386, 0x386},   {0x388, 0x3F5},   {0x3F7, 0x481},   {0x48A, 0x556},   {0x560, 0x588},
                              {0x10A0, 0x10FF}, {0x1C80, 0x1CBF}, {0x1D00, 0x1DBF}, {0x1E00, 0x1FFC}, {0x2C00, 0x2CF3},
                              {0xA640, 0xA66D}, {0xA680, 0xA69B}, {0xA722, 0xA787}};
constexpr Interval uncased[] = {{'0', '9'},       {0xAA, 0xAA},     {0xBA, 0xBA},    {0x2B9, 0x36F}, {0x483, 0x489},
                                {0x591, 0x5BD},   {0x5D0, 0x5F2},   {0x610, 0x66A},  {0x66E, 0x6D3}, {0x900, 0x10A0},
                                {0x1100, 0x13FF}, {0x1DC0, 0x1DFF}, {0x20D0, 0x20F0}};
constexpr std::u32string_view joining =
    U"\"'-._\u00AD\u058A\u05BE\u2010\u2011\u2012\u2013\u2014\u2015\u2027\u203F\u2040\u2054";

bool is_cased(char32_t code) { return is_inside(code, std::begin(cased), std::end(cased)); }
bool is_word(char32_t code) { return is_cased(code) || is_inside(code, std::begin(uncased), std::end(uncased)); }
bool is_mark(char32_t code) { return (code >= 0x300 && code <= 0x36F) || (code >= 0x483 && code <= 0x489); }

/// Whether a joining mark between these two characters is inside a word.
bool is_joined(char32_t before, char32_t after) {
    const auto is_lettered = [](char32_t code) { return is_word(code) && !(code >= '0' && code <= '9'); };
    return is_lettered(before) && is_lettered(after) && !is_mark(after);
}

/// Whether the word has a cased letter beyond `at` in the direction of `step`; it may have single joining marks.
bool meets_cased(std::u32string_view text, std::size_t at, std::ptrdiff_t step) {
    const auto size = static_cast<std::ptrdiff_t>(text.size());
    const auto is_inside_text = [size](std::ptrdiff_t i) { return i >= 0 && i < size; };
    const auto get = [&text](std::ptrdiff_t i) { return text[static_cast<std::size_t>(i)]; };
    auto i = static_cast<std::ptrdiff_t>(at);
    for (std::ptrdiff_t next = i + step; is_inside_text(next); i = next, next += step) {
        if (is_cased(get(next))) return true;
        if (is_word(get(next))) continue;
        if (joining.find(get(next)) == joining.npos || !is_inside_text(next + step)) return false;
        if (!is_joined(get(step < 0 ? next + step : i), get(step < 0 ? i : next + step))) return false;
    }
    return false;
}

}  // namespace

char32_t lower_simple(char32_t code) { return code < near_table.size() ? near_table[code] : look_up(code); }

void append_lower(std::u32string& lowered, std::u32string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char32_t code = text[at];
        if (code == 0x130) {
            lowered.append(U"i\u0307");
        } else if (code == 0x3A3) {
            // Parity: Java's word iterator finds the end of the word, so `ΑΣ-Α` has no final sigma and `ΑΣ:Α` has one.
            const bool ends_word = meets_cased(text, at, -1) && !meets_cased(text, at, 1);
            lowered.push_back(ends_word ? U'\u03C2' : U'\u03C3');
        } else {
            lowered.push_back(lower_simple(code));
        }
    }
}

std::string lower(std::string_view bytes) {
    if (std::all_of(bytes.begin(), bytes.end(), [](char byte) { return static_cast<unsigned char>(byte) < 0x80; })) {
        std::string result(bytes);
        for (char& byte : result) byte = static_cast<char>(lower_simple(static_cast<unsigned char>(byte)));
        return result;
    }
    std::u32string lowered;
    append_lower(lowered, to_utf32(bytes));
    std::string result;
    result.reserve(bytes.size());
    for (const char32_t code : lowered) append(result, code);
    return result;
}

namespace {

constexpr char32_t virama = 0x94D, anusvara = 0x902, danda = 0x964, none = 0xFFFFFFFF;

/// A character in the folded form; `none` if it is dropped.
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

/// Each nasal with the consonants of its class: before one of them it becomes the anusvara (हिन्दी, हिंदी).
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

/// Folds endings written with and without य: गयी, गई; गये, गए; चाहिये, चाहिए.
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
