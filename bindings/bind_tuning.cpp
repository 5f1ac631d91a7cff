#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "bindings.hpp"
#include "tuning/sweep.hpp"

namespace bolide::bindings {

namespace {

using Rows = nb::ndarray<const std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Integers = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Doubles = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Table = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

/// A group as Python gives it: measure, share, and three columns. For rankings they are the better and the worse
/// translation and how often that was judged; for scores the translation, the human score and the weight.
using GroupTuple = std::tuple<tuning::Measure, double, Integers, Integers, Integers, Doubles, Doubles>;

std::uint32_t checked(std::int64_t translation, std::size_t count) {
    if (translation < 0 || static_cast<std::size_t>(translation) >= count)
        throw nb::value_error("a judgement is about a translation that is not there");
    return static_cast<std::uint32_t>(translation);
}

tuning::Group to_group(const GroupTuple& given, std::size_t translations) {
    const auto& [measure, share, first, second, counts, human, weights] = given;
    tuning::Group group{measure, share, {}, {}};
    if (tuning::is_of_rankings(measure)) {
        if (first.size() != second.size() || first.size() != counts.size())
            throw nb::value_error("the columns of a group differ in length");
        for (std::size_t i = 0; i < first.size(); ++i)
            group.preferences.push_back(
                {checked(first.data()[i], translations), checked(second.data()[i], translations), counts.data()[i]});
    } else {
        if (first.size() != human.size() || first.size() != weights.size())
            throw nb::value_error("the columns of a group differ in length");
        for (std::size_t i = 0; i < first.size(); ++i)
            group.judgements.push_back({checked(first.data()[i], translations), human.data()[i], weights.data()[i]});
    }
    return group;
}

tuning::Translations to_translations(const Rows& rows, const Integers& ends) {
    tuning::Translations translations;
    translations.width = rows.shape(1);
    if (translations.width != score::columns && translations.width != score::mixed_columns)
        throw nb::value_error("the rows belong to a formula that is not swept");
    translations.rows.assign(rows.data(), rows.data() + rows.size());
    std::size_t before = 0;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        const auto end = static_cast<std::size_t>(ends.data()[i]);
        if (end <= before || end > rows.shape(0)) throw nb::value_error("the ends do not belong to the rows");
        translations.ends.push_back(before = end);
    }
    if (before != rows.shape(0)) throw nb::value_error("the ends do not belong to the rows");
    return translations;
}

using Values = std::vector<double>;

/// Weights of the first matchers; the others have none.
std::vector<tuning::Weights> to_weights(const std::vector<Values>& given) {
    std::vector<tuning::Weights> weights;
    for (const Values& each : given) {
        if (each.size() > score::matcher_places) throw nb::value_error("there are more weights than matchers");
        std::copy(each.begin(), each.end(), weights.emplace_back().begin());
    }
    return weights;
}

auto sweep(Rows rows, Integers ends, const std::vector<GroupTuple>& groups, Values alpha, Values beta, Values gamma,
           Values delta, const std::vector<Values>& weights, const std::vector<std::pair<double, double>>& copy,
           tuning::Method method, std::size_t threads, score::Penalty penalty, const Values& chrf) {
    if (alpha.empty() || beta.empty() || gamma.empty() || delta.empty() || weights.empty())
        throw nb::value_error("every parameter needs a value");
    const tuning::Translations translations = to_translations(rows, ends);
    std::vector<tuning::Group> all;
    for (const GroupTuple& group : groups) all.push_back(to_group(group, translations.size()));
    tuning::Grid grid{std::move(alpha), std::move(beta), std::move(gamma), std::move(delta), to_weights(weights)};
    grid.penalty = penalty;
    if (translations.counts_chrf() == chrf.empty()) throw nb::value_error("a share of chrF goes with its statistics");
    if (!chrf.empty()) grid.chrf = chrf;
    if (!copy.empty()) grid.copy.clear();
    for (const auto& [base, slope] : copy) grid.copy.push_back(score::CopySmoothing{base, slope});
    Values values;
    {
        const Unlocked unlocked;
        values = tuning::sweep(translations, all, grid, method, threads);
    }
    return to_numpy(std::move(values), grid.block());
}

/// The correlation of each row of one table with the row of the other; a table of one row goes with every row.
auto correlations(Table x, Table y, Table weights, tuning::Measure measure) {
    const std::size_t count = std::max(x.shape(0), y.shape(0)), size = x.shape(1);
    for (const Table& table : {x, y, weights})
        if (table.shape(1) != size || (table.shape(0) != 1 && table.shape(0) != count))
            throw nb::value_error("the tables differ in shape");
    Values values(count);
    {
        const Unlocked unlocked;
        const auto row = [size](const Table& table, std::size_t i) {
            return tuning::Numbers(table.data() + (table.shape(0) == 1 ? 0 : i * size), size);
        };
        for (std::size_t i = 0; i < count; ++i) {
            work::check_stop();
            values[i] = tuning::correlate(measure, row(x, i), row(y, i), row(weights, i));
        }
    }
    return to_numpy(std::move(values), 1);
}

}  // namespace

void bind_tuning(nb::module_& module) {
    nb::enum_<tuning::Measure>(module, "Measure")
        .value("tau", tuning::Measure::tau)
        .value("consistency", tuning::Measure::consistency)
        .value("pearson", tuning::Measure::pearson)
        .value("weighted_pearson", tuning::Measure::weighted_pearson)
        .value("spearman", tuning::Measure::spearman)
        .value("kendall", tuning::Measure::kendall);
    nb::enum_<tuning::Method>(module, "Method")
        .value("quick", tuning::Method::quick)
        .value("plain", tuning::Method::plain);
    module.def("sweep", sweep, nb::arg("rows"), nb::arg("ends"), nb::arg("groups"), nb::arg("alpha"), nb::arg("beta"),
               nb::arg("gamma"), nb::arg("delta"), nb::arg("weights"), nb::arg("copy"), nb::arg("method"),
               nb::arg("threads"), nb::arg("penalty") = score::Penalty::java, nb::arg("chrf") = Values());
    module.def("correlations", correlations, nb::arg("x"), nb::arg("y"), nb::arg("weights"), nb::arg("measure"));
}

}  // namespace bolide::bindings
