/// The best tags by the textbook, and all attributes of a token as in training: slow and obvious.
#pragma once

#include "tag/entities.hpp"

namespace bolide::tests {

/// For rows of scores, tries every step from each tag to the next (Viterbi), with back pointers.
inline std::vector<tag::Tag> textbook_best(const std::vector<float>& transitions, std::size_t count,
                                           std::vector<float> scores) {
    const std::size_t words = scores.size() / count;
    std::vector<tag::Tag> before(scores.size()), found(words);
    for (std::size_t i = 1; i < words; ++i)
        for (std::size_t t = 0; t < count; ++t) {
            float best = -std::numeric_limits<float>::infinity();
            for (std::size_t previous = 0; previous < count; ++previous) {
                const float value = scores[(i - 1) * count + previous] + transitions[previous * count + t];
                if (!(value > best)) continue;
                best = value;
                before[i * count + t] = static_cast<tag::Tag>(previous);
            }
            scores[i * count + t] += best;
        }
    for (std::size_t i = words; i-- > 0;) {
        const float* row = scores.data() + i * count;
        found[i] = i + 1 < words ? before[(i + 1) * count + found[i + 1]]
                                 : static_cast<tag::Tag>(std::max_element(row, row + count) - row);
    }
    return found;
}

/// The types of tokens by the attributes of each of them, by name.
inline std::vector<tag::Tag> textbook_types(const tag::Field& field, const tag::EntityAttributes& attributes,
                                            const std::vector<std::string_view>& tokens) {
    const tag::Model model(field);
    const std::size_t count = field.names.size();
    std::vector<float> scores(tokens.size() * count);
    const auto rows = attributes.see_all(tokens);
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (const std::string& name : rows[i]) model.add(name, std::span(scores).subspan(i * count, count));
    return textbook_best(field.transitions, count, std::move(scores));
}

}  // namespace bolide::tests
