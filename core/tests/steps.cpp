#include "tests/steps.hpp"

/// Called by the core at the beginning of every basic block.
extern "C" void __sanitizer_cov_trace_pc() { bolide::tests::steps.add(); }
