/// One step of minimum error rate training: the best point on a line through the space of feature weights.
#pragma once

#include "score/formula.hpp"
#include "tuning/correlation.hpp"

namespace bolide::tuning {

/// The maximised score of a corpus.
using Objective = score::Formula;

/// The candidate translations of all segments: segment s has those from ends[s - 1] up to ends[s].
struct Candidates {
    std::vector<double> features;    ///< By candidate.
    std::vector<std::int64_t> rows;  ///< The statistics of each candidate.
    std::vector<std::size_t> ends;
    std::size_t feature_count = 0, width = 0;  ///< Of features, and of statistics.

    Numbers of(std::size_t candidate) const {
        return Numbers(features).subspan(candidate * feature_count, feature_count);
    }
    std::span<const std::int64_t> row(std::size_t candidate) const {
        return std::span(rows).subspan(candidate * width, width);
    }
};

/// The distance along the line, and the score of the corpus there.
struct Step {
    double distance, score;
};

/// The score of the candidates that win under `weights`, the first of equals. Objectives have their width.
double score_winners(const Candidates& candidates, Numbers weights, const Objective& objective);

/// Searches the line weights + t * direction exactly (Och 2003): the winner of a segment changes at finitely many t,
/// between which the score of the corpus is constant. Returns the middle of the best stretch; no step if none is
/// better.
Step search_line(const Candidates& candidates, Numbers weights, Numbers direction, const Objective& objective);

}  // namespace bolide::tuning
