/// A file mapped read-only into memory; all processes that open it share its pages.
#pragma once

#include "standard.hpp"

namespace bolide::resource {

#ifdef __EMSCRIPTEN__
/// Names a permanent stretch of memory, which serves as a file in WebAssembly.
void put_file(const std::string& path, std::span<const std::byte> bytes);
#endif

class MappedFile {
  public:
    /// Throws std::system_error if the file cannot be opened or mapped.
    explicit MappedFile(const std::filesystem::path& path);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    std::span<const std::byte> bytes() const { return {data_, size_}; }

    /// Distinguishes this file from all others of its name, and from itself with other contents: its number, size and
    /// times. Empty if the system does not provide them.
    const std::string& identity() const { return identity_; }

    /// Reads a stretch of the same file, even if another file has its name by now, without touching the mapped pages;
    /// false if it ends early. Any number of threads may read at once. Throws std::system_error.
    bool read(std::uint64_t offset, std::span<std::byte> stretch) const;

  private:
    MappedFile() = default;  ///< After it, the destructor cleans up if opening fails.

#ifdef _WIN32
    void* file_ = nullptr;
#elif !defined(__EMSCRIPTEN__)
    int file_ = -1;
#endif
    const std::byte* data_ = nullptr;
    std::size_t size_ = 0;
    std::string identity_;
};

}  // namespace bolide::resource
