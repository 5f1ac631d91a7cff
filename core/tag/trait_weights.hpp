/// Attributes of single tokens.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tag/emissions.hpp"
#include "tag/field.hpp"

namespace bolide::tag {

/// The attributes of a model that tell one trait of a token, found by its value: one look-up for all offsets.
class TraitWeights {
  public:
    static constexpr std::uint32_t none = UINT32_MAX;

    explicit TraitWeights(const Model& model) : model_(model) {}

    /// Notes an attribute.
    void learn(std::string_view value, int offset, std::uint32_t attribute) {
        const std::uint32_t number = values_.add(value);
        if (number >= attributes_.size()) attributes_.resize(number + std::size_t{1}, no_attributes);
        attributes_[number][place_of(offset)] = attribute;
    }

    /// The number of a value; `none` if there is nothing about it.
    std::uint32_t find(std::string_view value) const { return values_.find(value).value_or(none); }

    /// Adds what a value tells of the token that sees it at an offset to the scores of the tags.
    void add(std::uint32_t value, int offset, std::span<float> scores) const {
        if (value >= attributes_.size()) return;
        const std::uint32_t attribute = attributes_[value][place_of(offset)];
        if (attribute != none) model_.add(attribute, scores);
    }

    /// The numbers of values; others may be added.
    resource::StringIndex& values() { return values_; }

  private:
    using Row = std::array<std::uint32_t, offsets>;
    static constexpr Row no_attributes = {none, none, none, none, none};

    static std::size_t place_of(int offset) { return static_cast<std::size_t>(offset + reach); }

    const Model& model_;
    resource::StringIndex values_;
    std::vector<Row> attributes_;  ///< Of each value, by offset.
};

}  // namespace bolide::tag
