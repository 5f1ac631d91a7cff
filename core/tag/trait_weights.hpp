/// Attributes of single tokens.
#pragma once

#include <algorithm>
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
        learned_.push_back({values_.add(value) * offsets + place_of(offset), attribute});
    }
    /// To be called after the last one was noted: lays out what they weigh.
    void finish() {
        std::sort(learned_.begin(), learned_.end());
        for (const auto& [place, attribute] : std::exchange(learned_, {})) {
            starts_.resize(place + 1, static_cast<std::uint32_t>(weights_.size()));
            model_.for_each_weight(attribute, [&](Tag tag, float weight) { weights_.push_back({weight, tag}); });
        }
        starts_.resize((starts_.size() / offsets + 1) * offsets + 1, static_cast<std::uint32_t>(weights_.size()));
    }

    /// The number of a value; `none` if there is nothing about it.
    std::uint32_t find(std::string_view value) const { return values_.find(value).value_or(none); }

    /// Adds what a value tells of the token that sees it at an offset to the scores of the tags.
    void add(std::uint32_t value, int offset, std::span<float> scores) const {
        const std::size_t place = value * offsets + place_of(offset);
        if (place + 1 >= starts_.size()) return;
        for (std::uint32_t i = starts_[place]; i < starts_[place + 1]; ++i)
            scores[weights_[i].tag] += weights_[i].value;
    }

    /// The numbers of values; others may be added.
    resource::StringIndex& values() { return values_; }

  private:
    struct Weight {
        float value;
        Tag tag;
    };
    static std::size_t place_of(int offset) { return static_cast<std::size_t>(offset + reach); }

    const Model& model_;
    resource::StringIndex values_;
    std::vector<std::pair<std::size_t, std::uint32_t>> learned_;  ///< Where attributes belong, and which they are.
    std::vector<std::uint32_t> starts_;  ///< Where the weights of each value begin, offset by offset.
    std::vector<Weight> weights_;
};

}  // namespace bolide::tag
