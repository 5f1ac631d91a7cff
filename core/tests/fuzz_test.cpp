// Input nobody would write, beyond what the fuzzer (core/tests/fuzz) makes up.
#include "lexicon/paraphrase_table.hpp"
#include "stem/stemmer.hpp"
#include "tests/harness.hpp"
#include "tests/random_input.hpp"
#include "tests/scratch_file.hpp"

namespace {

using namespace bolide;
using namespace bolide::tests;
using resource::ResourceError;
using Path = std::filesystem::path;

}  // namespace

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
    const Path path = scratch_file();
    lexicon::ParaphraseCompiler compiler;
    compiler.feed(
        "0.5\nbig house\nlarge building\n0.25\nbig\nlarge\n0.1\nhouse\nbuilding\n0.1\nthe house of\nmansion\n");
    compiler.write(path, {});
    const std::string whole = read_bytes(path);
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
