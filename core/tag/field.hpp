/// A linear-chain conditional random field: weights of attributes, and the best tags for what they add up to.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "resource/hash_index.hpp"

namespace bolide::tag {

using Tag = std::uint8_t;
inline constexpr std::size_t most_tags = 64;

/// The weights of a field. Those of attribute a are the places `starts[a]` up to `starts[a + 1]` of `tags` and
/// `weights`.
struct Field {
    std::vector<std::string> names;  ///< Of the tags.
    std::vector<std::string> attributes;
    std::vector<std::uint32_t> starts;
    std::vector<Tag> tags;
    std::vector<float> weights;
    std::vector<float> transitions;  ///< From a tag (row) to the next (column).
};

/// A field that can be asked. Immutable: any number of threads may use it at once.
class Model {
  public:
    /// Throws std::invalid_argument for a field that does not fit together.
    explicit Model(Field field);
    Model(const Model&) = delete;
    Model& operator=(const Model&) = delete;

    /// The names of the tags.
    const std::vector<std::string>& tags() const { return field_.names; }
    const std::vector<std::string>& attributes() const { return field_.attributes; }

    /// Adds the weights of an attribute to the scores of the tags; nothing for one that has none.
    void add(std::string_view name, std::span<float> scores) const {
        if (const auto found = places_.find(name)) add(*found, scores);
    }
    /// The same, by its number.
    void add(std::uint32_t attribute, std::span<float> scores) const {
        for_each_weight(attribute, [&](Tag tag, float weight) { scores[tag] += weight; });
    }
    /// Calls `visit` with all tags that an attribute has weights for, and these.
    template <class Visit>
    void for_each_weight(std::uint32_t attribute, Visit visit) const {
        for (std::uint32_t i = field_.starts[attribute]; i < field_.starts[attribute + 1]; ++i)
            visit(field_.tags[i], field_.weights[i]);
    }

    /// The best tags for rows of scores, a row for each word (Viterbi); of equally good ones, the first in the order of
    /// the tags. The scores are used up.
    void find_best(std::span<float> scores, std::vector<Tag>& tags) const;

    /// How probable a tag is at each word, for rows of scores.
    std::vector<double> marginals(std::span<const float> scores, Tag tag) const;

  private:
    void compare_transitions();
    void follow(const float* last, float* row) const;

    Field field_;
    resource::StringIndex places_;  ///< Of the attributes.
    std::vector<float> gains_;      ///< From tag a (row) to tag b: the most that a transition from b is better.
    float largest_ = 0;             ///< Of the transitions, whatever its sign.
};

}  // namespace bolide::tag
