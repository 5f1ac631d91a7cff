// Sentences put together into one segment: the work for them grows with their number, not with its square.
#include <array>

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

/// A sentence of words of which some are frequent, some alike, and some as in the other one.
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

/// The steps for all sentences, of which `together` are one segment.
std::uint64_t steps_for(const std::vector<std::string>& ours, const std::vector<std::string>& theirs,
                        std::size_t together) {
    const engine::Scorer scorer({text::Tokeniser(std::nullopt, false, true), learn({}),
                                 align::PaperSettings{.kinds = {Matcher::exact, Matcher::spelling}, .beam = 8},
                                 score::Unit::length});
    engine::Pairs pairs{engine::Batch(false), engine::Batch(false), {}};
    std::vector<std::string> here, there;
    for (std::size_t at = 0; at < sentences; at += together) {
        here.emplace_back();
        there.emplace_back();
        for (std::size_t k = at; k < at + together; ++k) {
            here.back() += ours[k];
            there.back() += theirs[k];
        }
        pairs.reference_ends.push_back(here.size());
    }
    for (const std::string& line : here) pairs.hypotheses.add_piece(line), pairs.hypotheses.end_segment();
    for (const std::string& line : there) pairs.references.add_piece(line), pairs.references.end_segment();
    std::vector<std::int64_t> rows(here.size() * scorer.columns());
    const std::uint64_t before = steps.taken;
    scorer.statistics(pairs, 1, rows);
    return steps.taken - before;
}

TEST("Sixty-four sentences in one segment take a bounded number of times the steps of sixty-four segments") {
    Random random(5);
    const Zipf zipf(3000, 1.0);
    std::vector<std::string> ours, theirs;
    for (std::size_t i = 0; i < sentences; ++i) {
        ours.push_back(sentence(random, zipf));
        theirs.push_back(sentence(random, zipf));
    }
    const std::uint64_t single = steps_for(ours, theirs, 1);
    // Four are a segment that stays whole; the others are cut into pieces (align/pieces.hpp).
    for (const auto& [together, most] : {std::pair<std::size_t, std::uint64_t>{4, 8}, {16, 5}, {64, 5}})
        CHECK(steps_for(ours, theirs, together) <= most * single);
}

}  // namespace
