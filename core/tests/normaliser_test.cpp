// The normaliser: the jar's results, and the textbook's on random lines.
#include "text/normaliser.hpp"
#include "tests/harness.hpp"
#include "tests/random_input.hpp"
#include "tests/textbook_normaliser.hpp"

namespace {

using namespace bolide;
using tests::decoded, tests::Random, tests::tokens_of;
using text::Apostrophe;

const text::Prefixes prefixes = {{U"A", U"B", U"Dr", U"Mr", U"ул", U"DOTMULTI"}, {U"No", U"pp"}};

std::string normalised(const text::Normaliser& normaliser, std::string_view line) {
    std::u32string codes = decoded(line), scratch;
    normaliser.normalise(codes, scratch);
    return tokens_of(codes);
}

struct Pair {
    std::string_view in, out;
};

template <std::size_t count>
void check_pairs(Apostrophe apostrophe, bool keep_punctuation, const Pair (&cases)[count]) {
    const text::Normaliser normaliser(apostrophe, prefixes, keep_punctuation);
    for (const auto& [in, out] : cases) CHECK_EQ(normalised(normaliser, in), out);
}

/// Compares with the textbook on lines put together from `pieces`.
void check_random(const std::vector<std::string>& pieces, std::uint64_t seed, int rounds) {
    Random random(seed);
    for (const auto apostrophe : {Apostrophe::before, Apostrophe::after, Apostrophe::apart})
        for (const bool keep : {true, false}) {
            const text::Normaliser normaliser(apostrophe, prefixes, keep);
            const tests::TextbookNormaliser textbook(apostrophe, prefixes, keep);
            for (int round = 0; round < rounds; ++round) {
                const std::string line = tests::random_mix(random, pieces, random.below(24));
                CHECK_EQ("[" + line + "] " + normalised(normaliser, line),
                         "[" + line + "] " + tokens_of(textbook.normalise(decoded(line))));
            }
        }
}

}  // namespace

TEST("The worked examples of the jar hold for English") {
    check_pairs(Apostrophe::before, true,
                {{"a,b,c", "a , b,c"},
                 {"a,,b", "a , ,b"},
                 {"1,000,000 and 1,a a,1", "1,000,000 and 1 , a a , 1"},
                 {"a-b-c", "a b-c"},
                 {"state-of-the-art", "state of the art"},
                 {"U.S.-based e.g. Ph.D.", "US based eg PhD"},
                 {"No. 5 No. x No. Five", "No. 5 No. x No . Five"},
                 {"a. b", "a. b"},
                 {"a. B", "a . B"},
                 {"A. B", "A. B"},
                 {"1990's the '90s 80's", "1990 's the ' 90s 80 's"},
                 {"don't dogs' 'tis", "don 't dogs ' ' tis"},
                 {"a'b'c", "a 'b'c"},
                 {"foo -- bar --- baz", "foo - bar -- baz"},
                 {"wait... what.. x....", "wait ... what .. x ...."},
                 {"1.2.", "1.2 ."},
                 {"1.a.", "1a"},
                 {"xDOTMULTIy", "x.y"},
                 {"日本語 αβ", "日 本 語 α β"}});
}

TEST("The worked examples of the jar hold for French, German and Russian") {
    check_pairs(Apostrophe::after, true, {{"l'homme d’État", "l' homme d' État"}});
    check_pairs(Apostrophe::apart, true,
                {{"geht's", "geht ' s"}, {"дом. потом", "дом . потом"}, {"ул. Мира", "ул. Мира"}});
}

TEST("Quotes, dashes and symbols are made alike and set apart") {
    check_pairs(Apostrophe::before, true,
                {{"“so” ''so'' ‘so’ `so`", "\" so \" \" so \" ' so ' ' so '"},
                 {"a–b ----", "a - b --"},
                 {"(50%)#x", "( 50 % ) # x"},
                 {"a\u00A0b\u3000c", "a b c"},
                 {"\U0001F600ok", "\U0001F600 ok"},
                 {"", ""},
                 {" \t ", ""},
                 {".", "."},
                 {". .", ". ."}});
}

TEST("Without punctuation only letters and digits are left") {
    check_pairs(Apostrophe::before, false,
                {{"Don't (50%), e.g. U.S.!", "Don t 50 eg US"},
                 {"日本語 x… ...", "x"},
                 {"3.14 1,000", "3 14 1 000"},
                 {"?!", ""}});
}

TEST("The words that stand for runs of dots are visible, as in the jar") {
    check_pairs(Apostrophe::before, true,
                {{"DOTMULTI", "."}, {"DOTDOTMULTI", ".."}, {"xDOTDOTDOTMULTIy", "x...y"}, {"DOTMULTI.", ".."}});
}

TEST("Lines of marks, letters and digits come out as in the textbook") {
    check_random(
        {"a", "b", "S", "s", "9", "0", " ", ".", "..", ",", "'", "''", "-", "--", "`", "’", "“", "–", "?", "é"}, 11,
        1500);
}

TEST("Lines with the words for runs of dots come out as in the textbook") {
    check_random({"DOTMULTI", "DOT", "DOTMULTI.", "MULTI", ".", "..", "...", " ", "a", "A", "9", ","}, 12, 1500);
}

TEST("Abbreviations come out as in the textbook") {
    check_random({"A.", "B", "Dr.", "No.", "pp.", "e.g.", "U.S.", ".", " ", " ", " ", "5", "x", "X", "ул.", "д"}, 13,
                 1500);
}

TEST("Lines of any characters come out as in the textbook") {
    Random random(14);
    for (const auto apostrophe : {Apostrophe::before, Apostrophe::after, Apostrophe::apart}) {
        const text::Normaliser normaliser(apostrophe, prefixes, true);
        const tests::TextbookNormaliser textbook(apostrophe, prefixes, true);
        for (int round = 0; round < 1500; ++round) {
            const std::string line = text::repaired(round % 2 ? tests::random_text(random, random.below(30))
                                                              : tests::random_bytes(random, random.below(60)));
            CHECK_EQ(normalised(normaliser, line), tokens_of(textbook.normalise(decoded(line))));
        }
    }
}

TEST("Runs of a hundred thousand dots, marks and marker words are normalised in linear time") {
    // Quadratic work on these would take minutes: the run as a whole shows it.
    const text::Normaliser normaliser(Apostrophe::before, prefixes, true);
    const std::size_t length = 100000;
    CHECK_EQ(normalised(normaliser, std::string(length, '.')).size(), length);
    CHECK_EQ(normalised(normaliser, std::string(length, '-')).size(), length / 2);
    CHECK_EQ(normalised(normaliser, std::string(length, ' ')), "");
    for (const std::string_view piece : {",", "'", "DOTMULTI", "DOT", "DOTMULTI.", "..a", "a.", "\u00A0"}) {
        std::string line;
        while (line.size() < length) line += piece;
        CHECK(normalised(normaliser, line).size() <= 3 * line.size());
    }
}
