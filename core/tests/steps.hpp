/// Counts the steps of the core: a bound on the work for an input, independent of the machine's load.
#pragma once

#include "standard.hpp"

namespace bolide::tests {

/// Steps are the core's basic blocks, counted in builds with BOLIDE_COUNT_STEPS: the function that the compiler calls
/// must call `add`. Other builds have no steps and refuse nothing.
struct StepCount {
    std::uint64_t taken = 0, most = UINT64_MAX;
    void (*refuse)() = nullptr;  ///< Called as soon as there are more; must not return.

    void add() {
        if (++taken > most) refuse();
    }
};

/// Each thread counts for itself.
inline thread_local constinit StepCount steps;

/// The most steps for reading one input of the fuzzers: hundreds of times what any of them needs, and less than a
/// second.
inline constexpr std::uint64_t most_steps_of_input = std::uint64_t{1} << 28;

}  // namespace bolide::tests
