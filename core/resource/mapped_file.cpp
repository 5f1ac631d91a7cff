#include "resource/mapped_file.hpp"

#ifdef _WIN32
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
#elif !defined(__EMSCRIPTEN__)
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#endif

namespace bolide::resource {

#ifdef _WIN32

[[noreturn]] static void fail() { throw std::system_error(static_cast<int>(GetLastError()), std::system_category()); }

MappedFile::MappedFile(const std::filesystem::path& path) : MappedFile() {
    file_ = CreateFileW(path.c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, nullptr, OPEN_EXISTING,
                        FILE_ATTRIBUTE_NORMAL, nullptr);
    if (file_ == INVALID_HANDLE_VALUE) fail();
    LARGE_INTEGER size;
    if (!GetFileSizeEx(file_, &size)) fail();
    size_ = static_cast<std::size_t>(size.QuadPart);
    if (size_ == 0) return;
    const HANDLE mapping = CreateFileMappingW(file_, nullptr, PAGE_READONLY, 0, 0, nullptr);
    if (!mapping) fail();
    data_ = static_cast<const std::byte*>(MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0));
    const DWORD error = GetLastError();
    CloseHandle(mapping);  // The view keeps it.
    SetLastError(error);
    if (!data_) fail();
}

MappedFile::~MappedFile() {
    if (data_) UnmapViewOfFile(data_);
    if (file_ && file_ != INVALID_HANDLE_VALUE) CloseHandle(file_);
}

bool MappedFile::read(std::uint64_t offset, std::span<std::byte> stretch) const {
    while (!stretch.empty()) {
        OVERLAPPED place{};
        place.Offset = static_cast<DWORD>(offset);
        place.OffsetHigh = static_cast<DWORD>(offset >> 32);
        DWORD count = 0;
        const auto wanted = static_cast<DWORD>(std::min<std::size_t>(stretch.size(), 1u << 30));
        if (!ReadFile(file_, stretch.data(), wanted, &count, &place) && GetLastError() != ERROR_HANDLE_EOF) fail();
        if (count == 0) return false;
        stretch = stretch.subspan(count);
        offset += count;
    }
    return true;
}

#elif defined(__EMSCRIPTEN__)

static std::map<std::string, std::span<const std::byte> > files;

void put_file(const std::string& path, std::span<const std::byte> bytes) { files[path] = bytes; }

MappedFile::MappedFile(const std::filesystem::path& path) {
    const auto found = files.find(path.string());
    if (found == files.end()) throw std::system_error(std::make_error_code(std::errc::no_such_file_or_directory));
    data_ = found->second.data();
    size_ = found->second.size();
}

MappedFile::~MappedFile() = default;

bool MappedFile::read(std::uint64_t offset, std::span<std::byte> stretch) const {
    if (offset > size_ || stretch.size() > size_ - offset) return false;
    std::memcpy(stretch.data(), data_ + offset, stretch.size());
    return true;
}

#else

namespace {

[[noreturn]] void fail() { throw std::system_error(errno, std::generic_category()); }

std::string text_of(const timespec& time) { return std::to_string(time.tv_sec) + "." + std::to_string(time.tv_nsec); }

std::string identity_of(const struct stat& status) {
#ifdef __APPLE__
    const timespec &changed = status.st_ctimespec, &written = status.st_mtimespec;
#else
    const timespec &changed = status.st_ctim, &written = status.st_mtim;
#endif
    // A file changed a moment ago may change again without a new time stamp: it has no identity yet.
    timespec now{};
    if (clock_gettime(CLOCK_REALTIME, &now) != 0 || now.tv_sec <= changed.tv_sec + 1) return {};
    return std::to_string(status.st_ino) + " " + std::to_string(status.st_size) + " " + text_of(written) + " " +
           text_of(changed);
}

}  // namespace

MappedFile::MappedFile(const std::filesystem::path& path) : MappedFile() {
    file_ = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file_ < 0) fail();
    struct stat status{};
    if (fstat(file_, &status) != 0) fail();
    size_ = static_cast<std::size_t>(status.st_size);
    identity_ = identity_of(status);
    if (size_ == 0) return;
    void* const address = mmap(nullptr, size_, PROT_READ, MAP_SHARED, file_, 0);
    if (address == MAP_FAILED) fail();
    data_ = static_cast<const std::byte*>(address);
}

MappedFile::~MappedFile() {
    if (data_) munmap(const_cast<std::byte*>(data_), size_);
    if (file_ >= 0) close(file_);
}

bool MappedFile::read(std::uint64_t offset, std::span<std::byte> stretch) const {
    while (!stretch.empty()) {
        const ssize_t count = pread(file_, stretch.data(), stretch.size(), static_cast<off_t>(offset));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail();
        if (count == 0) return false;
        stretch = stretch.subspan(static_cast<std::size_t>(count));
        offset += static_cast<std::uint64_t>(count);
    }
    return true;
}

#endif

}  // namespace bolide::resource
