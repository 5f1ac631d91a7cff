#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <functional>

#include "bindings.hpp"
#include "score/rows.hpp"

namespace bolide::bindings {

namespace {

using Values = std::array<double, 4>;
using Weights = std::array<double, score::matcher_places>;
using Copy = std::optional<std::array<double, 2>>;

constexpr std::size_t outputs = sizeof(score::Score) / sizeof(double);

score::Rows to_rows(const nb::bytes& rows) { return table_cells<std::int64_t>(rows, score::columns); }

score::Parameters to_parameters(const Values& values, const Weights& weights, const Copy& copy) {
    score::Parameters given{values[0], values[1], values[2], values[3], weights};
    if (copy) given.copy = score::CopySmoothing{(*copy)[0], (*copy)[1]};
    return given;
}

nb::bytes score_rows(nb::bytes rows, Values values, Weights weights, Copy copy) {
    const score::Rows cells = to_rows(rows);
    TableBytes<score::Score> scores(score::row_count(cells));
    {
        nb::gil_scoped_release released;
        score::score_rows(cells, to_parameters(values, weights, copy), scores.cells());
    }
    return scores.take();
}

nb::bytes sum_rows(nb::bytes rows, std::size_t columns) {
    if (columns == 0) throw nb::value_error("rows have at least one column");
    TableBytes<std::int64_t> total(columns);
    score::sum_rows(table_cells<std::int64_t>(rows, columns), total.cells());
    return total.take();
}

nb::bytes best_references(nb::bytes scores, const std::vector<std::size_t>& ends) {
    const auto values = table_cells<double>(scores, 1);
    const bool increase = std::adjacent_find(ends.begin(), ends.end(), std::greater_equal<>()) == ends.end();
    if (!increase || (ends.empty() ? values.size() : ends.front() == 0 || ends.back() != values.size()))
        throw nb::value_error("the ends of the segments do not fit the rows");
    const auto chosen = score::best_references(values, ends);
    return nb::bytes(chosen.data(), chosen.size() * sizeof(std::int64_t));
}

nb::bytes take_rows(nb::bytes rows, std::size_t columns, const std::vector<std::size_t>& indices) {
    if (columns == 0) throw nb::value_error("rows have at least one column");
    const auto cells = table_cells<std::int64_t>(rows, columns);
    TableBytes<std::int64_t> taken(indices.size() * columns);
    auto place = taken.cells().begin();
    for (const std::size_t index : indices) {
        if (index >= cells.size() / columns) throw nb::index_error("there is no such row");
        place = std::ranges::copy(cells.subspan(index * columns, columns), place).out;
    }
    return taken.take();
}

}  // namespace

void bind_formula(nb::module_& module) {
    module.attr("STATISTICS_COLUMNS") = static_cast<std::size_t>(score::columns);
    module.attr("SCORE_COLUMNS") = outputs;
    module.def("score_rows", score_rows, nb::arg("rows"), nb::arg("parameters"), nb::arg("weights"),
               nb::arg("copy") = nb::none());
    module.def("sum_rows", sum_rows, nb::arg("rows"), nb::arg("columns"));
    module.def("take_rows", take_rows, nb::arg("rows"), nb::arg("columns"), nb::arg("indices"));
    module.def("best_references", best_references, nb::arg("scores"), nb::arg("ends"));
}

}  // namespace bolide::bindings
