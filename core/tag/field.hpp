/// A linear-chain conditional random field: weights of attributes, their sums, and the best tags.
#pragma once

#include "resource/hash_index.hpp"

namespace bolide::tag {

using Tag = std::uint8_t;
inline constexpr std::size_t most_tags = 64;

/// The weights of a field: of attribute a, the places `starts[a]` up to `starts[a + 1]` of `tags` and `weights`.
struct Field {
    std::vector<std::string> names;  ///< Of the tags.
    std::vector<std::string> attributes;
    std::vector<std::uint32_t> starts;
    std::vector<Tag> tags;
    std::vector<float> weights;
    std::vector<float> transitions;  ///< From a tag (row) to the next (column).
};

/// A field ready for use. Immutable: any number of threads may use it at once.
class Model {
  public:
    /// Throws std::invalid_argument for a field that does not fit together.
    explicit Model(Field field);
    Model(const Model&) = delete;
    Model& operator=(const Model&) = delete;

    const std::vector<std::string>& tags() const { return field_.names; }

    /// Adds the weights of an attribute to the scores of the tags, if it has any.
    void add(std::string_view name, std::span<float> scores) const {
        const auto found = places_.find(name);
        if (!found) return;
        for (std::uint32_t i = field_.starts[*found]; i < field_.starts[*found + 1]; ++i)
            scores[field_.tags[i]] += field_.weights[i];
    }

    /// Finds the best tags for rows of scores, a row per word (Viterbi); of equally good ones, the first in the order
    /// of the tags. Overwrites the scores.
    void find_best(std::span<float> scores, std::vector<Tag>& tags) const;

    /// The probability of a tag at each word, for rows of scores.
    std::vector<double> marginals(std::span<const float> scores, Tag tag) const;

  private:
    Field field_;
    resource::StringIndex places_;  ///< Of the attributes.
};

/// The field of a model as CRFsuite (Okazaki 2007, version 0.12) writes it. Throws std::invalid_argument for other
/// bytes.
Field read_crfsuite(std::string_view bytes);

/// The farthest place of a word seen from the tagged one: from two before it to two after it.
inline constexpr int reach = 2;
inline constexpr std::size_t offsets = 2 * reach + 1;

/// The scores that word types add to the tags around them. The rows of a type belong to the words in its reach, in the
/// order of a segment: all are added at once.
class Emissions {
  public:
    explicit Emissions(std::size_t tag_count) : tag_count_(tag_count) {}

    std::size_t size() const { return values_.size() / (offsets * tag_count_); }
    std::size_t byte_count() const { return values_.size() * sizeof(float); }
    void clear() { values_.clear(); }

    /// Appends a type that adds nothing.
    void append() { values_.resize(values_.size() + offsets * tag_count_, 0.0F); }
    /// The scores that the last type gives to a word that sees it at an offset: one per tag.
    std::span<float> last(int offset) {
        const auto row = offsets - static_cast<std::size_t>(reach - offset);
        return {values_.data() + values_.size() - row * tag_count_, tag_count_};
    }

    /// A row of scores for each word of a segment, in `room`.
    std::span<float> add_up(std::span<const std::uint32_t> types, std::vector<float>& room) const {
        const std::size_t size = offsets * tag_count_, edge = static_cast<std::size_t>(reach) * tag_count_;
        room.assign(types.size() * tag_count_ + 2 * edge, 0.0F);  // Rows outside of the segment are ignored.
        float* scores = room.data();
        for (const std::uint32_t type : types) {
            const float* values = values_.data() + type * size;
            for (std::size_t i = 0; i < size; ++i) scores[i] += values[i];
            scores += tag_count_;
        }
        return std::span(room).subspan(edge, types.size() * tag_count_);
    }

  private:
    std::size_t tag_count_;
    std::vector<float> values_;
};

}  // namespace bolide::tag
