// Damaged compiled tables, with wrong and with right checksums.
#include "engine/scorer.hpp"
#include "tests/fuzz/input.hpp"
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

/// A table of each kind, as written by the compilers.
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

/// The file that tests write to, always the same.
const Path& scratch() {
    static const Path path = scratch_file();
    return path;
}

/// Aligns made-up lines in both ways, and checks that the matches are inside.
void score_with(Random& random, std::shared_ptr<const lexicon::Knowledge> knowledge) {
    const std::vector<Matcher> matchers = {Matcher::exact, Matcher::stem, Matcher::synonym, Matcher::paraphrase};
    const engine::Scorer scorer({text::Tokeniser(std::nullopt, true), knowledge,
                                 align::JavaSettings{.beam = 5, .kinds = matchers}, score::Unit::characters});
    const std::string hypothesis = random_words(random, vocabulary(), random.below(40));
    const std::string reference = random_words(random, vocabulary(), random.below(40));
    for (const auto& pair : scorer.align(to_batch({hypothesis}), to_batch({reference})))
        for (const match::Match& match : pair.alignment.matches) {
            CHECK(match.hypothesis_length > 0 && match.reference_length > 0);
            CHECK(match.hypothesis_start + match.hypothesis_length <= pair.hypothesis.words.size());
            CHECK(match.reference_start + match.reference_length <= pair.reference.words.size());
        }
}

/// Opens a file of these bytes and uses it; the first byte of the input chooses how.
template <class Table>
bool open_and_use(std::size_t use_of, std::string_view bytes) {
    Random random(use_of);
    write_bytes(scratch(), bytes);
    try {
        const auto table = std::make_shared<const Table>(scratch());
        score_with(random, know(table));
        if constexpr (std::is_same_v<Table, lexicon::ParaphraseTable>)
            for (int i = 0; i < 4; ++i)
                static_cast<void>(table->look_up(words_of(random_words(random, vocabulary(), random.below(4)))));
        table->file().check();
        static_cast<void>(resource::ResourceFile::read_provenance(scratch()));
        return true;
    } catch (const ResourceError&) {
        return false;
    }
}

constexpr std::size_t header_size = 72, sealed = 64, entry_size = 32;

std::uint64_t checksum(std::string_view bytes) {
    return resource::checksum(std::as_bytes(std::span(bytes.data(), bytes.size())));
}

/// Writes the right size and checksums into a file, as far as it has a directory and sections.
void seal(std::string& bytes) {
    const auto number_at = [&](std::size_t at) {
        std::uint64_t number = 0;
        std::memcpy(&number, bytes.data() + at, sizeof number);
        return number;
    };
    const auto write = [&](std::size_t at, std::uint64_t number) {
        std::memcpy(bytes.data() + at, &number, sizeof number);
    };
    if (bytes.size() < header_size) return;
    write(16, bytes.size());
    const std::uint64_t sections = number_at(24) & 0xFFFFFFFF;
    if (sections > (bytes.size() - header_size) / entry_size) return;
    for (std::size_t entry = header_size; entry < header_size + sections * entry_size; entry += entry_size) {
        const std::uint64_t offset = number_at(entry + 8), size = number_at(entry + 16);
        if (offset <= bytes.size() && size <= bytes.size() - offset)
            write(entry + 24, checksum(std::string_view(bytes).substr(offset, size)));
    }
    write(sealed, checksum(bytes.substr(0, sealed) + bytes.substr(header_size, sections * entry_size)));
}

/// Changes any bytes of the file: its checksums detect it.
template <std::string Originals::* original>
std::string damaged(Random& random) {
    return made_input(random, 1, {originals().*original});
}

template <class Table>
bool read_as_it_is(std::string_view bytes) {
    Input input(bytes);
    const std::size_t use_of = input.below(256);
    return open_and_use<Table>(use_of, input.rest());
}

/// Changes header and directory: sizes, offsets and names become arbitrary.
std::string misdirected(Random& random, std::string bytes) {
    std::string head = bytes.substr(0, header_size + 12 * entry_size);
    for (std::size_t changes = 1 + random.below(4); changes > 0; --changes) {
        if (random.chance(50))
            write_number(random, head, random.below(head.size()) / 4 * 4);
        else
            head[random.below(head.size())] = static_cast<char>(random.below(256));
    }
    bytes.replace(0, head.size(), head);
    if (random.chance(20)) bytes.resize(random.below(bytes.size() + 64));
    return bytes;
}

/// Overwrites a stretch with one byte, or random ones, like a failing disk.
void overwrite(Random& random, std::string& bytes) {
    const std::size_t at = random.below(bytes.size() + 1);
    const std::size_t length = std::min(bytes.size() - at, std::size_t{1} << random.below(13));
    const char byte = static_cast<char>(random.pick(std::vector<int>{0, 1, 0x7F, 0x80, 0xFF}));
    bytes.replace(at, length, random.chance(50) ? std::string(length, byte) : random_bytes(random, length));
}

/// Changes the contents of sections. A trusted table is used in the same way as one with the right checksums.
std::string rewritten(Random& random, const std::string& original, const FileKind& kind) {
    write_bytes(scratch(), original);
    OpenSections sections(scratch(), kind);
    for (std::size_t changed = 1 + random.below(3); changed > 0; --changed) {
        std::vector<char>& section = sections.bytes(random.below(sections.count()));
        std::string bytes(section.begin(), section.end());
        if (random.chance(50) && !bytes.empty())
            write_number(random, bytes, random.below(bytes.size()) / 4 * 4);
        else if (random.chance(40))
            overwrite(random, bytes);
        else
            mutate_bytes(random, bytes, 3);
        bytes.resize(random.chance(80) ? (bytes.size() + 7) / 8 * 8 : bytes.size());
        section.assign(bytes.begin(), bytes.end());
    }
    if (random.chance(3)) sections.remove(random.below(sections.count()));
    const Path path = sections.write();
    std::string bytes = read_bytes(path);
    std::filesystem::remove(path);
    return bytes;
}

template <std::string Originals::* original, const FileKind& kind>
std::string forged(Random& random) {
    const std::string& bytes = originals().*original;
    return random_bytes(random, 1) + (random.chance(30) ? misdirected(random, bytes) : rewritten(random, bytes, kind));
}

/// Any contents, with right checksums.
template <class Table>
bool read_sealed(std::string_view bytes) {
    Input input(bytes);
    const std::size_t use_of = input.below(256);
    std::string file(input.rest());
    seal(file);
    return open_and_use<Table>(use_of, file);
}

}  // namespace

std::vector<Target> table_targets() {
    using lexicon::ParaphraseTable, lexicon::StemTable, lexicon::SynonymTable;
    return {
        {"damaged paraphrases", damaged<&Originals::paraphrases>, read_as_it_is<ParaphraseTable>},
        {"damaged synonyms", damaged<&Originals::synonyms>, read_as_it_is<SynonymTable>},
        {"damaged stems", damaged<&Originals::stems>, read_as_it_is<StemTable>},
        {"forged paraphrases", forged<&Originals::paraphrases, paraphrase_kind>, read_sealed<ParaphraseTable>},
        {"forged synonyms", forged<&Originals::synonyms, synonym_kind>, read_sealed<SynonymTable>},
        {"forged stems", forged<&Originals::stems, stem_kind>, read_sealed<StemTable>},
    };
}

}  // namespace bolide::tests
