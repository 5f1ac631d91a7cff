#include "score/feature_formula.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

namespace bolide::score {

namespace {

/// The weighted mean of every `step`-th value, from the `first` on; NaN without any weight.
double mean(std::span<const double> values, std::span<const double> weights, std::size_t first, std::size_t step) {
    double total = 0, whole = 0;
    for (std::size_t i = first; i < values.size(); i += step) {
        total += weights[i] * values[i];
        whole += weights[i];
    }
    return whole > 0 ? total / whole : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

const Feature& feature_named(std::string_view name) {
    const auto found = std::find_if(all_features.begin(), all_features.end(),
                                    [&](const Feature& feature) { return feature.name == name; });
    if (found == all_features.end()) throw std::invalid_argument("there is no feature " + std::string(name));
    return *found;
}

void measure_features(ConstFeatureRow row, std::span<const Feature> features, std::span<double> values) {
    const auto share = [&](FeatureColumn matched, FeatureColumn all) {
        return row[all] > 0 ? static_cast<double>(row[matched]) / static_cast<double>(row[all]) : 0;
    };
    for (std::size_t i = 0; i < features.size(); ++i) {
        values[2 * i] = share(features[i].matched, features[i].hypothesis);
        values[2 * i + 1] = share(features[i].matched_reference, features[i].reference);
    }
}

Score score(ConstFeatureRow row, const FeatureParameters& parameters) {
    std::array<double, 2 * all_features.size()> room{};
    const auto values = std::span(room).first(2 * parameters.features.size());
    measure_features(row, parameters.features, values);
    Score result;
    result.precision = mean(values, parameters.weights, 0, 2);
    result.recall = mean(values, parameters.weights, 1, 2);
    const double both = result.precision + result.recall;
    result.f1 = both == 0 ? 0 : 2 * result.precision * result.recall / both;
    result.f_mean = result.score = mean(values, parameters.weights, 0, 1);
    result.fragmentation = std::numeric_limits<double>::quiet_NaN();
    return result;
}

}  // namespace bolide::score
