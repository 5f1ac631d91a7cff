#include "bindings.hpp"
#include "tuning/line_search.hpp"
#include "tuning/sweep.hpp"

namespace bolide::bindings {

namespace {

using Rows = Array<std::int64_t, 2>;
using Integers = Array<std::int64_t>;
using Doubles = Array<double>;
using Table = Array<double, 2>;
using Values = std::vector<double>;

/// A group as Python passes it: measure, share, and three columns. For rankings: the better and the worse translation
/// and how often that was judged; for scores: the translation, the human score and the weight.
using GroupTuple = std::tuple<tuning::Measure, double, Integers, Integers, Integers, Doubles, Doubles>;

std::uint32_t checked(std::int64_t translation, std::size_t count) {
    if (translation < 0 || static_cast<std::size_t>(translation) >= count)
        throw nb::value_error("a judgement refers to a missing translation");
    return static_cast<std::uint32_t>(translation);
}

tuning::Group to_group(const GroupTuple& given, std::size_t translations) {
    const auto& [measure, share, first, second, counts, human, weights] = given;
    tuning::Group group{measure, share, {}, {}};
    const bool is_of_rankings = tuning::is_of_rankings(measure);
    if (first.size() != (is_of_rankings ? second.size() : human.size()) ||
        first.size() != (is_of_rankings ? counts.size() : weights.size()))
        throw nb::value_error("the columns of a group differ in length");
    if (is_of_rankings) {
        for (std::size_t i = 0; i < first.size(); ++i)
            group.preferences.push_back(
                {checked(first.data()[i], translations), checked(second.data()[i], translations), counts.data()[i]});
    } else {
        for (std::size_t i = 0; i < first.size(); ++i)
            group.judgements.push_back({checked(first.data()[i], translations), human.data()[i], weights.data()[i]});
    }
    return group;
}

tuning::Translations to_translations(const Rows& rows, const Integers& ends) {
    tuning::Translations translations;
    translations.width = rows.shape(1);
    translations.rows.assign(rows.data(), rows.data() + rows.size());
    translations.ends.assign(ends.data(), ends.data() + ends.size());
    if (!are_ends(translations.ends, rows.shape(0))) throw nb::value_error("the ends do not match the rows");
    return translations;
}

/// Weights of the first matchers; the others have none.
std::vector<tuning::Weights> to_weights(const std::vector<Values>& given) {
    std::vector<tuning::Weights> weights;
    for (const Values& each : given) {
        if (each.size() > score::matcher_places) throw nb::value_error("there are more weights than matchers");
        std::copy(each.begin(), each.end(), weights.emplace_back().begin());
    }
    return weights;
}

auto sweep(Rows rows, Integers ends, const std::vector<GroupTuple>& groups, const score::Parameters& start,
           Values alpha, Values beta, Values gamma, Values delta, const std::vector<Values>& weights,
           const std::vector<std::pair<double, double>>& copy, std::vector<score::Shares> shares, tuning::Method method,
           std::size_t threads) {
    if (alpha.empty() || beta.empty() || gamma.empty() || delta.empty() || weights.empty() || shares.empty())
        throw nb::value_error("every parameter needs a value");
    const tuning::Translations translations = to_translations(rows, ends);
    std::vector<tuning::Group> all;
    for (const GroupTuple& group : groups) all.push_back(to_group(group, translations.size()));
    tuning::Grid grid{
        start, std::move(alpha), std::move(beta), std::move(gamma), std::move(delta), to_weights(weights)};
    for (const score::Shares& each : shares)
        if (score::columns + score::width_of(each) != translations.width)
            throw nb::value_error("the rows belong to another formula");
    grid.shares = std::move(shares);
    if (!copy.empty()) grid.copy.clear();
    for (const auto& [base, slope] : copy) grid.copy.push_back(score::CopySmoothing{base, slope});
    return to_numpy<double>(unlocked([&] { return tuning::sweep(translations, all, grid, method, threads); }),
                            grid.blocks(), grid.block());
}

/// The correlation of each row of one table with the same row of the other; a table of one row is used for every row.
auto correlations(Table x, Table y, Table weights, tuning::Measure measure) {
    const std::size_t count = std::max(x.shape(0), y.shape(0)), size = x.shape(1);
    for (const Table& table : {x, y, weights})
        if (table.shape(1) != size || (table.shape(0) != 1 && table.shape(0) != count))
            throw nb::value_error("the tables differ in shape");
    const auto row = [size](const Table& table, std::size_t i) {
        return tuning::Numbers(table.data() + (table.shape(0) == 1 ? 0 : i * size), size);
    };
    Values values(count);
    unlocked([&] {
        for (std::size_t i = 0; i < count; ++i) {
            work::check_stop();
            values[i] = tuning::correlate(measure, row(x, i), row(y, i), row(weights, i));
        }
    });
    return to_numpy<double>(std::move(values), count, std::size_t{1});
}

/// The correlation of samples of two lists; each row gives the positions of a sample.
auto resampled(Doubles x, Doubles y, Doubles weights, Rows drawn, tuning::Measure measure) {
    const std::size_t count = drawn.shape(0), size = drawn.shape(1);
    if (y.size() != x.size() || weights.size() != x.size()) throw nb::value_error("the lists differ in length");
    const std::span numbers(drawn.data(), drawn.size());
    for (const std::int64_t number : numbers) checked(number, x.size());
    Values values(count);
    unlocked([&] {
        tuning::Resampler sampler(measure, {x.data(), x.size()}, {y.data(), y.size()},
                                  {weights.data(), weights.size()});
        for (std::size_t i = 0; i < count; ++i) {
            work::check_stop();
            values[i] = sampler.correlate(numbers.subspan(i * size, size));
        }
    });
    return to_numpy<double>(std::move(values), count);
}

void construct(tuning::Candidates* self, Table features, Rows rows, std::vector<std::size_t> ends) {
    std::size_t before = 0;
    for (const std::size_t end : ends) {
        if (end <= before) throw nb::value_error("a segment has no candidates");
        before = end;
    }
    if (features.shape(0) != rows.shape(0) || before != rows.shape(0))
        throw nb::value_error("features, rows and ends differ in length");
    new (self) tuning::Candidates{{features.data(), features.data() + features.size()},
                                  {rows.data(), rows.data() + rows.size()},
                                  std::move(ends),
                                  features.shape(1),
                                  rows.shape(1)};
}

void check(const tuning::Candidates& candidates, const Values& weights, const tuning::Objective& objective) {
    if (score::width_of(objective) != candidates.width)
        throw nb::value_error("the statistics belong to another objective");
    if (weights.size() != candidates.feature_count) throw nb::value_error("one weight per feature is needed");
}

}  // namespace

void bind_tuning(nb::module_& module) {
    bind_enum<tuning::Measure>(module, "Measure",
                               {"tau", "consistency", "pearson", "weighted_pearson", "spearman", "kendall"});
    bind_enum<tuning::Method>(module, "Method", {"quick", "plain"});
    module.def("sweep", sweep, nb::arg("rows"), nb::arg("ends"), nb::arg("groups"), nb::arg("start"), nb::arg("alpha"),
               nb::arg("beta"), nb::arg("gamma"), nb::arg("delta"), nb::arg("weights"), nb::arg("copy"),
               nb::arg("shares"), nb::arg("method"), nb::arg("threads"));
    module.def("correlations", correlations, nb::arg("x"), nb::arg("y"), nb::arg("weights"), nb::arg("measure"));
    module.def("resampled", resampled, nb::arg("x"), nb::arg("y"), nb::arg("weights"), nb::arg("drawn"),
               nb::arg("measure"));
    nb::class_<tuning::Candidates>(module, "Candidates")
        .def("__init__", construct, nb::arg("features"), nb::arg("rows"), nb::arg("ends"))
        .def(
            "score",
            [](const tuning::Candidates& candidates, const Values& weights, const tuning::Objective& objective) {
                check(candidates, weights, objective);
                return unlocked([&] { return tuning::score_winners(candidates, weights, objective); });
            },
            nb::arg("weights"), nb::arg("objective"))
        .def(
            "search_line",
            [](const tuning::Candidates& candidates, const Values& weights, const Values& direction,
               const tuning::Objective& objective) {
                check(candidates, weights, objective);
                check(candidates, direction, objective);
                const auto step =
                    unlocked([&] { return tuning::search_line(candidates, weights, direction, objective); });
                return std::pair(step.distance, step.score);
            },
            nb::arg("weights"), nb::arg("direction"), nb::arg("objective"));
}

}  // namespace bolide::bindings
