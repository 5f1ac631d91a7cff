#include "build/bitext.hpp"

#include <algorithm>

#include "text/split.hpp"
#include "work/stopping.hpp"

namespace bolide::build {

namespace {

void read_words(std::string_view line, resource::StringIndex& words, BitextSide& side) {
    text::for_each_word(line, [&](std::string_view word) {
        side.words.values.push_back(words.intern(word));
        side.text.append(word);
        side.word_ends.push_back(side.text.size());
        side.text.push_back(' ');
    });
    side.words.end_row();
}

}  // namespace

std::vector<std::string_view> split_lines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

Bitext BitextReader::read(std::string_view source, std::string_view target, std::string_view links) {
    const auto sources = split_lines(source), targets = split_lines(target), alignments = split_lines(links);
    if (sources.size() != targets.size() || sources.size() != alignments.size())
        throw BitextError(std::min({sources.size(), targets.size(), alignments.size()}),
                          "the texts and their links do not have as many lines");
    Bitext bitext;
    Links line_links;
    for (std::size_t line = 0; line < sources.size(); ++line) {
        work::check_stop();
        read_words(sources[line], source_words_, bitext.source);
        read_words(targets[line], target_words_, bitext.target);
        try {
            read_links(alignments[line], bitext.source.words[line].size(), bitext.target.words[line].size(),
                       line_links);
        } catch (const BitextError& error) {
            throw BitextError(line, error.what());
        }
        bitext.links.values.insert(bitext.links.values.end(), line_links.begin(), line_links.end());
        bitext.links.end_row();
    }
    return bitext;
}

}  // namespace bolide::build
