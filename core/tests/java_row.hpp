/// Statistics in the order in which the jar prints them.
#pragma once

#include "score/formula.hpp"

namespace bolide::tests {

using Row = std::array<std::int64_t, score::columns>;

inline constexpr std::size_t java_matchers = 4;

inline std::vector<std::size_t> java_columns() {
    using namespace score;
    std::vector<std::size_t> order = {hypothesis_length, reference_length, hypothesis_function, reference_function};
    for (std::size_t place = 0; place < java_matchers; ++place)
        for (const Column first : {matched_hypothesis_content, matched_reference_content, matched_hypothesis_function,
                                   matched_reference_function})
            order.push_back(first + place);
    order.insert(order.end(), {chunks, hypothesis_matches, reference_matches});
    return order;
}

/// A row as the jar prints it, without chunks.
inline std::string render_java(score::ConstRow row) {
    std::string all;
    for (const std::size_t column : java_columns())
        all.append(all.empty() ? "" : " ").append(std::to_string(row[column]));
    return all;
}

/// The row for numbers printed by the jar.
inline Row from_java(const std::vector<std::int64_t>& printed) {
    Row row{};
    for (std::size_t i = 0; i < printed.size(); ++i) row[java_columns()[i]] = printed[i];
    return row;
}

}  // namespace bolide::tests
