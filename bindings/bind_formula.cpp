#include "bindings.hpp"
#include "score/chrf.hpp"
#include "score/formula.hpp"

namespace bolide::bindings {

namespace {

/// The columns of a formula's statistics: name, meaning, whether it is in the metric's unit, and its matcher's place
/// (0: none).
nb::tuple to_python(const score::Schema& schema) {
    return to_tuple(schema, [](const score::ColumnFacts& column) {
        return nb::make_tuple(column.name, column.meaning, column.is_amount, column.place);
    });
}

void construct_meteor(score::Parameters* self, const std::unordered_map<std::string, double>& settings,
                      const std::vector<double>& weights, const std::optional<std::array<double, 2>>& copy,
                      score::Penalty penalty, score::Shares shares) {
    score::Parameters made{};
    for (const auto& [name, value] : score::all_settings) made.*value = settings.at(name);
    if (weights.size() > made.weights.size()) throw nb::value_error("there are more weights than matchers");
    std::copy(weights.begin(), weights.end(), made.weights.begin());
    if (copy) made.copy = score::CopySmoothing{(*copy)[0], (*copy)[1]};
    made.penalty = penalty;
    made.shares = std::move(shares);
    new (self) score::Parameters(std::move(made));
}

std::vector<score::Feature> to_features(const std::vector<std::string>& names) {
    std::vector<score::Feature> features;
    for (const auto& name : names) features.push_back(score::feature_named(name));
    if (features.size() > score::all_features.size()) throw nb::value_error("there are more features than exist");
    return features;
}

void construct_features(score::FeatureParameters* self, const std::vector<std::string>& names,
                        std::vector<double> weights) {
    if (weights.size() != 2 * names.size()) throw nb::value_error("a feature has two weights");
    new (self) score::FeatureParameters{to_features(names), std::move(weights)};
}

nb::bytes score_rows(nb::bytes rows, const score::Formula& formula) {
    const std::size_t width = score::width_of(formula);
    const score::Rows cells = table_cells<std::int64_t>(rows, width);
    TableBytes<score::Score> scores(cells.size() / width);
    unlocked([&] { score::score_rows(cells, formula, scores.cells()); });
    return scores.take();
}

/// Precision and recall of each feature, for every row.
nb::bytes measure_features(nb::bytes rows, const std::vector<std::string>& names) {
    const auto features = to_features(names);
    const score::Rows cells = table_cells<std::int64_t>(rows, score::feature_columns);
    const std::size_t count = cells.size() / score::feature_columns, width = 2 * features.size();
    TableBytes<double> values(count * width);
    for (std::size_t i = 0; i < count; ++i)
        score::measure_features(cells.subspan(i * score::feature_columns).first<score::feature_columns>(), features,
                                values.cells().subspan(i * width, width));
    return values.take();
}

nb::bytes sum_rows(nb::bytes rows, std::size_t columns) {
    const auto cells = table_cells<std::int64_t>(rows, columns);
    TableBytes<std::int64_t> total(columns);
    score::sum_rows(cells, total.cells());
    return total.take();
}

nb::bytes best_references(nb::bytes scores, const std::vector<std::size_t>& ends) {
    const auto values = table_cells<double>(scores, 1);
    if (!are_ends(ends, values.size())) throw nb::value_error("the ends of the segments do not fit the rows");
    const auto chosen = score::best_references(values, ends);
    return nb::bytes(chosen.data(), chosen.size() * sizeof(std::int64_t));
}

nb::bytes take_rows(nb::bytes rows, std::size_t columns, const std::vector<std::size_t>& indices) {
    const auto cells = table_cells<std::int64_t>(rows, columns);
    TableBytes<std::int64_t> taken(indices.size() * columns);
    auto place = taken.cells().begin();
    for (const std::size_t index : indices) {
        if (index >= cells.size() / columns) throw nb::index_error("there is no row with this number");
        place = std::copy_n(cells.data() + index * columns, columns, place);
    }
    return taken.take();
}

/// Rows of chrF statistics of hypotheses with each of their references.
nb::bytes chrf_statistics(nb::tuple hypotheses, nb::tuple references, const std::vector<std::size_t>& ends,
                          bool with_words) {
    if (ends.size() != hypotheses.size() || (!ends.empty() && ends.back() != references.size()))
        throw nb::value_error("the references do not match the hypotheses");
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
    unlocked([&] {
        score::ChrfCounter counter;
        work::StopCheck stop;
        std::size_t reference = 0;
        for (std::size_t segment = 0; segment < ours.size(); ++segment)
            for (; reference < ends[segment]; ++reference) {
                stop.spend(ours[segment].size() + theirs[reference].size());
                counter.count(ours[segment], theirs[reference], with_words,
                              rows.cells().subspan(reference * score::chrf_columns).first<score::chrf_columns>());
            }
    });
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

void bind_formula(nb::module_& module) {
    nb::dict schemas;
    schemas["meteor"] = to_python(score::schema_of(score::FormulaKind::meteor));
    schemas["features"] = to_python(score::schema_of(score::FormulaKind::features));
    module.attr("SCHEMAS") = schemas;
    nb::dict parts;
    bind_enum<score::Part>(module, "Part", score::part_names);
    for (std::size_t i = 0; i < score::part_kinds; ++i)
        parts[score::part_names[i]] = to_python(score::schema_of(static_cast<score::Part>(i)));
    module.attr("PARTS") = parts;
    nb::class_<score::Share>(module, "Share")
        .def(nb::init<score::Part, double, double, bool>(), nb::arg("part"), nb::arg("share"), nb::arg("alpha") = 0.5,
             nb::arg("keeps_blanks") = false);
    module.attr("FEATURES") = to_tuple(score::all_features, [](const score::Feature& feature) { return feature.name; });
    bind_enum<score::Penalty>(module, "Penalty", {"java", "paper"});
    module.attr("SETTINGS") = to_tuple(score::all_settings, [](const score::Setting& setting) { return setting.name; });
    nb::class_<score::Parameters>(module, "MeteorFormula")
        .def("__init__", construct_meteor, nb::arg("settings"), nb::arg("weights"), nb::arg("copy").none(),
             nb::arg("penalty") = score::Penalty::java, nb::arg("shares") = score::Shares());
    nb::class_<score::FeatureParameters>(module, "FeatureFormula")
        .def("__init__", construct_features, nb::arg("features"), nb::arg("weights"));
    module.def("score_rows", score_rows, nb::arg("rows"), nb::arg("formula"));
    module.def("measure_features", measure_features, nb::arg("rows"), nb::arg("features"));
    module.def("sum_rows", sum_rows, nb::arg("rows"), nb::arg("columns"));
    module.def("take_rows", take_rows, nb::arg("rows"), nb::arg("columns"), nb::arg("indices"));
    module.def("best_references", best_references, nb::arg("scores"), nb::arg("ends"));
    module.attr("CHRF_COLUMNS") = score::chrf_columns;
    module.def("chrf_statistics", chrf_statistics, nb::arg("hypotheses"), nb::arg("references"), nb::arg("ends"),
               nb::arg("with_words"));
    module.def("chrf_scores", chrf_scores, nb::arg("rows"), nb::arg("with_words"));
}

}  // namespace bolide::bindings
