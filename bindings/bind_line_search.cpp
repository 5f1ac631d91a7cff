#include <nanobind/stl/pair.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "tuning/line_search.hpp"

namespace bolide::bindings {

namespace {

using Table = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Rows = nb::ndarray<const std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Values = std::vector<double>;

void construct(tuning::Candidates* self, Table features, Rows rows, std::vector<std::size_t> ends) {
    std::size_t before = 0;
    for (const std::size_t end : ends) {
        if (end <= before) throw nb::value_error("a segment has no candidates");
        before = end;
    }
    if (features.shape(0) != rows.shape(0) || before != rows.shape(0))
        throw nb::value_error("features, rows and ends do not belong together");
    new (self) tuning::Candidates{{features.data(), features.data() + features.size()},
                                  {rows.data(), rows.data() + rows.size()},
                                  std::move(ends),
                                  features.shape(1),
                                  rows.shape(1)};
}

void check(const tuning::Candidates& candidates, const Values& weights, const tuning::Objective& objective) {
    if (tuning::width_of(objective) != candidates.width)
        throw nb::value_error("the statistics belong to another objective");
    if (weights.size() != candidates.feature_count) throw nb::value_error("there is a weight for each feature");
}

}  // namespace

void bind_line_search(nb::module_& module) {
    nb::class_<tuning::Candidates>(module, "Candidates")
        .def("__init__", construct, nb::arg("features"), nb::arg("rows"), nb::arg("ends"))
        .def(
            "score",
            [](const tuning::Candidates& candidates, const Values& weights, const tuning::Objective& objective) {
                check(candidates, weights, objective);
                const Unlocked unlocked;
                return tuning::score_winners(candidates, weights, objective);
            },
            nb::arg("weights"), nb::arg("objective"))
        .def(
            "search_line",
            [](const tuning::Candidates& candidates, const Values& weights, const Values& direction,
               const tuning::Objective& objective) {
                check(candidates, weights, objective);
                check(candidates, direction, objective);
                const Unlocked unlocked;
                const auto step = tuning::search_line(candidates, weights, direction, objective);
                return std::pair(step.distance, step.score);
            },
            nb::arg("weights"), nb::arg("direction"), nb::arg("objective"));
}

}  // namespace bolide::bindings
