// Compiled tables: damaged, and damaged with checksums that are right.
#include "engine/scorer.hpp"
#include "tests/fuzz/mutation.hpp"
#include "tests/fuzz/targets.hpp"
#include "tests/harness.hpp"
#include "tests/open_sections.hpp"
#include "tests/small_language.hpp"

namespace bolide::tests {

namespace {

using match::Matcher;
using resource::ResourceError;
using Path = std::filesystem::path;

const std::vector<std::string>& vocabulary() {
    static const auto words = words_of("big large house houses building mansion goose geese the of unknown \xFF a b c");
    return words;
}

/// A table of each kind, as the compilers write it.
struct Originals {
    std::string paraphrases, synonyms, stems;

    Originals() {
        Random random(1);
        std::string table, synsets, exceptions, endings;
        for (int entry = 0; entry < 60; ++entry)
            table += "0.5\n" + random_words(random, vocabulary(), 1 + random.below(4)) + "\n" +
                     random_words(random, vocabulary(), 1 + random.below(4)) + "\n";
        for (const std::string& word : vocabulary()) {
            synsets += word + "\n" + std::to_string(random.below(6)) + " " + std::to_string(random.below(6)) + "\n";
            exceptions += word + "\n" + word + "s\n";
            endings += word + "s 3 " + word + "\n";
        }
        const Path path = scratch_file();
        lexicon::ParaphraseCompiler compiler;
        compiler.feed(table);
        compiler.write(path, {{}, "{}"});
        paraphrases = read_bytes(path);
        lexicon::compile_synonyms(synsets, exceptions, path, {{}, "{}"});
        synonyms = read_bytes(path);
        lexicon::compile_stems(endings, path, {{}, "{}"});
        stems = read_bytes(path);
    }
};

const Originals& originals() {
    static const Originals all;
    return all;
}

/// Where a test writes its file: the same one again and again.
const Path& scratch() {
    static const Path path = scratch_file();
    return path;
}

/// Aligns made-up lines in both ways, and looks whether the matches lie inside.
void score_with(Random& random, const std::shared_ptr<const lexicon::Knowledge>& knowledge) {
    const std::vector<Matcher> matchers = {Matcher::exact, Matcher::stem, Matcher::synonym, Matcher::paraphrase};
    const engine::Scorer scorer(
        {text::Tokeniser(std::nullopt, true), knowledge, align::JavaSettings{5, matchers}, score::Unit::characters});
    const std::string hypothesis = random_words(random, vocabulary(), random.below(40));
    const std::string reference = random_words(random, vocabulary(), random.below(40));
    engine::Batch here(false), there(false);
    here.add_piece(hypothesis);
    there.add_piece(reference);
    here.end_segment();
    there.end_segment();
    for (const auto& pair : scorer.align(here, there))
        for (const match::Match& match : pair.alignment.matches) {
            CHECK(match.hypothesis_length > 0 && match.reference_length > 0);
            CHECK(match.hypothesis_start + match.hypothesis_length <= pair.hypothesis.size());
            CHECK(match.reference_start + match.reference_length <= pair.reference.size());
        }
}

void use(Random& random, const std::shared_ptr<const lexicon::ParaphraseTable>& table) {
    auto knowledge = std::make_shared<lexicon::Knowledge>();
    knowledge->paraphrases = table;
    score_with(random, knowledge);
    for (int i = 0; i < 4; ++i)
        static_cast<void>(table->look_up(words_of(random_words(random, vocabulary(), random.below(4)))));
    static_cast<void>(table->phrases());
}

void use(Random& random, const std::shared_ptr<const lexicon::SynonymTable>& table) {
    auto knowledge = std::make_shared<lexicon::Knowledge>();
    knowledge->synonyms = table;
    score_with(random, knowledge);
}

void use(Random& random, const std::shared_ptr<const lexicon::StemTable>& table) {
    auto knowledge = std::make_shared<lexicon::Knowledge>();
    knowledge->stems = table;
    score_with(random, knowledge);
}

/// Opens what lies in the scratch file and uses it.
template <class Table>
bool open_and_use(Random& random) {
    try {
        const auto table = std::make_shared<const Table>(scratch());
        use(random, table);
        table->file().check();
        static_cast<void>(resource::ResourceFile::read_provenance(scratch()));
        return true;
    } catch (const ResourceError&) {
        return false;
    }
}

constexpr std::size_t header_size = 72, sealed = 64, entry_size = 32;

/// Writes checksums that are right into a file whose header or directory was changed, as far as there is a directory.
void seal(std::string& bytes) {
    if (bytes.size() < header_size) return;
    std::uint32_t sections = 0;
    std::memcpy(&sections, bytes.data() + 24, sizeof sections);
    if (sections > (bytes.size() - header_size) / entry_size) return;
    const std::string covered = bytes.substr(0, sealed) + bytes.substr(header_size, sections * entry_size);
    const std::uint64_t sum = resource::checksum(std::as_bytes(std::span(covered)));
    std::memcpy(bytes.data() + sealed, &sum, sizeof sum);
}

/// Any bytes of the file are changed: its checksums tell.
template <class Table, std::string Originals::* original>
bool damaged(Random& random) {
    std::string bytes = originals().*original;
    mutate_bytes(random, bytes);
    write_bytes(scratch(), bytes);
    return open_and_use<Table>(random);
}

/// Header and directory are changed, and sealed again: sizes, offsets and names are whatever they are.
template <class Table, std::string Originals::* original>
bool misdirected(Random& random) {
    std::string bytes = originals().*original;
    std::string head = bytes.substr(0, header_size + 12 * entry_size);
    for (std::size_t changes = 1 + random.below(4); changes > 0; --changes) {
        if (random.chance(50))
            write_number(random, head, random.below(head.size()) / 4 * 4);
        else
            head[random.below(head.size())] = static_cast<char>(random.below(256));
    }
    bytes.replace(0, head.size(), head);
    if (random.chance(20)) bytes.resize(random.below(bytes.size() + 64));
    const std::uint64_t size = bytes.size();
    if (random.chance(70) && bytes.size() >= header_size) std::memcpy(bytes.data() + 16, &size, sizeof size);
    seal(bytes);
    write_bytes(scratch(), bytes);
    return open_and_use<Table>(random);
}

/// The contents of sections are changed, and all is sealed again.
template <class Table, std::string Originals::* original, const FileKind& kind>
bool rewritten(Random& random) {
    write_bytes(scratch(), originals().*original);
    OpenSections sections(scratch(), kind);
    for (std::size_t changed = 1 + random.below(3); changed > 0; --changed) {
        std::vector<char>& section = sections.bytes(random.below(sections.count()));
        std::string bytes(section.begin(), section.end());
        if (random.chance(60) && !bytes.empty())
            write_number(random, bytes, random.below(bytes.size()) / 4 * 4);
        else
            mutate_bytes(random, bytes, 3);
        bytes.resize(random.chance(80) ? (bytes.size() + 7) / 8 * 8 : bytes.size());
        section.assign(bytes.begin(), bytes.end());
    }
    if (random.chance(3)) sections.remove(random.below(sections.count()));
    const Path path = sections.write();
    std::filesystem::rename(path, scratch());
    return open_and_use<Table>(random);
}

}  // namespace

std::vector<Target> table_targets() {
    using lexicon::ParaphraseTable, lexicon::StemTable, lexicon::SynonymTable;
    return {
        {"damaged paraphrases", damaged<ParaphraseTable, &Originals::paraphrases>},
        {"damaged synonyms", damaged<SynonymTable, &Originals::synonyms>},
        {"damaged stems", damaged<StemTable, &Originals::stems>},
        {"misdirected paraphrases", misdirected<ParaphraseTable, &Originals::paraphrases>},
        {"misdirected synonyms", misdirected<SynonymTable, &Originals::synonyms>},
        {"misdirected stems", misdirected<StemTable, &Originals::stems>},
        {"rewritten paraphrases", rewritten<ParaphraseTable, &Originals::paraphrases, paraphrase_kind>},
        {"rewritten synonyms", rewritten<SynonymTable, &Originals::synonyms, synonym_kind>},
        {"rewritten stems", rewritten<StemTable, &Originals::stems, stem_kind>},
    };
}

}  // namespace bolide::tests
