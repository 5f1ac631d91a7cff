/// Work that can be stopped before it is done, by Ctrl-C for one.
#pragma once

#include <chrono>

#include "standard.hpp"

namespace bolide::work {

/// Thrown where work ends because it was stopped. What threw it may be in any state: use it no more.
struct Stopped : std::exception {
    const char* what() const noexcept override { return "the work was stopped"; }
};

/// Throws Stopped if the work of this thread shall end; does nothing where nobody can stop it. Costs some 30 ns, so
/// that a loop can call it every few thousand steps. It has to be called every 50 ms for work to stop at once.
void check_stop();

/// How many steps of a loop lie between two looks.
inline constexpr std::size_t steps_between_looks = 4096;

/// Calls check_stop() now and then while steps are counted.
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

/// Calls `step` with all numbers below `count`, and check_stop() now and then: for loops whose steps cost next to
/// nothing.
template <class Step>
void for_each_below(std::size_t count, Step step) {
    for (std::size_t begin = 0; begin < count; begin += steps_between_looks) {
        if (begin) check_stop();
        for (std::size_t i = begin; i < std::min(begin + steps_between_looks, count); ++i) step(i);
    }
}

/// Makes what this thread does work that can be stopped, as long as this lives.
class Stoppable {
  public:
    using Clock = std::chrono::steady_clock;
    /// How long work goes on before it looks whether it shall stop, and between one look and the next.
    static constexpr std::chrono::milliseconds pause{50};

    /// `is_over` says whether the work shall stop; check_stop() asks it, on this thread.
    explicit Stoppable(bool (*is_over)());
    /// For a thread that takes part in the work of another one, if that has any: stops with it.
    explicit Stoppable(Stoppable* whole);
    ~Stoppable();
    Stoppable(const Stoppable&) = delete;
    Stoppable& operator=(const Stoppable&) = delete;

    /// What this thread does; null if nobody can stop it.
    static Stoppable* here();

    void check();

  private:
    bool (*is_over_)();
    Clock::time_point next_look_;
    std::atomic<bool> own_flag_{false};
    std::atomic<bool>* flag_;  ///< Its own, or that of the whole work; null if nobody can stop it.
    Stoppable* outer_;         ///< What the thread did before.
};

}  // namespace bolide::work
