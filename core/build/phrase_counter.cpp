#include "build/phrase_counter.hpp"

#include "resource/hash_index.hpp"
#include "rows.hpp"
#include "text/strings.hpp"
#include "work/runner.hpp"
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
    throw BitextError(0, "expected a link such as 0-1, found \"" + text::repaired(word.substr(0, 40)) + "\"");
}

/// Links, each added once, and the words they touch.
struct Collection {
    Links links;
    std::unordered_set<std::uint32_t> sources, targets;

    void add(Link link) {
        links.push_back(link);
        sources.insert(link.source);
        targets.insert(link.target);
    }
    bool touches_both(Link link) const { return sources.contains(link.source) && targets.contains(link.target); }
    bool touches_any(Link link) const { return sources.contains(link.source) || targets.contains(link.target); }
};

/// Adds neighbours of links from the union, diagonal ones included, if they touch a word without a link: in rounds over
/// the links of the round before, in order, until there is nothing to add.
void grow(Collection& found, const Links& both) {
    const auto in_both = [&](Link link) { return std::binary_search(both.begin(), both.end(), link); };
    for (std::size_t done = 0; done != found.links.size();) {
        done = found.links.size();
        std::sort(found.links.begin(), found.links.end());
        for (std::size_t i = 0; i < done; ++i) {
            const Link link = found.links[i];
            for (std::uint32_t source = link.source - (link.source > 0); source <= link.source + 1; ++source)
                for (std::uint32_t target = link.target - (link.target > 0); target <= link.target + 1; ++target) {
                    const Link next{source, target};
                    if (!found.touches_both(next) && in_both(next)) found.add(next);
                }
        }
    }
}

}  // namespace

Links read_links(std::string_view text, std::size_t source_length, std::size_t target_length) {
    Links links;
    text::for_each_word(text, [&](std::string_view word) {
        const Link link = read_link(word);
        if (link.source >= source_length || link.target >= target_length)
            throw BitextError(0, "the link " + std::string(word) + " is out of range for segments of " +
                                     std::to_string(source_length) + " and " + std::to_string(target_length) +
                                     " words");
        links.push_back(link);
    });
    std::sort(links.begin(), links.end());
    links.erase(std::unique(links.begin(), links.end()), links.end());
    return links;
}

void write_links(const Links& links, std::string& text) {
    for (std::size_t i = 0; i < links.size(); ++i) {
        if (i) text.push_back(' ');
        text.append(std::to_string(links[i].source)).append("-").append(std::to_string(links[i].target));
    }
}

Links symmetrise(const Links& forward, const Links& reverse, Symmetry symmetry) {
    Links both, common;
    std::set_union(forward.begin(), forward.end(), reverse.begin(), reverse.end(), std::back_inserter(both));
    if (symmetry == Symmetry::union_) return both;
    std::set_intersection(forward.begin(), forward.end(), reverse.begin(), reverse.end(), std::back_inserter(common));
    if (symmetry == Symmetry::intersection) return common;
    Collection found;
    for (const Link link : common) found.add(link);
    grow(found, both);
    for (const Links* direction : {&forward, &reverse})
        for (const Link link : *direction)
            if (!found.touches_any(link)) found.add(link);
    std::sort(found.links.begin(), found.links.end());
    return std::move(found.links);
}

namespace {

using WordNumber = std::uint32_t;

/// Words of a segment, from `start` up to `end`; not empty.
struct Stretch {
    std::uint32_t start, end;
};

/// One side of bitext: its words as numbers, and as text with one blank between them.
struct BitextSide {
    Rows<WordNumber> words;
    std::string text;
    std::vector<std::size_t> word_ends;  ///< In `text`.

    void add(std::string_view line, resource::StringIndex& known) {
        text::for_each_word(line, [&](std::string_view word) {
            words.add(known.intern(word));
            text.append(word);
            word_ends.push_back(text.size());
            text.push_back(' ');
        });
        words.end_row();
    }
    std::span<const WordNumber> numbers(std::size_t segment, Stretch stretch) const {
        return words[segment].subspan(stretch.start, stretch.end - stretch.start);
    }
    std::string_view phrase(std::size_t segment, Stretch stretch) const {
        const std::size_t start = words.start_of(segment) + stretch.start, end = words.start_of(segment) + stretch.end;
        const std::size_t first = start ? word_ends[start - 1] + 1 : 0;
        return {text.data() + first, word_ends[end - 1] - first};
    }
};

struct Bitext {
    BitextSide source, target;
    Rows<Link> links;
};

struct PhrasePair {
    Stretch source, target;
};

/// The words of the other side linked with a stretch of words: from the first to the last.
struct Reach {
    std::uint32_t first = UINT32_MAX, last = 0;
    bool is_empty() const { return first > last; }
    void add(Reach other) {
        first = std::min(first, other.first);
        last = std::max(last, other.last);
    }
};

/// Finds the phrase pairs of a segment. Keeps its memory, so that one object serves many segments.
class PhraseExtractor {
  public:
    explicit PhraseExtractor(std::uint32_t longest) : longest_(longest) {}

    /// Unlinked words at the borders of a phrase may be included or not. Costs O(n · longest²) for n target words, plus
    /// the number of pairs.
    const std::vector<PhrasePair>& extract(std::span<const Link> links, std::size_t source_length,
                                           std::size_t target_length) {
        of_source_.assign(source_length, {});
        of_target_.assign(target_length, {});
        for (const Link link : links) {
            of_source_[link.source].add({link.target, link.target});
            of_target_[link.target].add({link.source, link.source});
        }
        pairs_.clear();
        for (std::uint32_t start = 0; start < target_length; ++start) {
            Reach reach;
            for (std::uint32_t end = start + 1; end <= std::min<std::size_t>(target_length, start + longest_); ++end) {
                reach.add(of_target_[end - 1]);
                if (reach.is_empty()) continue;
                if (reach.last - reach.first >= longest_) break;  // The reach only grows.
                if (is_closed(reach, start, end)) add_extended(reach, start, end);
            }
        }
        return pairs_;
    }

  private:
    bool is_closed(Reach reach, std::uint32_t start, std::uint32_t end) const {
        for (std::uint32_t source = reach.first; source <= reach.last; ++source) {
            const Reach back = of_source_[source];
            if (!back.is_empty() && (back.first < start || back.last >= end)) return false;
        }
        return true;
    }
    void add_extended(Reach reach, std::uint32_t start, std::uint32_t end) {
        for (std::uint32_t first = reach.first;; --first) {
            for (std::uint32_t last = reach.last; last < of_source_.size() && last - first < longest_; ++last) {
                if (last != reach.last && !of_source_[last].is_empty()) break;
                pairs_.push_back({{first, last + 1}, {start, end}});
            }
            if (first == 0 || !of_source_[first - 1].is_empty() || reach.last - (first - 1) >= longest_) return;
        }
    }

    std::uint32_t longest_;
    std::vector<Reach> of_source_, of_target_;
    std::vector<PhrasePair> pairs_;
};

/// The approximate number of different phrase pairs per link: the initial size of tables.
constexpr std::size_t pairs_of_link = 4;

/// A phrase pair, where it was first seen, and its counts.
struct Counted {
    std::size_t segment;
    PhrasePair pair;
    std::int64_t count;
};

/// The different phrase pairs of some segments, in a hash table. It outgrows the caches, so all pairs of a segment are
/// prefetched before they are counted.
class PairTable {
  public:
    PairTable(const Bitext& bitext, std::size_t expected) : bitext_(bitext) {
        index_.reserve(expected);
        counted_.reserve(expected);
    }

    void count(std::size_t segment, const std::vector<PhrasePair>& pairs) {
        hashes_.clear();
        for (const PhrasePair pair : pairs) index_.prefetch(hashes_.emplace_back(hash_of(segment, pair)));
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const auto is_known = [&](std::uint32_t known) { return is_same(counted_[known], segment, pairs[i]); };
            const std::uint32_t known = index_.add(hashes_[i], is_known);
            if (known == counted_.size())
                counted_.push_back({segment, pairs[i], 1});
            else
                ++counted_[known].count;
        }
    }

    const std::vector<Counted>& counted() const { return counted_; }

  private:
    /// The words of a pair: of the source, and of the target.
    std::array<std::span<const WordNumber>, 2> words(std::size_t segment, PhrasePair pair) const {
        return {bitext_.source.numbers(segment, pair.source), bitext_.target.numbers(segment, pair.target)};
    }
    std::uint64_t hash_of(std::size_t segment, PhrasePair pair) const {
        std::uint64_t hash = pair.source.end - pair.source.start;
        for (const auto side : words(segment, pair))
            for (const WordNumber word : side) {
                hash = (hash ^ word) * 0x9E3779B97F4A7C15;
                hash ^= hash >> 32;
            }
        return hash;
    }
    bool is_same(const Counted& seen, std::size_t segment, PhrasePair pair) const {
        const auto ours = words(segment, pair), known = words(seen.segment, seen.pair);
        return std::equal(ours.begin(), ours.end(), known.begin(), [](const auto& one, const auto& other) {
            return std::equal(one.begin(), one.end(), other.begin(), other.end());
        });
    }

    const Bitext& bitext_;
    resource::HashIndex index_;
    std::vector<Counted> counted_;
    std::vector<std::uint64_t> hashes_;
};

void append(PhraseCounts& counts, const PairTable& table, const Bitext& bitext) {
    const std::size_t size = counts.count.size() + table.counted().size();
    for (TextColumn* column : {&counts.source, &counts.target}) column->bytes.reserve(24 * size);
    work::StopCheck stop;
    for (const Counted& seen : table.counted()) {
        stop.spend();
        counts.source.add(bitext.source.phrase(seen.segment, seen.pair.source));
        counts.target.add(bitext.target.phrase(seen.segment, seen.pair.target));
        counts.count.push_back(seen.count);
    }
}

}  // namespace

PhraseCounts PhraseCounter::count(std::string_view source, std::string_view target, std::string_view links) {
    const auto sources = text::split_lines(source), targets = text::split_lines(target),
               alignments = text::split_lines(links);
    const std::size_t size = sources.size();
    if (size != targets.size() || size != alignments.size())
        throw BitextError(std::min({size, targets.size(), alignments.size()}),
                          "the texts and their links differ in number of lines");
    Bitext bitext;
    for (std::size_t line = 0; line < size; ++line) try {
            work::check_stop();
            bitext.source.add(sources[line], source_words_);
            bitext.target.add(targets[line], target_words_);
            for (const Link link :
                 read_links(alignments[line], bitext.source.words[line].size(), bitext.target.words[line].size()))
                bitext.links.add(link);
            bitext.links.end_row();
        } catch (const BitextError& error) {
            throw BitextError(line, error.what());
        }
    const std::size_t parts = std::clamp<std::size_t>(threads_, 1, std::max<std::size_t>(size / 64, 1));
    std::vector<PairTable> tables;
    for (std::size_t part = 0; part < parts; ++part)
        tables.emplace_back(bitext, pairs_of_link * bitext.links.values().size() / parts);
    work::run(parts, parts, 1, [&] {
        return [&](std::size_t part) {
            PhraseExtractor extractor(longest_);
            for (std::size_t segment = size * part / parts; segment < size * (part + 1) / parts; ++segment) {
                work::check_stop();
                tables[part].count(segment,
                                   extractor.extract(bitext.links[segment], bitext.source.words[segment].size(),
                                                     bitext.target.words[segment].size()));
            }
        };
    });
    PhraseCounts counts;
    for (const PairTable& table : tables) append(counts, table, bitext);
    return counts;
}

TextColumn ngrams(std::string_view text, std::size_t longest) {
    TextColumn column;
    std::unordered_set<std::string_view> seen;
    std::vector<std::size_t> starts;
    for (const std::string_view line : text::split_lines(text)) {
        work::check_stop();
        starts.clear();
        for (std::size_t at = 0; at < line.size(); at = std::min(line.find(' ', at), line.size()) + 1)
            starts.push_back(at);
        starts.push_back(line.size() + 1);  // After the blank that would follow the last word.
        for (std::size_t first = 0; first + 1 < starts.size(); ++first)
            for (std::size_t last = first + 1; last < std::min(starts.size(), first + longest + 1); ++last) {
                const std::string_view phrase = line.substr(starts[first], starts[last] - 1 - starts[first]);
                if (seen.insert(phrase).second) column.add(phrase);
            }
    }
    return column;
}

}  // namespace bolide::build
