// Building resources; tests of the package and the fuzzer check the results.
#include <set>

#include "build/phrase_counter.hpp"
#include "tests/harness.hpp"
#include "tests/random_input.hpp"

namespace {

using namespace bolide;
using namespace bolide::tests;

build::Links random_links(Random& random, std::size_t words, std::size_t count) {
    std::set<build::Link> links;
    for (std::size_t i = 0; i < count; ++i)
        links.insert(
            {static_cast<std::uint32_t>(random.below(words)), static_cast<std::uint32_t>(random.below(words))});
    return {links.begin(), links.end()};
}

}  // namespace

TEST("Counted phrase pairs do not depend on threads") {
    Random random(54);
    std::string source, target, links;
    for (int line = 0; line < 300; ++line) {
        for (int word = 0; word < 5; ++word) source += "f" + std::to_string(random.below(20)) + " ";
        for (int word = 0; word < 5; ++word) target += "e" + std::to_string(random.below(20)) + " ";
        build::write_links(random_links(random, 5, 6), links);
        source += "\n", target += "\n", links += "\n";
    }
    std::vector<std::int64_t> totals;
    for (const std::size_t threads : {1u, 3u}) {
        build::PhraseCounter counter(7, threads);
        const auto counts = counter.count(source, target, links);
        CHECK_EQ(counts.source.size(), counts.count.size());
        std::int64_t total = 0;
        for (const auto count : counts.count) total += count;
        totals.push_back(total);
    }
    CHECK_EQ(totals[0], totals[1]);
}
