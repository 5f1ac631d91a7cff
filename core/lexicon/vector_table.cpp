#include "lexicon/vector_table.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "match/word_vectors.hpp"
#include "work/stopping.hpp"

namespace bolide::lexicon {

using resource::tag;

namespace {

constexpr std::uint32_t kind = tag("VECT"), value_section = tag("VALS");
constexpr resource::StringTable::Sections word_sections = {tag("WORD"), tag("WOFF"), tag("WSLT")};

}  // namespace

VectorTable::VectorTable(const std::filesystem::path& path, std::string_view trusted)
    : file_(path, kind, trusted),
      strings_(file_, word_sections),
      values_(file_.section<std::int8_t>(value_section)),
      dimensions_(strings_.size() ? values_.size() / strings_.size() : 0) {
    file_.finish_opening();
    if (dimensions_ * strings_.size() != values_.size() || dimensions_ > match::WordVectors::most_dimensions)
        throw resource::ResourceError("its vectors are not those of its words");
}

std::size_t compile_vectors(std::string_view words, std::string_view values, const std::filesystem::path& path,
                            const resource::Provenance& provenance) {
    std::vector<std::string_view> lines;
    for (std::size_t at = 0; at < words.size();) {
        const std::size_t end = std::min(words.find('\n', at), words.size());
        if (end == at)
            throw resource::ResourceError("line " + std::to_string(lines.size() + 1) + ": a word was expected");
        lines.push_back(words.substr(at, end - at));
        at = end + 1;
    }
    const std::size_t dimensions = lines.empty() ? 0 : values.size() / lines.size();
    if (!dimensions || dimensions * lines.size() != values.size() || dimensions > match::WordVectors::most_dimensions)
        throw resource::ResourceError(std::to_string(values.size()) + " values are not the vectors of " +
                                      std::to_string(lines.size()) + " words");
    resource::StringIndex strings;
    std::vector<char> kept;
    work::StopCheck stop;
    for (std::size_t line = 0; line < lines.size(); ++line) {
        stop.spend(dimensions);
        if (strings.find(lines[line])) continue;
        strings.intern(lines[line]);
        const std::string_view vector = values.substr(line * dimensions, dimensions);
        kept.insert(kept.end(), vector.begin(), vector.end());
    }
    resource::ResourceWriter writer(kind);
    resource::write_strings(strings, writer, word_sections);
    writer.add(value_section, kept);
    writer.write(path, provenance);
    return strings.size();
}

}  // namespace bolide::lexicon
