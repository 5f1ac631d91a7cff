#include "engine/batch.hpp"

#include <algorithm>

namespace bolide::engine {

namespace {

/// Whether groups with these ends have so many items together.
bool are_ends_of(const std::vector<std::size_t>& ends, std::size_t items) {
    return std::is_sorted(ends.begin(), ends.end()) && (ends.empty() ? 0 : ends.back()) == items;
}

}  // namespace

bool Pairs::fit_together() const {
    if (!are_ends_of(reference_ends, references.size())) return false;
    if (hypothesis_ends.empty()) return reference_ends.size() == hypotheses.size();
    return hypothesis_ends.size() == reference_ends.size() && are_ends_of(hypothesis_ends, hypotheses.size());
}

std::vector<References> Pairs::references_of_all() const {
    std::vector<References> all;
    all.reserve(hypotheses.size());
    std::size_t begin = 0, row = 0;
    for (std::size_t group = 0; group < reference_ends.size(); ++group) {
        const std::size_t end = reference_ends[group];
        for (const std::size_t last = hypothesis_end(group); all.size() < last; row += end - begin)
            all.push_back({begin, end, row});
        begin = end;
    }
    return all;
}

std::size_t Pairs::rows() const {
    std::size_t rows = 0, hypothesis = 0, reference = 0;
    for (std::size_t group = 0; group < reference_ends.size(); ++group) {
        rows += (hypothesis_end(group) - hypothesis) * (reference_ends[group] - reference);
        hypothesis = hypothesis_end(group);
        reference = reference_ends[group];
    }
    return rows;
}

}  // namespace bolide::engine
