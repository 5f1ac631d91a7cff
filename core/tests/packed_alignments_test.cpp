// Alignments as flat arrays.
#include "engine/scorer.hpp"
#include "tests/harness.hpp"

namespace {

using namespace bolide;
using engine::AlignedPair;
using engine::PackedAlignments;

AlignedPair pair_of(std::vector<std::string> hypothesis, std::vector<std::string> reference) {
    AlignedPair pair;
    pair.hypothesis.function.resize(hypothesis.size());
    pair.reference.function.resize(reference.size());
    pair.hypothesis.words = std::move(hypothesis);
    pair.reference.words = std::move(reference);
    return pair;
}

}  // namespace

TEST("Words are numbered as they come up, and sides and matches end where they end") {
    std::vector<AlignedPair> pairs = {pair_of({"a", "b"}, {"b"}), pair_of({}, {"c", "a"})};
    pairs[0].alignment.matches = {{1, 0, 1, 1, 2}};
    pairs[0].statistics = {7, 8};
    pairs[1].statistics = {9, 10};
    const PackedAlignments packed = engine::pack(pairs);
    CHECK(packed.vocabulary == (std::vector<std::string>{"a", "b", "c"}));
    CHECK(packed.words == (std::vector<std::int32_t>{0, 1, 1, 2, 0}));
    CHECK(packed.word_ends == (std::vector<std::int32_t>{2, 3, 3, 5}));
    CHECK(packed.matches == (std::vector<std::int32_t>{1, 1, 0, 1, 2, match::whole}));
    CHECK(packed.match_ends == (std::vector<std::int32_t>{1, 1}));
    CHECK(packed.statistics == (std::vector<std::int64_t>{7, 8, 9, 10}));
    CHECK(packed.kinds == (std::vector<std::uint8_t>(5)));
    CHECK(!packed.has_copy_words);
}

TEST("Function words, copy words and similarities are kept") {
    std::vector<AlignedPair> pairs = {pair_of({"a", "b", "c"}, {"d"})};
    pairs[0].hypothesis.function = {true, false, true};
    pairs[0].hypothesis.copy = {0, 1, 1};
    pairs[0].reference.copy = {0};
    pairs[0].alignment.matches = {{2, 0, 1, 1, 0}};
    pairs[0].alignment.similarities = {700};
    const PackedAlignments packed = engine::pack(pairs);
    CHECK(packed.kinds == (std::vector<std::uint8_t>{1, 2, 3, 0}));
    CHECK(packed.matches == (std::vector<std::int32_t>{2, 1, 0, 1, 0, 700}));
    CHECK(packed.has_copy_words);
}
