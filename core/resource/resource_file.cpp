#include "resource/resource_file.hpp"

#include <cerrno>
#include <fstream>

#include "work/stopping.hpp"

namespace bolide::resource {

namespace {

constexpr std::array<char, 8> magic = {'B', 'O', 'L', 'I', 'D', 'E', '\r', '\n'};

struct Header {
    std::array<char, 8> magic;
    std::uint32_t version;
    std::uint32_t kind;
    std::uint64_t file_size;
    std::uint32_t sections;
    std::uint32_t reserved;
    Sha256 source;
    std::uint64_t directory_checksum;  ///< Of all fields above and the directory after the header.
};
static_assert(sizeof(Header) == 72 && sizeof(SectionEntry) == 32);

constexpr std::uint32_t most_sections = 64;
constexpr std::uint32_t metadata_section = tag("META");

/// Blocks but the last have a multiple of 32 bytes.
class Hasher {
  public:
    void update(std::span<const std::byte> block) {
        std::size_t at = 0;
        for (; at + 32 <= block.size(); at += 32)
            for (std::size_t lane = 0; lane < 4; ++lane) mix(lane, word(block.subspan(at + 8 * lane, 8)));
        for (; at < block.size(); at += 8) mix(0, word(block.subspan(at, std::min<std::size_t>(8, block.size() - at))));
        size_ += block.size();
    }
    std::uint64_t result() const {
        std::uint64_t total = size_;
        for (const std::uint64_t lane : lanes_) total = std::rotl((total ^ lane) * odd, 27);
        return total ^ (total >> 31);
    }

  private:
    static constexpr std::uint64_t odd = 0x9E3779B97F4A7C15;
    static std::uint64_t word(std::span<const std::byte> bytes) {
        std::uint64_t value = 0;
        std::memcpy(&value, bytes.data(), bytes.size());
        return value;
    }
    void mix(std::size_t lane, std::uint64_t value) { lanes_[lane] = std::rotl((lanes_[lane] ^ value) * odd, 29); }
    std::array<std::uint64_t, 4> lanes_{1, 2, 3, 4};
    std::uint64_t size_ = 0;
};

std::uint64_t directory_checksum(const Header& header, std::span<const SectionEntry> directory) {
    Hasher hasher;
    hasher.update(std::as_bytes(std::span(&header, 1)).first<offsetof(Header, directory_checksum)>());
    hasher.update(std::as_bytes(directory));
    return hasher.result();
}

/// Reads a stretch of a file in blocks, so that checking a large file does not count as the process's memory.
std::uint64_t checksum_on_disk(const MappedFile& file, const SectionEntry& entry) {
    std::vector<std::byte> block(std::size_t{1} << 18);
    Hasher hasher;
    for (std::uint64_t done = 0; done < entry.size;) {
        work::check_stop();
        const auto size = std::min<std::uint64_t>(entry.size - done, block.size());
        const auto stretch = std::span(block).first(static_cast<std::size_t>(size));
        if (!file.read(entry.offset + done, stretch)) throw ResourceError("it ends early");
        hasher.update(stretch);
        done += stretch.size();
    }
    return hasher.result();
}

void verify(const MappedFile& file, std::span<const SectionEntry> directory, bool all) {
    for (const SectionEntry& entry : directory)
        if ((all || entry.verify == Verify::on_open) && checksum_on_disk(file, entry) != entry.checksum)
            throw ResourceError("its contents do not match their checksum");
}

}  // namespace

void refuse_damaged() { throw ResourceError("its contents are inconsistent"); }

std::uint64_t checksum(std::span<const std::byte> bytes) {
    Hasher hasher;
    hasher.update(bytes);
    return hasher.result();
}

ResourceFile::ResourceFile(const std::filesystem::path& path) : path_(path), file_(path), bytes_(file_->bytes()) {
    read_directory();
}

ResourceFile::ResourceFile(Image image, std::uint32_t kind) : image_(std::move(image)), bytes_(image_) {
    read_directory();
    if (kind_ != kind) throw ResourceError("it holds another kind of resource");
}

void ResourceFile::read_directory() {
    const auto bytes = bytes_;
    Header header{};
    if (bytes.size() < sizeof(Header)) throw ResourceError("it is too short to be a compiled resource");
    std::memcpy(&header, bytes.data(), sizeof(Header));
    if (header.magic != magic) throw ResourceError("it is not a compiled resource");
    if (header.version < oldest_version || header.version > format_version)
        throw ResourceError("it has format version " + std::to_string(header.version) + ", this program reads " +
                            std::to_string(oldest_version) + " to " + std::to_string(format_version));
    if (header.file_size != bytes.size())
        throw ResourceError("it has " + std::to_string(bytes.size()) + " bytes, not " +
                            std::to_string(header.file_size));
    if (header.sections == 0 || header.sections > most_sections ||
        bytes.size() < sizeof(Header) + header.sections * sizeof(SectionEntry))
        throw ResourceError("its directory is damaged");
    directory_.resize(header.sections);
    std::memcpy(directory_.data(), bytes.data() + sizeof(Header), header.sections * sizeof(SectionEntry));
    if (directory_checksum(header, directory_) != header.directory_checksum)
        throw ResourceError("its directory is damaged");
    for (const SectionEntry& entry : directory_)
        if (entry.offset % 8 || entry.offset > bytes.size() || entry.size > bytes.size() - entry.offset)
            throw ResourceError("a section is outside of the file");
    kind_ = header.kind;
    source_ = header.source;
}

ResourceFile::ResourceFile(const std::filesystem::path& path, std::uint32_t kind, std::string_view trusted)
    : ResourceFile(path) {
    if (kind_ != kind) throw ResourceError("it holds another kind of resource");
    is_trusted_ = !trusted.empty() && trusted == identity();
    if (!is_trusted_) verify(*file_, directory_, false);
}

/// Begins with the version of the checks: a program with stricter checks does not trust an older one's result.
std::string ResourceFile::identity() const {
    constexpr std::string_view rules = "1";
    if (!file_ || file_->identity().empty()) return {};
    return std::to_string(format_version) + "/" + std::string(rules) + " " + file_->identity();
}

Provenance ResourceFile::read_provenance(const std::filesystem::path& path) { return ResourceFile(path).provenance(); }

Provenance ResourceFile::provenance() const {
    const auto text = section<char>(metadata_section);
    return {source_, {text.begin(), text.end()}};
}

void ResourceFile::check() const {
    if (file_) verify(*file_, directory_, true);
}

std::span<const std::byte> ResourceFile::raw_section(std::uint32_t name) const {
    for (const SectionEntry& entry : directory_)
        if (entry.name == name)
            return bytes_.subspan(static_cast<std::size_t>(entry.offset), static_cast<std::size_t>(entry.size));
    throw ResourceError("a section is missing");
}

void ResourceWriter::add(std::uint32_t name, std::span<const std::byte> bytes, Verify verify) {
    work::check_stop();
    directory_.push_back({name, verify, sections_.size(), bytes.size(), checksum(bytes)});
    sections_.insert(sections_.end(), bytes.begin(), bytes.end());
    sections_.resize((sections_.size() + 7) / 8 * 8);
}

Image ResourceWriter::image(const Provenance& provenance) {
    add(metadata_section, std::as_bytes(std::span(provenance.metadata)), Verify::on_open);
    const std::size_t start = sizeof(Header) + directory_.size() * sizeof(SectionEntry);
    for (SectionEntry& entry : directory_) entry.offset += start;
    const auto count = static_cast<std::uint32_t>(directory_.size());
    Header header{magic, format_version, kind_, start + sections_.size(), count, 0, provenance.source, 0};
    header.directory_checksum = directory_checksum(header, directory_);
    for (const auto bytes : {std::as_bytes(std::span(directory_)), std::as_bytes(std::span(&header, 1))})
        sections_.insert(sections_.begin(), bytes.begin(), bytes.end());
    return std::move(sections_);
}

void ResourceWriter::write(const std::filesystem::path& path, const Provenance& provenance) {
    const Image bytes = image(provenance);
    errno = 0;
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    file.flush();
    if (!file) throw WriteError(errno ? std::generic_category().message(errno) : "it could not be written whole");
}

StringTable::StringTable(const ResourceFile& file, Sections sections)
    : bytes_(file.section<char>(sections.bytes)),
      offsets_(file.section<std::uint32_t>(sections.offsets)),
      slots_(file.section<std::uint32_t>(sections.slots)) {
    if (offsets_.empty() || !std::has_single_bit(slots_.size()) || slots_.size() <= size())
        throw ResourceError("its list of words is damaged");
}

std::optional<std::uint32_t> StringTable::find(std::string_view text, std::uint64_t hash) const {
    if (slots_.empty()) return std::nullopt;
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash & mask;
    for (std::size_t tries = 0; const std::uint32_t slot = slots_[at]; at = (at + 1) & mask) {
        if ((*this)[slot - 1] == text) return slot - 1;
        if (++tries > longest_run) refuse_damaged();
    }
    return std::nullopt;
}

void write_strings(const StringIndex& strings, ResourceWriter& writer, StringTable::Sections sections) {
    std::vector<char> bytes;
    std::vector<std::uint32_t> offsets = {0};
    std::vector<std::uint32_t> slots(std::bit_ceil(2 * strings.size() + 2), 0);
    for (std::uint32_t id = 0; id < strings.size(); ++id) {
        const std::string_view text = strings[id];
        bytes.insert(bytes.end(), text.begin(), text.end());
        if (bytes.size() > UINT32_MAX) throw ResourceError("its words take more than 4 GiB");
        offsets.push_back(static_cast<std::uint32_t>(bytes.size()));
        std::size_t at = string_hash(text) & (slots.size() - 1);
        while (slots[at]) at = (at + 1) & (slots.size() - 1);
        slots[at] = id + 1;
    }
    writer.add(sections.bytes, bytes);
    writer.add(sections.offsets, offsets);
    writer.add(sections.slots, slots);
}

}  // namespace bolide::resource
