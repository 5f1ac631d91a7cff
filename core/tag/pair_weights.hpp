/// Attributes of two neighbours.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "resource/hash_index.hpp"
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
            if (pairs_.add(key(left, right)) == attributes_.size()) attributes_.push_back(attribute);
        }
    }

    /// Adds the weights of a pair to the scores of the tags.
    void add(std::uint32_t left, std::uint32_t right, std::span<float> scores) const {
        if (!has(left, first) || !has(right, second)) return;
        const std::uint32_t pair = pairs_.find(key(left, right));
        if (pair != resource::HashIndex::none) model_.add(attributes_[pair], scores);
    }

  private:
    /// Which half of some pair a text is, as bits.
    enum Half : std::uint8_t { first = 1, second = 2 };

    static std::uint64_t key(std::uint32_t left, std::uint32_t right) { return std::uint64_t{left} << 32 | right; }
    bool has(std::uint32_t text, Half half) const { return text < halves_.size() && halves_[text] & half; }
    void note(std::uint32_t text, Half half) {
        if (text >= halves_.size()) halves_.resize(text + std::size_t{1});
        halves_[text] |= half;
    }

    const Model& model_;
    std::vector<std::uint8_t> halves_;  ///< Of each text.
    resource::HashIndex pairs_;
    std::vector<std::uint32_t> attributes_;  ///< Of the pairs.
};

}  // namespace bolide::tag
