/// What the fuzzer runs: readers of files that anyone may have written.
#pragma once

#include <string_view>
#include <vector>

#include "tests/random_input.hpp"

namespace bolide::tests {

/// Makes up an input, reads it, and uses what was read. Returns whether it was accepted; false if it was refused in the
/// way that the reader promises. Anything else that is thrown, and anything that a sanitizer reports, is a defect.
struct Target {
    std::string_view name;
    bool (*run)(Random&);
};

std::vector<Target> table_targets();
std::vector<Target> source_targets();

}  // namespace bolide::tests
