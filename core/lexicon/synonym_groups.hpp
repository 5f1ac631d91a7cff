/// Groups of words that can stand for each other.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "resource/hash_index.hpp"

namespace bolide::lexicon {

/// Immutable: any number of threads may use it at once. Words are folded.
class SynonymGroups {
  public:
    /// A group on each line, with a TAB between its words.
    explicit SynonymGroups(std::string text);
    SynonymGroups(const SynonymGroups&) = delete;
    SynonymGroups& operator=(const SynonymGroups&) = delete;

    /// The groups that hold a word or its root, each once, in ascending order; numbered from 0 as they come.
    void groups(std::string_view word, std::string_view root, std::vector<std::uint32_t>& found) const;

    std::size_t size() const { return size_; }
    std::string_view text() const { return text_; }

  private:
    std::string text_;
    std::size_t size_ = 0;
    resource::StringIndex words_;
    std::vector<std::uint32_t> firsts_;  ///< Where the groups of each word begin, and one more.
    std::vector<std::uint32_t> groups_;
};

}  // namespace bolide::lexicon
