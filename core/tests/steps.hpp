/// Counts how much the core does: a bound on the work for an input that no busy machine can break.
#pragma once

#include "standard.hpp"

namespace bolide::tests {

/// Steps are the core's basic blocks, of which the compiler tells where it is asked to (BOLIDE_COUNT_STEPS): the
/// function that it calls has to call `add`. Elsewhere there are no steps, and nothing is refused.
struct StepCount {
    std::uint64_t taken = 0, most = UINT64_MAX;
    void (*refuse)() = nullptr;  ///< Called as soon as there are more; must not return.

    void add() {
        if (++taken > most) refuse();
    }
};

/// Each thread counts for itself.
inline thread_local constinit StepCount steps;

/// The most steps that reading one input of the fuzzers may take: hundreds of times what any of them does, and less
/// than a second.
inline constexpr std::uint64_t most_steps_of_input = std::uint64_t{1} << 28;

}  // namespace bolide::tests
