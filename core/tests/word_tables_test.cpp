// Tables by word: strings, synonyms, stems.
#include "lexicon/word_tables.hpp"
#include "resource/resource_file.hpp"
#include "tests/harness.hpp"
#include "tests/random_input.hpp"
#include "tests/small_language.hpp"
#include "text/strings.hpp"

namespace {

using namespace bolide;
using namespace bolide::tests;
using resource::tag;

constexpr resource::StringTable::Sections sections = {resource::tag("WORD"), resource::tag("WOFF"),
                                                      resource::tag("WSLT")};

/// The synsets of a word, by the numbers of the source.
std::string synsets(const lexicon::SynonymTable& table, std::string_view word) {
    std::vector<std::uint32_t> found;
    table.synsets(word, found);
    std::string all;
    for (const auto synset : found) all.append(all.empty() ? "" : " ") += std::to_string(table.source_number(synset));
    return all;
}

std::string stemmed(const lexicon::StemTable& table, std::string_view word) {
    std::u16string units = text::to_utf16(word);
    table.stem(units);
    return text::to_utf8(units);
}

}  // namespace

TEST("Strings of any bytes are numbered by first appearance and found by number") {
    Random random(21);
    resource::StringIndex builder;
    std::vector<std::string> texts = {"", std::string(1, '\0'), "a", std::string(2, '\0')};
    for (int i = 0; i < 2000; ++i) texts.push_back(random_bytes(random, random.below(12)));
    for (const auto& text : texts) builder.intern(text);
    resource::ResourceWriter writer(resource::tag("TEST"));
    resource::write_strings(builder, writer, sections);
    const auto path = scratch_file();
    writer.write(path, {});
    const resource::ResourceFile file(path, resource::tag("TEST"));
    const resource::StringTable table(file, sections);
    CHECK_EQ(table.size(), builder.size());
    for (const auto& text : texts) {
        CHECK_EQ(table.find(text).value(), builder.intern(text));
        CHECK_EQ(table[table.find(text).value()], text);
    }
    for (int i = 0; i < 200; ++i) CHECK(!table.find(random_bytes(random, 13)));
}

TEST("A word has its own synsets and those of its base form, each once") {
    const auto table = compiled_synonyms("house\n10 30\nhouses\n20 10\ncar\n40\n", "");
    CHECK_EQ(synsets(*table, "house"), "10 30");
    CHECK_EQ(synsets(*table, "houses"), "10 20 30");
    CHECK_EQ(synsets(*table, "cars"), "40");
    CHECK_EQ(synsets(*table, "Car"), "");
    CHECK_EQ(table->words(), 3u);
    CHECK_EQ(table->synset_count(), 4u);
}

TEST("Every ending of the jar's morphology leads to its base") {
    struct Case {
        std::string_view form, base;
    };
    constexpr Case cases[] = {
        {"lamps", "lamp"},   {"gases", "gas"},       {"boxes", "box"},   {"waltzes", "waltz"}, {"churches", "church"},
        {"dishes", "dish"},  {"firemen", "fireman"}, {"ponies", "pony"}, {"stoves", "stove"},  {"potatoes", "potato"},
        {"baked", "bake"},   {"jumped", "jump"},     {"baking", "bake"}, {"jumping", "jump"},  {"taller", "tall"},
        {"tallest", "tall"}, {"nicer", "nice"},      {"nicest", "nice"}};
    for (const auto& [form, base] : cases) {
        const auto table = compiled_synonyms(std::string(base) + "\n7\n", "");
        CHECK_EQ(std::string(form) + ": " + synsets(*table, form), std::string(form) + ": 7");
    }
}

TEST("The first ending that gives a word decides") {
    const auto table = compiled_synonyms("axe\n1\nax\n2\naxes\n3\nrat\n4\nrate\n5\n", "");
    CHECK_EQ(synsets(*table, "axes"), "1 3");  // s comes before es.
    CHECK_EQ(synsets(*table, "rated"), "5");   // ed to e comes before ed to nothing.
    CHECK_EQ(synsets(*table, "rater"), "4");   // er to nothing comes before er to e.
}

TEST("Words in ss and words of two letters have no base form") {
    const auto table = compiled_synonyms("mas\n1\na\n2\nglas\n3\n\U0001F600\n4\n", "");
    CHECK_EQ(synsets(*table, "mass"), "");
    CHECK_EQ(synsets(*table, "as"), "");
    CHECK_EQ(synsets(*table, "glass"), "");
    CHECK_EQ(synsets(*table, "\U0001F600s"), "4");  // Three units of UTF-16.
}

TEST("An irregular form has the synsets of its bases, and its endings are ignored") {
    const auto table = compiled_synonyms("goose\n1\ngees\n2\nax\n3\naxis\n4\naxe\n5\n",
                                         "goose\ngeese geeses\nax\naxes\naxis\naxes\nunknown\nlamps\n");
    CHECK_EQ(synsets(*table, "geese"), "1");
    CHECK_EQ(synsets(*table, "geeses"), "1");
    CHECK_EQ(synsets(*table, "axes"), "3 4");
    const auto hidden = compiled_synonyms("lamp\n9\n", "unknown\nlamps\n");
    CHECK_EQ(synsets(*hidden, "lamps"), "");
}

TEST("A listed word has the stem of its last line, any other is its own stem") {
    const auto table = compiled_stems("houses 3 house\nktAb 1 ktb\nhouses 1 hous\r\n");
    CHECK_EQ(stemmed(*table, "houses"), "hous");
    CHECK_EQ(stemmed(*table, "ktAb"), "ktb");
    CHECK_EQ(stemmed(*table, "ktab"), "ktab");
    CHECK_EQ(stemmed(*table, ""), "");
    CHECK_EQ(table->words(), 2u);
}

TEST("Words with the same Java hash share a stem") {
    CHECK_EQ(lexicon::java_hash(u"Aa"), lexicon::java_hash(u"BB"));
    CHECK_EQ(lexicon::java_hash(u"семя"), lexicon::java_hash(u"сена"));
    CHECK_EQ(lexicon::java_hash(u"polygenelubricants"), 0x80000000u);
    CHECK_EQ(stemmed(*compiled_stems("Aa 1 stem\n"), "BB"), "stem");
}
