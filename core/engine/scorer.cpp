#include "engine/scorer.hpp"

#include <algorithm>
#include <exception>
#include <functional>
#include <limits>
#include <system_error>
#include <thread>

#include "engine/line_reader.hpp"

namespace bolide::engine {

namespace {

/// A worker that knows more words than this, or so many bytes of them, starts over: bounds the memory of an endless
/// stream of new words to some 40 MB a thread. A text brings so many new words that seldom that learning the frequent
/// ones again does not tell (docs/design/0016-streaming.md).
constexpr std::size_t most_words = std::size_t{1} << 17;
constexpr std::size_t most_bytes = std::size_t{1} << 23;

/// How many segments a thread takes at a time, at the most; fewer of few, so that all threads have work.
constexpr std::size_t largest_block = 32;

/// Marks that were made for other tokens.
struct WrongMarks : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace

/// All that one thread needs: a lexicon and room to work.
struct Scorer::Worker {
    explicit Worker(const Settings& settings)
        : lexicon(settings.knowledge), builder(align::kinds_of(settings.aligner)), aligner(settings.aligner) {}

    /// Starts over where memory would grow.
    void bound() {
        const bool is_full = lexicon.size() > most_words || lexicon.byte_count() > most_bytes;
        if (is_full) lexicon.clear();
        if (is_full || reader.is_full()) reader.clear();
    }

    void read(const Batch& batch, std::size_t segment, const text::Tokeniser& tokeniser,
              std::vector<lexicon::WordId>& words) {
        if (!batch.is_tokenised()) return reader.read(batch.line(segment), tokeniser, lexicon, tokens, words);
        batch.tokenise(segment, tokeniser, tokens);
        lexicon.intern_all(tokens, words);
    }

    void align(const Settings& settings, score::Row row) {
        builder.build(lexicon, hypothesis, reference, stage);
        aligner.align(stage, alignment);
        score::count(lexicon, hypothesis, reference, alignment, settings.unit, row);
    }

    /// Sets a flag for each word: copy words by what is known of them, and by the marks of their segment.
    void flag(const std::vector<lexicon::WordId>& words, std::string_view marks, std::vector<char>& flags) const {
        if (!marks.empty() && marks.size() != words.size())
            throw WrongMarks("the marks of its copy words do not belong to its tokens");
        flags.assign(words.size(), 0);
        for (std::size_t i = 0; i < words.size(); ++i)
            flags[i] = lexicon[words[i]].is_copy || (!marks.empty() && marks[i]);
    }

    lexicon::Lexicon lexicon;
    LineReader reader;
    match::StageBuilder builder;
    align::Aligner aligner;
    text::Tokens tokens;
    std::vector<lexicon::WordId> hypothesis, reference;
    std::vector<char> hypothesis_copy, reference_copy;
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
    const std::size_t block_size =
        std::clamp<std::size_t>(segments / (4 * std::max<std::size_t>(threads, 1)), 1, largest_block);
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
                (*lease).bound();
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
    } catch (const align::TooManyPaths& error) {
        throw SegmentError(first->segment, error.what());
    } catch (const WrongMarks& error) {
        throw SegmentError(first->segment, error.what());
    }
}

bool Scorer::counts_copy_words(const Batch& hypotheses, const Batch& references) const {
    return settings_.knowledge->has_copy_words() || hypotheses.has_marks() || references.has_marks();
}

void Scorer::statistics(const Pairs& pairs, std::size_t threads, std::span<std::int64_t> rows) const {
    const bool has_copy_words = counts_copy_words(pairs.hypotheses, pairs.references);
    run(pairs.hypotheses.size(), threads, [&](Worker& worker, std::size_t segment) {
        worker.read(pairs.hypotheses, segment, settings_.tokeniser, worker.hypothesis);
        if (has_copy_words) worker.flag(worker.hypothesis, pairs.hypotheses.marks(segment), worker.hypothesis_copy);
        for (std::size_t r = segment ? pairs.reference_ends[segment - 1] : 0; r < pairs.reference_ends[segment]; ++r) {
            worker.read(pairs.references, r, settings_.tokeniser, worker.reference);
            const auto row = rows.subspan(r * score::columns).first<score::columns>();
            worker.align(settings_, row);
            if (!has_copy_words) continue;
            worker.flag(worker.reference, pairs.references.marks(r), worker.reference_copy);
            score::count_copy_words(worker.hypothesis_copy, worker.reference_copy, worker.alignment, row);
        }
    });
}

std::vector<AlignedPair> Scorer::align(const Batch& hypotheses, const Batch& references) const {
    std::vector<AlignedPair> aligned(hypotheses.size());
    run(hypotheses.size(), 1, [&](Worker& worker, std::size_t segment) {
        AlignedPair& pair = aligned[segment];
        const auto read = [&](const Batch& batch, auto& words, auto& texts, auto& functions) {
            worker.read(batch, segment, settings_.tokeniser, words);
            for (const auto word : words) {
                texts.emplace_back(worker.lexicon.text(word));
                functions.push_back(worker.lexicon[word].is_function);
            }
        };
        read(hypotheses, worker.hypothesis, pair.hypothesis, pair.hypothesis_function);
        read(references, worker.reference, pair.reference, pair.reference_function);
        worker.align(settings_, pair.statistics);
        pair.alignment = worker.alignment;
        if (!counts_copy_words(hypotheses, references)) return;
        worker.flag(worker.hypothesis, hypotheses.marks(segment), pair.hypothesis_copy);
        worker.flag(worker.reference, references.marks(segment), pair.reference_copy);
        score::count_copy_words(pair.hypothesis_copy, pair.reference_copy, pair.alignment, pair.statistics);
    });
    return aligned;
}

}  // namespace bolide::engine
