#include "engine/worker.hpp"

#include <algorithm>
#include <utility>

namespace bolide::engine {

namespace {

/// A worker that knows more words than this, or so many bytes of them, starts over: bounds the memory of an endless
/// stream of new words to some 40 MB a thread. A text brings so many new words that seldom that learning the frequent
/// ones again does not tell (docs/design/0016-streaming.md).
constexpr std::size_t most_words = std::size_t{1} << 17;
constexpr std::size_t most_bytes = std::size_t{1} << 23;
/// And so many bytes of what words mean to a tagger.
constexpr std::size_t most_tagger_bytes = std::size_t{1} << 25;

/// How many segments, and words of theirs, are looked up together at the most; longer ones go alone.
constexpr std::size_t sides_at_once = 64, words_at_once = 2048;
/// As many as hide the time that memory takes. With more, what was looked up first leaves the nearest cache again.
constexpr std::size_t enough_sides = 8;

/// Marks that were made for other tokens.
struct WrongMarks : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Runs `task`; what makes a segment fail becomes an error that names it.
template <class Task>
void located(std::size_t segment, Task task) {
    try {
        task();
    } catch (const match::TooManyMatches& error) {
        throw SegmentError(segment, error.what());
    } catch (const align::TooManyPaths& error) {
        throw SegmentError(segment, error.what());
    } catch (const WrongMarks& error) {
        throw SegmentError(segment, error.what());
    } catch (const match::WrongVectors& error) {
        throw SegmentError(segment, error.what());
    }
}

}  // namespace

void Waiting::keep(std::size_t first, std::size_t count) {
    clear();
    for (; used_ < count; ++used_) {
        std::swap(sides_[used_], sides_[first + used_]);
        words_ += sides_[used_].words.size();
    }
}

std::size_t Waiting::add_side() {
    if (used_ == sides_.size()) sides_.emplace_back();
    return used_++;
}

bool Waiting::is_full() const { return used_ >= sides_at_once || words_ > words_at_once; }

bool Waiting::is_enough() const { return used_ >= enough_sides || words_ > words_at_once; }

bool Waiting::is_half_full() const { return 2 * used_ >= sides_at_once || 2 * words_ > words_at_once; }

std::span<const match::Words> Waiting::texts() {
    texts_.clear();
    for (std::size_t side = 0; side < used_; ++side) texts_.emplace_back(sides_[side].words);
    return texts_;
}

Worker::Worker(const Settings& settings)
    : settings_(settings),
      lexicon_(settings.knowledge),
      builder_(align::builder_for(settings.aligner)),
      piece_builder_(builder_),
      aligner_(settings.aligner),
      graded_(align::kinds_of(settings.aligner), settings.least_meaning),
      has_forms_(graded_.is_needed() || settings.unit == score::Unit::length),
      cut_(align::cut_for(settings.aligner)) {
    if (settings.grammar) parser_.emplace(settings.grammar);
    const auto kinds = align::kinds_of(settings.aligner);
    const auto nearest = std::find(kinds.begin(), kinds.end(), match::Matcher::nearest);
    if (nearest != kinds.end()) nearest_place_ = static_cast<std::size_t>(nearest - kinds.begin());
    const auto exact = std::find(kinds.begin(), kinds.end(), match::Matcher::exact);
    if (exact != kinds.end()) exact_place_ = static_cast<std::uint8_t>(exact - kinds.begin());
}

bool Worker::is_full() const {
    return lexicon_.size() > most_words || lexicon_.byte_count() > most_bytes ||
           (parser_ && parser_->byte_count() > most_tagger_bytes);
}

void Worker::bound() {
    const bool all = is_full();
    if (all || reader_.is_full()) reader_.clear();
    if (!all) return;
    lexicon_.clear();
    forms_.clear();
    vector_rows_.clear();
    if (parser_) parser_->clear();
}

void Worker::read(const Batch& batch, std::size_t segment, bool has_copy_words, Side& side) {
    if (batch.is_tokenised()) {
        batch.tokenise(segment, settings_.tokeniser, tokens_);
        lexicon_.intern_all(tokens_, side.words);
    } else {
        reader_.read(batch.line(segment), settings_.tokeniser, lexicon_, tokens_, side.words);
    }
    stop_.spend(1 + side.words.size());
    side.copied.clear();
    if (has_copy_words) flag(batch.marks(segment), side);
    if (parser_) parser_->parse(lexicon_, side.words, side.parse);
    if (graded_.needs_vectors()) read_vectors(batch.vectors(segment), side);
}

/// Reads the vectors of a segment's words: those that came with it, or those of a table of word types.
void Worker::read_vectors(std::string_view vectors, Side& side) {
    const lexicon::VectorTable* table = settings_.knowledge->vectors.get();
    if (!table) return side.vectors.assign(vectors, side.words.size());
    for (auto word = static_cast<lexicon::WordId>(vector_rows_.size()); word < lexicon_.size(); ++word)
        vector_rows_.push_back(table->find(lexicon_.text(word)));
    side.vectors.start(table->dimensions());
    for (const auto word : side.words)
        side.vectors.add(vector_rows_[word] ? (*table)[*vector_rows_[word]] : std::span<const std::int8_t>());
}

/// Sets a flag for each word: copy words by what is known of them, and by the marks of their segment.
void Worker::flag(std::string_view marks, Side& side) const {
    if (!marks.empty() && marks.size() != side.words.size())
        throw WrongMarks("the marks of its copy words do not belong to its tokens");
    for (std::size_t i = 0; i < side.words.size(); ++i)
        side.copied.push_back(lexicon_[side.words[i]].is_copy || (!marks.empty() && marks[i]));
}

ReadSegment Worker::describe(const Side& side) const {
    ReadSegment segment{{}, {}, side.copied, side.parse};
    for (std::size_t i = 0; i < side.words.size(); ++i) {
        segment.words.emplace_back(lexicon_.text(side.words[i]));
        segment.function.push_back(lexicon_[side.words[i]].is_function ||
                                   (parser_ && side.parse.roles[i] & tag::follower));
    }
    return segment;
}

void Worker::count(const Task& task, std::size_t begin, std::size_t end) {
    waiting_.clear();
    for (std::size_t segment = begin; segment < end;) {
        if (waiting_.is_enough() || is_full()) {
            count_waiting(task);
            waiting_.clear();
        }
        if (waiting_.tiles().empty()) bound();
        std::size_t next = segment + 1;
        while (next < end && task.references[next].are_those_of(task.references[segment])) ++next;
        if (next == segment + 1)
            located(segment, [&] { take(task, segment, next); });
        else
            next = count_sharing(task, segment, next);
        segment = next;
    }
    count_waiting(task);
}

/// Fills the rows of some segments that share their references, the first ones of those up to `end`, as many as fit;
/// returns where it stopped.
std::size_t Worker::count_sharing(const Task& task, std::size_t begin, std::size_t end) {
    count_waiting(task);
    waiting_.clear();
    std::size_t next = end;
    try {
        located(begin, [&] { next = take(task, begin, end); });
        count_waiting(task);
    } catch (const SegmentError&) {  // Others may fail before this one, by references that come later.
        if (end == begin + 1) throw;
        waiting_.clear();
        for (std::size_t segment = begin; segment < next; ++segment) count_sharing(task, segment, segment + 1);
    }
    waiting_.clear();
    return next;
}

/// Reads a segment to those that wait; says where it is.
std::size_t Worker::read_next(const Task& task, const Batch& batch, std::size_t number) {
    const std::size_t side = waiting_.add_side();
    try {
        read(batch, number, task.has_copy_words, waiting_.side(side));
    } catch (const std::runtime_error&) {
        waiting_.drop_side();
        count_waiting(task);  // What comes first fails first.
        throw;
    }
    waiting_.end_side();
    return side;
}

/// Reads segments that share their references, the first ones of those up to `end`, as many as fit, and counts what has
/// waited long enough; returns where it stopped.
std::size_t Worker::take(const Task& task, std::size_t begin, std::size_t end) {
    const auto& [first, last, row] = task.references[begin];
    const std::size_t hypothesis = read_next(task, task.pairs.hypotheses, begin);
    std::size_t next = begin + 1;
    for (; next < end && !waiting_.is_half_full(); ++next) read_next(task, task.pairs.hypotheses, next);
    const std::size_t count = next - begin;
    waiting_.add_tile({begin, count, hypothesis, first, 0, hypothesis + count});
    for (std::size_t number = first; number < last; ++number) {
        if (waiting_.is_full()) {
            count_waiting(task);
            waiting_.keep(waiting_.tiles().back().hypothesis, count);
            waiting_.add_tile({begin, count, 0, number, 0, count});
        }
        read_next(task, task.pairs.references, number);
        ++waiting_.tiles().back().reference_count;
    }
    return next;
}

/// Fills the rows of all pairs that wait.
void Worker::count_waiting(const Task& task) {
    if (waiting_.tiles().empty()) return;
    builder_.prepare(lexicon_, waiting_.texts());
    for (const Waiting::Tile& tile : waiting_.tiles())
        for (std::size_t here = 0; here < tile.segment_count; ++here)
            located(tile.segment + here, [&] {
                for (std::size_t there = 0; there < tile.reference_count; ++there) count_cell(task, tile, here, there);
            });
}

/// Fills the row of a hypothesis of a tile with a reference of it.
void Worker::count_cell(const Task& task, const Waiting::Tile& tile, std::size_t here, std::size_t there) {
    const std::size_t segment = tile.segment + here, number = tile.reference_number + there;
    const auto& [first, last, first_row] = task.references[segment];
    const std::size_t width = score::schema_of(settings_.formula).size();
    const auto row = task.rows.subspan((first_row + number - first) * width, width);
    const std::size_t hypothesis = tile.hypothesis + here, reference = tile.reference + there;
    const Side &ours = waiting_.side(hypothesis), &theirs = waiting_.side(reference);
    if (!is_cut_at_once(ours, theirs)) builder_.build(lexicon_, hypothesis, reference, stage_);
    count_pair(ours, theirs, task.has_copy_words, row);
    count_characters(task.pairs.hypotheses, segment, task.pairs.references, number, row);
}

AlignedPair Worker::align(const Batch& hypotheses, const Batch& references, std::size_t segment, bool has_copy_words) {
    Side hypothesis, reference;
    std::vector<std::int64_t> row(score::schema_of(settings_.formula).size());
    located(segment, [&] {
        read(hypotheses, segment, has_copy_words, hypothesis);
        read(references, segment, has_copy_words, reference);
        if (!is_cut_at_once(hypothesis, reference)) builder_.build(lexicon_, hypothesis.words, reference.words, stage_);
        count_pair(hypothesis, reference, has_copy_words, row);
        count_characters(hypotheses, segment, references, segment, row);
    });
    return {describe(hypothesis), describe(reference), alignment_, std::move(row)};
}

/// Resolves the stage, which has the matches of these words, as far as that needs no vectors; returns whether it did.
bool Worker::align_staged(match::Words hypothesis, match::Words reference, align::Alignment& found, bool may_give_up) {
    if (!aligner_.align(stage_, found, may_give_up)) return false;
    if (graded_.is_needed() && !graded_.needs_vectors())
        graded_.extend({lexicon_, forms_, hypothesis, reference}, found);
    return true;
}

/// Whether a pair is cut into pieces without a look at the whole.
bool Worker::is_cut_at_once(const Side& hypothesis, const Side& reference) const {
    const std::size_t here = hypothesis.words.size(), there = reference.words.size();
    return cut_ != align::Cut::never && align::Pieces::are_needed(here, there) &&
           (cut_ == align::Cut::at_once || here * there > align::Pieces::most_pairs);
}

/// Aligns both sides piece by piece.
void Worker::align_pieces(match::Words hypothesis, match::Words reference) {
    alignment_.matches.clear();
    alignment_.similarities.clear();
    alignment_.is_proven = false;
    for (const align::Piece& each : pieces_.cut(lexicon_, hypothesis, reference)) {
        const auto ours = hypothesis.subspan(each.hypothesis_start, each.hypothesis_size);
        const auto theirs = reference.subspan(each.reference_start, each.reference_size);
        stop_.spend(ours.size() * theirs.size());
        piece_builder_.build(lexicon_, ours, theirs, stage_);
        align_staged(ours, theirs, piece_, false);
        for (match::Match match : piece_.matches) {
            match.hypothesis_start += each.hypothesis_start;
            match.reference_start += each.reference_start;
            alignment_.matches.push_back(match);
        }
        alignment_.similarities.insert(alignment_.similarities.end(), piece_.similarities.begin(),
                                       piece_.similarities.end());
    }
    if (exact_place_) pieces_.add_moved(*exact_place_, alignment_);
    alignment_.chunks = align::count_chunks(alignment_.matches);
}

/// Aligns both sides of a pair, and fills its row. Its matches are in the stage, unless it is cut.
void Worker::count_pair(const Side& hypothesis, const Side& reference, bool has_copy_words,
                        std::span<std::int64_t> row) {
    stop_.spend(hypothesis.words.size() * reference.words.size());
    if (has_forms_) forms_.follow(lexicon_);
    const bool may_cut =
        cut_ != align::Cut::never && align::Pieces::are_needed(hypothesis.words.size(), reference.words.size());
    if (is_cut_at_once(hypothesis, reference) || !align_staged(hypothesis.words, reference.words, alignment_, may_cut))
        align_pieces(hypothesis.words, reference.words);
    if (settings_.formula == score::FormulaKind::features)
        return score::count_features(lexicon_, align::kinds_of(settings_.aligner), {hypothesis.words, hypothesis.parse},
                                     {reference.words, reference.parse}, alignment_,
                                     row.first<score::feature_columns>());
    const auto counted = row.first<score::columns>();
    if (has_forms_)
        grade(hypothesis, reference, counted);
    else
        score::count(lexicon_, hypothesis.words, reference.words, alignment_, settings_.unit, counted);
    if (has_copy_words) score::count_copy_words(hypothesis.copied, reference.copied, alignment_, counted);
}

/// Fills the columns of chrF: of the text as it came, whatever the tokeniser makes of it.
void Worker::count_characters(const Batch& hypotheses, std::size_t segment, const Batch& references, std::size_t number,
                              std::span<std::int64_t> row) {
    if (settings_.formula != score::FormulaKind::mixed) return;
    std::array<std::int64_t, score::chrf_columns> ngrams;
    chrf_.count(hypotheses.characters(segment, here_), references.characters(number, there_), false, ngrams);
    std::copy_n(ngrams.begin(), score::character_columns, row.begin() + score::columns);
}

/// Fills a row where it matters how words are spelt.
void Worker::grade(const Side& hypothesis, const Side& reference, score::Row row) {
    if (graded_.needs_vectors()) return compare(hypothesis, reference, row);
    score::count_graded(lexicon_, forms_, hypothesis.words, reference.words, alignment_, settings_.unit, row);
}

/// Like `grade`, with what the vectors of words tell: they pair the words that are left, too.
void Worker::compare(const Side& hypothesis, const Side& reference, score::Row row) {
    const match::VectorPair vectors(hypothesis.words, hypothesis.vectors, reference.words, reference.vectors);
    const bool in_context = !settings_.knowledge->vectors;
    graded_.extend({lexicon_, forms_, hypothesis.words, reference.words, &vectors, in_context}, alignment_);
    score::count_graded(lexicon_, forms_, hypothesis.words, reference.words, alignment_, settings_.unit, row);
    if (!nearest_place_) return;
    vectors.find_nearest(nearest_here_, nearest_there_);
    score::count_nearest(lexicon_, forms_, hypothesis.words, reference.words, nearest_here_, nearest_there_,
                         settings_.unit, *nearest_place_, row);
}

}  // namespace bolide::engine
