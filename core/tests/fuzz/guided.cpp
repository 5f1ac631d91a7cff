// One target of the fuzzer in the hands of libFuzzer, which finds inputs by what of the core they reach.
//
//   core_fuzz_guided --only=NAME [libFuzzer's own options] FOLDER...
//
// Without a name it says which there are. tools/fuzz.py runs all of them.
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

/// What the core calls at the beginning of every basic block; libFuzzer has a function of its own for that, which the
/// linker takes out of the way.
extern "C" void __wrap___sanitizer_cov_trace_pc() { steps.add(); }
