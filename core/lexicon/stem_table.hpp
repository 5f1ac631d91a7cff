/// Stems by look-up, for languages that come with a table instead of an algorithm.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "resource/resource_file.hpp"

namespace bolide::lexicon {

class StemTable {
  public:
    /// For `trusted`, see ResourceFile.
    explicit StemTable(const std::filesystem::path& path, std::string_view trusted = {});

    /// Replaces a word with its stem; a word that is not listed is its own stem.
    /// Parity: words are told apart by their 32-bit Java hash alone.
    void stem(std::u16string& word) const;

    std::size_t words() const { return hashes_.size(); }
    const resource::ResourceFile& file() const { return file_; }

  private:
    resource::ResourceFile file_;
    std::span<const std::uint32_t> hashes_;  ///< Ascending.
    std::span<const std::uint32_t> firsts_;  ///< Where the stem of each begins, and one more.
    std::span<const char16_t> units_;
};

/// Compiles a text of lines `word count stem`, of which more such pairs of count and stem are ignored; a later line for
/// the same word wins. Returns the number of words.
std::size_t compile_stems(std::string_view text, const std::filesystem::path& path,
                          const resource::Provenance& provenance);

}  // namespace bolide::lexicon
