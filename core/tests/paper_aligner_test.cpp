// The papers' aligner: the best of all sets of matches, by every measure and among equals.
#include "align/paper_aligner.hpp"
#include "align/java_aligner.hpp"
#include "tests/exhaustive_aligner.hpp"
#include "tests/harness.hpp"
#include "tests/made_up_pair.hpp"

namespace {

using namespace bolide;
using namespace bolide::tests;
using align::Coverage;

void check_pair(const Pair& pair, const align::PaperSettings& settings, align::PaperAligner& aligner) {
    const std::string text = pair.text(settings.coverage == Coverage::count ? "count" : "weighted");
    align::Alignment alignment;
    aligner.align(pair.stage(), alignment);
    CHECK(alignment.is_proven);
    const auto expected = ExhaustiveAligner(kinds, settings.coverage).align(pair.hypothesis_size, pair.at);
    CHECK_EQ(text + render_all(alignment.matches), text + render_all(expected));
    CHECK_EQ(alignment.chunks, align::count_chunks(expected));
}

void check_shape(std::uint64_t seed, const Shape& shape, int rounds) {
    Random random(seed);
    for (const Coverage coverage : {Coverage::weighted, Coverage::count}) {
        const align::PaperSettings settings{.coverage = coverage, .kinds = kinds};
        align::PaperAligner aligner(settings);
        for (int round = 0; round < rounds; ++round) check_pair(make_up(random, shape), settings, aligner);
    }
}

/// Every word of the hypothesis matches every word of the reference.
match::Stage all_alike(std::uint32_t hypothesis_size, std::uint32_t reference_size) {
    match::Stage stage;
    stage.reset(hypothesis_size, reference_size);
    for (std::uint32_t j = 0; j < reference_size; ++j)
        for (std::uint32_t i = 0; i < hypothesis_size; ++i) stage.add({i, j, 1, 1, 0});
    stage.group();
    return stage;
}

}  // namespace

TEST("The papers' alignment is the first of the best among all sets of matches") {
    check_shape(1, {0, 6, 2, 6, 20}, 1500);
    check_shape(2, {3, 7, 4, 7, 10}, 300);
    check_shape(3, {2, 8, 3, 5, 70}, 300);
    check_shape(4, {10, 14, 2, 2, 15}, 100);
}

TEST(
    "No alignment of the Java search is better by the papers' measure, also where its own words are kept in large "
    "sets") {
    Random random(5);
    ExhaustiveAligner measure(kinds, Coverage::weighted);
    align::PaperAligner paper({.kinds = kinds});
    align::JavaAligner java({.beam = 40, .kinds = kinds});
    align::Alignment best, other;
    for (int round = 0; round < 60; ++round) {
        const match::Stage stage = make_up(random, {60, 90, 4, round % 2 ? 80u : 6u, 15}).stage();
        paper.align(stage, best);
        java.align(stage, other);
        CHECK(!best.is_proven || measure.value_of(best.matches) <= measure.value_of(other.matches));
    }
}

TEST("Early proofs find the same as long ones") {
    Random random(7);
    align::PaperAligner soon({.beam = align::Effort::full, .kinds = kinds}),
        late({.beam = align::Effort::full - 1, .kinds = kinds});
    align::Alignment best, other;
    int proven = 0;
    const std::vector<Shape> shapes = {{15, 40, 3, 25, 20}, {8, 14, 4, 14, 10}, {10, 25, 4, 6, 40}, {10, 20, 3, 20, 0}};
    for (int round = 0; round < 400; ++round) {
        const Pair pair = make_up(random, shapes[static_cast<std::size_t>(round) % shapes.size()]);
        soon.align(pair.stage(), best);
        late.align(pair.stage(), other);
        proven += other.is_proven;
        if (!other.is_proven) continue;
        CHECK(best.is_proven);
        CHECK_EQ(pair.text("soon") + render_all(best.matches), pair.text("soon") + render_all(other.matches));
    }
    CHECK(proven > 200);
}

TEST("A part that is too hard is searched by a beam, and the alignment says so") {
    Random random(6);
    align::PaperAligner hurried({.beam = 1, .kinds = kinds}), patient({.kinds = kinds});
    ExhaustiveAligner measure(kinds, Coverage::weighted);
    align::Alignment beam, best;
    int unproven = 0;
    for (int round = 0; round < 60; ++round) {
        const match::Stage stage = make_up(random, {20, 30, 4, 20, 20}).stage();
        hurried.align(stage, beam);
        patient.align(stage, best);
        unproven += !beam.is_proven;
        CHECK(!best.is_proven || measure.value_of(best.matches) <= measure.value_of(beam.matches));
    }
    CHECK(unproven > 10);
}

TEST("Parts of very many options are aligned by a narrow beam, without a proof") {
    align::PaperAligner aligner({.kinds = kinds});
    align::Alignment alignment;
    aligner.align(all_alike(400, 300), alignment);
    CHECK(!alignment.is_proven);
    CHECK_EQ(alignment.matches.size(), 300u);
    CHECK_EQ(alignment.chunks, 1u);
}

TEST("Long pairs with many words wanted by many places are aligned, each word once") {
    Random random(7);
    align::PaperAligner aligner({.kinds = kinds});
    align::Alignment alignment;
    for (int round = 0; round < 12; ++round) {
        const Pair pair = make_up(random, {300, 500, 6, 40, round % 2 * 10u});
        aligner.align(pair.stage(), alignment);
        std::vector<int> uses(pair.hypothesis_size);
        std::uint32_t end = 0;
        for (const match::Match& match : alignment.matches) {
            CHECK(match.reference_start >= end);
            end = match.reference_start + match.reference_length;
            for (std::uint32_t k = 0; k < match.hypothesis_length; ++k) CHECK_EQ(++uses[match.hypothesis_start + k], 1);
        }
    }
}

TEST("A pair that cannot be proven is given up if allowed") {
    align::PaperAligner aligner({.kinds = kinds});
    align::Alignment alignment;
    CHECK(aligner.align(all_alike(30, 30), alignment, true));
    CHECK(!aligner.align(all_alike(400, 300), alignment, true));
}
