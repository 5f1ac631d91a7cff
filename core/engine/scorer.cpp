#include "engine/scorer.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "align/graded_aligner.hpp"
#include "align/pieces.hpp"
#include "engine/line_reader.hpp"
#include "engine/runner.hpp"

namespace bolide::engine {

namespace {

/// A worker that knows more words than this, or so many bytes of them, starts over: bounds the memory of an endless
/// stream of new words to some 40 MB a thread. A text brings so many new words that seldom that learning the frequent
/// ones again does not tell (docs/design/0016-streaming.md).
constexpr std::size_t most_words = std::size_t{1} << 17;
constexpr std::size_t most_bytes = std::size_t{1} << 23;
/// And so many bytes of what words mean to a tagger.
constexpr std::size_t most_tagger_bytes = std::size_t{1} << 25;

/// How many segments a thread takes at a time, at the most; fewer of few, so that all threads have work.
constexpr std::size_t largest_block = 32;

/// Marks that were made for other tokens.
struct WrongMarks : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// One side of a pair.
struct Side {
    std::vector<lexicon::WordId> words;
    std::vector<char> copied;
    tag::Parse parse;
    match::WordVectors vectors;
};

}  // namespace

/// All that one thread needs: a lexicon and room to work.
struct Scorer::Worker {
    explicit Worker(const Settings& chosen)
        : settings(chosen),
          lexicon(chosen.knowledge),
          builder(align::builder_for(chosen.aligner)),
          aligner(chosen.aligner),
          graded(align::kinds_of(chosen.aligner), chosen.least_meaning),
          has_forms(graded.is_needed() || chosen.unit == score::Unit::length),
          cuts(align::cuts_long_pairs(chosen.aligner) && !graded.needs_vectors()) {
        if (chosen.grammar) parser.emplace(chosen.grammar);
        const auto kinds = align::kinds_of(chosen.aligner);
        const auto nearest = std::find(kinds.begin(), kinds.end(), match::Matcher::nearest);
        if (nearest != kinds.end()) nearest_place = static_cast<std::size_t>(nearest - kinds.begin());
        const auto exact = std::find(kinds.begin(), kinds.end(), match::Matcher::exact);
        if (exact != kinds.end()) exact_place = static_cast<std::uint8_t>(exact - kinds.begin());
    }

    /// Starts over where memory would grow.
    void bound() {
        const bool is_full = lexicon.size() > most_words || lexicon.byte_count() > most_bytes ||
                             (parser && parser->byte_count() > most_tagger_bytes);
        if (is_full) lexicon.clear();
        if (is_full) forms.clear();
        if (is_full) vector_rows.clear();
        if (is_full && parser) parser->clear();
        if (is_full || reader.is_full()) reader.clear();
    }

    /// Reads one side of a pair, with its copy words where they count.
    void read(const Batch& batch, std::size_t segment, bool has_copy_words, Side& side) {
        if (batch.is_tokenised()) {
            batch.tokenise(segment, settings.tokeniser, tokens);
            lexicon.intern_all(tokens, side.words);
        } else {
            reader.read(batch.line(segment), settings.tokeniser, lexicon, tokens, side.words);
        }
        side.copied.clear();
        if (has_copy_words) flag(batch.marks(segment), side);
        if (parser) parser->parse(lexicon, side.words, side.parse);
        if (graded.needs_vectors()) read_vectors(batch.vectors(segment), side);
    }

    /// Reads the vectors of a segment's words: those that came with it, or those of a table of word types.
    void read_vectors(std::string_view vectors, Side& side) {
        const lexicon::VectorTable* table = settings.knowledge->vectors.get();
        if (!table) return side.vectors.assign(vectors, side.words.size());
        for (auto word = static_cast<lexicon::WordId>(vector_rows.size()); word < lexicon.size(); ++word)
            vector_rows.push_back(table->find(lexicon.text(word)));
        side.vectors.start(table->dimensions());
        for (const auto word : side.words)
            side.vectors.add(vector_rows[word] ? (*table)[*vector_rows[word]] : std::span<const std::int8_t>());
    }

    /// Sets a flag for each word: copy words by what is known of them, and by the marks of their segment.
    void flag(std::string_view marks, Side& side) const {
        if (!marks.empty() && marks.size() != side.words.size())
            throw WrongMarks("the marks of its copy words do not belong to its tokens");
        for (std::size_t i = 0; i < side.words.size(); ++i)
            side.copied.push_back(lexicon[side.words[i]].is_copy || (!marks.empty() && marks[i]));
    }

    /// Aligns both sides, and fills their row.
    void count(bool has_copy_words, std::span<std::int64_t> row) {
        if (has_forms) forms.follow(lexicon);
        if (cuts && align::Pieces::are_needed(hypothesis.words.size(), reference.words.size())) {
            align_pieces();
        } else {
            align(hypothesis.words, reference.words, alignment);
        }
        if (settings.formula == score::FormulaKind::features)
            return score::count_features(lexicon, align::kinds_of(settings.aligner),
                                         {hypothesis.words, hypothesis.parse}, {reference.words, reference.parse},
                                         alignment, row.first<score::feature_columns>());
        const auto counted = row.first<score::columns>();
        if (has_forms)
            grade(counted);
        else
            score::count(lexicon, hypothesis.words, reference.words, alignment, settings.unit, counted);
        if (has_copy_words) score::count_copy_words(hypothesis.copied, reference.copied, alignment, counted);
    }

    /// Aligns some words of both sides, as far as that needs no vectors.
    void align(match::Words ours, match::Words theirs, align::Alignment& found) {
        builder.build(lexicon, ours, theirs, stage);
        aligner.align(stage, found);
        if (graded.is_needed() && !graded.needs_vectors()) graded.extend({lexicon, forms, ours, theirs}, found);
    }

    /// Aligns both sides piece by piece.
    void align_pieces() {
        alignment.matches.clear();
        alignment.similarities.clear();
        alignment.is_proven = false;
        for (const align::Piece& each : pieces.cut(lexicon, hypothesis.words, reference.words)) {
            align(match::Words(hypothesis.words).subspan(each.hypothesis_start, each.hypothesis_size),
                  match::Words(reference.words).subspan(each.reference_start, each.reference_size), piece);
            for (match::Match match : piece.matches) {
                match.hypothesis_start += each.hypothesis_start;
                match.reference_start += each.reference_start;
                alignment.matches.push_back(match);
            }
            alignment.similarities.insert(alignment.similarities.end(), piece.similarities.begin(),
                                          piece.similarities.end());
        }
        if (exact_place) pieces.add_moved(*exact_place, alignment);
        alignment.chunks = align::count_chunks(alignment.matches);
    }

    /// Fills the columns of chrF: of the text as it came, whatever the tokeniser makes of it.
    void count_characters(const Batch& hypotheses, std::size_t segment, const Batch& references, std::size_t number,
                          std::span<std::int64_t> row) {
        if (settings.formula != score::FormulaKind::mixed) return;
        std::array<std::int64_t, score::chrf_columns> ngrams;
        chrf.count(hypotheses.characters(segment, here), references.characters(number, there), false, ngrams);
        std::copy_n(ngrams.begin(), score::character_columns, row.begin() + score::columns);
    }

    /// Fills a row where it matters how words are spelt.
    void grade(score::Row row) {
        if (graded.needs_vectors()) return compare(row);
        score::count_graded(lexicon, forms, hypothesis.words, reference.words, alignment, settings.unit, row);
    }

    /// Like `grade`, with what the vectors of words tell: they pair the words that are left, too.
    void compare(score::Row row) {
        const match::VectorPair vectors(hypothesis.words, hypothesis.vectors, reference.words, reference.vectors);
        const bool in_context = !settings.knowledge->vectors;
        graded.extend({lexicon, forms, hypothesis.words, reference.words, &vectors, in_context}, alignment);
        score::count_graded(lexicon, forms, hypothesis.words, reference.words, alignment, settings.unit, row);
        if (!nearest_place) return;
        vectors.find_nearest(nearest_here, nearest_there);
        score::count_nearest(lexicon, forms, hypothesis.words, reference.words, nearest_here, nearest_there,
                             settings.unit, *nearest_place, row);
    }

    ReadSegment describe(const Side& side) const {
        ReadSegment segment{{}, {}, side.copied, side.parse};
        for (std::size_t i = 0; i < side.words.size(); ++i) {
            segment.words.emplace_back(lexicon.text(side.words[i]));
            segment.function.push_back(lexicon[side.words[i]].is_function ||
                                       (parser && side.parse.roles[i] & tag::follower));
        }
        return segment;
    }

    const Settings& settings;
    lexicon::Lexicon lexicon;
    LineReader reader;
    match::StageBuilder builder;
    align::Aligner aligner;
    align::GradedAligner graded;
    bool has_forms;  ///< Whether it matters how words are spelt.
    bool cuts;       ///< Whether long pairs are cut into pieces.
    lexicon::Forms forms;
    std::optional<tag::Parser> parser;
    text::Tokens tokens;
    Side hypothesis, reference;
    std::vector<std::optional<std::uint32_t>> vector_rows;  ///< Of each word, in the table of vectors.
    std::optional<std::size_t> nearest_place;               ///< Of that matcher, if it is one of them.
    std::optional<std::uint8_t> exact_place;                ///< The same.
    std::vector<match::Similarity> nearest_here, nearest_there;
    match::Stage stage;
    align::Alignment alignment, piece;
    align::Pieces pieces;
    score::ChrfCounter chrf;
    std::string here, there;  ///< Room for the characters of tokens.
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

Scorer::Scorer(Settings settings) : settings_(std::move(settings)) {
    if (align::kinds_of(settings_.aligner).empty() && settings_.formula == score::FormulaKind::features)
        throw std::invalid_argument("there has to be a matcher");
    static_cast<void>(align::Aligner(settings_.aligner));  // Refuses what does not fit together.
}

Scorer::~Scorer() {
    for (auto& place : idle_) delete place.load();
}

/// Calls `task(worker, segment)` for every segment.
template <class Task>
void Scorer::run(std::size_t segments, std::size_t threads, Task task) const {
    const std::size_t block_size =
        std::clamp<std::size_t>(segments / (4 * std::max<std::size_t>(threads, 1)), 1, largest_block);
    engine::run(segments, threads, block_size, [&] {
        return [&task, lease = Lease(*this)](std::size_t segment) {
            try {
                (*lease).bound();
                task(*lease, segment);
            } catch (const match::TooManyMatches& error) {
                throw SegmentError(segment, error.what());
            } catch (const align::TooManyPaths& error) {
                throw SegmentError(segment, error.what());
            } catch (const WrongMarks& error) {
                throw SegmentError(segment, error.what());
            } catch (const match::WrongVectors& error) {
                throw SegmentError(segment, error.what());
            }
        };
    });
}

bool Scorer::counts_copy_words(const Batch& hypotheses, const Batch& references) const {
    return settings_.knowledge->has_copy_words() || hypotheses.has_marks() || references.has_marks();
}

void Scorer::statistics(const Pairs& pairs, std::size_t threads, std::span<std::int64_t> rows) const {
    const bool has_copy_words = counts_copy_words(pairs.hypotheses, pairs.references);
    const std::size_t width = columns();
    run(pairs.hypotheses.size(), threads, [&](Worker& worker, std::size_t segment) {
        worker.read(pairs.hypotheses, segment, has_copy_words, worker.hypothesis);
        for (std::size_t r = segment ? pairs.reference_ends[segment - 1] : 0; r < pairs.reference_ends[segment]; ++r) {
            worker.read(pairs.references, r, has_copy_words, worker.reference);
            worker.count(has_copy_words, rows.subspan(r * width, width));
            worker.count_characters(pairs.hypotheses, segment, pairs.references, r, rows.subspan(r * width, width));
        }
    });
}

std::vector<AlignedPair> Scorer::align(const Batch& hypotheses, const Batch& references) const {
    const bool has_copy_words = counts_copy_words(hypotheses, references);
    std::vector<AlignedPair> aligned(hypotheses.size());
    run(hypotheses.size(), 1, [&](Worker& worker, std::size_t segment) {
        worker.read(hypotheses, segment, has_copy_words, worker.hypothesis);
        worker.read(references, segment, has_copy_words, worker.reference);
        std::vector<std::int64_t> row(columns());
        worker.count(has_copy_words, row);
        worker.count_characters(hypotheses, segment, references, segment, row);
        aligned[segment] = {worker.describe(worker.hypothesis), worker.describe(worker.reference), worker.alignment,
                            std::move(row)};
    });
    return aligned;
}

std::vector<ReadSegment> Scorer::read(const Batch& segments) const {
    std::vector<ReadSegment> read(segments.size());
    run(segments.size(), 1, [&](Worker& worker, std::size_t segment) {
        worker.read(segments, segment, false, worker.hypothesis);
        read[segment] = worker.describe(worker.hypothesis);
    });
    return read;
}

}  // namespace bolide::engine
