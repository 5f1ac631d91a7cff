/// As many pairs as can be made of two lists, one to one.
#pragma once

#include <cstdint>
#include <vector>

#include "work/stopping.hpp"

namespace bolide::align {

/// Kuhn's augmenting paths. What a search that failed has seen leads nowhere, later either, so that all failures
/// together look at each partner once; without recursion, since paths may be long. For one thread.
class GreatestMatching {
  public:
    using Partners = std::vector<std::vector<std::uint32_t>>;
    static constexpr std::int32_t nobody = -1;

    /// Pairs up each item, in order, with one of its partners, which are numbers below `others`. Returns how many have
    /// one.
    std::size_t find(const Partners& partners, std::size_t others) {
        partners_ = &partners;
        owners_.assign(others, nobody);
        is_seen_.assign(others, false);
        std::size_t pairs = 0;
        for (std::uint32_t item = 0; item < partners.size(); ++item)
            if (!partners[item].empty()) pairs += augment(item);
        return pairs;
    }

    /// The item that each of the others is paired with, or `nobody`.
    const std::vector<std::int32_t>& owners() const { return owners_; }

  private:
    struct Step {
        std::uint32_t item;
        std::size_t next;  ///< The partner to try next.
    };

    /// Finds a free partner for an item, moving others to other partners where that helps.
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

    /// Ends a path where an item has a free partner: every item before it gets what the next one gives up.
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
    std::vector<std::uint32_t> seen_;  ///< By the present search.
    std::vector<Step> path_;
};

}  // namespace bolide::align
