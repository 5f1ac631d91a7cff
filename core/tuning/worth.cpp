#include "tuning/worth.hpp"

#include <cmath>

namespace bolide::tuning {

namespace {

constexpr std::size_t longest_ngram = 4;

/// Corpus BLEU with sacreBLEU's smoothing: of each order without a match, half as much as of the one before it.
double bleu(std::span<const std::int64_t> sums) {
    const auto get = [sums](std::size_t column) { return static_cast<double>(sums[column]); };
    double product = 1, smoothing = 1, matched = 0;
    for (std::size_t n = 0; n < longest_ngram; ++n) {
        const double right = get(matched_ngrams + n), all = get(all_ngrams + n);
        if (all == 0) return 0;
        if (right == 0) smoothing *= 2;
        product *= right > 0 ? right / all : 1 / (smoothing * all);
        matched += right;
    }
    if (matched == 0) return 0;
    const double shortfall = get(nearest_length) / get(system_length);
    static_assert(longest_ngram == 4);
    const double mean = std::sqrt(std::sqrt(product));  // The same on every platform, as logarithms are not.
    return shortfall > 1 ? mean * score::exponential(1 - shortfall) : mean;
}

/// No words to edit are as good as their translation: right only if it has none.
double edit_rate(std::span<const std::int64_t> sums) {
    if (sums[edited_length] > 0) return static_cast<double>(sums[edits]) / static_cast<double>(sums[edited_length]);
    return sums[edits] > 0 ? 1 : 0;
}

double value(const score::Parameters& parameters, std::span<const std::int64_t> sums) {
    return score::score(sums.first<score::columns>(), parameters).score;
}

double value(const score::MixedParameters& parameters, std::span<const std::int64_t> sums) {
    return score::score(sums.first<score::mixed_columns>(), parameters).score;
}

double value(const score::FeatureParameters& parameters, std::span<const std::int64_t> sums) {
    return score::score(sums.first<score::feature_columns>(), parameters).score;
}

double value(const SurfaceObjective& objective, std::span<const std::int64_t> sums) {
    if (!objective.counts_ter) return bleu(sums);
    if (!objective.counts_bleu) return 1 - edit_rate(sums);
    return (1 - edit_rate(sums) + bleu(sums)) / 2;
}

}  // namespace

std::size_t width_of(const Objective& objective) {
    if (std::holds_alternative<SurfaceObjective>(objective)) return surface_columns;
    if (std::holds_alternative<score::MixedParameters>(objective)) return score::mixed_columns;
    return std::holds_alternative<score::Parameters>(objective) ? std::size_t{score::columns}
                                                                : std::size_t{score::feature_columns};
}

double worth(const Objective& objective, std::span<const std::int64_t> sums) {
    return std::visit([sums](const auto& known) { return value(known, sums); }, objective);
}

}  // namespace bolide::tuning
