// The stemmers: the jar's stems of some words in every language.
#include <set>

#include "stem/stemmer.hpp"
#include "tests/harness.hpp"
#include "tests/small_language.hpp"
#include "text/strings.hpp"

namespace {

using namespace bolide;
using namespace bolide::tests;

std::string stemmed(std::string_view stemmer, std::string_view word) {
    std::u16string units = text::to_utf16(word);
    stem::stemmer_named(stemmer)(units);
    return text::to_utf8(units);
}

}  // namespace

TEST("Every stemmer gives the jar's stems, defects included, and names are sorted") {
    std::set<std::string, std::less<>> sampled;
    const std::string samples = read_bytes(BOLIDE_STEMS);
    text::for_each_line(samples, [&](std::string_view line) {
        const auto sample = words_of(line);  // The stemmer, a word and its stem.
        CHECK_EQ(sample[1] + " " + stemmed(sample[0], sample[1]), sample[1] + " " + sample[2]);
        sampled.insert(sample[0]);
    });
    const auto names = stem::stemmer_names();
    CHECK(std::equal(names.begin(), names.end(), sampled.begin(), sampled.end()));
    CHECK(stem::stemmer_named("klingon") == nullptr);
}

TEST("Capitals, digits, marks and other scripts are words like any other") {
    CHECK_EQ(stemmed("english", "Running"), "Run");
    CHECK_EQ(stemmed("english", "RUNS"), "RUNS");
    CHECK_EQ(stemmed("english", "'90s'"), "90s");
    CHECK_EQ(stemmed("english", "y's"), "y");
    CHECK_EQ(stemmed("english", "naïve"), "naïv");
    CHECK_EQ(stemmed("german", "Häuser"), "Haus");
    CHECK_EQ(stemmed("french", "Chevaux"), "Cheval");
    CHECK_EQ(stemmed("russian", "Книги"), "Книг");
    CHECK_EQ(stemmed("finnish", "1,000"), "1,00");
    for (const std::string_view name : stem::stemmer_names())
        for (const std::string_view word : {"", ".", "42", "\U0001F600", "日本", "\uFFFD"})
            CHECK_EQ(stemmed(name, word), word);
}

TEST("Words of a hundred thousand letters, and lone surrogates, are stemmed like others") {
    for (const std::string_view name : stem::stemmer_names()) {
        for (const char16_t letter : u"asyeiuqlrnt\u00DF\u0131\u0435\u043E") {
            std::u16string word(100000, letter);
            stem::stemmer_named(name)(word);
            CHECK(word.size() <= 200000u);
        }
        std::u16string surrogates = {0xD800, 0xDC00, 0xDC00, 0xD800};
        stem::stemmer_named(name)(surrogates);
        CHECK(!surrogates.empty());
    }
}
