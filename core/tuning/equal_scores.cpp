#include "tuning/equal_scores.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace bolide::tuning {

namespace {

constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();

/// Knuth, The Art of Computer Programming 3, section 6.4: the golden ratio times the key, of which high bits are good.
std::size_t hash_of(double number) {
    return static_cast<std::size_t>(std::bit_cast<std::uint64_t>(number) * 0x9E3779B97F4A7C15U >> 32);
}

}  // namespace

Twins::Twins(std::size_t count) : first_(count), twins_(count), seen_(std::bit_ceil(2 * count + 1)) {}

void Twins::find(Numbers f_means, Numbers fragmentation, Numbers chrf, const std::vector<std::uint32_t>& human) {
    const auto are_equal = [&](std::size_t i, std::size_t j) {
        // Without an F_mean the score is 0, however many chunks there are.
        return f_means[i] == f_means[j] && (f_means[i] == 0 || fragmentation[i] == fragmentation[j]) &&
               (chrf.empty() || chrf[i] == chrf[j]);
    };
    const std::size_t last = seen_.size() - 1;
    std::fill(seen_.begin(), seen_.end(), nobody);
    std::fill(twins_.begin(), twins_.end(), Equals{});
    for (std::uint32_t i = 0; i < first_.size(); ++i) {
        std::size_t place = hash_of(f_means[i]) & last;
        while (seen_[place] != nobody && !are_equal(seen_[place], i)) place = (place + 1) & last;
        if (seen_[place] == nobody) seen_[place] = i;
        first_[i] = seen_[place];
        twins_[first_[i]].add(human[i]);
    }
    product_ = squares_ = 0;
    for (const Equals& twins : twins_) {
        product_ += twins.product();
        squares_ += twins.squares();
    }
}

}  // namespace bolide::tuning
