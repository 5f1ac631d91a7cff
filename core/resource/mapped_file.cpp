#include "resource/mapped_file.hpp"

#include <system_error>

#ifdef _WIN32
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
#else
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
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
    const Handle file{CreateFileW(path.c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, nullptr,
                                  OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr)};
    if (file.value == INVALID_HANDLE_VALUE) fail();
    LARGE_INTEGER size;
    if (!GetFileSizeEx(file.value, &size)) fail();
    size_ = static_cast<std::size_t>(size.QuadPart);
    if (size_ == 0) return;
    const Handle mapping{CreateFileMappingW(file.value, nullptr, PAGE_READONLY, 0, 0, nullptr)};
    if (!mapping.value) fail();
    data_ = static_cast<const std::byte*>(MapViewOfFile(mapping.value, FILE_MAP_READ, 0, 0, 0));
    if (!data_) fail();
}

MappedFile::~MappedFile() {
    if (data_) UnmapViewOfFile(data_);
}

#else

namespace {

[[noreturn]] void fail() { throw std::system_error(errno, std::generic_category()); }

struct Descriptor {
    int value;
    ~Descriptor() {
        if (value >= 0) close(value);
    }
};

}  // namespace

MappedFile::MappedFile(const std::filesystem::path& path) {
    const Descriptor file{open(path.c_str(), O_RDONLY | O_CLOEXEC)};
    if (file.value < 0) fail();
    struct stat status{};
    if (fstat(file.value, &status) != 0) fail();
    size_ = static_cast<std::size_t>(status.st_size);
    if (size_ == 0) return;
    void* address = mmap(nullptr, size_, PROT_READ, MAP_SHARED, file.value, 0);
    if (address == MAP_FAILED) fail();
    data_ = static_cast<const std::byte*>(address);
}

MappedFile::~MappedFile() {
    if (data_) munmap(const_cast<std::byte*>(data_), size_);
}

#endif

}  // namespace bolide::resource
