#include "score/formula.hpp"

namespace bolide::score {

namespace {

void add_each_matcher(Schema& schema, const std::string& name, const std::string& meaning) {
    for (std::size_t place = 1; place <= matcher_places; ++place)
        schema.push_back({name + "_" + std::to_string(place), meaning, true, place});
}

Schema meteor_schema() {
    Schema schema;
#define AMOUNT(name, meaning) schema.push_back({#name, meaning, true});
#define COUNT(name, meaning) schema.push_back({#name, meaning, false});
#define MATCHED(name, meaning) add_each_matcher(schema, #name, meaning);
#include "score/meteor_columns.inc"
#undef MATCHED
    return schema;
}

Schema feature_schema() {
    Schema schema;
#include "score/feature_columns.inc"
    return schema;
}
#undef COUNT
#undef AMOUNT

}  // namespace

const Schema& schema_of(FormulaKind formula) {
    static const Schema meteor = meteor_schema(), features = feature_schema();
    return formula == FormulaKind::meteor ? meteor : features;
}

Schema schema_of(Part part) {
    if (part == Part::lcs)
        return {{"hypothesis_characters", "characters of the hypothesis, a run of blanks as one", false},
                {"reference_characters", "characters of the reference", false},
                {"common_characters", "characters of the longest common subsequence", false}};
    if (part == Part::semantics)
        return {{"hypothesis_weight", "weights of the words of the hypothesis, by their vectors", false},
                {"reference_weight", "weights of the words of the reference", false},
                {"hypothesis_alike",
                 "weights of the words of the hypothesis, each times how alike the nearest word of "
                 "the reference is, in 1/1024",
                 false},
                {"reference_alike", "the same for the reference", false}};
    Schema schema;
    for (std::size_t order = 1; order <= chrf_characters; ++order) {
        const std::string number = std::to_string(order);
        schema.push_back({"hypothesis_ngrams_" + number, "n-grams of characters of the hypothesis", false});
        schema.push_back({"reference_ngrams_" + number, "n-grams of characters of the reference", false});
        schema.push_back({"matched_ngrams_" + number, "n-grams of characters that both have", false});
    }
    return schema;
}

namespace {

double weighted_length(double all, double function, double delta) {
    return delta * (all - function) + (1 - delta) * function;
}

/// The first matcher's columns for one side: its content and its function words.
struct Side {
    Column content, function;
};

double weighted_matches(Columns row, Side side, const Parameters& parameters) {
    double total = 0;
    for (std::size_t place = 0; place < matcher_places; ++place)
        total += (static_cast<double>(row[side.content + place]) * parameters.weights[place]) * parameters.delta;
    for (std::size_t place = 0; place < matcher_places; ++place)
        total += (static_cast<double>(row[side.function + place]) * parameters.weights[place]) * (1 - parameters.delta);
    return total;
}

/// The factor of precision or recall: 1 for a segment without copy words, or with all of them matched. Differs: a sum
/// of segments has the sum of their X; the paper covers single segments only.
double copy_factor(double segments, double words, double matched, const CopySmoothing& copy) {
    const double smoothing = copy.base * segments + copy.slope * words;
    return matched == words ? 1 : (smoothing + matched) / (smoothing + words);
}

/// Implements `score`; `power` raises a fragmentation to the power of beta.
template <class Power>
Score score_by(Columns row, const Parameters& parameters, Power power) {
    const auto get = [row](Column column) { return static_cast<double>(row[column]); };
    Score result;
    result.precision = weighted_matches(row, {matched_hypothesis_content, matched_hypothesis_function}, parameters) /
                       weighted_length(get(hypothesis_length), get(hypothesis_function), parameters.delta);
    result.recall = weighted_matches(row, {matched_reference_content, matched_reference_function}, parameters) /
                    weighted_length(get(reference_length), get(reference_function), parameters.delta);
    if (parameters.copy) {
        const double segments = get(copy_segments);
        result.precision *= copy_factor(segments, get(hypothesis_copy), get(hypothesis_copy_matched), *parameters.copy);
        result.recall *= copy_factor(segments, get(reference_copy), get(reference_copy_matched), *parameters.copy);
    }
    result.f1 = (2 * result.precision * result.recall) / (result.precision + result.recall);
    result.f_mean = 1 / (((1 - parameters.alpha) / result.precision) + (parameters.alpha / result.recall));
    const double counted = get(chunks) + (parameters.penalty == Penalty::paper ? get(whole_chunks) : 0);
    result.fragmentation = counted / ((get(hypothesis_matches) + get(reference_matches)) / 2);
    // Words may count without any match (the matcher `nearest`): then order is as bad as with one match in one chunk.
    if (get(hypothesis_matches) + get(reference_matches) == 0 && result.f_mean > 0) result.fragmentation = 1;
    result.penalty = parameters.gamma * power(result.fragmentation);
    const double raw = result.f_mean * (1 - result.penalty);
    result.score = raw > 0 ? raw : 0;  // Also for NaN.
    if (parameters.shares.empty()) return result;
    const double others = add_parts(parameters.shares, row.subspan(columns), result.parts);
    result.score = rest_of(parameters.shares) * result.score + others;
    return result;
}

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

Score score(Columns row, const Parameters& parameters) {
    return score_by(row, parameters, [&](double base) { return power(base, parameters.beta); });
}

Score score(Columns row, const Parameters& parameters, RememberedPowers& powers) {
    return score_by(row, parameters, std::ref(powers));
}

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

FormulaKind kind_of(const Formula& formula) {
    static_assert(all_formulas.size() == std::variant_size_v<Formula>);
    return all_formulas[formula.index()];
}

std::size_t width_of(const Formula& formula) {
    const auto* meteor = std::get_if<Parameters>(&formula);
    return meteor ? columns + width_of(meteor->shares) : feature_columns;
}

void sum_rows(Rows rows, std::span<std::int64_t> total) {
    std::fill(total.begin(), total.end(), 0);
    for (auto row = rows.begin(); row != rows.end(); row += static_cast<std::ptrdiff_t>(total.size()))
        std::transform(total.begin(), total.end(), row, total.begin(), std::plus<>());
}

void score_rows(Rows rows, const Formula& formula, std::span<Score> scores) {
    const std::size_t width = width_of(formula);
    const auto* meteor = std::get_if<Parameters>(&formula);
    RememberedPowers powers(meteor ? meteor->beta : 1);
    for (std::size_t i = 0; i < scores.size(); ++i) {
        const Columns row = rows.subspan(i * width, width);
        scores[i] = meteor ? score(row, *meteor, powers)
                           : score(row.first<feature_columns>(), std::get<FeatureParameters>(formula));
    }
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
