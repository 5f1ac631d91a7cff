#include "engine/scorer.hpp"

#include <algorithm>
#include <exception>
#include <functional>
#include <limits>
#include <system_error>
#include <thread>

namespace bolide::engine {

namespace {

/// A worker that knows more words than this starts over: bounds the memory of an endless stream of new words.
constexpr std::size_t most_words = std::size_t{1} << 20;

/// How many segments a thread takes at a time.
constexpr std::size_t block_size = 32;

}  // namespace

/// All that one thread needs: a lexicon and room to work.
struct Scorer::Worker {
    explicit Worker(const Settings& settings)
        : lexicon(settings.knowledge), builder(align::kinds_of(settings.aligner)), aligner(settings.aligner) {}

    void intern(std::vector<lexicon::WordId>& words) {
        words.clear();
        for (std::size_t i = 0; i < tokens.size(); ++i) words.push_back(lexicon.intern(tokens[i]));
    }

    void align(const Settings& settings, score::Row row) {
        builder.build(lexicon, hypothesis, reference, stage);
        aligner.align(stage, alignment);
        score::count(lexicon, hypothesis, reference, alignment, settings.unit, row);
    }

    lexicon::Lexicon lexicon;
    match::StageBuilder builder;
    align::Aligner aligner;
    text::Tokens tokens;
    std::vector<lexicon::WordId> hypothesis, reference;
    match::Stage stage;
    align::Alignment alignment;
};

/// A worker for the time of a task: an idle one if there is one.
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
};

Scorer::Scorer(Settings settings) : settings_(std::move(settings)) {}

Scorer::~Scorer() {
    for (auto& place : idle_) delete place.load();
}

/// Calls `task(worker, segment)` for every segment. Blocks are handed out in order and finished once begun, so that the
/// failure reported is always the one of the lowest segment.
template <class Task>
void Scorer::run(std::size_t segments, std::size_t threads, Task task) const {
    std::atomic<std::size_t> next{0};
    std::atomic<bool> failed{false};
    struct Failure {
        std::size_t segment = std::numeric_limits<std::size_t>::max();
        std::exception_ptr error;
    };
    const auto work = [&](Failure& failure) {
        std::size_t segment = 0;
        try {
            const Lease lease(*this);
            while (!failed) {
                const std::size_t begin = next.fetch_add(block_size);
                if (begin >= segments) return;
                if ((*lease).lexicon.size() > most_words) (*lease).lexicon.clear();
                for (segment = begin; segment < std::min(begin + block_size, segments); ++segment)
                    task(*lease, segment);
            }
        } catch (...) {
            failure = {segment, std::current_exception()};
            failed = true;
        }
    };
    const std::size_t blocks = (segments + block_size - 1) / block_size;
    std::vector<Failure> failures(std::clamp<std::size_t>(threads, 1, std::max<std::size_t>(blocks, 1)));
    std::vector<std::thread> helpers;
    try {
        for (std::size_t i = 1; i < failures.size(); ++i) helpers.emplace_back(work, std::ref(failures[i]));
    } catch (const std::system_error&) {
        // No more threads to be had: the ones there are do all the work.
    }
    work(failures[0]);
    for (std::thread& helper : helpers) helper.join();
    const auto first = std::min_element(failures.begin(), failures.end(),
                                        [](const Failure& a, const Failure& b) { return a.segment < b.segment; });
    if (!first->error) return;
    try {
        std::rethrow_exception(first->error);
    } catch (const match::TooManyMatches& error) {
        throw SegmentError(first->segment, error.what());
    }
}

void Scorer::statistics(const Pairs& pairs, std::size_t threads, std::span<std::int64_t> rows) const {
    run(pairs.hypotheses.size(), threads, [&](Worker& worker, std::size_t segment) {
        pairs.hypotheses.tokenise(segment, settings_.tokeniser, worker.tokens);
        worker.intern(worker.hypothesis);
        for (std::size_t r = segment ? pairs.reference_ends[segment - 1] : 0; r < pairs.reference_ends[segment]; ++r) {
            pairs.references.tokenise(r, settings_.tokeniser, worker.tokens);
            worker.intern(worker.reference);
            worker.align(settings_, rows.subspan(r * score::columns).first<score::columns>());
        }
    });
}

std::vector<AlignedPair> Scorer::align(const Batch& hypotheses, const Batch& references) const {
    std::vector<AlignedPair> aligned(hypotheses.size());
    run(hypotheses.size(), 1, [&](Worker& worker, std::size_t segment) {
        AlignedPair& pair = aligned[segment];
        const auto read = [&](const Batch& batch, auto& words, auto& texts, auto& functions) {
            batch.tokenise(segment, settings_.tokeniser, worker.tokens);
            worker.intern(words);
            for (const auto word : words) {
                texts.emplace_back(worker.lexicon.text(word));
                functions.push_back(worker.lexicon[word].is_function);
            }
        };
        read(hypotheses, worker.hypothesis, pair.hypothesis, pair.hypothesis_function);
        read(references, worker.reference, pair.reference, pair.reference_function);
        worker.align(settings_, pair.statistics);
        pair.alignment = worker.alignment;
    });
    return aligned;
}

}  // namespace bolide::engine
