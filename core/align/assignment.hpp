/// One-to-one assignments with the largest sum.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace bolide::align {

/// Solves assignment problems exactly, by shortest augmenting paths (Jonker and Volgenant 1987). Keeps its memory; for
/// one thread.
class Assignment {
  public:
    static constexpr std::uint32_t none = UINT32_MAX;

    /// For each row its column, or `none`: a choice of cells, no two in one row or column, with the largest sum. What
    /// is worth 0 is not chosen; `worth` has no negative cells, row by row. Takes time proportional to the cube of the
    /// smaller side, times the larger over the smaller. Valid until the next call.
    std::span<const std::uint32_t> solve(std::span<const std::int64_t> worth, std::size_t rows, std::size_t columns);

  private:
    void augment(std::size_t row);
    std::int64_t cost(std::size_t row, std::size_t column) const {
        return -worth_[row * row_step_ + column * column_step_];
    }

    std::span<const std::int64_t> worth_;
    std::size_t row_step_ = 0, column_step_ = 0;
    std::size_t columns_ = 0;
    std::vector<std::int64_t> row_price_, column_price_, distance_;
    std::vector<std::uint32_t> row_of_, path_;  ///< Of each column; the last column is the one outside of the table.
    std::vector<char> is_done_;
    std::vector<std::uint32_t> chosen_;
};

}  // namespace bolide::align
