// Building resources: links, phrase pairs, phrase tables, on any input.
#include <set>
#include <tuple>

#include "build/bitext.hpp"
#include "build/phrase_counter.hpp"
#include "build/phrase_table_reader.hpp"
#include "tests/harness.hpp"
#include "tests/random_input.hpp"

namespace {

using namespace bolide;
using namespace bolide::tests;
using build::Link;
using build::Links;
using Ranges = std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>>;

Links random_links(Random& random, std::uint32_t sources, std::uint32_t targets, std::size_t count) {
    std::set<Link> links;
    for (std::size_t i = 0; i < count && sources && targets; ++i)
        links.insert(
            {static_cast<std::uint32_t>(random.below(sources)), static_cast<std::uint32_t>(random.below(targets))});
    return {links.begin(), links.end()};
}

/// Whether a pair of ranges has a link inside and none that crosses its border.
bool is_consistent(const Links& links, std::uint32_t f1, std::uint32_t f2, std::uint32_t e1, std::uint32_t e2) {
    bool has_link = false;
    for (const Link link : links) {
        const bool in_source = link.source >= f1 && link.source < f2, in_target = link.target >= e1 && link.target < e2;
        if (in_source != in_target) return false;
        has_link = has_link || in_source;
    }
    return has_link;
}

Ranges textbook_pairs(const Links& links, std::uint32_t sources, std::uint32_t targets, std::uint32_t longest) {
    Ranges pairs;
    for (std::uint32_t f1 = 0; f1 < sources; ++f1)
        for (std::uint32_t f2 = f1 + 1; f2 <= std::min(sources, f1 + longest); ++f2)
            for (std::uint32_t e1 = 0; e1 < targets; ++e1)
                for (std::uint32_t e2 = e1 + 1; e2 <= std::min(targets, e1 + longest); ++e2)
                    if (is_consistent(links, f1, f2, e1, e2)) pairs.insert({f1, f2, e1, e2});
    return pairs;
}

std::string links_error(std::string_view text) {
    return message_of<build::BitextError>([&] {
        Links links;
        build::read_links(text, 3, 3, links);
    });
}

}  // namespace

TEST("The phrase pairs of any links are those of the definition, each once") {
    Random random(51);
    for (int round = 0; round < 400; ++round) {
        const auto sources = static_cast<std::uint32_t>(random.below(9)),
                   targets = static_cast<std::uint32_t>(random.below(9));
        const auto longest = static_cast<std::uint32_t>(1 + random.below(8));
        const Links links = random_links(random, sources, targets, random.below(12));
        Ranges found;
        std::size_t visits = 0;
        build::PhraseExtractor(longest).extract(links, sources, targets, [&](build::PhrasePair pair) {
            found.insert({pair.source_start, pair.source_end, pair.target_start, pair.target_end});
            ++visits;
        });
        CHECK_EQ(visits, found.size());
        CHECK(found == textbook_pairs(links, sources, targets, longest));
    }
}

TEST("Symmetric links lie between intersection and union, sorted, each once") {
    Random random(52);
    for (int round = 0; round < 300; ++round) {
        const Links forward = random_links(random, 7, 7, random.below(12)),
                    reverse = random_links(random, 7, 7, random.below(12));
        Links common, all, grown;
        build::symmetrise(forward, reverse, build::Symmetry::intersection, common);
        build::symmetrise(forward, reverse, build::Symmetry::union_, all);
        build::symmetrise(forward, reverse, build::Symmetry::grow_diag_final_and, grown);
        CHECK(std::includes(grown.begin(), grown.end(), common.begin(), common.end()));
        CHECK(std::includes(all.begin(), all.end(), grown.begin(), grown.end()));
        CHECK(std::is_sorted(grown.begin(), grown.end()));
        CHECK(std::adjacent_find(grown.begin(), grown.end()) == grown.end());
    }
}

TEST("Links are read in any order and written sorted, and what is no link is named") {
    Links links;
    build::read_links(" 2-1\t0-0 2-1 ", 3, 3, links);
    std::string text;
    build::write_links(links, text);
    CHECK_EQ(text, "0-0 2-1");
    CHECK_EQ(links_error("0-0 x"), "a link such as 0-1 was expected, not \"x\"");
    CHECK_EQ(links_error("0-99999999999"), "a link such as 0-1 was expected, not \"0-99999999999\"");
    CHECK_EQ(links_error("3-0"), "the link 3-0 points outside of segments of 3 and 3 words");
}

TEST("Any bytes pass through the reader of phrase tables, wherever they are cut") {
    Random random(53);
    for (int round = 0; round < 200; ++round) {
        std::string text;
        for (std::size_t i = random.below(6); i > 0; --i)
            text +=
                random_bytes(random, random.below(20)) + (random.chance(60) ? " ||| x Y ||| 0.5 1 0.25\n" : "||| ||\n");
        build::PhraseTableReader whole(true, 0), pieces(true, 0);
        whole.feed(text);
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t size = 1 + random.below(9);
            pieces.feed(std::string_view(text).substr(at, size));
            at += size;
        }
        whole.finish();
        pieces.finish();
        const auto one = whole.take(), other = pieces.take();
        CHECK(one.source.bytes == other.source.bytes);
        CHECK(one.source.offsets == other.source.offsets);
        CHECK_EQ(whole.lines(), pieces.lines());
        CHECK_EQ(one.source.size() + whole.bad_lines(), whole.lines());
    }
}

TEST("Counted phrase pairs do not depend on threads") {
    Random random(54);
    std::string source, target, links;
    for (int line = 0; line < 300; ++line) {
        for (int word = 0; word < 5; ++word) source += "f" + std::to_string(random.below(20)) + " ";
        for (int word = 0; word < 5; ++word) target += "e" + std::to_string(random.below(20)) + " ";
        build::write_links(random_links(random, 5, 5, 6), links);
        source += "\n", target += "\n", links += "\n";
    }
    std::vector<std::int64_t> totals;
    for (const std::size_t threads : {1u, 3u}) {
        build::PhraseCounter counter(7, threads);
        counter.learn(source, target, links);
        const auto counts = counter.count(source, target, links);
        CHECK_EQ(counts.source.size(), counts.count.size());
        std::int64_t total = 0;
        for (const auto count : counts.count) total += count;
        totals.push_back(total);
        for (const double weight : counts.source_weight) CHECK(weight > 0 && weight <= 1);
    }
    CHECK_EQ(totals[0], totals[1]);
}

TEST("The phrases of a text stay inside of its lines") {
    const build::TextColumn column = build::ngrams("a b\nc\n\na b", 3);
    CHECK_EQ(std::string(column.bytes.begin(), column.bytes.end()), "aa bbc");
    CHECK_EQ(column.size(), 4u);
    CHECK_EQ(build::ngrams("", 3).size(), 0u);
}
