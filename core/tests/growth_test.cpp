// Sentences joined into one segment: the work grows with their number, not with its square.
#include "engine/scorer.hpp"
#include "tests/harness.hpp"
#include "tests/random_input.hpp"
#include "tests/small_language.hpp"
#include "tests/steps.hpp"

namespace {

using namespace bolide;
using namespace bolide::tests;
using match::Matcher;

constexpr std::size_t sentences = 64, words_of_sentence = 20;

/// A sentence of words: some frequent, some similar, some shared with the other sentence.
std::string sentence(Random& random, const Zipf& zipf) {
    static const std::array<std::string, 4> endings = {"", "en", "ung", "lich"};
    std::string line;
    for (std::size_t i = 0; i < words_of_sentence; ++i) {
        const std::size_t word = zipf(random);
        line += word < 8 ? std::string(1, static_cast<char>('a' + word))
                         : "wort" + std::to_string(word) + endings[random.below(endings.size())];
        line += ' ';
    }
    return line;
}

/// The steps for all sentences, with `together` of them in each segment.
std::uint64_t steps_for(const align::AlignerSettings& aligner, const std::vector<std::string>& ours,
                        const std::vector<std::string>& theirs, std::size_t together) {
    const engine::Scorer scorer({text::Tokeniser(std::nullopt, false, true), learn({}), aligner, score::Unit::words});
    std::vector<std::string> here, there;
    for (std::size_t at = 0; at < sentences; at += together) {
        here.emplace_back();
        there.emplace_back();
        for (std::size_t k = at; k < at + together; ++k) {
            here.back() += ours[k];
            there.back() += theirs[k];
        }
    }
    const engine::Pairs pairs = one_to_one(here, there);
    std::vector<std::int64_t> rows(here.size() * scorer.columns());
    const std::uint64_t before = steps.taken;
    scorer.statistics(pairs, 1, rows);
    return steps.taken - before;
}

/// Some sentences for both sides.
std::array<std::vector<std::string>, 2> made_up_sentences() {
    Random random(5);
    const Zipf zipf(3000, 1.0);
    std::array<std::vector<std::string>, 2> sides;
    for (std::size_t i = 0; i < sentences; ++i)
        for (auto& side : sides) side.push_back(sentence(random, zipf));
    return sides;
}

TEST("Sixty-four sentences in one segment take a bounded number of times the steps of sixty-four segments") {
    const align::PaperSettings aligner{.beam = 8, .kinds = {Matcher::exact, Matcher::spelling}};
    const auto [ours, theirs] = made_up_sentences();
    const std::uint64_t single = steps_for(aligner, ours, theirs, 1);
    // Segments of four stay whole; the others are cut into pieces (align/pieces.hpp).
    for (const auto& [together, most] : {std::pair<std::size_t, std::uint64_t>{4, 8}, {16, 5}, {64, 5}})
        CHECK(steps_for(aligner, ours, theirs, together) <= most * single);
}

TEST("The papers' aligner takes at most ten times the steps of the jar's, however long segments are") {
    const align::PaperSettings paper{.kinds = {Matcher::exact}};
    const align::JavaSettings java{.beam = 40, .kinds = {Matcher::exact}};
    const auto [ours, theirs] = made_up_sentences();
    for (const std::size_t together : {1, 2, 4, 8, 16, 32, 64})
        CHECK(steps_for(paper, ours, theirs, together) <= 10 * steps_for(java, ours, theirs, together));
}

TEST("Equal words, twice as many on one side, take steps in proportion to their number") {
    for (const align::AlignerSettings& aligner :
         {align::AlignerSettings(align::StagedSettings{64, {Matcher::exact}}),
          align::AlignerSettings(align::PaperSettings{.kinds = {Matcher::exact}})}) {
        const auto steps_of = [&](std::size_t words) {
            std::string line;
            for (std::size_t i = 0; i < words; ++i) line += "a ";
            return steps_for(aligner, std::vector(sentences, line), std::vector(sentences, line + line), sentences);
        };
        const std::uint64_t few = steps_of(2);
        CHECK(steps_of(16) <= 12 * few);
    }
}

}  // namespace
