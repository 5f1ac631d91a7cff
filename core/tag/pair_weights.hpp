/// Attributes of two neighbours.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>
#include <unordered_map>

#include "tag/field.hpp"

namespace bolide::tag {

/// The attributes of a model that are named kind=first|second, found by numbers of their halves: a text is looked up
/// once, however many neighbours it has.
class PairWeights {
  public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    /// What a text is as the first half of a pair, and as the second.
    struct Halves {
        std::uint32_t first = none, second = none;
    };

    /// `kind` with its sign, such as "shapes=".
    PairWeights(const Model& model, std::string_view kind) : model_(model) {
        for (std::uint32_t i = 0; i < model.attributes().size(); ++i)
            if (const std::string_view name = model.attributes()[i]; name.starts_with(kind))
                learn(name.substr(kind.size()), i);
    }

    Halves find(std::string_view text) const {
        return {firsts_.find(text).value_or(none), seconds_.find(text).value_or(none)};
    }

    /// Adds the weights of a pair to the scores of the tags.
    void add(const Halves& left, const Halves& right, std::span<float> scores) const {
        if (left.first == none || right.second == none) return;
        const auto found = attributes_.find(key(left.first, right.second));
        if (found != attributes_.end()) model_.add(found->second, scores);
    }

  private:
    static std::uint64_t key(std::uint32_t first, std::uint32_t second) { return std::uint64_t{first} << 32 | second; }

    /// A text may hold the sign that divides the pair: there are several ways to divide it.
    void learn(std::string_view pair, std::uint32_t attribute) {
        for (std::size_t at = pair.find('|'); at != pair.npos; at = pair.find('|', at + 1))
            attributes_[key(firsts_.add(pair.substr(0, at)), seconds_.add(pair.substr(at + 1)))] = attribute;
    }

    const Model& model_;
    resource::StringIndex firsts_, seconds_;
    std::unordered_map<std::uint64_t, std::uint32_t> attributes_;
};

}  // namespace bolide::tag
