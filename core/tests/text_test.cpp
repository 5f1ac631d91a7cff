// UTF-8 and UTF-16, lower case, tokens.
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "tests/harness.hpp"
#include "tests/random_input.hpp"
#include "text/lowercase.hpp"
#include "text/strings.hpp"
#include "text/tokeniser.hpp"
#include "text/utf8.hpp"

namespace {

using namespace bolide;
using tests::Random;

bool is_surrogate(char32_t code) { return code >= 0xD800 && code <= 0xDFFF; }

std::string joined(const text::Tokens& tokens) {
    std::string line;
    for (std::size_t i = 0; i < tokens.size(); ++i) line.append(i ? "|" : "").append(tokens[i]);
    return line;
}

std::string tokenised(const text::Tokeniser& tokeniser, std::string_view line) {
    text::Tokens tokens;
    tokeniser.tokenise(line, tokens);
    return joined(tokens);
}

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

TEST("What is not UTF-8 becomes U+FFFD, as many as in Java, and what follows is kept") {
    // Java 17: a truncated sequence is one, bytes that begin nothing are one each, an encoded surrogate is one.
    constexpr Pair cases[] = {{"a\xE2\x82"
                               "b",
                               "a\uFFFDb"},
                              {"a\xF0\x9F\x98"
                               "b",
                               "a\uFFFDb"},
                              {"a\xE2\x82", "a\uFFFD"},
                              {"a\xC0\x80"
                               "b",
                               "a\uFFFD\uFFFDb"},
                              {"a\xFF\xFE"
                               "b",
                               "a\uFFFD\uFFFDb"},
                              {"a\xED\xA0\x80"
                               "b",
                               "a\uFFFDb"},
                              {"a\xED\xA0\xBD\xED\xB8\x80"
                               "b",
                               "a\uFFFD\uFFFDb"},
                              {"a\xF5\x80\x80\x80"
                               "b",
                               "a\uFFFD\uFFFD\uFFFD\uFFFDb"},
                              {"\x80", "\uFFFD"},
                              {"plain", "plain"},
                              {"", ""}};
    for (const auto& [in, out] : cases) CHECK_EQ(text::repaired(in), out);
}

TEST("An unpaired surrogate in UTF-16 becomes U+FFFD") {
    CHECK_EQ(text::to_utf8(u"\xD83D\xDE00"), "\U0001F600");
    CHECK_EQ(text::to_utf8(std::u16string{u'a', 0xD83D, u'b'}), "a\uFFFDb");
    CHECK_EQ(text::to_utf8(std::u16string{0xDE00, 0xD83D}), "\uFFFD\uFFFD");
}

TEST("Repaired text is UTF-8 and repairing it again changes nothing") {
    Random random(1);
    for (int round = 0; round < 3000; ++round) {
        const std::string whole = text::repaired(tests::random_bytes(random, random.below(40)));
        CHECK_EQ(text::repaired(whole), whole);
        CHECK_EQ(text::to_utf8(text::to_utf16(whole)), whole);
    }
}

TEST("Lower case is Java 17's for every single code point") {
    // Count and FNV hash of all pairs that differ, but for the two that have no single result.
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

TEST("Capitals that are younger than Java 17 stay as they are") {
    for (const std::string_view letter : {"\u2C2F", "\uA7C0", "\uA7D0", "\U00010570"})
        CHECK_EQ(text::lower(letter), letter);
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

TEST("A raw line is split and not changed; a lower-cased one is only lower-cased") {
    const std::string_view line = "  The U.S.-based\tfirm,\v\u00A0etc. \n";
    CHECK_EQ(tokenised(text::Tokeniser(std::nullopt, false), line), "The|U.S.-based|firm,\v\u00A0etc.");
    CHECK_EQ(tokenised(text::Tokeniser(std::nullopt, true), line), "the|u.s.-based|firm,\v\u00A0etc.");
    CHECK_EQ(tokenised(text::Tokeniser(std::nullopt, true), "ΑΣ-Α ΟΔΟΣ İ"), "ασ-α|οδος|i\u0307");
    CHECK_EQ(tokenised(text::Tokeniser(std::nullopt, true), " \t "), "");
}

TEST("A byte order mark and NUL are characters of a word") {
    CHECK_EQ(tokenised(text::Tokeniser(std::nullopt, true), std::string_view("\uFEFFA\0B", 6)),
             std::string_view("\uFEFFa\0b", 6));
}

TEST("Case is still there when a line is normalised, and gone afterwards") {
    const text::Tokeniser tokeniser(text::Normaliser(text::Apostrophe::before, {{U"Dr"}, {U"No"}}, true), true);
    CHECK_EQ(tokenised(tokeniser, "Dr. Who said No. Never dr. Who"), "dr.|who|said|no|.|never|dr|.|who");
}

TEST("A line that is one short word is what it would be in a longer line") {
    const text::Normaliser normaliser(text::Apostrophe::before, {{U"Dr"}, {U"No"}}, true);
    for (const bool lowers : {true, false})
        for (const text::Tokeniser& tokeniser :
             {text::Tokeniser(normaliser, lowers), text::Tokeniser(std::nullopt, lowers)}) {
            for (const std::string word :
                 {"a",  "Z",  "word", "Word", "woRd", "DOTMULTI", "Dotmulti", "@b", "[b",  "`b",
                  "{b", "b1", "1b",   "b.",   "b,",   "b'",       "No",       "Dr", "x-y", "\u00c9t\u00e9"})
                CHECK_EQ(tokenised(tokeniser, word) + "|" + tokenised(tokeniser, "7"),
                         tokenised(tokeniser, word + " 7"));
            for (char byte = ' '; byte < 0x7F; ++byte) {
                const std::string word{byte, 'a'};
                CHECK_EQ(tokenised(tokeniser, word) + "|7", tokenised(tokeniser, word + " 7"));
            }
        }
    CHECK_EQ(tokenised(text::Tokeniser(normaliser, true), "DOTMULTI"), ".");
}

TEST("Tokens that come from outside are never split") {
    text::Tokens tokens;
    const text::Tokeniser lowering(text::Normaliser(text::Apostrophe::before, {}, true), true);
    for (const std::string_view token : {"New York", "U.S.", "", "\xFF"}) lowering.add_token(token, tokens);
    CHECK_EQ(joined(tokens), "new york|u.s.||\uFFFD");
    tokens.clear();
    text::Tokeniser(std::nullopt, false).add_token("New York", tokens);
    CHECK_EQ(joined(tokens), "New York");
}

TEST("A Tokens object gives the same tokens when it is used again") {
    const text::Tokeniser tokeniser(std::nullopt, true);
    text::Tokens tokens;
    tokeniser.tokenise("A long LINE with many words", tokens);
    tokeniser.tokenise("B", tokens);
    CHECK_EQ(joined(tokens), "b");
}

TEST("A number is read whole, with a point, and is the nearest double; anything else is none") {
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
