#include "work/stopping.hpp"

namespace bolide::work {

namespace {

thread_local constinit Stoppable* work_here = nullptr;

}  // namespace

void check_stop() {
    if (work_here) work_here->check();
}

Stoppable::Stoppable(bool (*is_over)()) : is_over_(is_over), next_look_(Clock::now() + pause), flag_(&own_flag_) {
    outer_ = std::exchange(work_here, this);
}

Stoppable::Stoppable(Stoppable* whole) : is_over_(nullptr), flag_(whole ? whole->flag_ : nullptr) {
    outer_ = std::exchange(work_here, this);
}

Stoppable::~Stoppable() { work_here = outer_; }

Stoppable* Stoppable::here() { return work_here; }

void Stoppable::check() {
    if (is_over_ && Clock::now() >= next_look_) {
        if (is_over_()) *flag_ = true;
        next_look_ = Clock::now() + pause;
    }
    if (flag_ && *flag_) throw Stopped();
}

}  // namespace bolide::work
