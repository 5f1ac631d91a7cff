// Statistics and the formula: the jar's numbers for some pairs.
#include <set>

#include "score/formula.hpp"
#include "score/power.hpp"
#include "score/statistics.hpp"
#include "tests/harness.hpp"
#include "tests/java_row.hpp"
#include "tests/small_language.hpp"

namespace {

using namespace bolide;
using namespace bolide::tests;

/// The statistics of a pair with this alignment.
Row counted(std::string_view hypothesis, std::string_view reference, const std::vector<match::Match>& matches,
            score::Unit unit = score::Unit::words) {
    lexicon::Lexicon lexicon(learn({.function_words = "the was on at"}));
    const auto here = intern(lexicon, hypothesis), there = intern(lexicon, reference);
    Row row;
    row.fill(-1);
    score::count(lexicon, here, there, {matches, align::count_chunks(matches), {}}, unit, row);
    return row;
}

constexpr score::Parameters ranking = {0.85, 0.2, 0.6, 0.75, {1.0, 0.6, 0.8, 0.6}};
constexpr score::Parameters adequacy = {0.75, 1.4, 0.45, 0.7, {1.0, 1.0, 0.6, 0.8}};

constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

/// Rows of statistics with the jar's output for them: precision, recall, penalty and score, for two tasks.
struct Printed {
    std::vector<std::int64_t> row;
    std::array<double, 4> ranking, adequacy;
};

const Printed printed[] = {
    {{8, 8, 2, 2, 6, 6, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 8}, {1.0, 1.0, 0.0, 1.0}, {1.0, 1.0, 0.0, 1.0}},
    {{6, 8, 3, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 4, 4},
     {0.7333333333333334, 0.44000000000000006, 0.5223303379776745, 0.22359005456364178},
     {0.7999999999999998, 0.5, 0.1705181137324198, 0.4576451786303891}},
    {{2, 5, 0, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2},
     {1.0, 0.5454545454545454, 0.5223303379776745, 0.2796115094764832},
     {1.0, 0.5185185185185185, 0.1705181137324198, 0.48895774348404725}},
    {{7, 8, 3, 4, 1, 1, 2, 2, 0, 0, 0, 0, 1, 1, 0, 0, 2, 2, 0, 1, 2, 6, 7},
     {0.7333333333333333, 0.725, 0.4739958924535965, 0.38200412135982403},
     {0.7675675675675675, 0.77, 0.08641234848572367, 0.7029056122196919}},
    {{4, 4, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 4},
     {1.0, 1.0, 0.6, 0.4},
     {1.0, 1.0, 0.45, 0.55}},
    // The sum of all segments.
    {{33, 38, 13, 12, 13, 13, 7, 7, 1, 1, 0, 0, 1, 1, 0, 0, 2, 2, 0, 1, 9, 24, 25},
     {0.736986301369863, 0.6044444444444445, 0.4910961567293263, 0.3161322279623265},
     {0.7508379888268156, 0.6275229357798164, 0.11074382226473653, 0.5819218593029069}},
    // No match, an empty hypothesis, an empty reference, both empty.
    {{4, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
     {0.0, 0.0, undefined, 0.0},
     {0.0, 0.0, undefined, 0.0}},
    {{0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
     {undefined, 0.0, undefined, 0.0},
     {undefined, 0.0, undefined, 0.0}},
    {{2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
     {0.0, undefined, undefined, 0.0},
     {0.0, undefined, undefined, 0.0}},
    {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
     {undefined, undefined, undefined, 0.0},
     {undefined, undefined, undefined, 0.0}},
};

/// Whether two numbers are the same double; NaN is the same as NaN.
bool is_same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

void check_printed(const score::Score& found, const std::array<double, 4>& expected) {
    CHECK(is_same(found.precision, expected[0]));
    CHECK(is_same(found.recall, expected[1]));
    CHECK(is_same(found.penalty, expected[2]));
    CHECK(is_same(found.score, expected[3]));
}

}  // namespace

TEST("A segment matched whole in one chunk has no chunk; in two, or not whole, it has them") {
    const auto chunks = [](std::string_view hypothesis, std::string_view reference,
                           const std::vector<match::Match>& matches) {
        return counted(hypothesis, reference, matches)[score::chunks];
    };
    CHECK_EQ(chunks("a b", "a b", {{0, 0, 1, 1, 0}, {1, 1, 1, 1, 0}}), 0);
    CHECK_EQ(chunks("x", "a b", {{0, 0, 1, 2, 3}}), 0);
    CHECK_EQ(chunks("b a", "a b", {{1, 0, 1, 1, 0}, {0, 1, 1, 1, 0}}), 2);
    CHECK_EQ(chunks("a b", "a b c", {{0, 0, 1, 1, 0}, {1, 1, 1, 1, 0}}), 1);
    CHECK_EQ(chunks("a b c", "a b", {{0, 0, 1, 1, 0}, {1, 1, 1, 1, 0}}), 1);
    CHECK_EQ(chunks("", "", {}), 0);
}

TEST("The chunk of a segment matched whole in one chunk has a separate column") {
    CHECK_EQ(counted("a b", "a b", {{0, 0, 1, 1, 0}, {1, 1, 1, 1, 0}})[score::whole_chunks], 1);
    CHECK_EQ(counted("b a", "a b", {{1, 0, 1, 1, 0}, {0, 1, 1, 1, 0}})[score::whole_chunks], 0);
    CHECK_EQ(counted("a b", "a b c", {{0, 0, 1, 1, 0}, {1, 1, 1, 1, 0}})[score::whole_chunks], 0);
    CHECK_EQ(counted("", "", {})[score::whole_chunks], 0);
}

TEST("The papers' penalty counts every chunk, even that of a segment matched whole") {
    const Row whole = counted("a b", "a b", {{0, 0, 1, 1, 0}, {1, 1, 1, 1, 0}});
    score::Parameters parameters{0.5, 1.0, 0.5, 0.5, {1}};
    CHECK_EQ(score::score(whole, parameters).score, 1.0);
    parameters.penalty = score::Penalty::paper;
    CHECK_EQ(score::score(whole, parameters).fragmentation, 0.5);
    CHECK_EQ(score::score(whole, parameters).score, 0.75);
}

TEST("Precision, recall, penalty and score are the jar's") {
    for (const auto& [row, by_ranking, by_adequacy] : printed) {
        check_printed(score::score(from_java(row), ranking), by_ranking);
        check_printed(score::score(from_java(row), adequacy), by_adequacy);
    }
}

TEST("The means of a corpus are the jar's") {
    CHECK_EQ(score::score(from_java(printed[5].row), ranking).f1, 0.6641673852857077);
    CHECK_EQ(score::score(from_java(printed[5].row), ranking).f_mean, 0.6212022804358808);
    CHECK_EQ(score::score(from_java(printed[5].row), adequacy).f1, 0.6836642720092811);
    CHECK_EQ(score::score(from_java(printed[5].row), adequacy).f_mean, 0.6543916970978281);
}

TEST("Powers are Java's, to the last bit, for the fragmentations and betas that occur") {
    // Count and FNV hash of the bits, for up to 150 matched words of both sides together.
    std::size_t count = 0;
    std::uint64_t hash = 0xCBF29CE484222325;
    for (const double beta : {0.1, 0.2, 1.0, 1.3, 1.4, 1.5})
        for (int words = 1; words <= 150; ++words)
            for (int chunks = 1; 2 * chunks <= words; ++chunks, ++count)
                hash =
                    (hash ^ std::bit_cast<std::uint64_t>(score::power(chunks / (words / 2.0), beta))) * 0x100000001B3;
    CHECK_EQ(count, 33750u);
    CHECK_EQ(hash, 0x2E7A331FEC0974E2u);
}

TEST("Powers with a large exponent, and exponentials, are rounded correctly, unlike in some C libraries") {
    CHECK_EQ(score::power(36 / 49.0, 100), 0x1.6f7a79ef6015cp-45);
    CHECK_EQ(score::power(0.5, 1000), 0x1p-1000);
    CHECK_EQ(score::power(0.5, 2000), 0.0);
    CHECK_EQ(score::exponential(-1318 / 97.0), 0x1.51235099e6807p-20);
    CHECK_EQ(score::exponential(0), 1.0);
    CHECK_EQ(score::exponential(-1e9), 0.0);
    CHECK_EQ(score::exponential(1e9), std::numeric_limits<double>::infinity());
    CHECK(std::isnan(score::exponential(undefined)));
}

TEST("Powers of NaN, infinity, 0 and 1 are Java's") {
    const double infinity = std::numeric_limits<double>::infinity();
    CHECK(std::isnan(score::power(undefined, 0.2)));
    CHECK_EQ(score::power(undefined, 0.0), 1.0);
    CHECK_EQ(score::power(0.0, 0.0), 1.0);
    CHECK_EQ(score::power(0.0, 0.2), 0.0);
    CHECK_EQ(score::power(1.0, 1.4), 1.0);
    CHECK_EQ(score::power(infinity, 0.2), infinity);
    CHECK_EQ(score::power(0.5, infinity), 0.0);
    CHECK_EQ(score::power(0.25, 0.5), 0.5);
}

TEST("Remembered powers are the same, in any order and with undefined ones between them") {
    score::RememberedPowers powers(1.4);
    for (int pass = 0; pass < 2; ++pass)
        for (int words = 1; words <= 150; ++words)
            for (int chunks = 0; chunks <= words; ++chunks) {
                const double base = chunks / (words / 2.0);
                CHECK_EQ(powers(base), score::power(base, 1.4));
                CHECK(std::isnan(powers(undefined)));
            }
}

TEST("A score is never NaN and never negative") {
    Row row = from_java(printed[1].row);
    CHECK_EQ(score::score(row, {0.85, 0.2, 3.0, 0.75, {1.0, 0.6, 0.8, 0.6}}).score, 0.0);  // A penalty above 1.
    CHECK_EQ(score::score(row, {0, 0, 0, 0, {}}).score, 0.0);
    CHECK_EQ(score::score(row, {1, 1, 0.5, 0.5, {}}).score, 0.0);
    row.fill(0);
    row[score::chunks] = 1;
    CHECK_EQ(score::score(row, ranking).score, 0.0);
    for (const double beta : {0.0, 0.2, 1.0})
        CHECK(score::score(from_java(printed[0].row), {0.5, beta, 0.5, 0.5, {1}}).score <= 1.0);
}
