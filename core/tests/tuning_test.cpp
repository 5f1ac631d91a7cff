// Sweeps and line search: the quick ways agree with the plain ones.
#include <random>

#include "tests/harness.hpp"
#include "tuning/correlation.hpp"
#include "tuning/line_search.hpp"
#include "tuning/sweep.hpp"

namespace {

using namespace bolide;
using namespace bolide::tuning;

/// A grid's shares of chrF and of the common subsequence.
score::Shares both(double chrf, double lcs, double alpha) {
    return {{score::Part::chrf, chrf}, {score::Part::lcs, lcs, alpha}};
}

/// Statistics that real pairs of texts could have.
Translations made_up(std::size_t count, std::mt19937& random, bool with_parts = false) {
    Translations translations;
    if (with_parts) translations.width += score::width_of(both(0, 0, 0));
    const auto below = [&](std::int64_t most) { return static_cast<std::int64_t>(random() % (most + 1)); };
    for (std::size_t i = 0; i < count; ++i) {
        std::array<std::int64_t, score::columns> row{};
        const auto fill = [&](score::Column length, score::Column function, score::Column matched_content,
                              score::Column matched_function, score::Column matches) {
            row[length] = 1 + below(6);
            row[function] = below(row[length]);
            row[matched_content] = below(row[length] - row[function]);
            row[matched_function] = below(row[function]);
            row[matches] = row[matched_content] + row[matched_function];
        };
        fill(score::hypothesis_length, score::hypothesis_function, score::matched_hypothesis_content,
             score::matched_hypothesis_function, score::hypothesis_matches);
        fill(score::reference_length, score::reference_function, score::matched_reference_content,
             score::matched_reference_function, score::reference_matches);
        row[score::copy_segments] = 1;
        row[score::hypothesis_copy] = below(3);
        row[score::hypothesis_copy_matched] = below(row[score::hypothesis_copy]);
        row[score::reference_copy] = below(3);
        row[score::reference_copy_matched] = below(row[score::reference_copy]);
        row[score::chunks] = below(std::min(row[score::hypothesis_matches], row[score::reference_matches]));
        translations.rows.insert(translations.rows.end(), row.begin(), row.end());
        for (std::size_t triple = 0; with_parts && triple < score::chrf_characters + 1; ++triple) {
            const std::int64_t ours = 1 + below(4), theirs = 1 + below(4);
            translations.rows.insert(translations.rows.end(), {ours, theirs, below(std::min(ours, theirs))});
        }
        translations.ends.push_back(i + 1);
    }
    return translations;
}

std::vector<double> steps(double step, std::size_t count) {
    std::vector<double> values;
    for (std::size_t i = 0; i < count; ++i) values.push_back(step * static_cast<double>(i));
    return values;
}

const Grid grid = {{}, steps(0.1, 11), steps(0.5, 4), steps(0.125, 9), steps(0.25, 5), {{1, 0.5, 0, 0}, {1, 0, 0, 1}}};

/// The same with copy words.
Grid copying() {
    Grid result = grid;
    result.copy = {score::CopySmoothing{0, 0}, score::CopySmoothing{3, 0}, score::CopySmoothing{1, 0.5}};
    return result;
}

/// The same with shares of other parts.
Grid mixing() {
    Grid result = grid;
    result.shares = {both(0, 0, 0.5), both(0.25, 0, 0), both(0.25, 0.5, 0.9), both(0, 0.9, 0.3), both(0.5, 0.5, 1)};
    return result;
}

}  // namespace

TEST("A quick sweep counts rankings as a plain one does, on several threads") {
    std::mt19937 random(1);
    const Translations translations = made_up(80, random);
    Group group{Measure::tau, 1, {}, {}};
    for (int i = 0; i < 600; ++i)
        group.preferences.push_back(
            {static_cast<std::uint32_t>(random() % 80), static_cast<std::uint32_t>(random() % 80), 2});
    for (const Grid& points : {grid, copying()}) {
        const auto quick = sweep(translations, {group}, points, Method::quick, 2);
        CHECK(quick == sweep(translations, {group}, points, Method::plain, 1));
        CHECK_EQ(quick.size(), points.size());
    }
}

TEST("With a share of chrF a quick sweep agrees with a plain one, on several threads") {
    std::mt19937 random(8);
    const Translations translations = made_up(80, random, true);
    Group rankings{Measure::tau, 1, {}, {}};
    for (int i = 0; i < 600; ++i)
        rankings.preferences.push_back(
            {static_cast<std::uint32_t>(random() % 80), static_cast<std::uint32_t>(random() % 80), 2});
    Group scores{Measure::pearson, 1, {}, {}};
    for (std::uint32_t i = 0; i < 77; ++i)
        scores.judgements.push_back({i, static_cast<double>(random() % 20), static_cast<double>(1 + random() % 9)});
    CHECK(sweep(translations, {rankings}, mixing(), Method::quick, 2) ==
          sweep(translations, {rankings}, mixing(), Method::plain, 2));
    for (const Measure measure : {Measure::pearson, Measure::weighted_pearson}) {
        scores.measure = measure;
        const auto quick = sweep(translations, {scores}, mixing(), Method::quick, 2);
        const auto plain = sweep(translations, {scores}, mixing(), Method::plain, 2);
        for (std::size_t i = 0; i < quick.size(); ++i) CHECK(std::abs(quick[i] - plain[i]) < 1e-12);
    }
}

TEST("A quick sweep correlates as a plain one does, on several threads") {
    std::mt19937 random(2);
    const Translations translations = made_up(80, random);
    for (const Measure measure : {Measure::pearson, Measure::weighted_pearson}) {
        Group group{measure, 0.5, {}, {}};
        for (std::uint32_t i = 0; i < 77; ++i)
            group.judgements.push_back({i, static_cast<double>(random() % 100), static_cast<double>(1 + random() % 9)});
        const auto quick = sweep(translations, {group}, grid, Method::quick, 2);
        const auto plain = sweep(translations, {group}, grid, Method::plain, 2);
        for (std::size_t i = 0; i < quick.size(); ++i) CHECK(std::abs(quick[i] - plain[i]) < 1e-12);
    }
}

TEST("The correlation of NaN, of equal values or of a single one is undefined") {
    const std::vector<double> some = {1, 2, 3, 4}, none = {1, NAN, NAN, 2}, equal = {.1, .1, .1, .1}, one = {1};
    for (const auto& [x, y] :
         {std::pair{some, none}, {none, some}, {none, none}, {some, equal}, {equal, some}, {one, one}})
        for (const Measure measure : {Measure::pearson, Measure::weighted_pearson, Measure::spearman, Measure::kendall})
            CHECK(std::isnan(correlate(measure, x, y, std::vector<double>(x.size(), .3))));
    const std::vector<double> large = {1e308, -1e308, 1.5e308, 0}, wide = {1e90, -1e90, 0, 2e90};
    for (const Measure measure : {Measure::pearson, Measure::weighted_pearson}) {
        CHECK(std::isnan(correlate(measure, some, large, some)));
        CHECK(std::isnan(correlate(measure, wide, wide, some)));
    }
    for (const Measure measure : {Measure::spearman, Measure::kendall})
        CHECK(std::isfinite(correlate(measure, some, large, some)));
    CHECK(std::abs(correlate(Measure::kendall, some, some, some) - 1) < 1e-12);
}
