// The Java aligner: alignments of the jar, and random stages compared with the textbook.
#include "align/java_aligner.hpp"
#include "match/stage_builder.hpp"
#include "tests/harness.hpp"
#include "tests/made_up_pair.hpp"
#include "tests/small_language.hpp"
#include "tests/textbook_aligner.hpp"

namespace {

using namespace bolide;
using namespace bolide::tests;
using align::Objective;
using match::Match;
using match::Matcher;

/// The kernels that this processor can run; none without GCC's vectors.
std::vector<align::SmallKernel> kernels() {
    std::vector<align::SmallKernel> found;
    if (align::plain_small_kernel) found = {align::plain_small_kernel};
    if (align::small_kernel() != align::plain_small_kernel) found.push_back(align::small_kernel());
    return found;
}

/// The jar's example table, and the synonyms used in it.
const SmallLanguage examples = {
    .stemmer = stem::english,
    .synsets = "run\n1\nrunning\n1 2\nbig\n3\nlarge\n3\n",
    .paraphrases = "0.5\nbig house\nlarge building\n0.1\ncat\ndog animal\n0.2\nx y z\nq r s\n0.1\nk\nl\n"};

std::string aligned(std::string_view hypothesis, std::string_view reference, std::size_t beam = 40,
                    Objective objective = Objective::coverage) {
    lexicon::Lexicon lexicon(learn(examples));
    const auto here = intern(lexicon, hypothesis), there = intern(lexicon, reference);
    match::Stage stage;
    match::StageBuilder(kinds).build(lexicon, here, there, stage);
    align::Alignment alignment;
    align::JavaAligner({beam, objective, kinds}).align(stage, alignment);
    return render_all(alignment.matches);
}

/// Aligns a pair by the aligner, by its versions for small and large segments, and by the textbook.
void check_pair(const Pair& pair, const align::JavaSettings& settings) {
    const match::Stage stage = pair.stage();
    const std::string search = settings.objective == Objective::coverage ? "coverage" : "accuracy";
    const std::string text = pair.text(search + ", beam " + std::to_string(settings.beam));
    const std::string expected = render_all(TextbookAligner(settings).align(pair.hypothesis_size, pair.at));
    align::Alignment alignment;
    align::JavaAligner(settings).align(stage, alignment);
    CHECK_EQ(text + render_all(alignment.matches), text + expected);
    CHECK_EQ(alignment.chunks, align::count_chunks(alignment.matches));
    for (const align::SmallKernel kernel : kernels())
        if (align::SmallSearch(kernel).run(stage, settings, alignment)) {
            CHECK_EQ(text + "small " + render_all(alignment.matches), text + "small " + expected);
            CHECK_EQ(alignment.chunks, align::count_chunks(alignment.matches));
        }
    align::WideSearch().run(stage, settings, alignment);
    CHECK_EQ(text + "wide " + render_all(alignment.matches), text + "wide " + expected);
}

void check_shape(std::uint64_t seed, const Shape& shape, int rounds) {
    Random random(seed);
    for (int round = 0; round < rounds; ++round) {
        const Pair pair = make_up(random, shape);
        for (const std::size_t beam : {1, 2, 3, 5, 40, 64, 65}) check_pair(pair, {beam, Objective::coverage, kinds});
        check_pair(pair, {random.chance(50) ? 40u : 4u, Objective::accuracy, kinds});
    }
}

}  // namespace

TEST("The jar's alignments of its examples are reproduced, for both objectives") {
    struct Case {
        std::string_view hypothesis, reference, coverage, accuracy = "the same";
    };
    constexpr Case cases[] = {
        {"runs", "run", "", "0:1 0:1 1"},
        {"run running", "runs", "", "0:1 0:1 1"},
        {"runs", "run running", "", "1:1 0:1 1"},
        {"the run running", "the runs", "0:1 0:1 0, 1:1 1:1 1"},
        {"a run running b", "a runs b", "0:1 0:1 0, 1:1 1:1 1, 2:1 3:1 0"},
        {"a b a", "a", "0:1 0:1 0"},
        {"a", "a b a", "2:1 0:1 0"},
        {"a x a", "a y a", "0:1 0:1 0, 2:1 2:1 0"},
        {"a b c a", "a b a c", "0:1 0:1 0, 1:1 1:1 0, 2:1 3:1 0, 3:1 2:1 0"},
        {"large building here", "big house here", "0:2 0:2 3, 2:1 2:1 0", "0:1 0:1 2, 2:1 2:1 0"},
        {"large building large building", "big house", "0:2 0:2 3", "0:1 0:1 2"},
        {"q r s", "x y z", "0:3 0:3 3"},
        {"q r s q r s", "x y z", "0:3 0:3 3"},
        {"l l", "k", "", "0:1 0:1 3"},
        {"big house", "big house", "0:1 0:1 0, 1:1 1:1 0"},
        {"k", "l", "0:1 0:1 3"},
        {"a a a", "a a", "0:1 0:1 0, 1:1 1:1 0"},
        {"c a b", "a b c", "0:1 1:1 0, 1:1 2:1 0, 2:1 0:1 0"},
        {"b a", "a b", "0:1 1:1 0, 1:1 0:1 0"},
        {"x a x", "a x a", "1:1 0:1 0, 2:1 1:1 0"},
        {"", "a", ""},
        {"a", "", ""},
        {"", "", ""},
    };
    for (const auto& [hypothesis, reference, coverage, accuracy] : cases) {
        const std::string pair = std::string(hypothesis) + " / " + std::string(reference) + ": ";
        CHECK_EQ(pair + aligned(hypothesis, reference), pair + std::string(coverage));
        CHECK_EQ(pair + aligned(hypothesis, reference, 40, Objective::accuracy),
                 pair + std::string(accuracy == "the same" ? coverage : accuracy));
    }
}

TEST("With a beam of 0 only uncontested matches are left") {
    CHECK_EQ(aligned("a b a c", "c a b", 0), "0:1 3:1 0, 2:1 1:1 0");
    CHECK_EQ(aligned("runs", "run", 0), "");
}

TEST("The small search takes pairs of usual length, and declines those that do not fit") {
    Random random(50);
    const Pair usual = make_up(random, {25, 25, 2, 4, 20});
    const Pair crowded = make_up(random, {40, 40, 40, 40, 0});
    align::Alignment alignment;
    for (const align::SmallKernel kernel : kernels()) {
        align::SmallSearch search(kernel);
        CHECK(search.run(usual.stage(), {40, Objective::coverage, kinds}, alignment));
        CHECK(!search.run(usual.stage(), {65, Objective::coverage, kinds}, alignment));
        CHECK(!search.run(usual.stage(), {0, Objective::coverage, kinds}, alignment));
        CHECK(!search.run(crowded.stage(), {40, Objective::coverage, kinds}, alignment));
    }
}

TEST(
    "Random stages are aligned as in the textbook: small, with many or few rivals, of phrases, beyond 64 and 128 "
    "words") {
    check_shape(51, {0, 8, 3, 8, 30}, 1500);
    check_shape(52, {4, 12, 5, 6, 0}, 500);
    check_shape(53, {8, 20, 8, 20, 10}, 100);
    check_shape(54, {10, 40, 1, 3, 20}, 400);
    check_shape(55, {6, 16, 3, 8, 80}, 400);
    check_shape(56, {60, 70, 3, 4, 30}, 12);
    check_shape(57, {124, 140, 2, 5, 30}, 6);
    check_shape(58, {190, 200, 2, 3, 20}, 3);
}

TEST("A beam that is never full keeps every path, as in the textbook") {
    Random random(59);
    for (int round = 0; round < 200; ++round)
        for (const std::size_t beam : {2000, INT32_MAX})
            check_pair(make_up(random, {0, 6, 2, 6, 30}), {beam, Objective::coverage, kinds});
}

TEST("A beam with more paths than fit into memory is refused, and the aligner stays usable") {
    Pair pair{12, std::vector<std::vector<Match>>(12)};
    for (std::uint32_t j = 0; j < 12; ++j)
        for (std::uint32_t i = 0; i < 12; ++i) pair.at[j].push_back({i, j, 1, 1, 0});
    align::JavaAligner aligner({INT32_MAX, Objective::coverage, kinds});
    align::Alignment alignment;
    CHECK_EQ(message_of<align::TooManyPaths>([&] { aligner.align(pair.stage(), alignment); }),
             "the beam is so wide that it keeps more than 1048576 partial alignments");
    pair.at.resize(4);
    aligner.align(pair.stage(), alignment);
    CHECK_EQ(render_all(alignment.matches),
             render_all(TextbookAligner({40, Objective::coverage, kinds}).align(12, pair.at)));
}

TEST("Few words with very many rival matches are aligned as in the textbook") {
    const std::uint32_t size = 660;
    Pair pair{64, std::vector<std::vector<Match>>(size)};
    for (std::uint32_t j = 0; j < size; ++j)
        for (std::uint32_t i = 0; i < 64; ++i)
            pair.at[j].push_back({(i * 29 + j) % 64, j, 1, 1, static_cast<std::uint8_t>((i + j) % 3)});
    check_pair(pair, {40, Objective::accuracy, kinds});
}
