/// Prices at which a choice among the options of a part is hard to improve.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "align/parts.hpp"

namespace bolide::align {

/// If a choice is the best, there are mostly prices at which no option is worth more than what it would displace. They
/// are found by raising the price of a word wherever an option that wants it is: a few rounds of Bellman and Ford's
/// method (1958), in which chunks count as the choice makes them. A bound tells how good they are.
class ChoicePrices {
  public:
    /// A price for each hypothesis word of a part; valid until the next call. `choice` are options, the last one first.
    std::span<const Worth> find(const Part& part, std::span<const std::uint32_t> choice);

  private:
    static constexpr std::uint32_t none = UINT32_MAX;

    void take(std::span<const std::uint32_t> choice);
    void weigh(std::span<const std::uint32_t> choice);
    Worth surplus(std::uint32_t at) const;
    bool raise(std::uint32_t place, std::uint32_t at);

    Part part_{};
    Worth highest_ = 0;  ///< No price has to be higher.
    std::vector<Worth> prices_;
    std::vector<Worth> values_;                        ///< Of each option, with the chunks it has or would have.
    std::vector<std::uint32_t> at_place_, with_word_;  ///< The chosen option that covers a place, or a word.
};

}  // namespace bolide::align
