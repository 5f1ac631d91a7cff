/// The fuzzers' targets: readers of text and files that anyone may have written.
#pragma once

#include "tests/random_input.hpp"

namespace bolide::tests {

/// Two fuzzers share these: `core_fuzz` makes inputs up, `core_fuzz_guided` lets libFuzzer find them by coverage.
struct Target {
    std::string_view name;

    /// Makes up an input: valid bytes, mutated in some places.
    std::string (*make)(Random&);

    /// Reads an input and uses the result. Returns whether it was accepted; false if it was refused as the reader
    /// promises. Any other exception, any report of a sanitizer, and more steps than `most_steps_of_input` are a
    /// defect.
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
