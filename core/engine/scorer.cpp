#include "engine/scorer.hpp"

#include "engine/worker.hpp"
#include "work/runner.hpp"

namespace bolide::engine {

namespace {

/// The most segments a thread takes at a time; fewer if there are few, so that all threads have work.
constexpr std::size_t largest_block = 32;

/// Keeps views of words: the pairs must stay in place.
class Packer {
  public:
    void add(const AlignedPair& pair) {
        add(pair.hypothesis);
        add(pair.reference);
        add(pair.alignment);
        packed_.statistics.insert(packed_.statistics.end(), pair.statistics.begin(), pair.statistics.end());
    }
    PackedAlignments take() { return std::move(packed_); }

  private:
    void add(const ReadSegment& segment) {
        for (std::size_t i = 0; i < segment.words.size(); ++i) {
            packed_.words.push_back(number(segment.words[i]));
            const bool is_copied = !segment.copy.empty() && segment.copy[i];
            packed_.kinds.push_back(
                static_cast<std::uint8_t>((segment.function[i] ? function_word : 0) | (is_copied ? copy_word : 0)));
        }
        packed_.word_ends.push_back(static_cast<std::int32_t>(packed_.words.size()));
        packed_.has_copy_words |= !segment.copy.empty();
    }

    void add(const align::Alignment& alignment) {
        for (std::size_t i = 0; i < alignment.matches.size(); ++i) {
            const match::Match& each = alignment.matches[i];
            const auto similarity = alignment.similarities.empty() ? match::whole : alignment.similarities[i];
            for (const std::uint32_t cell :
                 {each.hypothesis_start, std::uint32_t{each.hypothesis_length}, each.reference_start,
                  std::uint32_t{each.reference_length}, std::uint32_t{each.matcher}, std::uint32_t{similarity}})
                packed_.matches.push_back(static_cast<std::int32_t>(cell));
        }
        packed_.match_ends.push_back(static_cast<std::int32_t>(packed_.matches.size() / match_cells));
    }

    std::int32_t number(const std::string& word) {
        const auto [found, is_new] = numbers_.try_emplace(word, static_cast<std::int32_t>(numbers_.size()));
        if (is_new) packed_.vocabulary.push_back(word);
        return found->second;
    }

    PackedAlignments packed_;
    std::unordered_map<std::string_view, std::int32_t> numbers_;
};

}  // namespace

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
    Packer packer;
    work::StopCheck stop;
    for (const AlignedPair& pair : pairs) {
        stop.spend(1 + pair.hypothesis.words.size() + pair.reference.words.size());
        packer.add(pair);
    }
    return packer.take();
}

}  // namespace bolide::engine
