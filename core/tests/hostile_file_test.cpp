// Compiled tables whose checksums are right and whose contents are not: refused, or read without harm.
#include <algorithm>
#include <functional>

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

template <class Table>
std::string opening_error(const Path& path, const FileKind& kind, const Change& change) {
    OpenSections sections(path, kind);
    change(sections);
    return message_of<ResourceError>([&] { const Table table(sections.write()); });
}

/// Opens a changed paraphrase table, looks phrases up and scores with it: all of it has to end well.
void use_paraphrases(const Change& change) {
    OpenSections sections(paraphrase_file(), paraphrase_kind);
    change(sections);
    auto knowledge = std::make_shared<lexicon::Knowledge>();
    const auto table = std::make_shared<lexicon::ParaphraseTable>(sections.write());
    for (const std::vector<std::string>& phrase :
         {std::vector<std::string>{}, {"big"}, {"big", "house"}, {"none"}, {"big", "house", "big"}})
        static_cast<void>(table->look_up(phrase));
    knowledge->paraphrases = table;
    const engine::Scorer scorer({text::Tokeniser(std::nullopt, true), knowledge,
                                 align::JavaSettings{40, {match::Matcher::exact, match::Matcher::paraphrase}},
                                 score::Unit::words});
    engine::Batch hypotheses(false), references(false);
    for (const auto& [hypothesis, reference] :
         {std::pair{"a large building by the large house", "a big house by the big building"}, {"big", "large"}}) {
        hypotheses.add_piece(hypothesis);
        hypotheses.end_segment();
        references.add_piece(reference);
        references.end_segment();
    }
    for (const auto& pair : scorer.align(hypotheses, references))
        for (const match::Match& match : pair.alignment.matches) {
            CHECK(match.hypothesis_start + match.hypothesis_length <= pair.hypothesis.words.size());
            CHECK(match.reference_start + match.reference_length <= pair.reference.words.size());
        }
}

}  // namespace

TEST("A list of words that points outside is refused") {
    const Change changes[] = {
        [](OpenSections& s) { s.set_one<std::uint32_t>("WOFF", 1, 1000); },
        [](OpenSections& s) { s.set_one<std::uint32_t>("WOFF", 4, 1000); },
        [](OpenSections& s) { s.set_one<std::uint32_t>("WOFF", 0, 1); },
        [](OpenSections& s) { s.set("WOFF", Numbers{}); },
        [](OpenSections& s) { s.set_one<std::uint32_t>("WSLT", 3, 5); },
        [](OpenSections& s) { s.set("WSLT", Numbers{}); },
        [](OpenSections& s) { s.set("WSLT", Numbers(12, 1)); },
        [](OpenSections& s) { s.set("WSLT", Numbers(4, 1)); },
        [](OpenSections& s) { s.bytes(0).pop_back(); },
    };
    for (const Change& change : changes)
        CHECK_EQ(opening_error<lexicon::ParaphraseTable>(paraphrase_file(), paraphrase_kind, change),
                 "its list of words is damaged");
}

TEST("A tree of phrases that points outside is refused") {
    const auto set_node = [](std::size_t field, std::uint32_t value) {
        return [field, value](OpenSections& s) { s.set_one<std::uint32_t>("NODE", field, value); };
    };
    const std::size_t record = 4, first_unit = 2, first_entry = 3;
    const Change changes[] = {
        set_node(0 * record + first_unit, 1),
        set_node(1 * record + first_unit, 5000),
        set_node(4 * record + first_unit, 5000),
        set_node(2 * record + first_entry, 3),
        set_node(4 * record + first_entry, 4),
        [](OpenSections& s) { s.set("NODE", Numbers{}); },
        [](OpenSections& s) { s.set("NODE", Numbers(4, 0)); },
        [](OpenSections& s) { s.set("EDGE", Numbers{}); },
        [](OpenSections& s) { s.set("EDGE", Numbers(6, 0)); },
        [](OpenSections& s) { s.set("EDGE", Numbers(4, 0)); },
        [](OpenSections& s) { s.set_one<std::uint32_t>("EDGE", 2, 4); },
        [](OpenSections& s) { s.set("FILT", std::vector<std::uint64_t>{}); },
        [](OpenSections& s) { s.set("FILT", std::vector<std::uint64_t>(3)); },
        [](OpenSections& s) { s.set("PHRB", std::vector<std::uint16_t>{1}); },
        [](OpenSections& s) { s.set("ROOT", Numbers(s.get<std::uint32_t>("ROOT").size() - 1, 0)); },
        [](OpenSections& s) { s.set_one<std::uint32_t>("ROOT", 0, 4); },
        [](OpenSections& s) { s.set("PROB", std::vector<float>(2)); },
        [](OpenSections& s) { s.set("HASH", std::vector<std::uint16_t>(2)); },
        [](OpenSections& s) { s.set("HASH", std::vector<std::uint16_t>(4)); },
    };
    for (const Change& change : changes)
        CHECK_EQ(opening_error<lexicon::ParaphraseTable>(paraphrase_file(), paraphrase_kind, change),
                 "its tree of phrases is damaged");
}

TEST("A table with a section missing or of a broken size is refused") {
    for (std::size_t section = 0; section < paraphrase_kind.sections.size(); ++section) {
        const auto remove = [section](OpenSections& s) { s.remove(section); };
        CHECK_EQ(opening_error<lexicon::ParaphraseTable>(paraphrase_file(), paraphrase_kind, remove),
                 "a section is missing");
    }
    CHECK_EQ(opening_error<lexicon::ParaphraseTable>(paraphrase_file(), paraphrase_kind,
                                                     [](OpenSections& s) { s.bytes(3).pop_back(); }),
             "a section has a broken size");
}

TEST("Phrases that claim to be longer than their table, or made of unknown words, do no harm") {
    use_paraphrases([](OpenSections&) {});
    const std::size_t size = OpenSections(paraphrase_file(), paraphrase_kind).get<std::uint16_t>("PHRB").size();
    for (const char16_t unit : u"\x0001\x00FF\x6FFF\x7000\x7FFF\x8000\x8001\xEFFF\xF000\xFFFF")
        for (std::size_t at = 0; at < size; ++at)
            use_paraphrases([=](OpenSections& s) { s.set_one<std::uint16_t>("PHRB", at, unit); });
    for (const std::uint16_t unit : {0, 1, 0x7000, 0x8000, 0xF000})
        use_paraphrases([=](OpenSections& s) { s.set("PHRB", std::vector<std::uint16_t>(size, unit)); });
}

TEST("Words whose first node is that of another word do no harm") {
    for (const std::uint32_t node : {0, 1, 2, 3})
        use_paraphrases([=](OpenSections& s) { s.set("ROOT", Numbers(s.get<std::uint32_t>("ROOT").size(), node)); });
}

TEST("Hashes of other phrases do no harm") {
    const auto hashes = OpenSections(paraphrase_file(), paraphrase_kind).get<std::uint16_t>("HASH");
    for (const std::uint16_t hash : hashes) {
        const std::vector<std::uint16_t> wrong(hashes.size(), hash);
        use_paraphrases([&](OpenSections& s) { s.set("HASH", wrong); });
    }
}

TEST("Hash tables without an empty place, and nodes of other words, do not make a search endless") {
    use_paraphrases([](OpenSections& s) { s.set("WSLT", Numbers(s.get<std::uint32_t>("WSLT").size(), 2)); });
    for (const std::uint32_t node : {1, 2, 3})
        use_paraphrases([=](OpenSections& s) { s.set("EDGE", Numbers(s.get<std::uint32_t>("EDGE").size(), node)); });
    for (std::size_t node = 0; node < 4; ++node)
        for (const std::uint32_t value : {0u, 1u, 3u, 0xFFFFFFFFu}) {
            const auto set_parent = [=](OpenSections& s) { s.set_one<std::uint32_t>("NODE", 4 * node, value); };
            if (node == 0 || value < node)
                use_paraphrases(set_parent);
            else
                CHECK_EQ(opening_error<lexicon::ParaphraseTable>(paraphrase_file(), paraphrase_kind, set_parent),
                         "its tree of phrases is damaged");
            use_paraphrases([=](OpenSections& s) { s.set_one<std::uint32_t>("NODE", 4 * node + 1, value); });
        }
}

TEST("A tree of phrases that is deeper than a phrase may be long is refused") {
    const auto chain = [](std::uint32_t depth) {
        return [depth](OpenSections& s) {
            Numbers records = s.get<std::uint32_t>("NODE");
            const Numbers last(records.end() - 4, records.end());
            records.resize(records.size() - 4);
            for (std::uint32_t node = 4; node <= depth + 3; ++node) {  // A chain of its own, below the root.
                records.insert(records.end(), {node == 4 ? 0 : node - 1, 0, last[2], last[3]});
            }
            records.insert(records.end(), last.begin(), last.end());
            s.set("NODE", records);
            s.set("EDGE", Numbers(256, 0));
        };
    };
    use_paraphrases(chain(lexicon::longest_phrase));
    CHECK_EQ(
        opening_error<lexicon::ParaphraseTable>(paraphrase_file(), paraphrase_kind, chain(lexicon::longest_phrase + 1)),
        "its tree of phrases is damaged");
}

TEST("A hash table that would have to be searched from end to end is refused") {
    const auto fill = [](std::size_t taken) {
        return [taken](OpenSections& s) {
            Numbers edges(4096, 0);
            std::fill_n(edges.begin(), taken, 1u);
            s.set("EDGE", edges);
        };
    };
    use_paraphrases(fill(resource::longest_run));
    CHECK_EQ(
        opening_error<lexicon::ParaphraseTable>(paraphrase_file(), paraphrase_kind, fill(resource::longest_run + 1)),
        "its tree of phrases is damaged");
    CHECK_EQ(opening_error<lexicon::ParaphraseTable>(paraphrase_file(), paraphrase_kind,
                                                     [](OpenSections& s) { s.set("WSLT", Numbers(4096, 1)); }),
             "its list of words is damaged");
}

TEST("Synonyms that point outside are refused") {
    const Change lists[] = {
        [](OpenSections& s) { s.set_one<std::uint32_t>("SYNS", 0, 3); },
        [](OpenSections& s) { s.set_one<std::uint32_t>("SOFF", 1, 9); },
        [](OpenSections& s) { s.set_one<std::uint32_t>("SOFF", 0, 1); },
        [](OpenSections& s) { s.set_one<std::uint32_t>("SOFF", 3, 3); },
        [](OpenSections& s) { s.set("SOFF", Numbers{}); },
        [](OpenSections& s) { s.set("SNUM", Numbers{1}); },
        [](OpenSections& s) { s.set_one<std::uint32_t>("BASE", 0, 3); },
        [](OpenSections& s) { s.set("BOFF", Numbers{0}); },
        [](OpenSections& s) { s.set_one<std::uint32_t>("BOFF", 1, 2); },
    };
    for (const Change& change : lists)
        CHECK_EQ(opening_error<lexicon::SynonymTable>(synonym_file(), synonym_kind, change),
                 "its lists of synsets are damaged");
    CHECK_EQ(opening_error<lexicon::SynonymTable>(synonym_file(), synonym_kind,
                                                  [](OpenSections& s) { s.set_one<std::uint32_t>("FSLT", 0, 2); }),
             "its list of words is damaged");
}

TEST("Stems that point outside are refused") {
    const Change changes[] = {
        [](OpenSections& s) { s.set("OFFS", Numbers{}); },
        [](OpenSections& s) { s.set("OFFS", Numbers{0, 5}); },
        [](OpenSections& s) { s.set_one<std::uint32_t>("OFFS", 1, 100); },
        [](OpenSections& s) { s.set_one<std::uint32_t>("OFFS", 2, 100); },
        [](OpenSections& s) { s.set_one<std::uint32_t>("HASH", 0, 0xFFFFFFFF); },
        [](OpenSections& s) { s.set("UNIT", std::vector<char16_t>{}); },
    };
    for (const Change& change : changes)
        CHECK_EQ(opening_error<lexicon::StemTable>(stem_file(), stem_kind, change), "its list of stems is damaged");
}

TEST("A table of one kind is not opened as another") {
    CHECK_EQ(message_of<ResourceError>([] { const lexicon::ParaphraseTable table(stem_file()); }),
             "it holds another kind of resource");
    CHECK_EQ(message_of<ResourceError>([] { const lexicon::StemTable table(synonym_file()); }),
             "it holds another kind of resource");
    CHECK_EQ(message_of<ResourceError>([] { const lexicon::SynonymTable table(paraphrase_file()); }),
             "it holds another kind of resource");
}
