/// What a tagger looks at: the attributes of a word, seen from itself and from its neighbours.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

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

}  // namespace bolide::tag
