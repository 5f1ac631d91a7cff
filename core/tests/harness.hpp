/// A minimal test harness: TEST registers a sentence that must hold, CHECK ends a test that fails.
#pragma once

#include <sstream>

#include "standard.hpp"

namespace bolide::tests {

struct Test {
    std::string_view sentence;  ///< What must hold.
    void (*body)();
};

inline std::vector<Test>& all_tests() {
    static std::vector<Test> tests;
    return tests;
}

struct Registration {
    Registration(std::string_view sentence, void (*body)()) { all_tests().push_back({sentence, body}); }
};

[[noreturn]] inline void fail(const char* file, int line, const std::string& what) {
    throw std::runtime_error(std::string(file) + ":" + std::to_string(line) + ": " + what);
}

template <class Found, class Expected>
void check_equal(const char* file, int line, const char* expression, const Found& found, const Expected& expected) {
    if (found == expected) return;
    std::ostringstream what;
    what << expression << "\n      is          " << found << "\n      but must be " << expected;
    fail(file, line, what.str());
}

/// The message of the `Error` that `action` throws; "nothing was thrown" otherwise.
template <class Error, class Action>
std::string message_of(Action action) {
    try {
        action();
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing was thrown";
}

}  // namespace bolide::tests

#define BOLIDE_TEST(sentence, body)                                          \
    static void body();                                                      \
    static const bolide::tests::Registration body##_is_run(sentence, &body); \
    static void body()
#define BOLIDE_TEST_AT(sentence, line) BOLIDE_TEST(sentence, test_at_##line)
#define BOLIDE_TEST_HERE(sentence, line) BOLIDE_TEST_AT(sentence, line)
#define TEST(sentence) BOLIDE_TEST_HERE(sentence, __LINE__)
#define CHECK(condition) ((condition) ? void() : bolide::tests::fail(__FILE__, __LINE__, #condition " does not hold"))
#define CHECK_EQ(found, expected) bolide::tests::check_equal(__FILE__, __LINE__, #found, found, expected)
