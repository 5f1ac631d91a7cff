/// One-to-one assignments: with the largest sum, or with the most pairs.
#pragma once

#include "work/stopping.hpp"

namespace bolide::align {

/// Solves assignment problems exactly, by shortest augmenting paths (Jonker and Volgenant 1987). For one thread.
class Assignment {
  public:
    static constexpr std::uint32_t none = UINT32_MAX;

    /// Returns the column of each row, or `none`: a choice of cells, no two in one row or column, with the largest sum.
    /// Cells worth 0 are not chosen. `worth` is stored row by row, without negative cells. Takes time proportional to
    /// the square of the smaller side times the larger one. Valid until the next call.
    std::span<const std::uint32_t> solve(std::span<const std::int64_t> worth, std::size_t rows, std::size_t columns) {
        // Every row of the smaller side gets a column of the larger one, even if the cell is worth 0.
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

  private:
    /// Assigns a column to a row, moving earlier rows to other columns at the least cost.
    void augment(std::size_t row) {
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
    std::int64_t cost(std::size_t row, std::size_t column) const {
        return -worth_[row * row_step_ + column * column_step_];
    }

    std::span<const std::int64_t> worth_;
    std::size_t row_step_ = 0, column_step_ = 0;
    std::size_t columns_ = 0;
    std::vector<std::int64_t> row_price_, column_price_, distance_;
    std::vector<std::uint32_t> row_of_, path_;  ///< Of each column; the last column is outside the table.
    std::vector<char> is_done_;
    std::vector<std::uint32_t> chosen_;
};

/// Pairs as many items of two lists as possible, one to one, by Kuhn's augmenting paths. Partners seen by a failed
/// search cannot help later ones, so all failures together visit each partner once. Not recursive: paths may be long.
/// For one thread.
class GreatestMatching {
  public:
    using Partners = std::vector<std::vector<std::uint32_t>>;
    static constexpr std::int32_t nobody = -1;

    /// Pairs each item, in order, with one of its partners (numbers below `others`). Returns how many were paired.
    std::size_t find(const Partners& partners, std::size_t others) {
        partners_ = &partners;
        owners_.assign(others, nobody);
        is_seen_.assign(others, false);
        std::size_t pairs = 0;
        for (std::uint32_t item = 0; item < partners.size(); ++item)
            if (!partners[item].empty()) pairs += augment(item);
        return pairs;
    }

    const std::vector<std::int32_t>& owners() const { return owners_; }

  private:
    struct Step {
        std::uint32_t item;
        std::size_t next;  ///< The partner to try next.
    };

    /// Finds a free partner for an item, moving other items to other partners if that helps.
    bool augment(std::uint32_t item) {
        path_.assign(1, {item, 0});
        seen_.clear();
        while (!path_.empty()) {
            work::check_stop();
            auto& [here, next] = path_.back();
            const auto& partners = (*partners_)[here];
            if (next == 0 && take_free(here)) return true;
            while (next < partners.size() && is_seen_[partners[next]]) ++next;
            if (next == partners.size()) {
                path_.pop_back();
                continue;
            }
            const std::uint32_t partner = partners[next++];
            is_seen_[partner] = true;
            seen_.push_back(partner);
            path_.push_back({static_cast<std::uint32_t>(owners_[partner]), 0});
        }
        return false;
    }

    /// Ends a path at an item with a free partner: every item before it gets the partner that the next one gives up.
    bool take_free(std::uint32_t item) {
        for (const std::uint32_t partner : (*partners_)[item]) {
            if (owners_[partner] != nobody) continue;
            owners_[partner] = static_cast<std::int32_t>(item);
            path_.pop_back();
            for (const auto& [here, next] : path_)
                owners_[(*partners_)[here][next - 1]] = static_cast<std::int32_t>(here);
            for (const std::uint32_t seen : seen_) is_seen_[seen] = false;
            return true;
        }
        return false;
    }

    const Partners* partners_ = nullptr;
    std::vector<std::int32_t> owners_;
    std::vector<bool> is_seen_;
    std::vector<std::uint32_t> seen_;  ///< In the current search.
    std::vector<Step> path_;
};

}  // namespace bolide::align
