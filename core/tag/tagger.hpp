/// Tags the words of a segment by what they and their neighbours look like.
#pragma once

#include "tag/field.hpp"
#include "text/strings.hpp"

namespace bolide::tag {

/// The one definition of the attributes, for training and for tagging. Immutable.
class Attributes {
  public:
    /// `classes` gives words of closed classes the name of their class.
    explicit Attributes(std::unordered_map<std::string, std::string> classes) : classes_(std::move(classes)) {}

    /// Fills `names` with what is seen of a word (UTF-8, folded) at an offset. The nearer, the more is seen.
    void see(std::string_view word, int offset, text::Strings& names) const;

    /// The attribute of the word next to the beginning (-1) or the end (+1) of a segment.
    static std::string edge(int offset);

  private:
    std::unordered_map<std::string, std::string> classes_;
};

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
