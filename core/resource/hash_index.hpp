/// The hash table of the core: numbers things in order of insertion.
#pragma once

#include "standard.hpp"

namespace bolide {

/// Requests memory before it is needed.
inline void prefetch([[maybe_unused]] const void* address) {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(address);
#endif
}

}  // namespace bolide

namespace bolide::resource {

/// Numbers things from 0 by their hashes; the caller stores them by number. `is(number)` says whether a stored thing
/// with the same hash is the one looked for. Hashes have 32 bits where the table should be small.
template <class Hash>
class BasicHashIndex {
  public:
    static constexpr std::uint32_t none = UINT32_MAX;

    std::size_t size() const { return count_; }
    void reserve(std::size_t count) {
        if (2 * count > slots_.size()) rehash(std::bit_ceil(2 * count));
    }
    void prefetch(Hash hash) const { bolide::prefetch(&slots_[hash & mask_]); }

    template <class Is>
    std::uint32_t find(Hash hash, Is is) const {
        std::size_t at = hash & mask_;
        for (; slots_[at].number_after; at = (at + 1) & mask_)
            if (slots_[at].hash == hash && is(slots_[at].number_after - 1)) break;
        return slots_[at].number_after - 1;
    }
    std::uint32_t insert(Hash hash) {
        reserve(count_ + 1);
        put({hash, static_cast<std::uint32_t>(++count_)});
        return static_cast<std::uint32_t>(count_ - 1);
    }
    template <class Is>
    std::uint32_t add(Hash hash, Is is) {
        const std::uint32_t known = find(hash, is);
        return known != none ? known : insert(hash);
    }

    /// The same for numbers: no two share a hash.
    std::uint32_t find(Hash key) const { return find(hash_of(key), is_same); }
    std::uint32_t add(Hash key) { return add(hash_of(key), is_same); }

  private:
    struct Slot {
        Hash hash = 0;
        std::uint32_t number_after = 0;  ///< The number + 1; 0 if empty.
    };

    static constexpr auto is_same = [](std::uint32_t) { return true; };
    static Hash hash_of(Hash key) {
        const Hash hash = key * static_cast<Hash>(0x9E3779B97F4A7C15);
        return hash ^ hash >> 4 * sizeof(Hash);
    }
    void put(const Slot& slot) {
        std::size_t at = slot.hash & mask_;
        while (slots_[at].number_after) at = (at + 1) & mask_;
        slots_[at] = slot;
    }
    void rehash(std::size_t count) {
        std::vector<Slot> old(count);
        old.swap(slots_);
        mask_ = count - 1;
        for (const Slot& slot : old)
            if (slot.number_after) put(slot);
    }

    std::vector<Slot> slots_ = std::vector<Slot>(64);  ///< A power of two.
    std::size_t mask_ = 63;                            ///< The number of slots - 1.
    std::size_t count_ = 0;
};
using HashIndex = BasicHashIndex<std::uint64_t>;
using SmallHashIndex = BasicHashIndex<std::uint32_t>;

/// A fixed hash of a string, part of the file format.
inline std::uint64_t string_hash(std::string_view text) {
    constexpr std::uint64_t odd = 0x9E3779B97F4A7C15;
    std::uint64_t hash = text.size() * odd;
    for (std::size_t at = 0; at < text.size(); at += 8) {
        std::uint64_t number = 0;
        std::memcpy(&number, text.data() + at, std::min<std::size_t>(8, text.size() - at));
        hash = (hash ^ number) * odd;
        hash ^= hash >> 32;
    }
    return hash;
}
/// Strings of the same size, up to this many bytes, have equal hashes only if they are equal: the hash is invertible.
inline constexpr std::size_t hashed_at_once = 8;

inline bool is_same_string(std::string_view known, std::string_view text) {
    return known.size() == text.size() && (text.size() <= hashed_at_once || known == text);
}

/// Strings, numbered from 0 in order of insertion.
class StringIndex {
  public:
    StringIndex() = default;
    StringIndex(StringIndex&&) = default;
    StringIndex& operator=(StringIndex&&) = default;

    std::size_t size() const { return texts_.size(); }
    std::string_view operator[](std::uint32_t number) const { return texts_[number]; }
    void reserve(std::size_t count) { index_.reserve(count); }

    std::optional<std::uint32_t> find(std::string_view text) const {
        const std::uint32_t number = find(text, string_hash(text));
        return number == HashIndex::none ? std::nullopt : std::optional(number);
    }
    bool contains(std::string_view text) const { return find(text).has_value(); }

    /// The number of a string, added if new: `add` keeps a view of it, `intern` a copy.
    std::uint32_t add(std::string_view text) {
        return number(text, [](std::string_view same) { return same; });
    }
    std::uint32_t intern(std::string_view text) {
        return number(text, [this](std::string_view kept) { return std::string_view(kept_.emplace_back(kept)); });
    }

  private:
    std::uint32_t find(std::string_view text, std::uint64_t hash) const {
        return index_.find(hash, [&](std::uint32_t known) { return is_same_string(texts_[known], text); });
    }
    template <class Keep>
    std::uint32_t number(std::string_view text, Keep keep) {
        const std::uint64_t hash = string_hash(text);
        const std::uint32_t known = find(text, hash);
        if (known != HashIndex::none) return known;
        index_.reserve(size() + 1);  // If memory runs out here, nothing has changed.
        texts_.push_back(keep(text));
        return index_.insert(hash);
    }

    HashIndex index_;
    std::vector<std::string_view> texts_;
    std::deque<std::string> kept_;
};

}  // namespace bolide::resource
