/// What the fuzzers run: readers of text and files that anyone may have written.
#pragma once

#include "tests/random_input.hpp"

namespace bolide::tests {

/// Two fuzzers share these: `core_fuzz` makes inputs up, `core_fuzz_guided` lets libFuzzer find them by coverage.
struct Target {
    std::string_view name;

    /// Makes up an input: bytes that were right, changed in some places.
    std::string (*make)(Random&);

    /// Reads an input, and uses what was read. Returns whether it was accepted; false if it was refused in the way that
    /// the reader promises. Anything else that is thrown, anything that a sanitizer reports, and more steps than
    /// `most_steps_of_input` are a defect.
    bool (*read)(std::string_view input);
};

std::vector<Target> source_targets();
std::vector<Target> table_targets();
std::vector<Target> text_targets();

inline std::vector<Target> all_targets() {
    std::vector<Target> all = table_targets();
    for (const auto& targets : {source_targets(), text_targets()})
        all.insert(all.end(), targets.begin(), targets.end());
    return all;
}

}  // namespace bolide::tests
