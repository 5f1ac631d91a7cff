// The longest common subsequence against the textbook's table.
#include "score/chrf.hpp"
#include "tests/harness.hpp"
#include "tests/random_input.hpp"

namespace {

using namespace bolide;

std::size_t textbook(const std::u32string& first, const std::u32string& second) {
    std::vector<std::size_t> row(second.size() + 1);
    for (const char32_t code : first) {
        std::size_t before = 0;
        for (std::size_t j = 0; j < second.size(); ++j) {
            const std::size_t above = row[j + 1];
            row[j + 1] = code == second[j] ? before + 1 : std::max(above, row[j]);
            before = above;
        }
    }
    return row.back();
}

}  // namespace

TEST("The longest common subsequence equals the textbook's, across blocks and scripts") {
    tests::Random random(5);
    score::CommonSubsequence subsequence;
    const std::u32string letters = U"ab cdeéжя東京\x1F600\x101\x201";
    for (int round = 0; round < 3000; ++round) {
        const auto text = [&] {
            std::u32string made;
            const std::size_t used = 1 + random.below(letters.size());
            for (std::size_t size = random.below(round % 10 == 0 ? 400 : 80); size > 0; --size)
                made += letters[random.below(used)];
            return made;
        };
        const std::u32string first = text(), second = text();
        CHECK_EQ(subsequence.length(first, second), textbook(first, second));
    }
    CHECK_EQ(subsequence.length(U"", U"abc"), std::size_t{0});
}
