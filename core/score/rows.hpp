/// Tables of statistics: rows one after the other, scored by any formula.
#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "score/feature_formula.hpp"
#include "score/formula.hpp"

namespace bolide::score {

/// A formula with its parameters, which tell which one it is.
using Formula = std::variant<Parameters, MixedParameters, FeatureParameters>;

FormulaKind kind_of(const Formula& formula);

using Rows = std::span<const std::int64_t>;  ///< Its size is a multiple of their width: that of the formula's schema.

/// Fills `total`, which is as wide as a row, with the sum of all rows: the statistics of a corpus.
void sum_rows(Rows rows, std::span<std::int64_t> total);

/// Fills `scores` with the scores of every row.
void score_rows(Rows rows, const Formula& formula, std::span<Score> scores);

/// For each segment, whose references' scores end at `ends`, the number of its best reference, from 0 on.
/// Parity: the first of equally good ones.
std::vector<std::int64_t> best_references(std::span<const double> scores, std::span<const std::size_t> ends);

}  // namespace bolide::score
