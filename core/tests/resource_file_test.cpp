// The container of compiled resources. Tests of the package, and the fuzzer, damage it in every way.
#include "resource/resource_file.hpp"
#include "tests/harness.hpp"
#include "tests/scratch_file.hpp"

namespace {

using namespace bolide::resource;
using namespace bolide::tests;
using Path = std::filesystem::path;

constexpr std::uint32_t kind = tag("TEST"), numbers = tag("NUMS"), letters = tag("LETT"), extras = tag("XTRA");

/// A file with two sections that are checked on opening and one that is not.
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

std::string opening_error(const Path& path) {
    return message_of<ResourceError>([&] { const ResourceFile file(path, kind); });
}

}  // namespace

TEST("Sections, kind and provenance are read as written") {
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

TEST("Every section begins at a multiple of eight") {
    const Path path = small_file();
    const ResourceFile file(path, kind);
    for (const auto name : {numbers, letters, extras})
        CHECK_EQ(reinterpret_cast<std::uintptr_t>(file.section<char>(name).data()) % 8, 0u);
}

TEST("A file that cannot be written is an error") {
    ResourceWriter writer(kind);
    CHECK_EQ(message_of<bolide::resource::WriteError>([&] { writer.write(scratch_file() / "no" / "such", {}); }),
             std::generic_category().message(ENOENT));
}

TEST("A file cut off anywhere is refused, like one with extra bytes") {
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
