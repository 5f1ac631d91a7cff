/// Vectors of word types: what a small encoder knows of a word that stands alone, in a byte for each dimension.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>

#include "resource/resource_file.hpp"
#include "resource/string_table.hpp"

namespace bolide::lexicon {

class VectorTable {
  public:
    /// `trusted`: as for ResourceFile.
    explicit VectorTable(const std::filesystem::path& path, std::string_view trusted = {});

    /// The number of a word, if the table has it.
    std::optional<std::uint32_t> find(std::string_view word) const { return strings_.find(word); }
    /// The vector of a word, by its number.
    std::span<const std::int8_t> operator[](std::uint32_t word) const {
        return values_.subspan(word * dimensions_, dimensions_);
    }

    std::size_t words() const { return strings_.size(); }
    std::size_t dimensions() const { return dimensions_; }
    const resource::ResourceFile& file() const { return file_; }

  private:
    resource::ResourceFile file_;
    resource::StringTable strings_;
    std::span<const std::int8_t> values_;
    std::size_t dimensions_;
};

/// Compiles a table from words, one a line, and their vectors, one after the other, all of the same size. Of a word
/// that is there twice, the first counts. Returns the number of words.
std::size_t compile_vectors(std::string_view words, std::string_view values, const std::filesystem::path& path,
                            const resource::Provenance& provenance);

}  // namespace bolide::lexicon
