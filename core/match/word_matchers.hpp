/// Matchers of words that are equal, have the same stem, or share a synset.
#pragma once

#include "match/match.hpp"

namespace bolide::match {

/// A set of places, as bits, for each key. Keys are dense numbers, the frequent ones low.
class PlaceSets {
  public:
    static constexpr std::size_t most_places = 64;

    /// Empties all sets, and makes room for `count` additions of keys below `end`.
    void reset(std::size_t end, std::size_t count) {
        for (const std::uint32_t key : std::span(filled_).first(count_)) sets_[key] = 0;
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

/// Handles up to `PlaceSets::most_places` words of a hypothesis at once: a block. Takes the same steps for most words,
/// which a processor can predict.
class WordMatcher {
  public:
    /// Indexes the words of a block (kind `exact`, which comes first), or their stems or synsets.
    void link(const lexicon::Lexicon& lexicon, Words block, Matcher kind, Stage& stage);

    /// Adds the words of that block, which begins at a hypothesis word, that match a reference word; by stems and
    /// synsets, different words only.
    void match(const lexicon::Lexicon& lexicon, std::uint32_t begin, Words reference, Matcher kind, std::uint8_t place,
               Stage& stage) const;

  private:
    void link_synsets(const lexicon::Lexicon& lexicon, Words block, Stage& stage);
    void match_synonyms(const lexicon::Lexicon& lexicon, std::uint32_t begin, Words reference, std::uint8_t place,
                        Stage& stage) const;

    PlaceSets words_, stems_, synsets_;
    std::size_t links_ = 0;  ///< How many synsets all words have together.
};

}  // namespace bolide::match
