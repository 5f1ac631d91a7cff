/// Meteor's formula: from statistics and parameters to scores.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>

#include "score/power.hpp"
#include "score/schema.hpp"

namespace bolide::score {

/// How much weight copy words have: X of Guo, Ruan and Hu (2018), formulae 8 and 9, as a line: X is `base` for each
/// segment and `slope` for each of its copy words. The paper has no slope.
struct CopySmoothing {
    double base, slope;
};

/// Whether a segment matched whole in one chunk is penalised. The papers' penalty is gamma * (ch / m) ^ beta always;
/// the jar's is 0 there.
enum class Penalty : std::uint8_t { java, paper };

/// Denkowski and Lavie (2014), section 2. Weights of places that are not used are 0.
struct Parameters {
    double alpha, beta, gamma, delta;
    std::array<double, matcher_places> weights;
    std::optional<CopySmoothing> copy = std::nullopt;  ///< Without it, copy words do not count.
    Penalty penalty = Penalty::java;
};

/// Meteor's formula with chrF in the score: `share` of it, and Meteor's the rest.
struct MixedParameters {
    Parameters meteor;
    double share;
};

/// NaN where a part is undefined: precision of an empty hypothesis, penalty without matches, chrF where it has no share
/// in the score. The score never is.
struct Score {
    double precision = 0, recall = 0, f1 = 0, f_mean = 0, fragmentation = 0, penalty = 0;
    double chrf = std::numeric_limits<double>::quiet_NaN();
    double score = 0;
};

/// The operations and their order are those of Meteor 1.5, so that the result is the same double. Powers have one
/// result on every platform (score/power.hpp).
Score score(ConstRow row, const Parameters& parameters);
/// The same for one of many rows, with the powers for `beta`.
Score score(ConstRow row, const Parameters& parameters, RememberedPowers& powers);

/// The chrF of a row, from 0 to 1.
double chrf_of(ConstMixedRow row);

/// The mean of two scores: every part but chrF and the score itself is Meteor's.
Score score(ConstMixedRow row, const MixedParameters& parameters);
Score score(ConstMixedRow row, const MixedParameters& parameters, RememberedPowers& powers);

/// A share of one score in another: the operations of every mixed score, wherever it is computed.
inline double mix(double meteor, double chrf, double share) { return (1 - share) * meteor + share * chrf; }

}  // namespace bolide::score
