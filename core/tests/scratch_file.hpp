/// Files that exist while the tests run.
#pragma once

#include <fstream>
#include <random>

#include "standard.hpp"

namespace bolide::tests {

/// A directory that nobody else uses, removed at the end.
class ScratchDirectory {
  public:
    ScratchDirectory() {
        std::random_device device;
        do {
            path_ = std::filesystem::temp_directory_path() / ("bolide-core-tests-" + std::to_string(device()));
        } while (!std::filesystem::create_directory(path_));
    }
    ~ScratchDirectory() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    ScratchDirectory(const ScratchDirectory&) = delete;
    ScratchDirectory& operator=(const ScratchDirectory&) = delete;
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

/// A path for a new file; a different one for every call.
inline std::filesystem::path scratch_file() {
    static const ScratchDirectory directory;
    static std::uint64_t count = 0;
    return directory.path() / std::to_string(count++);
}

inline std::string read_bytes(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

inline void write_bytes(const std::filesystem::path& path, std::string_view bytes) {
    std::ofstream file(path, std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace bolide::tests
