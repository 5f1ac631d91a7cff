// The normaliser compared with the textbook on random lines. Tests of the package compare it with the jar.
#include "tests/harness.hpp"
#include "tests/random_input.hpp"
#include "tests/textbook_normaliser.hpp"
#include "text/tokeniser.hpp"

namespace {

using namespace bolide;
using tests::decoded, tests::Random, tests::tokens_of;
using text::Apostrophe;

const text::Prefixes prefixes = {{"A", "B", "Dr", "Mr", "ул", "DOTMULTI"}, {"No", "pp"}};

std::string normalised(const text::Normaliser& normaliser, std::string_view line) {
    std::u32string codes = decoded(line), scratch;
    normaliser.normalise(codes, scratch);
    return tokens_of(codes);
}

/// Compares with the textbook on lines made of `pieces`.
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

TEST("Lines of marks, letters, digits, marker words and abbreviations are normalised as in the textbook") {
    check_random(
        {"a", "b", "S", "s", "9", "0", " ", ".", "..", ",", "'", "''", "-", "--", "`", "’", "“", "–", "?", "é"}, 11,
        1500);
    check_random({"DOTMULTI", "DOT", "DOTMULTI.", "MULTI", ".", "..", "...", " ", "a", "A", "9", ","}, 12, 1500);
    check_random({"A.", "B", "Dr.", "No.", "pp.", "e.g.", "U.S.", ".", " ", " ", " ", "5", "x", "X", "ул.", "д"}, 13,
                 1500);
}

TEST("Runs of a hundred thousand dots, marks and marker words are normalised in linear time") {
    // Quadratic work would take minutes here, which the test run would show.
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
