#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "score/chrf.hpp"

namespace bolide::bindings {

namespace {

/// Rows of statistics of hypotheses with their references, each reference by itself.
nb::bytes chrf_statistics(nb::tuple hypotheses, nb::tuple references, const std::vector<std::size_t>& ends,
                          bool with_words) {
    if (ends.size() != hypotheses.size() || (!ends.empty() && ends.back() != references.size()))
        throw nb::value_error("the references do not belong to the hypotheses");
    Utf8Views views;
    std::vector<std::string_view> ours, theirs;
    const auto view_all = [&](const nb::tuple& texts, std::vector<std::string_view>& all) {
        for (nb::handle text : texts) {
            check_signals(all.size());
            all.push_back(views.view(text));
        }
    };
    view_all(hypotheses, ours);
    view_all(references, theirs);
    TableBytes<std::int64_t> rows(theirs.size() * score::chrf_columns);
    {
        const Unlocked unlocked;
        score::ChrfCounter counter;
        work::StopCheck stop;
        std::size_t reference = 0;
        for (std::size_t segment = 0; segment < ours.size(); ++segment)
            for (; reference < ends[segment]; ++reference) {
                stop.spend(ours[segment].size() + theirs[reference].size());
                counter.count(ours[segment], theirs[reference], with_words,
                              rows.cells().subspan(reference * score::chrf_columns).first<score::chrf_columns>());
            }
    }
    return rows.take();
}

/// The score of every row: of characters alone, or with words.
nb::bytes chrf_scores(nb::bytes rows, bool with_words) {
    const auto cells = table_cells<std::int64_t>(rows, score::chrf_columns);
    TableBytes<double> scores(cells.size() / score::chrf_columns);
    for (std::size_t row = 0; row < scores.cells().size(); ++row)
        scores.cells()[row] = score::chrf_score(cells.subspan(row * score::chrf_columns, score::chrf_columns),
                                                with_words ? score::chrf_orders : score::chrf_characters);
    return scores.take();
}

}  // namespace

void bind_chrf(nb::module_& module) {
    module.attr("CHRF_COLUMNS") = score::chrf_columns;
    module.def("chrf_statistics", chrf_statistics, nb::arg("hypotheses"), nb::arg("references"), nb::arg("ends"),
               nb::arg("with_words"));
    module.def("chrf_scores", chrf_scores, nb::arg("rows"), nb::arg("with_words"));
}

}  // namespace bolide::bindings
