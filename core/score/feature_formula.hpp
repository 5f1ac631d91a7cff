/// METEOR-Hindi's formula: the score as a weighted mean of features.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "score/formula.hpp"

namespace bolide::score {

/// Something that hypothesis and reference have in common: what is matched, of how much on either side.
struct Feature {
    std::string_view name;
    FeatureColumn matched, hypothesis, reference;
    FeatureColumn matched_reference = matched;  ///< Of the reference, where that may be another number.
};

/// Gupta, Venkatapathy and Sangal (2010), section 6.3; and paraphrases, their future work.
inline constexpr std::array<Feature, 7> all_features = {{
    {"exact", matched_exact, hypothesis_words, reference_words},
    {"stem", matched_stem, hypothesis_words, reference_words},
    {"synonym", matched_synonym, hypothesis_words, reference_words},
    {"lwg", matched_groups, hypothesis_groups, reference_groups},
    {"pos", matched_pos, hypothesis_words, reference_words},
    {"clause", matched_clauses, hypothesis_clauses, reference_clauses},
    {"paraphrase", matched_paraphrase, hypothesis_words, reference_words, matched_paraphrase_reference},
}};

/// The feature of that name; throws std::invalid_argument if there is none.
const Feature& feature_named(std::string_view name);

/// Two weights a feature: of its precision and of its recall.
struct FeatureParameters {
    std::vector<Feature> features;
    std::vector<double> weights;
};

/// Fills `values` with precision and recall of each feature, 0 where there is nothing to match.
void measure_features(ConstFeatureRow row, std::span<const Feature> features, std::span<double> values);

/// The score is the weighted mean of all values (equation 1), precision and recall those of theirs, each added up in
/// the order of the features. There are no chunks, so no fragmentation (NaN) and no penalty (0).
Score score(ConstFeatureRow row, const FeatureParameters& parameters);

}  // namespace bolide::score
