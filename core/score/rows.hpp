/// Tables of statistics: rows one after the other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "score/formula.hpp"

namespace bolide::score {

using Rows =
    std::span<const std::int64_t>;  ///< Its size is a multiple of their width: `columns`, if nothing else is said.

inline std::size_t row_count(Rows rows) { return rows.size() / columns; }
inline ConstRow row_at(Rows rows, std::size_t index) { return rows.subspan(index * columns).first<columns>(); }

/// Fills `total`, which is as wide as a row, with the sum of all rows: the statistics of a corpus.
void sum_rows(Rows rows, std::span<std::int64_t> total);

/// Fills `scores` with the scores of every row.
void score_rows(Rows rows, const Parameters& parameters, std::span<Score> scores);

/// For each segment, whose references' scores end at `ends`, the number of its best reference, from 0 on.
/// Parity: the first of equally good ones.
std::vector<std::int64_t> best_references(std::span<const double> scores, std::span<const std::size_t> ends);

}  // namespace bolide::score
