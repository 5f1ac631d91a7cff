/// The container of all compiled resources: a header, a directory of sections, and the sections (docs/formats.md).
/// Little-endian; every section begins at a multiple of 8 and carries a checksum. A set of strings is three sections.
#pragma once

#include "resource/hash_index.hpp"
#include "resource/mapped_file.hpp"

namespace bolide::resource {

static_assert(std::endian::native == std::endian::little, "compiled resources are little-endian");

/// A resource file that cannot be used, or source text that cannot be compiled; the message says why, not where.
struct ResourceError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A compiled resource that could not be written; the message is the system's reason.
struct WriteError : ResourceError {
    using ResourceError::ResourceError;
};

using Sha256 = std::array<std::uint8_t, 32>;

/// Rejects a table that points outside of itself, or to too much. Checksums do not rule that out: those of a trusted
/// file are not checked, and anyone can make a file. So numbers are checked where they are used.
[[noreturn]] void refuse_damaged();

inline std::uint32_t checked(std::uint32_t number, std::size_t end) {
    if (number >= end) [[unlikely]]
        refuse_damaged();
    return number;
}

/// The values `begin` up to `end` of a section; both numbers come from a table.
template <class T>
std::span<const T> checked_stretch(std::span<const T> values, std::uint32_t begin, std::uint32_t end) {
    if (begin > end || end > values.size()) [[unlikely]]
        refuse_damaged();
    return values.subspan(begin, end - begin);
}

/// Four letters that name a kind of file or a section.
constexpr std::uint32_t tag(const char (&letters)[5]) {
    std::uint32_t value = 0;
    for (int i = 3; i >= 0; --i) value = (value << 8) | static_cast<unsigned char>(letters[i]);
    return value;
}

inline constexpr std::uint32_t format_version = 3;
/// Versions 2 and 3 changed the sections of paraphrase tables; all other kinds of files are unchanged.
inline constexpr std::uint32_t oldest_version = 1;

struct Provenance {
    Sha256 source{};       ///< The SHA-256 of the text it was compiled from: its identity.
    std::string metadata;  ///< Anything its maker wants to record, as JSON.
};

using Image = std::vector<std::byte>;

/// Whether a section is checked when the file is opened, or only by `check`: scoring never reads some sections.
enum class Verify : std::uint32_t { on_open, on_demand };

struct SectionEntry {
    std::uint32_t name;
    Verify verify;
    std::uint64_t offset;
    std::uint64_t size;
    std::uint64_t checksum;
};

/// Detects every change of a single 8-byte word, and all but one in 2^64 cases of other damage.
std::uint64_t checksum(std::span<const std::byte> bytes);

class ResourceFile {
  public:
    /// Maps the file and verifies header, directory, and the sections marked `on_open`. Throws ResourceError or
    /// std::system_error. Costs a read of the file, no copy.
    ///
    /// A file with the identity `trusted` was verified before and has not changed since: it is not verified again.
    ResourceFile(const std::filesystem::path& path, std::uint32_t kind, std::string_view trusted = {});

    /// The same for a new one that exists only in memory: it is not verified.
    ResourceFile(Image image, std::uint32_t kind);

    /// Identifies this file in its current state, so that callers can remember that it was verified. Empty if the
    /// system cannot tell, or the file was written a moment ago.
    std::string identity() const;
    /// Its path; empty for one in memory.
    const std::filesystem::path& path() const { return path_; }
    bool is_trusted() const { return is_trusted_; }

    /// Reads only the provenance of a file of any kind. Costs the same for every size.
    static Provenance read_provenance(const std::filesystem::path& path);

    /// A section as an array. Throws ResourceError if it is missing or its size is not a multiple of the element's.
    template <class T>
    std::span<const T> section(std::uint32_t name) const {
        const std::span<const std::byte> bytes = raw_section(name);
        if (bytes.size() % sizeof(T)) throw ResourceError("a section has an invalid size");
        return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
    }

    /// Verifies all sections, including those skipped on opening.
    void check() const;

    Provenance provenance() const;

  private:
    explicit ResourceFile(const std::filesystem::path& path);
    void read_directory();
    std::span<const std::byte> raw_section(std::uint32_t name) const;

    Image image_;
    std::filesystem::path path_;
    std::optional<MappedFile> file_;
    std::span<const std::byte> bytes_;  ///< Of either.
    std::uint32_t kind_ = 0;
    std::vector<SectionEntry> directory_;
    Sha256 source_{};
    bool is_trusted_ = false;
};

class ResourceWriter {
  public:
    explicit ResourceWriter(std::uint32_t kind) : kind_(kind) {}

    template <class T>
    void add(std::uint32_t name, const std::vector<T>& values, Verify verify = Verify::on_open) {
        add(name, std::as_bytes(std::span(values)), verify);
    }

    Image image(const Provenance& provenance);
    /// Throws WriteError if the file cannot be written completely.
    void write(const std::filesystem::path& path, const Provenance& provenance);

  private:
    void add(std::uint32_t name, std::span<const std::byte> bytes, Verify verify);

    std::uint32_t kind_;
    std::vector<SectionEntry> directory_;  ///< Offsets are places in `sections_`.
    Image sections_;
};

/// The longest run of occupied places in a hash table. Half of the places are empty, so that real words stay below a
/// tenth of it; a table with longer runs is damaged, or was made to be slow.
inline constexpr std::size_t longest_run = 1024;

class StringTable {
  public:
    struct Sections {
        std::uint32_t bytes, offsets, slots;
    };

    StringTable() = default;
    /// Throws ResourceError if the sections do not fit together; so does using a number that points outside.
    StringTable(const ResourceFile& file, Sections sections);

    std::size_t size() const { return offsets_.empty() ? 0 : offsets_.size() - 1; }
    std::string_view operator[](std::uint32_t id) const {
        checked(id, size());
        const auto text = checked_stretch(bytes_, offsets_[id], offsets_[id + 1]);
        return {text.data(), text.size()};
    }
    std::optional<std::uint32_t> find(std::string_view text) const { return find(text, string_hash(text)); }
    std::optional<std::uint32_t> find(std::string_view text, std::uint64_t hash) const;
    void prefetch(std::uint64_t hash) const {
        if (!slots_.empty()) bolide::prefetch(&slots_[hash & (slots_.size() - 1)]);
    }

  private:
    std::span<const char> bytes_;
    std::span<const std::uint32_t> offsets_;
    std::span<const std::uint32_t> slots_;  ///< A power of two; id + 1, or 0 if empty.
};

/// Writes strings as a StringTable. Throws ResourceError if they are too long.
void write_strings(const StringIndex& strings, ResourceWriter& writer, StringTable::Sections sections);

}  // namespace bolide::resource
