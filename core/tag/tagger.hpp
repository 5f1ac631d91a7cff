/// Tags the words of a segment by what they and their neighbours look like.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tag/attributes.hpp"
#include "tag/emissions.hpp"
#include "tag/field.hpp"

namespace bolide::tag {

/// Immutable: any number of threads may use it at once.
class Tagger {
  public:
    /// Throws std::invalid_argument for a field that does not fit together.
    Tagger(Field field, std::shared_ptr<const Attributes> attributes);

    /// The names of the tags.
    const std::vector<std::string>& tags() const { return model_.tags(); }

    /// Adds the emissions of one more word type.
    void append(std::string_view word, Emissions& emissions) const;

    /// The best tags of a segment of word types (Viterbi); of equally good ones, the first in the order of the tags.
    void tag(std::span<const std::uint32_t> words, const Emissions& emissions, std::vector<Tag>& found) const;

  private:
    Model model_;
    std::shared_ptr<const Attributes> attributes_;
    std::vector<float> edges_;  ///< What the beginning, then the end of a segment add.
};

}  // namespace bolide::tag
