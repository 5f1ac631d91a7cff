/// Work that can be stopped before it is done, for example by Ctrl-C.
#pragma once

#include <chrono>

#include "standard.hpp"

namespace bolide::work {

/// Thrown when work is stopped. The object that threw it may be in any state: do not use it again.
struct Stopped : std::exception {
    const char* what() const noexcept override { return "the work was stopped"; }
};

/// Makes the work of this thread stoppable during its lifetime.
class Stoppable {
  public:
    using Clock = std::chrono::steady_clock;
    /// How long work goes on before the first check, and between checks.
    static constexpr std::chrono::milliseconds pause{50};

    /// `is_over` says whether the work must stop; check_stop() calls it, on this thread.
    explicit Stoppable(bool (*is_over)()) : is_over_(is_over), flag_(&own_flag_) {}
    /// For a thread that takes part in another one's work, if there is any: stops with it.
    explicit Stoppable(Stoppable* whole) : is_over_(nullptr), flag_(whole ? whole->flag_ : nullptr) {}
    ~Stoppable() { here_ = outer_; }
    Stoppable(const Stoppable&) = delete;
    Stoppable& operator=(const Stoppable&) = delete;

    /// The work of this thread; null if it cannot be stopped.
    static Stoppable* here() { return here_; }

    void check() {
        if (is_over_ && Clock::now() >= next_look_) {
            if (is_over_()) *flag_ = true;
            next_look_ = Clock::now() + pause;
        }
        if (flag_ && *flag_) throw Stopped();
    }

  private:
    static inline thread_local constinit Stoppable* here_ = nullptr;

    bool (*is_over_)();
    Clock::time_point next_look_ = Clock::now() + pause;
    std::atomic<bool> own_flag_{false};
    std::atomic<bool>* flag_;  ///< Its own, or that of the whole work; null if it cannot be stopped.
    Stoppable* outer_ = std::exchange(here_, this);  ///< The thread's earlier work.
};

/// Throws Stopped if the work of this thread must end; does nothing if it cannot be stopped. Costs some 30 ns, so that
/// a loop can call it every few thousand steps. Call it every 50 ms for work to stop at once.
inline void check_stop() {
    if (Stoppable* const work = Stoppable::here()) work->check();
}

/// The number of steps of a loop between two checks.
inline constexpr std::size_t steps_between_looks = 4096;

/// Calls check_stop() now and then while counting steps.
class StopCheck {
  public:
    void spend(std::uint64_t steps = 1) {
        spent_ += steps;
        if (spent_ < steps_between_looks) return;
        spent_ = 0;
        check_stop();
    }

  private:
    std::uint64_t spent_ = 0;
};

/// Calls `step` with all numbers below `count`, and check_stop() now and then: for loops with very cheap steps.
template <class Step>
void for_each_below(std::size_t count, Step step) {
    for (std::size_t begin = 0; begin < count; begin += steps_between_looks) {
        if (begin) check_stop();
        for (std::size_t i = begin; i < std::min(begin + steps_between_looks, count); ++i) step(i);
    }
}

}  // namespace bolide::work
