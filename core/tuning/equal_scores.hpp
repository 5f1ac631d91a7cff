/// Scores that are equal, and what they change in sums over ranks.
#pragma once

#include <cstdint>
#include <vector>

#include "tuning/correlation.hpp"

namespace bolide::tuning {

/// Twelve times what the squared deviations of ranks lose where so many are equal; of all ranks, what they add up to.
inline std::int64_t cubic(std::int64_t count) { return count * (count * count - 1); }

/// Translations of equal score, added place by place: each has the mean of their places as its rank.
struct Equals {
    std::int64_t count = 0, ranks = 0,
                 by_place = 0;  ///< Of twice the human ranks: the sum, and that of place times rank.

    void add(std::int64_t human) {
        ranks += human;
        by_place += count * human;
        ++count;
    }
    /// By how much they change four times the sum of both ranks' products.
    std::int64_t product() const { return count < 2 ? 0 : (count - 1) * ranks - 2 * by_place; }
    /// By how much they change twelve times the sum of squared deviations.
    std::int64_t squares() const { return -cubic(count); }
};

/// Translations whose scores are equal for one alpha, whatever beta and gamma are: those of equal F_mean and
/// fragmentation. Most equal scores are such, so that they are counted once for all points of the alpha.
class Twins {
  public:
    explicit Twins(std::size_t count);

    /// Takes translations by index, with twice their human ranks; `chrf` may be empty.
    void find(Numbers f_means, Numbers fragmentation, Numbers chrf, const std::vector<std::uint32_t>& human);

    /// For each index the lowest one of its twins, or the index itself.
    const std::vector<std::uint32_t>& first() const { return first_; }
    /// The twins of an index, if it is the first of them; else none.
    const Equals& of(std::size_t index) const { return twins_[index]; }
    /// What all of them change.
    std::int64_t product() const { return product_; }
    std::int64_t squares() const { return squares_; }

  private:
    std::vector<std::uint32_t> first_;
    std::vector<Equals> twins_;
    std::vector<std::uint32_t> seen_;  ///< A hash table of indices.
    std::int64_t product_ = 0, squares_ = 0;
};

}  // namespace bolide::tuning
