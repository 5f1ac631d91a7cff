#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>

#include "bindings.hpp"
#include "score/formula.hpp"

namespace bolide::bindings {

namespace {

using Rows = nb::ndarray<const std::int64_t, nb::shape<-1, static_cast<std::size_t>(score::columns)>, nb::c_contig,
                         nb::device::cpu>;

constexpr std::size_t outputs = sizeof(score::Score) / sizeof(double);

auto score_rows(Rows rows, std::array<double, 4> parameters, std::array<double, score::matcher_places> weights,
                std::optional<std::array<double, 2>> copy) {
    score::Parameters given{parameters[0], parameters[1], parameters[2], parameters[3], weights};
    if (copy) given.copy = score::CopySmoothing{(*copy)[0], (*copy)[1]};
    const std::size_t count = rows.shape(0);
    const std::span<const std::int64_t> cells(rows.data(), count * score::columns);
    std::vector<double> values;
    values.reserve(count * outputs);
    {
        nb::gil_scoped_release released;
        for (std::size_t i = 0; i < count; ++i) {
            const auto s = score::score(cells.subspan(i * score::columns).first<score::columns>(), given);
            values.insert(values.end(), {s.precision, s.recall, s.f1, s.f_mean, s.fragmentation, s.penalty, s.score});
        }
    }
    return to_numpy(std::move(values), outputs);
}

}  // namespace

void bind_formula(nb::module_& module) {
    module.attr("STATISTICS_COLUMNS") = static_cast<std::size_t>(score::columns);
    module.def("score_rows", score_rows, nb::arg("rows"), nb::arg("parameters"), nb::arg("weights"),
               nb::arg("copy") = nb::none());
}

}  // namespace bolide::bindings
