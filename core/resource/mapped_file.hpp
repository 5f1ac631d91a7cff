/// A file mapped read-only into memory; its pages are shared by all processes that open it.
#pragma once

#include "standard.hpp"

namespace bolide::resource {

#ifdef __EMSCRIPTEN__
/// Files of WebAssembly are stretches of memory, which stay: this names one.
void put_file(const std::string& path, std::span<const std::byte> bytes);
#endif

class MappedFile {
  public:
    /// Throws std::system_error when the file cannot be opened or mapped.
    explicit MappedFile(const std::filesystem::path& path);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    std::span<const std::byte> bytes() const { return {data_, size_}; }

    /// What tells this file from all others that had its name, and from itself with other contents: its number, size
    /// and times. Empty where the system does not say.
    const std::string& identity() const { return identity_; }

    /// Reads a stretch of the same file, which another may have taken the name of meanwhile, without touching the
    /// mapped pages; false where it ends early. Any number of threads may read at once. Throws std::system_error.
    bool read(std::uint64_t offset, std::span<std::byte> stretch) const;

  private:
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
