// Compiled tables with right checksums and wrong contents: refused when opened or used, or read without harm. This
// covers trusted tables that were damaged: they are used in the same way, without checking their checksums.
#include "engine/scorer.hpp"
#include "lexicon/paraphrase_table.hpp"
#include "tests/harness.hpp"
#include "tests/open_sections.hpp"
#include "tests/small_language.hpp"

namespace {

using namespace bolide;
using namespace bolide::tests;
using resource::ResourceError;
using Path = std::filesystem::path;
using Numbers = std::vector<std::uint32_t>;

Path paraphrase_file() {
    const Path path = scratch_file();
    lexicon::ParaphraseCompiler compiler;
    compiler.feed("0.5\nbig house\nlarge building\n0.25\nbig\nlarge\n0.1\nhouse\nbuilding\n");
    compiler.write(path, {});
    return path;
}

Path synonym_file() {
    const Path path = scratch_file();
    lexicon::compile_synonyms("big\n10 20\nlarge\n20\ngoose\n30\n", "goose\ngeese\n", path, {});
    return path;
}

Path stem_file() {
    const Path path = scratch_file();
    lexicon::compile_stems("houses 3 house\nbigger 1 big\n", path, {});
    return path;
}

using Change = std::function<void(OpenSections&)>;

/// The message for a damaged table in use.
const std::string nonsense = "its contents are inconsistent";

/// Scores with some knowledge: matches must be inside of their segments.
void score_with(const std::shared_ptr<const lexicon::Knowledge>& knowledge,
                const std::vector<std::string>& hypotheses = {"a large building by the large house geese", "big",
                                                              "houses"},
                const std::vector<std::string>& references = {"a big house by the bigger building goose", "large",
                                                              "house"}) {
    using match::Matcher;
    const engine::Scorer scorer(
        {text::Tokeniser(std::nullopt, true), knowledge,
         align::JavaSettings{.beam = 40,
                             .kinds = {Matcher::exact, Matcher::stem, Matcher::synonym, Matcher::paraphrase}},
         score::Unit::words});
    for (const auto& pair : scorer.align(to_batch(hypotheses), to_batch(references)))
        for (const match::Match& match : pair.alignment.matches) {
            CHECK(match.hypothesis_start + match.hypothesis_length <= pair.hypothesis.words.size());
            CHECK(match.reference_start + match.reference_length <= pair.reference.words.size());
        }
}

/// Opens a changed table and uses it; returns the refusal, if any.
template <class Table>
std::string error_of(const Path& path, const FileKind& kind, const Change& change) {
    OpenSections sections(path, kind);
    change(sections);
    return message_of<ResourceError>([&] {
        const auto table = std::make_shared<const Table>(sections.write());
        if constexpr (std::is_same_v<Table, lexicon::ParaphraseTable>)
            for (const char* phrase : {"", "big", "house", "big house", "none", "big house big"})
                static_cast<void>(table->look_up(words_of(phrase)));
        score_with(know(table));
    });
}

std::string paraphrase_error(const Change& change) {
    return error_of<lexicon::ParaphraseTable>(paraphrase_file(), paraphrase_kind, change);
}

/// Checks that a changed paraphrase table is used to the end.
void harmless(const Change& change) { CHECK_EQ(paraphrase_error(change), "nothing was thrown"); }

}  // namespace

TEST("Inconsistent sections are refused when a table is opened") {
    const Change lists[] = {
        [](OpenSections& s) { s.set("WOFF", Numbers{}); },
        [](OpenSections& s) { s.set("WSLT", Numbers{}); },
        [](OpenSections& s) { s.set("WSLT", Numbers(12, 1)); },
        [](OpenSections& s) { s.set("WSLT", Numbers(4, 1)); },
    };
    for (const Change& change : lists) CHECK_EQ(paraphrase_error(change), "its list of words is damaged");
    const Change trees[] = {
        [](OpenSections& s) { s.set("NODE", Numbers{}); },
        [](OpenSections& s) { s.set("NODE", Numbers(4, 0)); },
        [](OpenSections& s) { s.set("EDGE", Numbers{}); },
        [](OpenSections& s) { s.set("EDGE", Numbers(6, 0)); },
        [](OpenSections& s) { s.set("FILT", std::vector<std::uint64_t>{}); },
        [](OpenSections& s) { s.set("FILT", std::vector<std::uint64_t>(3)); },
        [](OpenSections& s) { s.set("ROOT", Numbers(s.get<std::uint32_t>("ROOT").size() - 1, 0)); },
        [](OpenSections& s) { s.set("PROB", std::vector<float>(2)); },
        [](OpenSections& s) { s.set("HASH", std::vector<std::uint16_t>(2)); },
        [](OpenSections& s) { s.set("HASH", std::vector<std::uint16_t>(4)); },
    };
    for (const Change& change : trees) CHECK_EQ(paraphrase_error(change), "its tree of phrases is damaged");
    const Change synsets[] = {
        [](OpenSections& s) { s.set("SOFF", Numbers{0}); },
        [](OpenSections& s) { s.set("BOFF", Numbers{0}); },
    };
    for (const Change& change : synsets)
        CHECK_EQ(error_of<lexicon::SynonymTable>(synonym_file(), synonym_kind, change),
                 "its lists of synsets are damaged");
    CHECK_EQ(
        error_of<lexicon::StemTable>(stem_file(), stem_kind, [](OpenSections& s) { s.set("OFFS", Numbers{0, 5}); }),
        "its list of stems is damaged");
}

TEST("Numbers that point outside of a paraphrase table are refused when they are used") {
    const auto set_node = [](std::size_t field, std::uint32_t value) {
        return [field, value](OpenSections& s) { s.set_one<std::uint32_t>("NODE", field, value); };
    };
    const std::size_t record = 4, first_unit = 2, first_entry = 3;
    const Change changes[] = {
        [](OpenSections& s) { s.set_one<std::uint32_t>("WOFF", 1, 1000); },
        [](OpenSections& s) { s.set_one<std::uint32_t>("WOFF", 4, 1000); },
        [](OpenSections& s) { s.set("WSLT", Numbers(s.get<std::uint32_t>("WSLT").size(), 5)); },
        set_node(1 * record + first_unit, 5000),
        set_node(4 * record + first_unit, 5000),
        set_node(2 * record + first_entry, 4),
        set_node(4 * record + first_entry, 4),
        [](OpenSections& s) { s.set("EDGE", Numbers(s.get<std::uint32_t>("EDGE").size(), 4)); },
        [](OpenSections& s) { s.set("PHRB", std::vector<std::uint16_t>{1}); },
        [](OpenSections& s) { s.set("ROOT", Numbers(s.get<std::uint32_t>("ROOT").size(), 4)); },
    };
    for (const Change& change : changes) CHECK_EQ(paraphrase_error(change), nonsense);
}

TEST("A table with a missing section, or one of an invalid size, is refused") {
    for (std::size_t section = 0; section < paraphrase_kind.sections.size(); ++section)
        CHECK_EQ(paraphrase_error([section](OpenSections& s) { s.remove(section); }), "a section is missing");
    CHECK_EQ(paraphrase_error([](OpenSections& s) { s.bytes(3).pop_back(); }), "a section has an invalid size");
}

TEST("Hash tables without an empty place, and nodes of other words, do not make a search endless") {
    CHECK_EQ(paraphrase_error([](OpenSections& s) { s.set("WSLT", Numbers(s.get<std::uint32_t>("WSLT").size(), 2)); }),
             nonsense);
    for (const std::uint32_t node : {1, 2, 3})
        CHECK_EQ(paraphrase_error(
                     [=](OpenSections& s) { s.set("EDGE", Numbers(s.get<std::uint32_t>("EDGE").size(), node)); }),
                 nonsense);
    for (std::size_t field = 0; field < 16; ++field)
        for (const std::uint32_t value : {0u, 1u, 3u, 0xFFFFFFFFu})
            if (field % 4 < 2) harmless([=](OpenSections& s) { s.set_one<std::uint32_t>("NODE", field, value); });
}

TEST("A tree of phrases that is its own branch ends where the longest phrase does") {
    OpenSections sections(paraphrase_file(), paraphrase_kind);
    const auto units = static_cast<std::uint32_t>(sections.get<std::uint16_t>("PHRB").size());
    const std::uint32_t big = 0, node = 1;
    sections.set("NODE", Numbers{0, 0, 0, 0, node, big, 0, 0, 0, 0, units, 3});
    sections.set("ROOT", Numbers(4, node));
    Numbers edges(8, 0);
    edges[lexicon::ParaphraseTable::edge_hash(node, big) % edges.size()] = node;
    sections.set("EDGE", edges);
    sections.set("FILT", std::vector<std::uint64_t>{UINT64_MAX});
    const auto knowledge = know(std::make_shared<const lexicon::ParaphraseTable>(sections.write()));
    std::string often;
    for (int i = 0; i < 300; ++i) often += "big ";
    score_with(knowledge, {often, "large"}, {"large building large", often});
}

TEST("A hash table that needs a search from end to end is refused") {
    const auto fill = [](std::size_t taken) {
        return [taken](OpenSections& s) {
            Numbers edges(4096, 0);
            std::fill_n(edges.begin(), taken, 1u);
            s.set("EDGE", edges);
        };
    };
    harmless(fill(resource::longest_run));
    CHECK_EQ(paraphrase_error([](OpenSections& s) { s.set("EDGE", Numbers(4096, 1)); }), nonsense);
    CHECK_EQ(paraphrase_error([](OpenSections& s) { s.set("WSLT", Numbers(4096, 1)); }), nonsense);
}

TEST("Synonyms that point outside are refused when they are used") {
    const Change lists[] = {
        [](OpenSections& s) { s.set_one<std::uint32_t>("SYNS", 0, 3); },
        [](OpenSections& s) { s.set_one<std::uint32_t>("SOFF", 1, 9); },
        [](OpenSections& s) { s.set_one<std::uint32_t>("SOFF", 3, 9); },
        [](OpenSections& s) { s.set("SNUM", Numbers{1}); },
        [](OpenSections& s) { s.set_one<std::uint32_t>("BASE", 0, 3); },
        [](OpenSections& s) { s.set_one<std::uint32_t>("BOFF", 1, 2); },
        [](OpenSections& s) { s.set("FSLT", Numbers(s.get<std::uint32_t>("FSLT").size(), 2)); },
    };
    for (const Change& change : lists)
        CHECK_EQ(error_of<lexicon::SynonymTable>(synonym_file(), synonym_kind, change), nonsense);
}

TEST("A word with more synsets than allowed is refused when it is used") {
    const auto claim = [](std::size_t count) {
        return [count](OpenSections& s) {
            s.set("SYNS", Numbers(lexicon::most_synsets));
            Numbers ends(s.get<std::uint32_t>("SOFF").size(), static_cast<std::uint32_t>(lexicon::most_synsets));
            ends[0] = 0;
            s.set("SOFF", ends);
            s.set("BASE", Numbers(count, 0));
            s.set_one("BOFF", 1, static_cast<std::uint32_t>(count));
        };
    };
    const auto error = [&](std::size_t bases) {
        return error_of<lexicon::SynonymTable>(synonym_file(), synonym_kind, claim(bases));
    };
    CHECK_EQ(error(1), "nothing was thrown");
    CHECK_EQ(error(2), nonsense);
}

TEST("Stems that point outside are refused when they are used") {
    const Change changes[] = {
        [](OpenSections& s) { s.set_one<std::uint32_t>("OFFS", 1, 100); },
        [](OpenSections& s) { s.set("UNIT", std::vector<char16_t>{}); },
    };
    for (const Change& change : changes)
        CHECK_EQ(error_of<lexicon::StemTable>(stem_file(), stem_kind, change), nonsense);
}
