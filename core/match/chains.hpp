/// Finds the places of a segment where a key occurs, in rising order.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace bolide::match {

/// A hash table as large as a segment, whatever the keys: it stays close to the processor.
class Chains {
  public:
    /// Forgets all links and makes room for new ones, so many at the most. Takes time linear in both.
    void reset(std::size_t links) {
        for (const Link& link : links_) heads_[bucket(link.key)] = none;
        links_.clear();
        const std::size_t wanted = std::bit_ceil(std::max(2 * links, least_buckets));
        if (heads_.size() >= wanted) return;
        heads_.assign(wanted, none);
        shift_ = 32 - std::countr_zero(wanted);
    }

    /// Links a place to a key. Places have to come in falling order.
    void link(std::uint32_t key, std::uint32_t place) {
        std::uint32_t& head = heads_[bucket(key)];
        links_.push_back({key, place, head});
        head = static_cast<std::uint32_t>(links_.size() - 1);
    }

    /// Whether a key has a place.
    bool has(std::uint32_t key) const {
        std::uint32_t at = heads_[bucket(key)];
        while (at != none && links_[at].key != key) at = links_[at].next;
        return at != none;
    }

    /// Calls `visit` with every place of a key. Returns how many links it followed: those of other keys in its bucket
    /// too.
    template <class Visit>
    std::size_t for_each(std::uint32_t key, Visit visit) const {
        std::size_t followed = 0;
        for (std::uint32_t at = heads_[bucket(key)]; at != none; at = links_[at].next, ++followed)
            if (links_[at].key == key) visit(links_[at].place);
        return followed;
    }

  private:
    static constexpr std::uint32_t none = UINT32_MAX;
    static constexpr std::size_t least_buckets = 512;
    struct Link {
        std::uint32_t key, place, next;
    };

    std::size_t bucket(std::uint32_t key) const { return (key * 0x9E3779B1u) >> shift_; }

    std::vector<std::uint32_t> heads_;
    std::vector<Link> links_;
    int shift_ = 32;
};

}  // namespace bolide::match
