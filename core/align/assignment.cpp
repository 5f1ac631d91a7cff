#include "align/assignment.hpp"

#include <limits>

namespace bolide::align {

std::span<const std::uint32_t> Assignment::solve(std::span<const std::int64_t> worth, std::size_t rows,
                                                 std::size_t columns) {
    // Every row of the smaller side gets a place of the larger one, cells of no worth among them.
    const bool is_turned = rows > columns;
    worth_ = worth;
    row_step_ = is_turned ? 1 : columns;
    column_step_ = is_turned ? columns : 1;
    columns_ = is_turned ? rows : columns;
    const std::size_t smaller = is_turned ? columns : rows;
    row_price_.assign(smaller, 0);
    column_price_.assign(columns_ + 1, 0);
    row_of_.assign(columns_ + 1, none);
    path_.resize(columns_ + 1);
    for (std::size_t row = 0; row < smaller; ++row) augment(row);
    chosen_.assign(rows, none);
    for (std::uint32_t column = 0; column < columns_; ++column) {
        const std::uint32_t row = row_of_[column];
        if (row == none || cost(row, column) == 0) continue;
        if (is_turned)
            chosen_[column] = row;
        else
            chosen_[row] = column;
    }
    return chosen_;
}

/// Gives a row a column, by the cheapest way to move rows before it to other columns.
void Assignment::augment(std::size_t row) {
    constexpr std::int64_t far = std::numeric_limits<std::int64_t>::max();
    row_of_[columns_] = static_cast<std::uint32_t>(row);
    distance_.assign(columns_, far);
    is_done_.assign(columns_ + 1, 0);
    std::size_t at = columns_;
    while (row_of_[at] != none) {
        is_done_[at] = 1;
        const std::size_t here = row_of_[at];
        std::size_t nearest = columns_;
        std::int64_t least = far;
        for (std::size_t column = 0; column < columns_; ++column) {
            if (is_done_[column]) continue;
            const std::int64_t step = cost(here, column) - row_price_[here] - column_price_[column];
            if (step < distance_[column]) {
                distance_[column] = step;
                path_[column] = static_cast<std::uint32_t>(at);
            }
            if (distance_[column] < least) {
                least = distance_[column];
                nearest = column;
            }
        }
        for (std::size_t column = 0; column < columns_; ++column)
            if (is_done_[column]) {
                row_price_[row_of_[column]] += least;
                column_price_[column] -= least;
            } else {
                distance_[column] -= least;
            }
        row_price_[row] += least;
        at = nearest;
    }
    while (at != columns_) {
        const std::size_t before = path_[at];
        row_of_[at] = row_of_[before];
        at = before;
    }
}

}  // namespace bolide::align
