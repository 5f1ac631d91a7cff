// Work that is stopped before it is done.
#include "work/stopping.hpp"

#include "tests/harness.hpp"
#include "work/runner.hpp"

namespace {

using namespace bolide;
using namespace bolide::tests;
using work::check_stop;
using work::Stoppable;
using work::Stopped;

bool always() { return true; }
bool never() { return false; }

[[noreturn]] void work_without_end() {
    for (;;) check_stop();
}

/// Whether a task ends because it was stopped.
template <class Task>
bool is_stopped(Task task) {
    return message_of<Stopped>(task) == "the work was stopped";
}

}  // namespace

TEST("Work that cannot be stopped goes on") {
    check_stop();
    const Stoppable part(Stoppable::here());
    check_stop();
}

TEST("Stopped work ends, and the thread's earlier work goes on") {
    const Stoppable outer(never);
    {
        const Stoppable inner(always);
        CHECK(is_stopped(work_without_end));
        CHECK(is_stopped(check_stop));
    }
    check_stop();
}

TEST("All threads stop, including those that the first one waits for") {
    for (const std::size_t items : {1, 2, 100}) {
        const Stoppable here(always);
        CHECK(is_stopped([&] {
            work::run(items, 4, 1, [] {
                return [](std::size_t item) {
                    if (item % 2 == 0) work_without_end();
                };
            });
        }));
    }
}

TEST("Work that is not stopped is completed on all threads") {
    const Stoppable here(never);
    std::atomic<std::size_t> done{0};
    work::run(1000, 4, 7, [&] { return [&](std::size_t) { ++done; }; });
    CHECK_EQ(done.load(), 1000u);
}
