/// Graded matches by the book: slow and obvious.
#pragma once

#include "text/folding.hpp"
#include "text/strings.hpp"

namespace bolide::tests {

inline std::u32string codes_of(const std::string& text) {
    std::u32string codes;
    for (std::size_t at = 0; at < text.size();) codes.push_back(text::decode(text, at));
    return codes;
}

/// 2 |A and B| / (|A| + |B|) of the multisets of n-grams.
inline double textbook_dice(std::u32string a, std::u32string b, std::size_t n) {
    if (n > 1) {
        a = U"<" + a + U">";
        b = U"<" + b + U">";
    }
    std::map<std::u32string, std::array<double, 2>> counts;
    const std::array<const std::u32string*, 2> sides = {&a, &b};
    double all = 0;
    for (std::size_t side = 0; side < 2; ++side)
        for (std::size_t at = 0; at + n <= sides[side]->size(); ++at, ++all) ++counts[sides[side]->substr(at, n)][side];
    double shared = 0;
    for (const auto& [gram, count] : counts) shared += std::min(count[0], count[1]);
    return 2 * shared / all;
}

/// The mean over n = 1, 2, 3, of words in lower case.
inline double textbook_similarity(const std::string& a, const std::string& b) {
    const std::u32string one = codes_of(text::lower(a)), other = codes_of(text::lower(b));
    return (textbook_dice(one, other, 1) + textbook_dice(one, other, 2) + textbook_dice(one, other, 3)) / 3;
}

/// The largest sum of cells, no two in one row or column, by trying all orders of the columns.
inline std::int64_t textbook_assignment(const std::vector<std::int64_t>& worth, std::size_t rows, std::size_t columns) {
    std::vector<std::size_t> order(std::max(rows, columns));
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::int64_t best = 0;
    do {
        std::int64_t sum = 0;
        for (std::size_t row = 0; row < rows; ++row)
            if (order[row] < columns) sum += worth[row * columns + order[row]];
        best = std::max(best, sum);
    } while (std::next_permutation(order.begin(), order.end()));
    return best;
}

}  // namespace bolide::tests
