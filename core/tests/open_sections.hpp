/// A compiled file taken apart: a test changes sections and reassembles it, with right checksums.
#pragma once

#include "lexicon/lexicon.hpp"
#include "resource/resource_file.hpp"
#include "tests/scratch_file.hpp"

namespace bolide::tests {

/// The names of all sections of a kind of file.
struct FileKind {
    std::uint32_t kind;
    std::vector<std::uint32_t> sections;
};

inline const FileKind paraphrase_kind = {
    lexicon::paraphrase_file::kind,
    {resource::tag("WORD"), resource::tag("WOFF"), resource::tag("WSLT"), resource::tag("ROOT"), resource::tag("NODE"),
     resource::tag("EDGE"), resource::tag("FILT"), resource::tag("HASH"), resource::tag("PHRB"),
     resource::tag("PROB")}};
inline const FileKind synonym_kind = {
    resource::tag("SYNO"),
    {resource::tag("WORD"), resource::tag("WOFF"), resource::tag("WSLT"), resource::tag("SOFF"), resource::tag("SYNS"),
     resource::tag("SNUM"), resource::tag("FORM"), resource::tag("FOFF"), resource::tag("FSLT"), resource::tag("BOFF"),
     resource::tag("BASE")}};
inline const FileKind stem_kind = {resource::tag("STEM"),
                                   {resource::tag("HASH"), resource::tag("OFFS"), resource::tag("UNIT")}};

/// The member of Knowledge for a table.
inline auto place_for(const lexicon::ParaphraseTable&) { return &lexicon::Knowledge::paraphrases; }
inline auto place_for(const lexicon::SynonymTable&) { return &lexicon::Knowledge::synonyms; }
inline auto place_for(const lexicon::StemTable&) { return &lexicon::Knowledge::stems; }

/// Knowledge with one table only.
template <class Table>
std::shared_ptr<const lexicon::Knowledge> know(const std::shared_ptr<const Table>& table) {
    const auto knowledge = std::make_shared<lexicon::Knowledge>();
    (*knowledge).*place_for(*table) = table;
    return knowledge;
}

class OpenSections {
  public:
    OpenSections(const std::filesystem::path& path, const FileKind& kind) : kind_(kind.kind) {
        const resource::ResourceFile file(path, kind_);
        for (const std::uint32_t name : kind.sections) {
            const auto bytes = file.section<char>(name);
            sections_.emplace_back(name, std::vector<char>(bytes.begin(), bytes.end()));
        }
    }

    std::size_t count() const { return sections_.size(); }
    std::vector<char>& bytes(std::size_t i) { return sections_[i].second; }

    template <class T>
    std::vector<T> get(const char (&name)[5]) {
        const std::vector<char>& bytes = find(name)->second;
        std::vector<T> values(bytes.size() / sizeof(T));
        std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
        return values;
    }

    template <class T>
    void set(const char (&name)[5], const std::vector<T>& values) {
        const auto* first = reinterpret_cast<const char*>(values.data());
        find(name)->second.assign(first, first + values.size() * sizeof(T));
    }

    /// Sets one value of a section.
    template <class T>
    void set_one(const char (&name)[5], std::size_t i, T value) {
        std::vector<T> values = get<T>(name);
        values.at(i) = value;
        set(name, values);
    }

    void remove(std::size_t i) { sections_.erase(sections_.begin() + static_cast<std::ptrdiff_t>(i)); }

    std::filesystem::path write() const {
        resource::ResourceWriter writer(kind_);
        for (const auto& [name, bytes] : sections_) writer.add(name, bytes);
        const std::filesystem::path path = scratch_file();
        writer.write(path, {});
        return path;
    }

  private:
    using Section = std::pair<std::uint32_t, std::vector<char>>;
    std::vector<Section>::iterator find(const char (&name)[5]) {
        return std::find_if(sections_.begin(), sections_.end(),
                            [&](const Section& section) { return section.first == resource::tag(name); });
    }
    std::uint32_t kind_;
    std::vector<Section> sections_;
};

}  // namespace bolide::tests
