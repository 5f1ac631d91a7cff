// Segments of a hundred thousand words: bounded by the words, the candidate matches and the beam.
#include "engine/scorer.hpp"
#include "tests/harness.hpp"
#include "tests/random_input.hpp"
#include "tests/small_language.hpp"

namespace {

using namespace bolide;
using namespace bolide::tests;
using match::Matcher;

constexpr std::size_t length = 100000;
const std::string too_many =
    "more than 33554432 candidate matches between 100000 hypothesis words and 100000 reference words";

std::string repeated(const std::string& piece, std::size_t count) {
    std::string line;
    for (std::size_t i = 0; i < count; ++i) line += piece;
    return line;
}

std::string zipf_line(Random& random, const Zipf& zipf, std::size_t words) {
    std::string line;
    for (std::size_t i = 0; i < words; ++i) line += "w" + std::to_string(zipf(random)) + " ";
    return line;
}

/// Aligns one pair; returns the name of the error if it fails.
std::string aligned(const SmallLanguage& language, std::size_t beam, const std::string& hypothesis,
                    const std::string& reference, engine::AlignedPair& pair) {
    const engine::Scorer scorer(
        {text::Tokeniser(text::Normaliser(text::Apostrophe::before, {}, true), true), learn(language),
         align::JavaSettings{.beam = beam,
                             .kinds = {Matcher::exact, Matcher::stem, Matcher::synonym, Matcher::paraphrase}},
         score::Unit::words});
    return message_of<engine::SegmentError>(
        [&] { pair = scorer.align(to_batch({hypothesis}), to_batch({reference}))[0]; });
}

void check_covered_once(const engine::AlignedPair& pair) {
    std::vector<bool> here(pair.hypothesis.words.size()), there(pair.reference.words.size());
    for (const match::Match& match : pair.alignment.matches) {
        for (std::size_t k = 0; k < match.hypothesis_length; ++k) {
            CHECK(!here.at(match.hypothesis_start + k));
            here[match.hypothesis_start + k] = true;
        }
        for (std::size_t k = 0; k < match.reference_length; ++k) {
            CHECK(!there.at(match.reference_start + k));
            there[match.reference_start + k] = true;
        }
    }
}

}  // namespace

TEST("Long segments of words that hardly repeat are aligned") {
    Random random(91);
    const Zipf zipf(200000, 0.5);
    engine::AlignedPair pair;
    CHECK_EQ(aligned({}, 2, zipf_line(random, zipf, length), zipf_line(random, zipf, length / 20), pair),
             "nothing was thrown");
    CHECK_EQ(pair.hypothesis.words.size(), length);
    CHECK(!pair.alignment.matches.empty());
    check_covered_once(pair);
}

TEST("Long identical segments are matched whole, in one chunk") {
    std::string line;
    for (std::size_t i = 0; i < length; ++i) line += "w" + std::to_string(i) + " ";
    engine::AlignedPair pair;
    CHECK_EQ(aligned({}, 40, line, line, pair), "nothing was thrown");
    CHECK_EQ(pair.alignment.matches.size(), length);
    CHECK_EQ(pair.alignment.chunks, 1u);
    CHECK_EQ(pair.statistics[score::chunks], 0);
}

TEST("Ten thousand million matches are refused before they are made, by every matcher") {
    const std::string here = repeated("runs ", length), there = repeated("run ", length);
    const SmallLanguage by_stem = {.stemmer = stem::english}, by_synonym = {.synsets = "run\n1\n"},
                        by_paraphrase = {.paraphrases = "0.1\nruns\nrun\n"},
                        from_reference = {.paraphrases = "0.1\nrun\nruns\n"};
    engine::AlignedPair pair;
    CHECK_EQ(aligned({}, 40, here, here, pair), too_many);
    for (const SmallLanguage& language : {by_stem, by_synonym, by_paraphrase, from_reference})
        CHECK_EQ(aligned(language, 40, here, there, pair), too_many);
}

TEST("Long segments with paraphrases of one word throughout are aligned") {
    std::string hypothesis, reference;
    for (std::size_t i = 0; i < 3000; ++i) {
        hypothesis += "large building of w" + std::to_string(i) + " ";
        reference += "big house of v" + std::to_string(i % 7) + " ";
    }
    engine::AlignedPair pair;
    const SmallLanguage language = {.paraphrases = "0.1\nbig house\nlarge building\n"};
    CHECK_EQ(aligned(language, 2, hypothesis.substr(0, 12000), reference.substr(0, 12000), pair), "nothing was thrown");
    check_covered_once(pair);
}
