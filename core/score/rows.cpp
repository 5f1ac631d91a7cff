#include "score/rows.hpp"

#include <algorithm>
#include <functional>

namespace bolide::score {

namespace {

template <std::size_t width, class Parameters, class... Remembered>
void score_each(Rows rows, std::span<Score> scores, const Parameters& parameters, Remembered&... remembered) {
    for (std::size_t i = 0; i < scores.size(); ++i)
        scores[i] = score(rows.subspan(i * width).first<width>(), parameters, remembered...);
}

}  // namespace

FormulaKind kind_of(const Formula& formula) {
    static_assert(all_formulas.size() == std::variant_size_v<Formula>);
    return all_formulas[formula.index()];
}

void sum_rows(Rows rows, std::span<std::int64_t> total) {
    std::fill(total.begin(), total.end(), 0);
    for (auto row = rows.begin(); row != rows.end(); row += static_cast<std::ptrdiff_t>(total.size()))
        std::transform(total.begin(), total.end(), row, total.begin(), std::plus<>());
}

void score_rows(Rows rows, const Formula& formula, std::span<Score> scores) {
    if (const auto* features = std::get_if<FeatureParameters>(&formula))
        return score_each<feature_columns>(rows, scores, *features);
    const auto* mixed = std::get_if<MixedParameters>(&formula);
    const Parameters& meteor = mixed ? mixed->meteor : std::get<Parameters>(formula);
    RememberedPowers powers(meteor.beta);
    if (mixed)
        score_each<mixed_columns>(rows, scores, *mixed, powers);
    else
        score_each<columns>(rows, scores, meteor, powers);
}

std::vector<std::int64_t> best_references(std::span<const double> scores, std::span<const std::size_t> ends) {
    std::vector<std::int64_t> chosen;
    chosen.reserve(ends.size());
    std::size_t start = 0;
    for (const std::size_t end : ends) {
        const auto references = scores.subspan(start, end - start);
        chosen.push_back(std::max_element(references.begin(), references.end()) - references.begin());
        start = end;
    }
    return chosen;
}

}  // namespace bolide::score
