/// A linear-chain conditional random field: the tags of the words of a segment.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "resource/string_index.hpp"
#include "tag/attributes.hpp"

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

/// What each word type adds to the score of each tag of its neighbourhood: for every offset, a value per tag.
class Emissions {
  public:
    std::size_t tag_count = 0;
    std::vector<float> values;

    /// How many types there are.
    std::size_t size() const { return tag_count ? values.size() / (offsets * tag_count) : 0; }
    std::span<const float> at(std::size_t type, int offset) const {
        const std::size_t row = type * offsets + static_cast<std::size_t>(offset + reach);
        return {values.data() + row * tag_count, tag_count};
    }
};

/// Immutable: any number of threads may use it at once.
class Tagger {
  public:
    /// Throws std::invalid_argument for a field that does not fit together.
    Tagger(Field field, std::shared_ptr<const Attributes> attributes);
    Tagger(const Tagger&) = delete;
    Tagger& operator=(const Tagger&) = delete;

    /// The names of the tags.
    const std::vector<std::string>& tags() const { return field_.names; }

    /// Adds the emissions of one more word type.
    void append(std::string_view word, Emissions& emissions) const;

    /// The best tags of a segment of word types (Viterbi); of equally good ones, the first in the order of the tags.
    void tag(std::span<const std::uint32_t> words, const Emissions& emissions, std::vector<Tag>& tags) const;

  private:
    void add(std::string_view name, std::span<float> scores) const;
    void score(std::span<const std::uint32_t> words, const Emissions& emissions, std::vector<float>& scores) const;

    Field field_;
    std::shared_ptr<const Attributes> attributes_;
    resource::StringIndex places_;  ///< Of the attributes.
    std::vector<float> edges_;      ///< What the beginning, then the end of a segment add.
};

}  // namespace bolide::tag
