// UTF-8 and UTF-16, lower case, words and numbers.
#include "tests/harness.hpp"
#include "text/characters.hpp"
#include "text/folding.hpp"
#include "text/strings.hpp"

namespace {

using namespace bolide;

bool is_surrogate(char32_t code) { return code >= 0xD800 && code <= 0xDFFF; }

struct Pair {
    std::string_view in, out;
};

}  // namespace

TEST("Every code point survives the way to UTF-8, to UTF-16 and back") {
    for (char32_t code = 0; code <= 0x10FFFF; ++code) {
        if (is_surrogate(code)) continue;
        std::string bytes;
        text::append(bytes, code);
        std::size_t at = 0;
        const char32_t decoded = text::decode(bytes, at);
        if (decoded != code || at != bytes.size() || text::to_utf8(text::to_utf16(bytes)) != bytes)
            CHECK_EQ(static_cast<std::uint32_t>(decoded), static_cast<std::uint32_t>(code));
        if (text::to_utf16(bytes).size() != (code < 0x10000 ? 1u : 2u)) CHECK_EQ(bytes, "one or two units");
    }
}

TEST("Invalid UTF-8 becomes U+FFFD, as often as in Java, and the rest is kept") {
    // Java 17: a truncated sequence gives one, invalid bytes give one each, an encoded surrogate gives one.
    constexpr Pair cases[] = {{"a\xE2\x82z", "a\uFFFDz"},
                              {"a\xF0\x9F\x98z", "a\uFFFDz"},
                              {"a\xE2\x82", "a\uFFFD"},
                              {"a\xC0\x80z", "a\uFFFD\uFFFDz"},
                              {"a\xFF\xFEz", "a\uFFFD\uFFFDz"},
                              {"a\xED\xA0\x80z", "a\uFFFDz"},
                              {"a\xED\xA0\xBD\xED\xB8\x80z", "a\uFFFD\uFFFDz"},
                              {"a\xF5\x80\x80\x80z", "a\uFFFD\uFFFD\uFFFD\uFFFDz"},
                              {"\x80", "\uFFFD"},
                              {"", ""}};
    for (const auto& [in, out] : cases) CHECK_EQ(text::repaired(in), out);
}

TEST("An unpaired surrogate in UTF-16 becomes U+FFFD") {
    CHECK_EQ(text::to_utf8(u"\xD83D\xDE00"), "\U0001F600");
    CHECK_EQ(text::to_utf8(std::u16string{u'a', 0xD83D, u'b'}), "a\uFFFDb");
    CHECK_EQ(text::to_utf8(std::u16string{0xDE00, 0xD83D}), "\uFFFD\uFFFD");
}

TEST("Lower case is Java 17's for every single code point") {
    // Count and FNV hash of all pairs that differ, except two without a single result.
    std::size_t changed = 0;
    std::uint64_t hash = 0xCBF29CE484222325;
    for (char32_t code = 0; code <= 0x10FFFF; ++code) {
        if (is_surrogate(code) || code == 0x130 || code == 0x3A3) continue;
        const char32_t lowered = text::lower_simple(code);
        if (lowered == code) continue;
        ++changed;
        for (const char32_t part : {code, lowered}) hash = (hash ^ part) * 0x100000001B3;
    }
    CHECK_EQ(changed, 1391u);
    CHECK_EQ(hash, 0xC4AA30DE28F51B7D);
}

TEST("A dotted capital I becomes two characters") { CHECK_EQ(text::lower("İSTANBUL I"), "i\u0307stanbul i"); }

TEST("A capital sigma is final where Java's word iterator ends the word") {
    constexpr Pair cases[] = {{"Σ", "σ"},       {"ΣΣ", "σς"},     {"ΑΣ", "ας"},     {"aΣ", "aς"},     {"ΑΣ Α", "ας α"},
                              {"ΑΣ-Α", "ασ-α"}, {"ΑΣ_Α", "ασ_α"}, {"ΑΣ:Α", "ας:α"}, {"ΑΣ.Α", "ασ.α"}, {"ΑΣ'Α", "ασ'α"},
                              {"ΑΣ,Α", "ας,α"}, {"ΑΣ/Α", "ας/α"}, {"ΑΣ.", "ας."},   {"Α-Σ", "α-ς"},   {"Α:Σ", "α:σ"},
                              {"1Σ", "1σ"},     {"Α1Σ", "α1ς"},   {"ΑΣ1", "ας1"},   {"ΑΣ1Α", "ασ1α"}, {"Α-1Σ", "α-1σ"}};
    for (const auto& [in, out] : cases) CHECK_EQ(text::lower(in), out);
}

TEST("Words are split at space, TAB, LF, CR and FF, and at nothing else") {
    std::string found;
    text::for_each_word(" a\tb\nc\rd\fe  f\vg\u00A0h\u3000i\u2028j ",
                        [&found](std::string_view word) { found.append(word).append("|"); });
    CHECK_EQ(found, "a|b|c|d|e|f\vg\u00A0h\u3000i\u2028j|");
}

TEST("Digits and letters of words are recognised in any script") {
    for (const char* word : {"F16", "१२"}) CHECK(text::has_digit(word));
    CHECK(!text::has_digit("sixteen"));
    for (const char* word : {"Žižka", "हिन्दी"}) CHECK(text::has_only_letters(word));
    for (const char* word : {"well-known", "“", "१२"}) CHECK(!text::has_only_letters(word));
}

TEST("A number is read whole, with a point, as the nearest double; anything else is refused") {
    double value = 0;
    for (const auto& [text, expected] :
         {std::pair{"0.1", 0.1}, {"1e-5", 1e-5}, {"-2", -2.0}, {".5", 0.5}, {"17.", 17.0}})
        CHECK(text::to_double(text, value) && value == expected);
    CHECK(text::to_double("2.2250738585072011e-308", value) && value == 2.2250738585072011e-308);
    CHECK(text::to_double("5e-324", value) && value == std::numeric_limits<double>::denorm_min());
    CHECK(text::to_double("inf", value) && std::isinf(value));
    CHECK(text::to_double("0e-999", value) && value == 0);
    for (const char* text : {"", " 1", "1 ", "+1", "0x10", "1,5", "1e999", "1e-999", "2e-324", "a", "-", "1.5.2"})
        CHECK(!text::to_double(text, value));
}
