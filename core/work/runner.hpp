/// Shares work among threads.
#pragma once

#include <future>

#include "work/stopping.hpp"

namespace bolide::work {

/// Calls `make()` on each thread, and its result for every item. Blocks of items are handed out in order and finished
/// once begun, so that the failure thrown is always that of the lowest item. If no more threads can be started, the
/// existing ones do all the work. Throws Stopped if it is stopped, even if something else fails.
template <class Make>
void run(std::size_t items, std::size_t threads, std::size_t block_size, Make make) {
    struct Failure {
        std::size_t item = std::numeric_limits<std::size_t>::max();
        std::exception_ptr error;
    };
    std::atomic<std::size_t> next{0};
    std::atomic<bool> failed{false};
    const auto work = [&](Failure& failure) {
        std::size_t item = 0;
        try {
            auto task = make();
            while (!failed) {
                const std::size_t begin = next.fetch_add(block_size);
                if (begin >= items) return;
                for (item = begin; item < std::min(begin + block_size, items); ++item) {
                    check_stop();
                    task(item);
                }
            }
        } catch (...) {
            failure = {item, std::current_exception()};
            failed = true;
        }
    };
    const auto help = [&work, whole = Stoppable::here()](Failure& failure) {
        const Stoppable part(whole);
        work(failure);
    };
    const std::size_t blocks = (items + block_size - 1) / block_size;
    std::vector<Failure> failures(std::clamp<std::size_t>(threads, 1, std::max<std::size_t>(blocks, 1)));
    std::vector<std::future<void>> helpers;
    try {
        for (std::size_t i = 1; i < failures.size(); ++i)
            helpers.push_back(std::async(std::launch::async, help, std::ref(failures[i])));
    } catch (const std::system_error&) {
        // See above.
    }
    work(failures[0]);
    try {
        for (const auto& helper : helpers)
            while (helper.wait_for(Stoppable::pause) == std::future_status::timeout) check_stop();
    } catch (const Stopped&) {
        failures[0] = {0, std::current_exception()};
    }
    helpers.clear();  // Waits for them.
    const auto first = std::min_element(failures.begin(), failures.end(),
                                        [](const Failure& a, const Failure& b) { return a.item < b.item; });
    if (!first->error) return;
    check_stop();
    std::rethrow_exception(first->error);
}

}  // namespace bolide::work
