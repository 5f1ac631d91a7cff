#include "engine/scorer.hpp"

#include <algorithm>
#include <exception>

#include "engine/worker.hpp"
#include "work/runner.hpp"

namespace bolide::engine {

namespace {

/// How many segments a thread takes at a time, at the most; fewer of few, so that all threads have work.
constexpr std::size_t largest_block = 32;

}  // namespace

/// A worker for the time of a task: an idle one if there is one. One that failed may be in any state, and goes.
class Scorer::Lease {
  public:
    explicit Lease(const Scorer& scorer) : scorer_(scorer) {
        for (auto& place : scorer_.idle_)
            if (Worker* worker = place.exchange(nullptr)) {
                worker_.reset(worker);
                return;
            }
        worker_ = std::make_unique<Worker>(scorer_.settings_);
    }
    ~Lease() {
        if (std::uncaught_exceptions() > failures_before_) return;
        for (auto& place : scorer_.idle_) {
            Worker* empty = nullptr;
            if (place.compare_exchange_strong(empty, worker_.get())) {
                static_cast<void>(worker_.release());
                return;
            }
        }
    }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    Worker& operator*() const { return *worker_; }

  private:
    const Scorer& scorer_;
    std::unique_ptr<Worker> worker_;
    int failures_before_ = std::uncaught_exceptions();
};

Scorer::Scorer(Settings settings) : settings_(std::move(settings)) {
    if (align::kinds_of(settings_.aligner).empty() && settings_.formula == score::FormulaKind::features)
        throw std::invalid_argument("there has to be a matcher");
    static_cast<void>(align::Aligner(settings_.aligner));  // Refuses what does not fit together.
}

Scorer::~Scorer() {
    for (auto& place : idle_) delete place.load();
}

/// Calls `task(worker, begin, end)` for blocks of segments.
template <class Task>
void Scorer::run(std::size_t segments, std::size_t threads, Task task) const {
    const std::size_t block_size =
        threads > 1 ? std::clamp<std::size_t>(segments / (4 * threads), 1, largest_block) : largest_block;
    work::run((segments + block_size - 1) / block_size, threads, 1, [&] {
        return [&task, segments, block_size, lease = Lease(*this)](std::size_t block) {
            task(*lease, block * block_size, std::min((block + 1) * block_size, segments));
        };
    });
}

bool Scorer::counts_copy_words(const Batch& hypotheses, const Batch& references) const {
    return settings_.knowledge->has_copy_words() || hypotheses.has_marks() || references.has_marks();
}

void Scorer::statistics(const Pairs& pairs, std::size_t threads, std::span<std::int64_t> rows) const {
    const auto references = pairs.references_of_all();
    const Task task{pairs, references, counts_copy_words(pairs.hypotheses, pairs.references), rows};
    run(pairs.hypotheses.size(), threads,
        [&](Worker& worker, std::size_t begin, std::size_t end) { worker.count(task, begin, end); });
}

std::vector<AlignedPair> Scorer::align(const Batch& hypotheses, const Batch& references) const {
    const bool has_copy_words = counts_copy_words(hypotheses, references);
    std::vector<AlignedPair> aligned(hypotheses.size());
    run(hypotheses.size(), 1, [&](Worker& worker, std::size_t begin, std::size_t end) {
        for (std::size_t segment = begin; segment < end; ++segment) {
            worker.bound();
            aligned[segment] = worker.align(hypotheses, references, segment, has_copy_words);
        }
    });
    return aligned;
}

std::vector<ReadSegment> Scorer::read(const Batch& segments) const {
    std::vector<ReadSegment> read(segments.size());
    run(segments.size(), 1, [&](Worker& worker, std::size_t begin, std::size_t end) {
        Side side;
        for (std::size_t segment = begin; segment < end; ++segment) {
            worker.bound();
            worker.read(segments, segment, false, side);
            read[segment] = worker.describe(side);
        }
    });
    return read;
}

}  // namespace bolide::engine
