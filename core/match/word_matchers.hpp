/// Matchers of words that are equal, have the same stem, or share a synset.
#pragma once

#include "match/match.hpp"

namespace bolide::match {

/// Finds the places of a key in a segment, in rising order. The hash table is as large as the segment, for any keys: it
/// stays in the cache.
class Chains {
  public:
    /// Removes all links and makes room for `links` new ones. Takes time linear in them.
    void reset(std::size_t links) {
        const std::size_t buckets = std::bit_ceil(std::max(2 * links, least_buckets));
        if (heads_.size() < buckets) heads_.resize(buckets);
        if (links_.size() < links + 1) links_.resize(links + 1);
        std::fill_n(heads_.data(), buckets, none);
        shift_ = 32 - std::countr_zero(buckets);
        count_ = none;
    }

    /// Links a place to a key. Places must come in falling order. The places of an `owner` can be skipped.
    void link(std::uint32_t key, std::uint32_t place, std::uint32_t owner = 0) {
        std::uint32_t& head = heads_[bucket(key)];
        links_[++count_] = {key, place, head, owner};
        head = count_;
    }

    static constexpr std::uint32_t nobody = UINT32_MAX;
    /// Calls `visit` with every place of a key, except those of an owner. Returns how many links it followed, including
    /// those of other keys in the bucket.
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
    std::vector<Link> links_;  ///< From the second on: number 0 means "none".
    std::uint32_t count_ = 0;
    int shift_ = 32;
};

/// A set of places, as bits, for each key. Keys are dense numbers, the frequent ones low.
class PlaceSets {
  public:
    static constexpr std::size_t most_places = 64;

    /// Empties all sets, and makes room for `count` additions of keys below `end`.
    void reset(std::size_t end, std::size_t count) {
        for (std::size_t i = 0; i < count_; ++i) sets_[filled_[i]] = 0;
        count_ = 0;
        if (sets_.size() < end) sets_.resize(end);
        if (filled_.size() < count) filled_.resize(count);
    }

    void add(std::uint32_t place, std::uint32_t key) {
        sets_[key] |= std::uint64_t{1} << place;
        filled_[count_++] = key;
    }
    template <std::size_t size>
    void add(std::uint32_t place, std::span<const std::uint32_t, size> keys) {
        std::uint32_t* const to = filled_.data() + count_;
        for (std::size_t k = 0; k < size; ++k) to[k] = keys[k];
        for (std::size_t k = 0; k < size; ++k) sets_[keys[k]] |= std::uint64_t{1} << place;
        count_ += size;
    }
    void forget_first(std::size_t end) { std::fill_n(sets_.data(), end, 0); }

    std::uint64_t operator[](std::uint32_t key) const { return sets_[key]; }

  private:
    std::vector<std::uint64_t> sets_;
    std::vector<std::uint32_t> filled_;  ///< The keys with places: the first `count_`.
    std::size_t count_ = 0;
};

/// Handles all words of a hypothesis at once. Takes the same steps for most words, which a processor can predict.
class ShortMatcher {
  public:
    static bool fits(Words hypothesis) { return hypothesis.size() <= PlaceSets::most_places; }

    /// Indexes the words of a hypothesis (kind `exact`, which comes first), or their stems or synsets.
    void link(const lexicon::Lexicon& lexicon, Words hypothesis, Matcher kind, Stage& stage);

    /// Adds the words of that hypothesis that match a reference word; by stems and synsets, different words only.
    void match(const lexicon::Lexicon& lexicon, Words reference, Matcher kind, std::uint8_t place, Stage& stage);

  private:
    void link_synsets(const lexicon::Lexicon& lexicon, Words hypothesis, Stage& stage);
    void match_synonyms(const lexicon::Lexicon& lexicon, Words reference, std::uint8_t place, Stage& stage) const;

    PlaceSets words_, stems_, synsets_;
    std::size_t links_ = 0;  ///< How many synsets all words have together.
};

/// Takes time linear in words and matches. Same results as ShortMatcher, which is faster if it fits.
class LongMatcher {
  public:
    void link(const lexicon::Lexicon& lexicon, Words hypothesis, Matcher kind, Stage& stage);

    void match(const lexicon::Lexicon& lexicon, Words reference, Matcher kind, std::uint8_t place, Stage& stage);

  private:
    void link_synsets(const lexicon::Lexicon& lexicon, Words hypothesis, Stage& stage);
    void match_synonyms(const lexicon::Lexicon& lexicon, Words reference, std::uint8_t place, Stage& stage);

    Chains words_, stems_, synsets_;    ///< Owners are classes of words.
    std::size_t links_ = 0;             ///< How many synsets all words have together.
    std::vector<std::uint32_t> seen_;   ///< Per hypothesis word: the last reference word (+ 1) it was found for.
    std::vector<std::uint32_t> found_;  ///< Hypothesis words that share a synset with the current reference word.
    work::StopCheck stop_;
};

}  // namespace bolide::match
