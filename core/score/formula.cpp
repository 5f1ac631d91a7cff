#include "score/formula.hpp"

#include <functional>

namespace bolide::score {

namespace {

double weighted_length(double all, double function, double delta) {
    return delta * (all - function) + (1 - delta) * function;
}

/// The first matcher's columns of one side: its content and its function words.
struct Side {
    Column content, function;
};

double weighted_matches(ConstRow row, Side side, const Parameters& parameters) {
    double total = 0;
    for (std::size_t place = 0; place < matcher_places; ++place)
        total += (static_cast<double>(row[side.content + place]) * parameters.weights[place]) * parameters.delta;
    for (std::size_t place = 0; place < matcher_places; ++place)
        total += (static_cast<double>(row[side.function + place]) * parameters.weights[place]) * (1 - parameters.delta);
    return total;
}

/// The factor of precision or recall: 1 for a segment without copy words, or with all of them matched.
/// Differs: a sum of segments has the X of each, where the paper speaks of single segments only.
double copy_factor(double segments, double words, double matched, const CopySmoothing& copy) {
    const double smoothing = copy.base * segments + copy.slope * words;
    return matched == words ? 1 : (smoothing + matched) / (smoothing + words);
}

/// Does what `score` does; `power` raises a fragmentation to the power of beta.
template <class Power>
Score score_by(ConstRow row, const Parameters& parameters, Power power) {
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
    // Words may count without any match (the matcher `nearest`): then order is as bad as with a single match, a chunk
    // of its own.
    if (get(hypothesis_matches) + get(reference_matches) == 0 && result.f_mean > 0) result.fragmentation = 1;
    result.penalty = parameters.gamma * power(result.fragmentation);
    const double raw = result.f_mean * (1 - result.penalty);
    result.score = raw > 0 ? raw : 0;  // Also for NaN.
    return result;
}

Score with_chrf(Score meteor, ConstMixedRow row, double share) {
    meteor.chrf = chrf_of(row);
    meteor.score = mix(meteor.score, meteor.chrf, share);
    return meteor;
}

}  // namespace

Score score(ConstRow row, const Parameters& parameters) {
    return score_by(row, parameters, [&](double base) { return power(base, parameters.beta); });
}

Score score(ConstRow row, const Parameters& parameters, RememberedPowers& powers) {
    return score_by(row, parameters, std::ref(powers));
}

double chrf_of(ConstMixedRow row) { return chrf_score(row.subspan<columns>(), chrf_characters); }

Score score(ConstMixedRow row, const MixedParameters& parameters) {
    return with_chrf(score(row.first<columns>(), parameters.meteor), row, parameters.share);
}

Score score(ConstMixedRow row, const MixedParameters& parameters, RememberedPowers& powers) {
    return with_chrf(score(row.first<columns>(), parameters.meteor, powers), row, parameters.share);
}

}  // namespace bolide::score
