#include "lexicon/stem_table.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "lexicon/java_hash.hpp"
#include "text/split.hpp"
#include "text/utf8.hpp"
#include "work/stopping.hpp"

namespace bolide::lexicon {

using resource::tag;

namespace {

constexpr std::uint32_t kind = tag("STEM"), hash_section = tag("HASH"), first_section = tag("OFFS"),
                        unit_section = tag("UNIT");

std::vector<std::string_view> fields(std::string_view line) {
    std::vector<std::string_view> found;
    text::for_each_word(line, [&found](std::string_view word) { found.push_back(word); });
    return found;
}

}  // namespace

StemTable::StemTable(const std::filesystem::path& path, std::string_view trusted)
    : file_(path, kind, trusted),
      hashes_(file_.section<std::uint32_t>(hash_section)),
      firsts_(file_.section<std::uint32_t>(first_section)),
      units_(file_.section<char16_t>(unit_section)) {
    file_.finish_opening();
    if (firsts_.size() != hashes_.size() + 1) throw resource::ResourceError("its list of stems is damaged");
}

void StemTable::stem(std::u16string& word) const {
    const std::uint32_t hash = java_hash(word);
    const auto found = std::lower_bound(hashes_.begin(), hashes_.end(), hash);
    if (found == hashes_.end() || *found != hash) return;
    const auto i = static_cast<std::size_t>(found - hashes_.begin());
    const auto stem = resource::checked_stretch(units_, firsts_[i], firsts_[i + 1]);
    word.assign(stem.begin(), stem.end());
}

std::size_t compile_stems(std::string_view source_text, const std::filesystem::path& path,
                          const resource::Provenance& provenance) {
    std::map<std::uint32_t, std::u16string> stems;
    std::size_t number = 0;
    work::StopCheck stop;
    text::for_each_line(source_text, [&](std::string_view line) {
        stop.spend(line.size());
        const auto parts = fields(line);
        ++number;
        if (parts.size() < 3)
            throw resource::ResourceError("line " + std::to_string(number) +
                                          ": a word, a count and a stem were expected");
        stems[java_hash(text::to_utf16(parts[0]))] = text::to_utf16(parts[2]);
    });
    std::vector<std::uint32_t> hashes, firsts = {0};
    std::vector<char16_t> units;
    for (const auto& [hash, stem] : stems) {
        hashes.push_back(hash);
        units.insert(units.end(), stem.begin(), stem.end());
        firsts.push_back(static_cast<std::uint32_t>(units.size()));
    }
    resource::ResourceWriter writer(kind);
    writer.add(hash_section, hashes);
    writer.add(first_section, firsts);
    writer.add(unit_section, units);
    writer.write(path, provenance);
    return hashes.size();
}

}  // namespace bolide::lexicon
