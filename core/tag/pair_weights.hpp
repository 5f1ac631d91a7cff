/// Attributes of two neighbours.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "tag/field.hpp"

namespace bolide::tag {

/// Attributes of a model that are named kind=first|second, found by the numbers of both texts.
class PairWeights {
  public:
    explicit PairWeights(const Model& model) : model_(model) {}

    /// Notes an attribute of a pair, such as "in|rome", the texts of which get numbers of `texts`. A text may hold the
    /// sign that divides the pair: there are several ways to divide it.
    void learn(std::string_view pair, std::uint32_t attribute, resource::StringIndex& texts) {
        for (std::size_t at = pair.find('|'); at != pair.npos; at = pair.find('|', at + 1)) {
            const std::uint32_t left = texts.add(pair.substr(0, at)), right = texts.add(pair.substr(at + 1));
            note(left, first);
            note(right, second);
            if (2 * ++count_ > pairs_.size()) grow();
            pairs_[place_of(left, right)] = {left, right, attribute + 1};
        }
    }

    /// Adds the weights of a pair to the scores of the tags.
    void add(std::uint32_t left, std::uint32_t right, std::span<float> scores) const {
        if (!has(left, first) || !has(right, second)) return;
        const Pair& pair = pairs_[place_of(left, right)];
        if (pair.attribute_after) model_.add(pair.attribute_after - 1, scores);
    }

  private:
    /// Which half of some pair a text is, as bits.
    enum Half : std::uint8_t { first = 1, second = 2 };
    struct Pair {
        std::uint32_t left = 0, right = 0;
        std::uint32_t attribute_after = 0;  ///< Its number + 1; 0 where the place is empty.
    };

    bool has(std::uint32_t text, Half half) const { return text < halves_.size() && halves_[text] & half; }
    void note(std::uint32_t text, Half half) {
        if (text >= halves_.size()) halves_.resize(text + std::size_t{1});
        halves_[text] |= half;
    }

    void grow() {
        std::vector<Pair> old(2 * pairs_.size());
        old.swap(pairs_);
        for (const Pair& pair : old)
            if (pair.attribute_after) pairs_[place_of(pair.left, pair.right)] = pair;
    }
    /// Where a pair is, or would be.
    std::size_t place_of(std::uint32_t left, std::uint32_t right) const {
        const std::size_t mask = pairs_.size() - 1;
        std::size_t at = (std::uint64_t{left} << 32 | right) * 0x9E3779B97F4A7C15 >> 32 & mask;
        while (pairs_[at].attribute_after && (pairs_[at].left != left || pairs_[at].right != right))
            at = (at + 1) & mask;
        return at;
    }

    const Model& model_;
    std::vector<std::uint8_t> halves_;                 ///< Of each text.
    std::vector<Pair> pairs_ = std::vector<Pair>(64);  ///< A hash table, a power of two of places.
    std::size_t count_ = 0;
};

}  // namespace bolide::tag
