/// What a corpus is worth to minimum error rate training, by the sums of its segments' statistics.
#pragma once

#include <cstdint>
#include <span>
#include <variant>

#include "score/rows.hpp"

namespace bolide::tuning {

/// sacreBLEU's statistics of a segment: lengths, matched n-grams and all n-grams of BLEU, edits and words of TER. Words
/// of the reference are a mean over references there; edits and words of TER are both multiplied until they are whole.
enum SurfaceColumn : std::size_t {
    system_length,
    nearest_length,
    matched_ngrams,
    all_ngrams = matched_ngrams + 4,
    edits = all_ngrams + 4,
    edited_length,
    surface_columns
};

/// BLEU, 1 - TER, or the mean of the two, which grows as (TER - BLEU) / 2 falls (Denkowski and Lavie 2011, section 6).
struct SurfaceObjective {
    bool counts_bleu, counts_ter;
};

using Objective = std::variant<score::Parameters, score::MixedParameters, score::FeatureParameters, SurfaceObjective>;

/// How many columns the statistics of an objective have.
std::size_t width_of(const Objective& objective);

/// What sums are worth, to be made large.
double worth(const Objective& objective, std::span<const std::int64_t> sums);

}  // namespace bolide::tuning
