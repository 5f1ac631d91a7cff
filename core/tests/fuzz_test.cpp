// Input nobody would write: nothing may crash, hang or read outside. The sanitizers do most of the checking.
#include "engine/scorer.hpp"
#include "tests/harness.hpp"
#include "tests/open_sections.hpp"
#include "tests/random_input.hpp"
#include "tests/small_language.hpp"
#include "text/lowercase.hpp"
#include "text/utf8.hpp"

namespace {

using namespace bolide;
using namespace bolide::tests;
using match::Matcher;
using resource::ResourceError;
using Path = std::filesystem::path;

/// Bytes, characters, or bits of words and marks.
std::string odd_line(Random& random, const std::vector<std::string>& pieces, std::size_t longest) {
    const std::size_t size = random.below(longest);
    switch (random.below(3)) {
        case 0:
            return random_bytes(random, size);
        case 1:
            return random_text(random, size);
        default:
            return random_mix(random, pieces, size);
    }
}

const std::vector<std::string> marks = {"a",      "The ", "U.S.",     " ",    "\t",           "\r", "\v",
                                        "\u00A0", ",",    "'",        "--",   "...",          "“",  "Σ",
                                        "İ",      "é",    "DOTMULTI", "\xFF", "\xED\xA0\x80", "9"};

/// A hundred words over the words of the tables below, and others.
std::string table_line(Random& random) {
    static const auto vocabulary = words_of("big large house houses building mansion goose geese the of unknown \xFF");
    return random_words(random, vocabulary, random.below(30));
}

struct Tables {
    Path paraphrases = scratch_file(), synonyms = scratch_file(), stems = scratch_file();

    Tables() {
        lexicon::ParaphraseCompiler compiler;
        compiler.feed(
            "0.5\nbig house\nlarge building\n0.25\nbig\nlarge\n0.1\nhouse\nbuilding\n0.1\nthe house of\nmansion\n"
            "0.1\nmansion\nthe big house\n0.2\nlarge\nbig\n");
        compiler.write(paraphrases, {});
        lexicon::compile_synonyms("big\n10 20\nlarge\n20\ngoose\n30\nhouse\n40 50\nbuilding\n50\n",
                                  "goose\ngeese\nhouse\nhouses\n", synonyms, {});
        lexicon::compile_stems("houses 3 house\nbigger 1 big\ngeese 1 goose\n", stems, {});
    }
};

/// Scores made-up lines with whatever the tables hold.
void score_with(Random& random, std::shared_ptr<const lexicon::Knowledge> knowledge) {
    const engine::Scorer scorer(
        {text::Tokeniser(std::nullopt, true), std::move(knowledge),
         align::JavaSettings{5, {Matcher::exact, Matcher::stem, Matcher::synonym, Matcher::paraphrase}},
         score::Unit::characters});
    const std::string hypothesis = table_line(random), reference = table_line(random);
    engine::Batch here(false), there(false);
    here.add_piece(hypothesis);
    there.add_piece(reference);
    here.end_segment();
    there.end_segment();
    const auto pairs = scorer.align(here, there);
    for (const match::Match& match : pairs[0].alignment.matches) {
        CHECK(match.hypothesis_start + match.hypothesis_length <= pairs[0].hypothesis.size());
        CHECK(match.reference_start + match.reference_length <= pairs[0].reference.size());
    }
}

/// Changes a few bytes of a section or its length.
void mutate(Random& random, std::vector<char>& bytes) {
    if (random.chance(10)) bytes.resize(random.below(bytes.size() + 16));
    for (std::size_t changes = 1 + random.below(4); changes > 0 && !bytes.empty(); --changes) {
        char& byte = bytes[random.below(bytes.size())];
        byte = static_cast<char>(random.chance(50) ? random.below(256) : random.below(8));
    }
}

/// Opens a table with changed sections and right checksums; scores with it if it opens. Returns whether it did.
template <class Table, class Member>
bool survives(Random& random, const Path& path, const FileKind& kind, Member member) {
    OpenSections sections(path, kind);
    for (std::size_t changed = 1 + random.below(2); changed > 0; --changed)
        mutate(random, sections.bytes(random.below(sections.count())));
    const Path changed = sections.write();
    try {
        auto knowledge = std::make_shared<lexicon::Knowledge>();
        const auto table = std::make_shared<const Table>(changed);
        (*knowledge).*member = table;
        score_with(random, knowledge);
        if constexpr (std::is_same_v<Table, lexicon::ParaphraseTable>)
            for (const char* phrase : {"big", "big house", "the house of", "mansion"})
                static_cast<void>(table->look_up(words_of(phrase)));
        std::filesystem::remove(changed);
        return true;
    } catch (const ResourceError&) {
        std::filesystem::remove(changed);
        return false;
    }
}

}  // namespace

TEST("Any line can be tokenised in every way, and its tokens are UTF-8 without blanks") {
    Random random(81);
    std::vector<text::Tokeniser> tokenisers;
    for (const auto apostrophe : {text::Apostrophe::before, text::Apostrophe::after, text::Apostrophe::apart})
        for (const bool keep : {true, false})
            tokenisers.emplace_back(text::Normaliser(apostrophe, {{U"A", U"Dr"}, {U"No"}}, keep), keep);
    tokenisers.emplace_back(std::nullopt, true);
    text::Tokens tokens;
    for (int round = 0; round < 6000; ++round) {
        random.pick(tokenisers).tokenise(odd_line(random, marks, 60), tokens);
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            CHECK_EQ(words_of(tokens[i]).size(), 1u);
            CHECK_EQ(text::repaired(tokens[i]), tokens[i]);
        }
    }
}

TEST("Any line can be lower-cased, and doing it again changes nothing") {
    Random random(82);
    for (int round = 0; round < 4000; ++round) {
        const std::string once = text::lower(odd_line(random, marks, 60));
        CHECK_EQ(text::lower(once), once);
    }
}

TEST("Any word can be stemmed in any language, and never grows to more than twice its length") {
    Random random(83);
    const std::vector<std::string> endings = {"s",  "ing", "ed", "lich", "mente", "ação", "ями",   "lar", "ssa", "nak",
                                              "ül", "a",   "e",  "i",    "y",     "u",    "q",     "ß",   "ı",   "'",
                                              "ij", "iye", "ll", "tt",   "aise",  "euse", "ність", "ого", "ék",  "ök"};
    for (int round = 0; round < 8000; ++round) {
        const std::u16string word = text::to_utf16(odd_line(random, endings, 12));
        for (const std::string_view name : stem::stemmer_names()) {
            std::u16string stemmed = word;
            stem::stemmer_named(name)(stemmed);
            CHECK(stemmed.size() <= 2 * word.size() + 1);  // A German sharp s becomes two letters.
        }
    }
}

TEST("Words of a hundred thousand letters, and lone surrogates, are stemmed like others") {
    for (const std::string_view name : stem::stemmer_names()) {
        for (const char16_t letter : u"asyeiuqlrnt\u00DF\u0131\u0435\u043E") {
            std::u16string word(20000, letter);
            stem::stemmer_named(name)(word);
            CHECK(word.size() <= 40000u);
        }
        std::u16string surrogates = {0xD800, 0xDC00, 0xDC00, 0xD800};
        stem::stemmer_named(name)(surrogates);
        CHECK(!surrogates.empty());
    }
}

TEST("Random bytes are never a table") {
    Random random(84);
    const Path path = scratch_file();
    for (int round = 0; round < 300; ++round) {
        write_bytes(path, (round % 2 ? "BOLIDE\r\n" : "") + random_bytes(random, random.below(400)));
        CHECK(message_of<ResourceError>([&] { const lexicon::ParaphraseTable table(path); }) != "nothing was thrown");
    }
}

TEST("Changed bytes of a table are noticed unless they lie in padding") {
    Random random(85);
    const Tables tables;
    const std::string whole = read_bytes(tables.paraphrases);
    const Path path = scratch_file();
    for (int round = 0; round < 400; ++round) {
        std::string bytes = whole;
        const std::size_t at = random.below(bytes.size());
        bytes[at] = static_cast<char>(bytes[at] ^ (1 + random.below(255)));
        write_bytes(path, bytes);
        const bool unnoticed =
            message_of<ResourceError>([&] { lexicon::ParaphraseTable(path).file().check(); }) == "nothing was thrown";
        if (unnoticed) CHECK_EQ(static_cast<int>(whole[at]), 0);
    }
}

TEST("Tables with changed contents and right checksums are refused, or used without harm") {
    Random random(86);
    const Tables tables;
    std::size_t opened = 0;
    for (int round = 0; round < 700; ++round) {
        opened += survives<lexicon::ParaphraseTable>(random, tables.paraphrases, paraphrase_kind,
                                                     &lexicon::Knowledge::paraphrases);
        if (round % 3 == 0)
            opened +=
                survives<lexicon::SynonymTable>(random, tables.synonyms, synonym_kind, &lexicon::Knowledge::synonyms);
        if (round % 3 == 1)
            opened += survives<lexicon::StemTable>(random, tables.stems, stem_kind, &lexicon::Knowledge::stems);
    }
    CHECK(opened > 100 && opened < 1000);  // Both happen.
}

TEST("Any text can be given to the compilers, and compiles or names a line") {
    Random random(87);
    const std::vector<std::string> pieces = {"0.5\n",         "a b\n", "c\n",  "\n",   "1 2\n",
                                             "word 3 stem\n", "x",     "\r\n", "\xFF", "-1\n"};
    for (int round = 0; round < 600; ++round) {
        const std::string text = odd_line(random, pieces, 30);
        const auto has_line = [](const std::string& message) {
            return message == "nothing was thrown" || message.find("line ") != message.npos;
        };
        const Path path = scratch_file();
        CHECK(has_line(message_of<ResourceError>([&] {
            lexicon::ParaphraseCompiler compiler;
            compiler.feed(text);
            compiler.write(path, {});
            const lexicon::ParaphraseTable table(path);
        })));
        CHECK(has_line(message_of<ResourceError>([&] { lexicon::compile_synonyms(text, text, path, {}); })));
        CHECK(has_line(message_of<ResourceError>([&] { lexicon::compile_stems(text, path, {}); })));
        std::filesystem::remove(path);
    }
}
