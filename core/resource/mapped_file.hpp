/// A file mapped read-only into memory; its pages are shared by all processes that open it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace bolide::resource {

class MappedFile {
  public:
    /// Throws std::system_error when the file cannot be opened or mapped.
    explicit MappedFile(const std::filesystem::path& path);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    std::span<const std::byte> bytes() const { return {data_, size_}; }

  private:
    const std::byte* data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace bolide::resource
