#include "engine/scorer.hpp"

#include "engine/worker.hpp"
#include "work/runner.hpp"

namespace bolide::engine {

/// The most segments a thread takes at a time; fewer if there are few, so that all threads have work.
static constexpr std::size_t largest_block = 32;

/// A worker for the time of a task, an idle one if possible. A worker that failed may be in any state and is discarded.
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
        throw std::invalid_argument("at least one matcher is needed");
    static_cast<void>(align::Aligner(settings_.aligner));  // Throws if the settings do not fit together.
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
    const auto& [hypotheses, references, reference_ends, hypothesis_ends] = pairs;
    const auto references_of = pairs.references_of_all();
    const Task task{hypotheses, references, references_of, counts_copy_words(hypotheses, references), rows};
    run(hypotheses.size(), threads,
        [&](Worker& worker, std::size_t begin, std::size_t end) { worker.count(task, begin, end); });
}

std::vector<AlignedPair> Scorer::align(const Batch& hypotheses, const Batch& references) const {
    std::vector<References> references_of;
    for (std::size_t i = 0; i < hypotheses.size(); ++i) references_of.push_back({i, i + 1, i});
    std::vector<std::int64_t> rows(hypotheses.size() * columns());
    const Task task{hypotheses, references, references_of, counts_copy_words(hypotheses, references), rows};
    std::vector<AlignedPair> aligned(hypotheses.size());
    run(hypotheses.size(), 1, [&](Worker& worker, std::size_t begin, std::size_t end) {
        for (std::size_t segment = begin; segment < end; ++segment) aligned[segment] = worker.align(task, segment);
    });
    return aligned;
}

std::vector<ReadSegment> Scorer::read(const Batch& segments) const {
    std::vector<ReadSegment> read(segments.size());
    run(segments.size(), 1, [&](Worker& worker, std::size_t begin, std::size_t end) {
        for (std::size_t segment = begin; segment < end; ++segment) read[segment] = worker.read(segments, segment);
    });
    return read;
}

PackedAlignments pack(std::span<const AlignedPair> pairs) {
    PackedAlignments packed;
    std::unordered_map<std::string_view, std::int32_t> numbers;
    const auto add = [&](const ReadSegment& side) {
        packed.has_copy_words |= !side.copy.empty();
        for (std::size_t i = 0; i < side.words.size(); ++i) {
            const auto [found, is_new] = numbers.try_emplace(side.words[i], static_cast<std::int32_t>(numbers.size()));
            if (is_new) packed.vocabulary.push_back(side.words[i]);
            packed.words.push_back(found->second);
            const bool is_copied = !side.copy.empty() && side.copy[i];
            packed.kinds.push_back(
                static_cast<std::uint8_t>((side.function[i] ? function_word : 0) | (is_copied ? copy_word : 0)));
        }
        packed.word_ends.push_back(static_cast<std::int32_t>(packed.words.size()));
    };
    work::StopCheck stop;
    for (const auto& [hypothesis, reference, alignment, statistics] : pairs) {
        stop.spend(1 + hypothesis.words.size() + reference.words.size());
        add(hypothesis);
        add(reference);
        for (std::size_t i = 0; i < alignment.matches.size(); ++i) {
            const match::Match& each = alignment.matches[i];
            const auto similarity = alignment.similarities.empty() ? match::whole : alignment.similarities[i];
            for (const std::uint32_t cell :
                 {each.hypothesis_start, std::uint32_t{each.hypothesis_length}, each.reference_start,
                  std::uint32_t{each.reference_length}, std::uint32_t{each.matcher}, std::uint32_t{similarity}})
                packed.matches.push_back(static_cast<std::int32_t>(cell));
        }
        packed.match_ends.push_back(static_cast<std::int32_t>(packed.matches.size() / match_cells));
        packed.statistics.insert(packed.statistics.end(), statistics.begin(), statistics.end());
    }
    return packed;
}

}  // namespace bolide::engine
