// The paraphrase table: compiled from text, looked up, walked through.
#include <cmath>
#include <cstring>

#include "lexicon/paraphrase_table.hpp"
#include "tests/harness.hpp"
#include "tests/random_input.hpp"
#include "tests/small_language.hpp"

namespace {

using namespace bolide;
using namespace bolide::tests;
using lexicon::ParaphraseTable;
using resource::ResourceError;

std::string compile_error(std::string_view text) {
    return message_of<ResourceError>([&] {
        lexicon::ParaphraseCompiler compiler;
        compiler.feed(text);
        compiler.write(scratch_file(), {});
    });
}

/// The paraphrases of a phrase with their probabilities, in thousandths.
std::string looked_up(const ParaphraseTable& table, std::string_view phrase) {
    std::string all;
    for (const auto& [text, probability] : table.look_up(words_of(phrase)))
        all += text + " " + std::to_string(std::lround(1000 * probability)) + "; ";
    return all;
}

std::uint32_t number_of(const ParaphraseTable& table, std::string_view word) { return table.word(word).value(); }

/// A vocabulary of `count` words, of which the last ones get the largest numbers.
std::string large_table(std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i + 1 < count; i += 2)
        text += "0.5\nw" + std::to_string(i) + "\nw" + std::to_string(i + 1) + "\n";
    return text;
}

}  // namespace

TEST("The paraphrases of a phrase come in the order of the text, with their probabilities") {
    const auto table = compiled_paraphrases(
        "0.5\nbig house\nlarge building\n0.25\nbig\nlarge\n0.125\nbig house\nmansion\n0.1\nbig\nhuge\n");
    CHECK_EQ(looked_up(*table, "big house"), "large building 500; mansion 125; ");
    CHECK_EQ(looked_up(*table, "big"), "large 250; huge 100; ");
    CHECK_EQ(table->entries(), 4u);
    CHECK_EQ(table->phrases(), 2u);
    CHECK_EQ(table->words(), 6u);
}

TEST("Only phrases A have paraphrases: not their beginnings, ends, continuations, nor phrases B") {
    const auto table = compiled_paraphrases("0.5\nin spite of\ndespite\n");
    for (const std::string_view phrase :
         {"in", "in spite", "of", "spite of", "in spite of it", "despite", "nowhere", ""})
        CHECK_EQ(looked_up(*table, phrase), "");
    CHECK_EQ(looked_up(*table, "in spite of"), "despite 500; ");
}

TEST("The tree of phrases is walked word by word") {
    const auto table = compiled_paraphrases("0.5\nin spite of\ndespite\n0.5\nin\ninside\n");
    const auto in = table->child(0, number_of(*table, "in"));
    const auto spite = table->child(in, number_of(*table, "spite"));
    const auto of = table->child(spite, number_of(*table, "of"));
    CHECK(in && spite && of && in != spite && spite != of);
    CHECK_EQ(table->child(in, number_of(*table, "of")), 0u);
    CHECK_EQ(table->child(of, number_of(*table, "in")), 0u);
    CHECK_EQ(table->child(0, number_of(*table, "despite")), 0u);
    CHECK(table->paraphrases(spite).empty() && !table->paraphrases(of).empty());
    const auto may_have = [&](lexicon::TrieNode node, std::string_view word) {
        return table->may_have_child(ParaphraseTable::edge_hash(node, number_of(*table, word)));
    };
    CHECK(may_have(0, "in") && may_have(in, "spite"));
    CHECK(!table->word("absent"));
}

TEST("Text may be fed in pieces of any size, with any line ends and blanks") {
    const std::string text = "0.5\r\n big\thouse \r\nlarge  building\r\n.25\nbig\nlarge";
    for (std::size_t size = 1; size <= text.size(); ++size) {
        lexicon::ParaphraseCompiler compiler;
        for (std::size_t at = 0; at < text.size(); at += size) compiler.feed(std::string_view(text).substr(at, size));
        const auto path = scratch_file();
        CHECK_EQ(compiler.write(path, {}), 2u);
        const ParaphraseTable table(path);
        CHECK_EQ(looked_up(table, "big house") + looked_up(table, "big"), "large building 500; large 250; ");
    }
}

TEST("An empty text makes an empty table") {
    const auto table = compiled_paraphrases("");
    CHECK_EQ(table->entries() + table->words() + table->phrases(), 0u);
    CHECK(table->look_up({"a"}).empty() && table->look_up({}).empty());
}

TEST("A broken entry is named by its line") {
    CHECK_EQ(compile_error("0.5\na\nb\nhalf\nc\nd\n"), "line 4: a probability was expected, not \"half\"");
    CHECK_EQ(compile_error("0.5\n \nb\n"), "line 2: a phrase was expected, not an empty line");
    CHECK_EQ(compile_error("0.5\na\n\n"), "line 3: a phrase was expected, not an empty line");
    CHECK_EQ(compile_error("0.5\na\nb\n0.5\na\n"), "line 5: the text ends inside an entry of three lines");
    CHECK_EQ(compile_error("0.5"), "line 1: the text ends inside an entry of three lines");
    for (const std::string_view number : {"", "nan", "inf", "-0.5", "0.5x", "0,5", "1e999"})
        CHECK_EQ(compile_error(std::string(number) + "\na\nb\n"),
                 "line 1: a probability was expected, not \"" + std::string(number) + "\"");
}

TEST("Bytes that are not UTF-8 do not get into a message") {
    CHECK_EQ(compile_error("0.5\xFF\na\nb\n"), "line 1: a probability was expected, not \"0.5\uFFFD\"");
}

TEST("A phrase of a hundred words is taken, one of a hundred and one is not") {
    std::string phrase = "w";
    for (int i = 1; i < 100; ++i) phrase += " w";
    const auto table = compiled_paraphrases("0.5\n" + phrase + "\n" + phrase + "\n");
    CHECK_EQ(looked_up(*table, phrase), phrase + " 500; ");
    CHECK_EQ(compile_error("0.5\na\n" + phrase + " w\n"), "line 3: a phrase has more than 100 words");
    CHECK_EQ(compile_error("0.5\n" + phrase + " w\nb\n"), "line 2: a phrase has more than 100 words");
}

TEST("Words are numbered by falling frequency, first come first") {
    const auto table = compiled_paraphrases("0.5\nb a\nc a\n0.5\na\nc d\n");
    CHECK_EQ(table->word("a").value(), 0u);
    CHECK_EQ(table->word("c").value(), 1u);
    CHECK_EQ(table->word("b").value(), 2u);
    CHECK_EQ(table->word("d").value(), 3u);
}

TEST("Numbers of words survive the way into units and back, and no code is the beginning of another") {
    for (const std::uint32_t word :
         {0u, 1u, 0x6FFFu, 0x7000u, 0x7001u, 0xEFFFu, 0xF000u, lexicon::most_different_words - 1}) {
        std::vector<std::uint16_t> units;
        ParaphraseTable::encode(word, units);
        CHECK_EQ(units.size(), word < 0x7000 ? 1u : 2u);
        CHECK_EQ(units.front() < 0x7000, units.size() == 1);
        for (const std::uint16_t unit : units) CHECK(unit < lexicon::last_unit);
        std::size_t at = 0;
        CHECK_EQ(ParaphraseTable::decode(units, at), word);
        CHECK_EQ(at, units.size());
    }
    std::size_t at = 0;
    CHECK_EQ(ParaphraseTable::decode(std::vector<std::uint16_t>{0x7000}, at), lexicon::most_different_words);
    CHECK_EQ(at, 1u);
}

TEST("Phrases are skipped by their last units, wherever those are") {
    for (std::uint32_t lasts = 0; lasts < 1u << 11; ++lasts) {
        std::vector<std::uint16_t> units;
        for (std::size_t at = 0; at < 11; ++at)
            units.push_back(static_cast<std::uint16_t>(at | (lasts >> at & 1 ? lexicon::last_unit : 0)));
        for (std::size_t start = 0; start <= units.size(); start += 3)
            for (std::size_t phrases = 0; phrases < 5; ++phrases) {
                std::size_t end = start;
                for (std::size_t left = phrases; left && end < units.size(); ++end) left -= units[end] >> 15;
                CHECK_EQ(ParaphraseTable::skip(units, start, phrases), end);
            }
    }
}

TEST("The first node of a word is the child of the root") {
    const auto table = compiled_paraphrases("0.5\nin spite of\ndespite\n0.5\nin\ninside\n");
    for (const std::string_view word : {"in", "spite", "of", "despite", "inside"})
        CHECK_EQ(table->first_node(number_of(*table, word)), table->child(0, number_of(*table, word)));
    CHECK(table->first_node(number_of(*table, "in")) && !table->first_node(number_of(*table, "spite")));
}

TEST("A vocabulary that needs two units for its rare words is looked up like any other") {
    const std::size_t count = 0x7000 + 0x10000 + 100;
    const auto table = compiled_paraphrases(large_table(count));
    CHECK_EQ(table->words(), count);
    CHECK_EQ(table->entries(), count / 2);
    for (const std::size_t word : std::vector<std::size_t>{0, 0x6FFE, 0x7000, 0x7002, 0xEFFE, 0xF000, count - 2}) {
        CHECK_EQ(table->word("w" + std::to_string(word)).value(), word);
        CHECK_EQ(looked_up(*table, "w" + std::to_string(word)), "w" + std::to_string(word + 1) + " 500; ");
    }
    std::string phrase = "w" + std::to_string(count - 1);
    for (int i = 1; i < 100; ++i) phrase += " w" + std::to_string(count - 1);
    const auto longest = compiled_paraphrases(large_table(count) + "0.5\n" + phrase + "\n" + phrase + "\n");
    CHECK_EQ(looked_up(*longest, phrase), phrase + " 500; ");
}

TEST("A damaged table is refused; damage to its probabilities, which scoring never reads, is found by check") {
    const auto path = scratch_file(), damaged = scratch_file();
    lexicon::ParaphraseCompiler compiler;
    compiler.feed("0.5\nbig house\nlarge building\n0.25\nbig\nlarge\n");
    compiler.write(path, {});
    const std::string whole = read_bytes(path);
    const float half = 0.5f, quarter = 0.25f;
    std::string probabilities(8, '\0');
    std::memcpy(probabilities.data(), &quarter, 4);
    std::memcpy(probabilities.data() + 4, &half, 4);
    const std::size_t late = whole.find(probabilities);
    CHECK(late != whole.npos);
    for (std::size_t at = 0; at < whole.size(); at += 3) {
        std::string bytes = whole;
        bytes[at] = static_cast<char>(bytes[at] ^ 0x10);
        write_bytes(damaged, bytes);
        const auto open = [&] { const ParaphraseTable table(damaged); };
        const auto check = [&] { ParaphraseTable(damaged).file().check(); };
        const std::string nothing = "nothing was thrown";
        if (at >= late && at < late + 8) CHECK(message_of<ResourceError>(open) == nothing);
        if (at >= late && at < late + 8) CHECK(message_of<ResourceError>(check) != nothing);
        if (message_of<ResourceError>(check) == nothing) CHECK_EQ(whole[at], '\0');  // Padding.
    }
}
