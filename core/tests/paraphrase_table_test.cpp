// The paraphrase table: compiled from text, looked up, walked through.
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

TEST("A phrase of a hundred words is taken, one of a hundred and one is not") {
    std::string phrase = "w";
    for (int i = 1; i < 100; ++i) phrase += " w";
    const auto table = compiled_paraphrases("0.5\n" + phrase + "\n" + phrase + "\n");
    CHECK_EQ(looked_up(*table, phrase), phrase + " 500; ");
    CHECK_EQ(compile_error("0.5\na\n" + phrase + " w\n"), "line 3: a phrase has more than 100 words");
    CHECK_EQ(compile_error("0.5\n" + phrase + " w\nb\n"), "line 2: a phrase has more than 100 words");
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
