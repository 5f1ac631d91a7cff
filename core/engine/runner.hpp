/// Work shared out among threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <functional>
#include <limits>
#include <system_error>
#include <thread>
#include <vector>

namespace bolide::engine {

/// Calls `make()` on each thread, and what that returns for every item. Blocks of items are handed out in order and
/// finished once begun, so that what is thrown is always the failure of the lowest item. Where no more threads are to
/// be had, the ones there are do all the work.
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
                for (item = begin; item < std::min(begin + block_size, items); ++item) task(item);
            }
        } catch (...) {
            failure = {item, std::current_exception()};
            failed = true;
        }
    };
    const std::size_t blocks = (items + block_size - 1) / block_size;
    std::vector<Failure> failures(std::clamp<std::size_t>(threads, 1, std::max<std::size_t>(blocks, 1)));
    std::vector<std::thread> helpers;
    try {
        for (std::size_t i = 1; i < failures.size(); ++i) helpers.emplace_back(work, std::ref(failures[i]));
    } catch (const std::system_error&) {
        // See above.
    }
    work(failures[0]);
    for (std::thread& helper : helpers) helper.join();
    const auto first = std::min_element(failures.begin(), failures.end(),
                                        [](const Failure& a, const Failure& b) { return a.item < b.item; });
    if (first->error) std::rethrow_exception(first->error);
}

}  // namespace bolide::engine
