// The container of compiled resources: written, read, and damaged in every way.
#include <system_error>

#include "resource/resource_file.hpp"
#include "tests/harness.hpp"
#include "tests/scratch_file.hpp"

namespace {

using namespace bolide::resource;
using namespace bolide::tests;
using Path = std::filesystem::path;

constexpr std::uint32_t kind = tag("TEST"), numbers = tag("NUMS"), letters = tag("LETT"), extras = tag("XTRA");

/// A file with two sections that are checked when it is opened and one that is not.
Path small_file() {
    ResourceWriter writer(kind);
    writer.add(numbers, std::vector<std::uint32_t>{1, 2, 3});
    writer.add(letters, std::vector<char>{'a', 'b', 'c'});
    writer.add(extras, std::vector<float>{0.5f}, Verify::on_demand);
    const Path path = scratch_file();
    Provenance provenance{{}, "{\"made\": \"here\"}"};
    provenance.source[0] = 0xAB;
    provenance.source[31] = 0xCD;
    writer.write(path, provenance);
    return path;
}

/// Everything a reader of `small_file` can learn.
std::string contents(const ResourceFile& file) {
    std::string all;
    for (const auto number : file.section<std::uint32_t>(numbers)) all += std::to_string(number) + " ";
    for (const auto letter : file.section<char>(letters)) all += letter;
    for (const auto extra : file.section<float>(extras)) all += " " + std::to_string(extra);
    const Provenance from = file.provenance();
    all += " " + from.metadata;
    for (const auto byte : from.source) all += " " + std::to_string(byte);
    return all;
}

std::string opening_error(const Path& path) {
    return message_of<ResourceError>([&] { const ResourceFile file(path, kind); });
}

/// What becomes of a file whose bytes were changed: refused on opening, found by `check`, or read as if nothing were.
std::string fate(const Path& path, const std::string& bytes, const std::string& expected) {
    write_bytes(path, bytes);
    try {
        const ResourceFile file(path, kind);
        try {
            file.check();
        } catch (const ResourceError&) {
            return "checked";
        }
        return contents(file) == expected ? "same" : "unseen";
    } catch (const ResourceError&) {
        return "refused";
    }
}

}  // namespace

TEST("What is written is read: sections, kind and provenance") {
    const Path path = small_file();
    const ResourceFile file(path, kind);
    file.check();
    CHECK_EQ(file.section<std::uint32_t>(numbers).size(), 3u);
    CHECK_EQ(file.section<std::uint32_t>(numbers)[2], 3u);
    CHECK_EQ(file.section<char>(letters)[1], 'b');
    CHECK_EQ(file.section<float>(extras)[0], 0.5f);
    const Provenance provenance = ResourceFile::read_provenance(path);
    CHECK_EQ(provenance.metadata, "{\"made\": \"here\"}");
    CHECK(provenance.source == file.provenance().source && provenance.source[31] == 0xCD);
}

TEST("The same sections make the same bytes") { CHECK(read_bytes(small_file()) == read_bytes(small_file())); }

TEST("Every section begins at a multiple of eight") {
    const Path path = small_file();
    const ResourceFile file(path, kind);
    for (const auto name : {numbers, letters, extras})
        CHECK_EQ(reinterpret_cast<std::uintptr_t>(file.section<char>(name).data()) % 8, 0u);
}

TEST("A section that is missing or has a broken size is named as such") {
    const Path path = small_file();
    const ResourceFile file(path, kind);
    CHECK_EQ(message_of<ResourceError>([&] { file.section<char>(tag("NONE")); }), "a section is missing");
    CHECK_EQ(message_of<ResourceError>([&] { file.section<std::uint64_t>(numbers); }), "a section has a broken size");
}

TEST("Another kind of file is refused") {
    CHECK_EQ(message_of<ResourceError>([] { const ResourceFile file(small_file(), tag("OTHR")); }),
             "it holds another kind of resource");
}

TEST("Files that are no compiled resources, or of another version, are refused and the reason is given") {
    const Path path = small_file();
    std::string bytes = read_bytes(path);
    bytes[8] = 4;  // The version follows the eight bytes of the magic.
    write_bytes(path, bytes);
    CHECK_EQ(opening_error(path), "it has format version 4, this program reads 1 to 3");
    write_bytes(path, std::string(200, 'x'));
    CHECK_EQ(opening_error(path), "it is not a compiled resource");
    write_bytes(path, "");
    CHECK_EQ(opening_error(path), "it is too short to be a compiled resource");
}

TEST("A file that is missing, or a directory, gives the system's error") {
    CHECK(message_of<std::system_error>([] { const ResourceFile file(scratch_file(), kind); }) != "nothing was thrown");
    CHECK(message_of<std::system_error>([] { const ResourceFile file(scratch_file().parent_path(), kind); }) !=
          "nothing was thrown");
}

TEST("A file that cannot be written is an error") {
    ResourceWriter writer(kind);
    CHECK_EQ(message_of<bolide::resource::WriteError>([&] { writer.write(scratch_file() / "no" / "such", {}); }),
             std::generic_category().message(ENOENT));
}

TEST("A file cut off anywhere is refused, and so is one with bytes behind its end") {
    const Path path = small_file();
    const std::string whole = read_bytes(path);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        write_bytes(path, whole.substr(0, size));
        if (opening_error(path) == "nothing was thrown") CHECK_EQ(size, whole.size());
    }
    write_bytes(path, whole + std::string(8, '\0'));
    CHECK_EQ(opening_error(path),
             "it has " + std::to_string(whole.size() + 8) + " bytes, not " + std::to_string(whole.size()));
}

TEST("Every flipped bit is noticed on opening or by check, or lies in padding and changes nothing") {
    const Path path = small_file();
    const std::string whole = read_bytes(path);
    const ResourceFile original(path, kind);
    const std::string expected = contents(original);
    // Behind the header and four entries come 12 bytes of numbers, 3 of letters, 4 of extras, each filled up to eights.
    const std::size_t start = 72 + 4 * 32;
    const auto is_between = [start](std::size_t at, std::size_t first, std::size_t end) {
        return at >= start + first && at < start + end;
    };
    const Path damaged = scratch_file();
    for (std::size_t at = 0; at < whole.size(); ++at)
        for (int bit = 0; bit < 8; ++bit) {
            std::string bytes = whole;
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << bit));
            const std::string found = fate(damaged, bytes, expected);
            if (is_between(at, 12, 16) || is_between(at, 19, 24) || is_between(at, 28, 32))
                CHECK(found == "same" || found == "refused");
            else
                CHECK_EQ(found, is_between(at, 24, 28) ? "checked" : "refused");
        }
}
