// The line reader: its cache never changes the words of a line.
#include "engine/line_reader.hpp"

#include "tests/harness.hpp"
#include "tests/random_input.hpp"
#include "tests/small_language.hpp"

namespace {

using namespace bolide;
using namespace bolide::tests;
using text::Apostrophe;

const text::Prefixes prefixes = {{"A", "B", "Dr", "Mr", "ул", "DOTMULTI"}, {"No", "pp", "pppppppppppppppp"}};

/// Everything a normaliser treats specially, and look-alikes.
const std::vector<std::string> parts = [] {
    auto made = words_of(
        "a b Z s 1 90 . . .. , , ' ' ` - -- \" ( $ No Mr Dr pp A ул DOT DOTMULTI U.S. \u2018 \u2019 \u201C \u2013 Σ ΑΣ "
        "İ é "
        "\x01 \x7F \xE2\x80 \xE2 \x98 \xFF pppppppppppppppp eight--- Donaudampfschiff Donaudampfschifffahrt");
    made.insert(made.end(), {" ", " ", " ", " ", "  ", "\t", "\r", "\f", "\u00A0", "\u3000"});
    return made;
}();

std::string rendered(const lexicon::Lexicon& lexicon, const std::vector<lexicon::WordId>& words) {
    std::string text;
    for (const auto word : words) text.append("<").append(lexicon.text(word)).append(">");
    return text;
}

/// Reads lines that share stretches, each by the reader and by the tokeniser alone.
void check_tokeniser(const text::Tokeniser& tokeniser, std::uint64_t seed, int rounds) {
    Random random(seed);
    lexicon::Lexicon lexicon(learn({}));
    engine::LineReader reader;
    text::Tokens tokens;
    std::vector<lexicon::WordId> found, expected;
    for (int round = 0; round < rounds; ++round) {
        const std::string line = random_mix(random, parts, random.below(24));
        reader.read(line, tokeniser, lexicon, tokens, found);
        tokeniser.tokenise(line, tokens);
        lexicon.intern_all(tokens, expected);
        CHECK_EQ("[" + line + "] " + rendered(lexicon, found), "[" + line + "] " + rendered(lexicon, expected));
        if (round % 1000 == 999) reader.clear();
    }
}

}  // namespace

TEST("Random lines are read as by the tokeniser, independently of earlier lines") {
    for (const auto apostrophe : {Apostrophe::before, Apostrophe::after, Apostrophe::apart})
        for (const bool keep : {true, false})
            check_tokeniser(text::Tokeniser(text::Normaliser(apostrophe, prefixes, keep), true), 61, 3000);
    check_tokeniser(text::Tokeniser(std::nullopt, true), 62, 1000);
    check_tokeniser(text::Tokeniser(std::nullopt, false), 63, 1000);
    check_tokeniser(text::Tokeniser(text::Normaliser(Apostrophe::before, prefixes, true), false), 64, 1000);
    check_tokeniser(text::Tokeniser(std::nullopt, true, true), 65, 1000);
}

TEST("A full reader says so, and continues after it is cleared") {
    const text::Tokeniser tokeniser(std::nullopt, true);
    lexicon::Lexicon lexicon(learn({}));
    engine::LineReader reader;
    text::Tokens tokens;
    std::vector<lexicon::WordId> words;
    std::size_t made = 0;
    for (; !reader.is_full() && made < 1 << 18; ++made)
        reader.read("w" + std::to_string(made), tokeniser, lexicon, tokens, words);
    CHECK(reader.is_full() && made > 1 << 16);
    reader.clear();
    CHECK(!reader.is_full());
    reader.read("w7 again", tokeniser, lexicon, tokens, words);
    CHECK_EQ(rendered(lexicon, words), "<w7><again>");
    const std::string longest(std::size_t{1} << 22, 'x');
    reader.read(longest, tokeniser, lexicon, tokens, words);
    CHECK(reader.is_full());
}
