/// A sweep: the agreement with human judgements at every point of a grid of parameters.
#pragma once

#include "score/formula.hpp"
#include "tuning/correlation.hpp"

namespace bolide::tuning {

using Weights = std::array<double, score::matcher_places>;
/// The weight of copy words; empty if they do not count.
using Copy = std::optional<score::CopySmoothing>;

/// The values of each parameter; every combination is a point. Parameters that are not swept are those of `start`.
struct Grid {
    score::Parameters start;
    std::vector<double> alpha, beta, gamma, delta;
    std::vector<Weights> weights;
    std::vector<Copy> copy = {std::nullopt};
    std::vector<score::Shares> shares = {{}};  ///< All of the same parts: the counted ones.

    /// The points of one combination of delta, copy words, shares and weights.
    std::size_t block() const { return alpha.size() * beta.size() * gamma.size(); }
    std::size_t blocks() const { return delta.size() * copy.size() * shares.size() * weights.size(); }
    std::size_t size() const { return block() * blocks(); }
};

/// Translations with their statistics: translation t has the rows ends[t - 1] up to ends[t], one per reference.
struct Translations {
    std::vector<std::int64_t> rows;
    std::vector<std::size_t> ends;
    std::size_t width = score::columns;  ///< Of a row: Meteor's columns and those of parts.

    std::size_t size() const { return ends.size(); }
    std::size_t row_count() const { return rows.size() / width; }
    score::Columns row(std::size_t i) const { return std::span(rows).subspan(i * width, width); }
    bool has_one_reference() const { return row_count() == size(); }
};

/// `count` judges found one translation better than another.
struct Preference {
    std::uint32_t better, worse;
    std::int64_t count;
};

/// A judged score of a translation; only weighted_pearson uses the weight.
struct Judgement {
    std::uint32_t translation;
    double human, weight;
};

/// Judgements measured together, and their share in the objective.
struct Group {
    Measure measure;
    double share;
    std::vector<Preference> preferences;
    std::vector<Judgement> judgements;

    std::int64_t preference_count() const {
        return std::accumulate(preferences.begin(), preferences.end(), std::int64_t{0},
                               [](std::int64_t sum, const Preference& each) { return sum + each.count; });
    }
};

/// Plain scores each translation at each point with the operations of score::score and measures the scores. Quick
/// avoids scoring: it counts rankings exactly as plain does, and computes Pearson's correlations to about 1e-12. Plain
/// is used where quick does not hold: for several references, for spearman and kendall, and for gammas above 1 or not
/// evenly spaced.
enum class Method : std::uint8_t { quick, plain };

/// The objective, the sum of share * measure over the groups, at every point: weights outermost, then shares of parts,
/// copy words, delta, alpha, beta, gamma. The same for any number of threads.
std::vector<double> sweep(const Translations& translations, const std::vector<Group>& groups, const Grid& grid,
                          Method method, std::size_t threads);

}  // namespace bolide::tuning
