#include "tuning/overlap.hpp"

#include <cmath>

#include "score/formula.hpp"

namespace bolide::tuning {

Powers::Powers(const Translations& translations, const Grid& grid) : rows_(translations.row_count()) {
    const score::Parameters parameters{0.5, 1, 0, 0.5, {}, std::nullopt, grid.penalty};
    fragmentation_.reserve(rows_);
    for (std::size_t row = 0; row < rows_; ++row) {
        const double found = score::score(translations.row(row), parameters).fragmentation;
        fragmentation_.push_back(std::isnan(found) ? 1 : found);  // Without matches, as the formula has it.
    }
    values_.reserve(rows_ * grid.beta.size());
    for (const double beta : grid.beta) {
        score::RememberedPowers powers(beta);
        for (const double fragmentation : fragmentation_) values_.push_back(powers(fragmentation));
    }
}

void Overlap::compute(const Translations& translations, double delta, const Weights& weights, const Copy& copy) {
    precision.resize(translations.row_count());
    recall.resize(translations.row_count());
    for (std::size_t row = 0; row < precision.size(); ++row) {
        const score::Score found = score::score(translations.row(row), {0.5, 1, 0, delta, weights, copy});
        precision[row] = found.precision;
        recall[row] = found.recall;
    }
}

double Overlap::f_mean(std::size_t row, double alpha) const {
    const double mean = 1 / (((1 - alpha) / precision[row]) + (alpha / recall[row]));
    return mean > 0 ? mean : 0;
}

}  // namespace bolide::tuning
