// Runs all tests of the core, or those with the argument in their sentence; exits with 1 if any fails.
#include <iostream>

#include "tests/harness.hpp"

namespace {

/// The failure of a test; empty if it passed.
std::optional<std::string> run(const bolide::tests::Test& test) {
    try {
        test.body();
        return std::nullopt;
    } catch (const std::exception& error) {
        return error.what();
    } catch (...) {
        return "something that is no std::exception was thrown";
    }
}

}  // namespace

int main(int count, char** arguments) {
    int passed = 0, failed = 0;
    for (const bolide::tests::Test& test : bolide::tests::all_tests()) {
        if (count > 1 && test.sentence.find(arguments[1]) == test.sentence.npos) continue;
        const std::optional<std::string> failure = run(test);
        ++(failure ? failed : passed);
        if (failure) std::cout << "FAILED " << test.sentence << "\n    " << *failure << std::endl;
    }
    std::cout << passed << " passed, " << failed << " failed" << std::endl;
    return failed == 0 && passed > 0 ? 0 : 1;
}
