/// Finds the places of a segment where a key occurs, in rising order.
#pragma once

#include "standard.hpp"

namespace bolide::match {

/// A hash table as large as a segment, whatever the keys: it stays close to the processor.
class Chains {
  public:
    /// Forgets all links and makes room for new ones, so many at the most. Takes time linear in them.
    void reset(std::size_t links) {
        const std::size_t buckets = std::bit_ceil(std::max(2 * links, least_buckets));
        if (heads_.size() < buckets) heads_.resize(buckets);
        if (links_.size() < links + 1) links_.resize(links + 1);
        std::fill_n(heads_.data(), buckets, none);
        shift_ = 32 - std::countr_zero(buckets);
        count_ = none;
    }

    /// Links a place to a key. Places have to come in falling order. Those of an `owner` can be passed over.
    void link(std::uint32_t key, std::uint32_t place, std::uint32_t owner = 0) {
        std::uint32_t& head = heads_[bucket(key)];
        links_[++count_] = {key, place, head, owner};
        head = count_;
    }

    static constexpr std::uint32_t nobody = UINT32_MAX;
    /// Calls `visit` with every place of a key, but for those of an owner. Returns how many links it followed: those of
    /// other keys in its bucket too.
    template <class Visit>
    std::size_t for_each(std::uint32_t key, Visit visit, std::uint32_t owner = nobody) const {
        std::size_t followed = 0;
        for (std::uint32_t at = heads_[bucket(key)]; at != none; at = links_[at].next, ++followed)
            if (links_[at].owner != owner && links_[at].key == key) visit(links_[at].place);
        return followed;
    }

  private:
    static constexpr std::uint32_t none = 0;
    static constexpr std::size_t least_buckets = 64;
    struct Link {
        std::uint32_t key, place, next, owner;
    };

    std::size_t bucket(std::uint32_t key) const { return (key * 0x9E3779B1u) >> shift_; }

    std::vector<std::uint32_t> heads_;
    std::vector<Link> links_;  ///< From the second on: the number of the first one says "none".
    std::uint32_t count_ = 0;
    int shift_ = 32;
};

}  // namespace bolide::match
