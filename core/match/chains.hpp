/// Finds the places of a segment where a key occurs, in rising order, without hashing: keys are dense numbers.
#pragma once

#include <cstdint>
#include <vector>

namespace bolide::match {

class Chains {
  public:
    /// Makes room for keys below `count`. Keeps what is linked.
    void reserve(std::size_t count) {
        if (heads_.size() < count) heads_.resize(count, none);
    }

    /// Links a place to a key. Places have to come in falling order.
    void link(std::uint32_t key, std::uint32_t place) {
        if (heads_[key] == none) used_.push_back(key);
        links_.push_back({place, heads_[key]});
        heads_[key] = static_cast<std::uint32_t>(links_.size() - 1);
    }

    /// Calls `visit` with every place of a key.
    template <class Visit>
    void for_each(std::uint32_t key, Visit visit) const {
        for (std::uint32_t at = heads_[key]; at != none; at = links_[at].next) visit(links_[at].place);
    }

    bool has(std::uint32_t key) const { return heads_[key] != none; }

    /// Forgets all links, in time linear in their number.
    void clear() {
        for (const std::uint32_t key : used_) heads_[key] = none;
        used_.clear();
        links_.clear();
    }

  private:
    static constexpr std::uint32_t none = UINT32_MAX;
    struct Link {
        std::uint32_t place, next;
    };
    std::vector<std::uint32_t> heads_;
    std::vector<std::uint32_t> used_;
    std::vector<Link> links_;
};

}  // namespace bolide::match
