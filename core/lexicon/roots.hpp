/// Roots: the form that stands for all inflected forms of a word; by a table, else by endings.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "resource/hash_index.hpp"

namespace bolide::lexicon {

/// How roots are found where no table knows. An ending is replaced by what stands behind it, if at least `shortest`
/// characters are left; the first that fits decides. `infinitives` have the endings of infinitives, with those of their
/// roots.
struct RootRules {
    std::vector<std::pair<std::string, std::string>> endings;
    std::size_t shortest = 0;
    std::vector<std::pair<std::string, std::string>> infinitives;
};

/// Immutable: any number of threads may use it at once. Words are folded.
class Roots {
  public:
    /// `table` has lines form TAB root; the first line of a form counts, and lines without a root do not.
    Roots(std::string table, RootRules rules);
    Roots(const Roots&) = delete;
    Roots& operator=(const Roots&) = delete;

    std::string root(std::string_view word) const;

    /// Whether a word is an infinitive: its own root, but for the ending.
    bool is_infinitive(std::string_view word, std::string_view root) const;

  private:
    std::string table_;
    RootRules rules_;
    resource::StringIndex forms_;
    std::vector<std::string_view> roots_;
};

}  // namespace bolide::lexicon
