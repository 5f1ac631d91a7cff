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

namespace {

[[noreturn]] void fail() { throw std::system_error(static_cast<int>(GetLastError()), std::system_category()); }

struct Handle {
    HANDLE value;
    ~Handle() {
        if (value && value != INVALID_HANDLE_VALUE) CloseHandle(value);
    }
};

}  // namespace

MappedFile::MappedFile(const std::filesystem::path& path) {
    Handle file{CreateFileW(path.c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, nullptr, OPEN_EXISTING,
                            FILE_ATTRIBUTE_NORMAL, nullptr)};
    if (file.value == INVALID_HANDLE_VALUE) fail();
    LARGE_INTEGER size;
    if (!GetFileSizeEx(file.value, &size)) fail();
    size_ = static_cast<std::size_t>(size.QuadPart);
    if (size_ > 0) {
        const Handle mapping{CreateFileMappingW(file.value, nullptr, PAGE_READONLY, 0, 0, nullptr)};
        if (!mapping.value) fail();
        data_ = static_cast<const std::byte*>(MapViewOfFile(mapping.value, FILE_MAP_READ, 0, 0, 0));
        if (!data_) fail();
    }
    file_ = std::exchange(file.value, nullptr);
}

MappedFile::~MappedFile() {
    if (data_) UnmapViewOfFile(data_);
    CloseHandle(file_);
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

namespace {

std::map<std::string, std::span<const std::byte> >& files() {
    static std::map<std::string, std::span<const std::byte> > known;
    return known;
}

}  // namespace

void put_file(const std::string& path, std::span<const std::byte> bytes) { files()[path] = bytes; }

MappedFile::MappedFile(const std::filesystem::path& path) {
    const auto found = files().find(path.string());
    if (found == files().end()) throw std::system_error(std::make_error_code(std::errc::no_such_file_or_directory));
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

#ifdef __APPLE__
const timespec& changed(const struct stat& status) { return status.st_ctimespec; }
const timespec& written(const struct stat& status) { return status.st_mtimespec; }
#else
const timespec& changed(const struct stat& status) { return status.st_ctim; }
const timespec& written(const struct stat& status) { return status.st_mtim; }
#endif

std::string text_of(const timespec& time) { return std::to_string(time.tv_sec) + "." + std::to_string(time.tv_nsec); }

/// A file changed a moment ago may change again without a new time stamp: it has no identity yet.
bool is_settled(const struct stat& status) {
    timespec now{};
    return clock_gettime(CLOCK_REALTIME, &now) == 0 && now.tv_sec > changed(status).tv_sec + 1;
}

std::string identity_of(const struct stat& status) {
    if (!is_settled(status)) return {};
    return std::to_string(status.st_ino) + " " + std::to_string(status.st_size) + " " + text_of(written(status)) + " " +
           text_of(changed(status));
}

struct Descriptor {
    int value;
    ~Descriptor() {
        if (value >= 0) close(value);
    }
};

}  // namespace

MappedFile::MappedFile(const std::filesystem::path& path) {
    Descriptor file{open(path.c_str(), O_RDONLY | O_CLOEXEC)};
    if (file.value < 0) fail();
    struct stat status{};
    if (fstat(file.value, &status) != 0) fail();
    size_ = static_cast<std::size_t>(status.st_size);
    identity_ = identity_of(status);
    if (size_ > 0) {
        void* address = mmap(nullptr, size_, PROT_READ, MAP_SHARED, file.value, 0);
        if (address == MAP_FAILED) fail();
        data_ = static_cast<const std::byte*>(address);
    }
    file_ = std::exchange(file.value, -1);
}

MappedFile::~MappedFile() {
    if (data_) munmap(const_cast<std::byte*>(data_), size_);
    close(file_);
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
