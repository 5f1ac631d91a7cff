/// Synonyms: word → synsets, with the exceptions of its morphology (WordNet's files as Meteor ships them).
/// Parity: synsets are told apart by their offset alone, so that a noun's and a verb's may coincide.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "resource/resource_file.hpp"
#include "resource/string_table.hpp"

namespace bolide::lexicon {

/// The most synsets that a word may have, with those of its base forms. Those of WordNet have less than a hundred.
inline constexpr std::size_t most_synsets = std::size_t{1} << 20;

class SynonymTable {
  public:
    /// For `trusted`, see ResourceFile.
    explicit SynonymTable(const std::filesystem::path& path, std::string_view trusted = {});

    /// The synsets of a word: its own, and those of its base form. Sorted, each once; numbered densely from 0.
    void synsets(std::string_view word, std::vector<std::uint32_t>& found) const {
        synsets(word, resource::string_hash(word), found);
    }
    /// The same, for callers that have the word's hash already.
    void synsets(std::string_view word, std::uint64_t hash, std::vector<std::uint32_t>& found) const;
    void prefetch(std::uint64_t hash) const {
        words_.prefetch(hash);
        forms_.prefetch(hash);
    }

    std::size_t synset_count() const { return offsets_of_synsets_.size(); }
    /// The number by which the source names a synset.
    std::uint32_t source_number(std::uint32_t synset) const { return offsets_of_synsets_[synset]; }
    std::size_t words() const { return words_.size(); }
    const resource::ResourceFile& file() const { return file_; }

  private:
    void add_synsets(std::uint32_t word, std::vector<std::uint32_t>& found) const;
    void add_base_synsets(std::string_view word, std::uint64_t hash, std::vector<std::uint32_t>& found) const;

    resource::ResourceFile file_;
    resource::StringTable words_;
    std::span<const std::uint32_t> first_synset_;  ///< Per word, and one more.
    std::span<const std::uint32_t> synsets_;
    std::span<const std::uint32_t> offsets_of_synsets_;
    resource::StringTable forms_;                ///< Irregular forms.
    std::span<const std::uint32_t> first_base_;  ///< Per form, and one more.
    std::span<const std::uint32_t> bases_;       ///< Numbers of words.
};

/// Compiles the texts `<language>.synsets` and `<language>.exceptions`: pairs of lines. Returns the number of words.
/// Throws ResourceError with file and line of a broken entry.
std::size_t compile_synonyms(std::string_view synsets, std::string_view exceptions, const std::filesystem::path& path,
                             const resource::Provenance& provenance);

}  // namespace bolide::lexicon
