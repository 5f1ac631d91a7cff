/// Attributes of single tokens.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "tag/emissions.hpp"
#include "tag/field.hpp"

namespace bolide::tag {

/// The attributes of a model that tell one trait of a token, found by its value: one look-up for all offsets. What they
/// weigh lies together, too.
class TraitWeights {
  public:
    static constexpr std::uint32_t none = UINT32_MAX;

    explicit TraitWeights(const Model& model) : model_(model) {}

    /// Notes an attribute.
    void learn(std::string_view value, int offset, std::uint32_t attribute) {
        const std::uint32_t number = values_.add(value);
        if (number >= rows_.size()) rows_.resize(number + std::size_t{1}, no_attributes);
        rows_[number][place_of(offset)] = attribute;
    }
    /// To be called after the last one was noted: lays out what they weigh.
    void finish() {
        for (Row& row : rows_)
            for (std::uint32_t& place : row) {
                const std::uint32_t attribute = std::exchange(place, static_cast<std::uint32_t>(weights_.size()));
                if (attribute == none) continue;
                model_.for_each_weight(attribute, [&](Tag tag, float weight) { weights_.push_back({weight, tag}); });
            }
    }

    /// The number of a value; `none` if there is nothing about it.
    std::uint32_t find(std::string_view value) const { return values_.find(value).value_or(none); }

    /// Adds what a value tells of the token that sees it at an offset to the scores of the tags.
    void add(std::uint32_t value, int offset, std::span<float> scores) const {
        if (value >= rows_.size()) return;
        const Row& row = rows_[value];
        const std::size_t place = place_of(offset);
        for (std::uint32_t i = row[place]; i < row[place + 1]; ++i) scores[weights_[i].tag] += weights_[i].value;
    }

    /// The numbers of values; others may be added.
    resource::StringIndex& values() { return values_; }

  private:
    struct Weight {
        float value;
        Tag tag;
    };
    /// Of each offset, and one more: the attribute, and when all are known, where its weights begin.
    using Row = std::array<std::uint32_t, offsets + 1>;
    static constexpr Row no_attributes = {none, none, none, none, none, none};

    static std::size_t place_of(int offset) { return static_cast<std::size_t>(offset + reach); }

    const Model& model_;
    resource::StringIndex values_;
    std::vector<Row> rows_;  ///< Of each value.
    std::vector<Weight> weights_;
};

}  // namespace bolide::tag
