#include "build/bitext.hpp"

#include "text/strings.hpp"
#include "text/utf8.hpp"
#include "work/stopping.hpp"

namespace bolide::build {

namespace {

bool read_number(const char*& at, const char* end, std::uint32_t& number) {
    const auto [next, error] = std::from_chars(at, end, number);
    at = next;
    return error == std::errc();
}

Link read_link(std::string_view word) {
    Link link{};
    const char *at = word.data(), *end = at + word.size();
    if (read_number(at, end, link.source) && at != end && *at++ == '-' && read_number(at, end, link.target) &&
        at == end)
        return link;
    throw BitextError(0, "a link such as 0-1 was expected, not \"" + text::repaired(word.substr(0, 40)) + "\"");
}

/// Links that are being collected, with the words that they touch.
class Collection {
  public:
    bool has(Link link) const { return set_.contains(key(link)); }
    bool touches_source(Link link) const { return sources_.contains(link.source); }
    bool touches_target(Link link) const { return targets_.contains(link.target); }
    void add(Link link) {
        if (!set_.insert(key(link)).second) return;
        links_.push_back(link);
        sources_.insert(link.source);
        targets_.insert(link.target);
    }
    Links& links() { return links_; }

  private:
    static std::uint64_t key(Link link) { return std::uint64_t{link.source} << 32 | link.target; }
    std::unordered_set<std::uint64_t> set_;
    std::unordered_set<std::uint32_t> sources_, targets_;
    Links links_;
};

/// Adds neighbours of links, also diagonal ones, out of the union, where they touch a word that has no link yet: in
/// rounds over the links that were there before, in order, until there is nothing to add.
void grow(Collection& found, const Links& both) {
    const auto in_both = [&](Link link) { return std::binary_search(both.begin(), both.end(), link); };
    for (std::size_t done = 0; done != found.links().size();) {
        done = found.links().size();
        std::sort(found.links().begin(), found.links().end());
        for (std::size_t i = 0; i < done; ++i) {
            const Link link = found.links()[i];
            for (std::uint32_t source = link.source - (link.source > 0); source <= link.source + 1; ++source)
                for (std::uint32_t target = link.target - (link.target > 0); target <= link.target + 1; ++target) {
                    const Link next{source, target};
                    if ((!found.touches_source(next) || !found.touches_target(next)) && in_both(next)) found.add(next);
                }
        }
    }
}

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

void read_links(std::string_view text, std::size_t source_length, std::size_t target_length, Links& links) {
    links.clear();
    text::for_each_word(text, [&](std::string_view word) {
        const Link link = read_link(word);
        if (link.source >= source_length || link.target >= target_length)
            throw BitextError(0, "the link " + std::string(word) + " points outside of segments of " +
                                     std::to_string(source_length) + " and " + std::to_string(target_length) +
                                     " words");
        links.push_back(link);
    });
    std::sort(links.begin(), links.end());
    links.erase(std::unique(links.begin(), links.end()), links.end());
}

void write_links(const Links& links, std::string& text) {
    for (std::size_t i = 0; i < links.size(); ++i) {
        if (i) text.push_back(' ');
        text.append(std::to_string(links[i].source)).append("-").append(std::to_string(links[i].target));
    }
}

void symmetrise(const Links& forward, const Links& reverse, Symmetry symmetry, Links& links) {
    links.clear();
    Links both;
    std::set_union(forward.begin(), forward.end(), reverse.begin(), reverse.end(), std::back_inserter(both));
    if (symmetry == Symmetry::union_) {
        links = std::move(both);
        return;
    }
    std::set_intersection(forward.begin(), forward.end(), reverse.begin(), reverse.end(), std::back_inserter(links));
    if (symmetry == Symmetry::intersection) return;
    Collection found;
    for (const Link link : links) found.add(link);
    grow(found, both);
    for (const Links* direction : {&forward, &reverse})
        for (const Link link : *direction)
            if (!found.touches_source(link) && !found.touches_target(link)) found.add(link);
    links = std::move(found.links());
    std::sort(links.begin(), links.end());
}

Bitext BitextReader::read(std::string_view source, std::string_view target, std::string_view links) {
    const auto sources = text::split_lines(source), targets = text::split_lines(target),
               alignments = text::split_lines(links);
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
