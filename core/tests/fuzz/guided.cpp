// Runs one target of the fuzzer under libFuzzer, which finds inputs by coverage of the core.
//
//   core_fuzz_guided --only=NAME [libFuzzer's own options] FOLDER...
//
// Without a name, lists the targets. tools/fuzz.py runs all of them.
#include <cstdlib>
#include <iostream>

#include "tests/fuzz/targets.hpp"
#include "tests/steps.hpp"

namespace {

using namespace bolide::tests;

bool (*read)(std::string_view) = nullptr;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
    constexpr std::string_view option = "--only=";
    std::string_view name;
    for (int i = 1; i < *count; ++i)
        if (const std::string_view argument = (*arguments)[i]; argument.starts_with(option))
            name = argument.substr(option.size());
    for (const Target& target : all_targets()) {
        if (name.empty()) std::cout << target.name << std::endl;
        if (name == target.name) read = target.read;
    }
    if (!read) std::exit(name.empty() ? 0 : 1);
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    steps = {0, most_steps_of_input, std::abort};
    read({reinterpret_cast<const char*>(data), size});
    return 0;
}

/// Called by the core at the beginning of every basic block, instead of libFuzzer's function, which the linker
/// replaces.
extern "C" void __wrap___sanitizer_cov_trace_pc() { steps.add(); }
