/// The work of one thread: from the text of pairs to their statistics.
#pragma once

#include "align/aligner.hpp"
#include "align/graded_aligner.hpp"
#include "align/pieces.hpp"
#include "engine/line_reader.hpp"
#include "engine/scorer.hpp"
#include "score/statistics.hpp"
#include "work/stopping.hpp"

namespace bolide::engine {

struct Side {
    std::vector<lexicon::WordId> words;
    std::vector<char> copied;
    tag::Parse parse;
    match::WordVectors vectors;
};

struct Task {
    const Batch &hypotheses, &references;
    std::span<const References> references_of;  ///< Of each hypothesis.
    bool has_copy_words;
    std::span<std::int64_t> rows;
};

/// The state of one thread: a lexicon and room to work.
class Worker {
  public:
    explicit Worker(const Settings& settings)
        : settings_(settings),
          lexicon_(settings.knowledge),
          builder_(align::builder_for(settings.aligner)),
          piece_builder_(builder_),
          aligner_(settings.aligner),
          graded_(align::kinds_of(settings.aligner), settings.least_meaning),
          has_forms_(graded_.is_needed() || settings.unit == score::Unit::length),
          weighs_vectors_(score::need_vectors(settings.shares)),
          cut_(align::cut_for(settings.aligner)),
          width_(settings.columns()),
          nearest_place_(align::place_of(align::kinds_of(settings.aligner), match::Matcher::nearest)),
          exact_place_(align::place_of(align::kinds_of(settings.aligner), match::Matcher::exact)) {
        if (settings.grammar) parser_.emplace(settings.grammar);
    }

    ReadSegment read(const Batch& batch, std::size_t segment) {
        Side side;
        bound();
        read(batch, segment, false, side);
        return describe(side);
    }

    /// Fills the rows of the segments from `begin` up to `end`. Throws SegmentError for the first one that fails.
    void count(const Task& task, std::size_t begin, std::size_t end) {
        for (std::size_t segment = begin; segment < end;) {
            std::size_t next = segment + 1;
            while (next < end && task.references_of[next].are_those_of(task.references_of[segment])) ++next;
            bound();
            count_sharing(task, segment, next);
            segment = next;
        }
    }

    /// Aligns a hypothesis with its only reference, and fills its row.
    AlignedPair align(const Task& task, std::size_t segment) {
        count(task, segment, segment + 1);
        const auto row = row_of(task, segment, segment);
        return {describe(hypotheses_[0]), describe(references_[0]), alignment_, {row.begin(), row.end()}};
    }

  private:
    /// Limits on words, their bytes and the tagger's facts about them. A worker above one starts over, which bounds the
    /// memory of an endless stream of new words to some 40 MB a thread. This is so rare that learning the frequent
    /// words again costs nothing measurable (docs/design/decisions.md).
    static constexpr std::size_t most_words = std::size_t{1} << 17, most_bytes = std::size_t{1} << 23,
                                 most_tagger_bytes = std::size_t{1} << 25;
    /// The number of references of the same hypotheses looked up together.
    static constexpr std::size_t references_at_once = 32;

    /// Starts over if memory would grow. This invalidates words read before.
    void bound() {
        const bool is_full = lexicon_.size() > most_words || lexicon_.byte_count() > most_bytes ||
                             (parser_ && parser_->byte_count() > most_tagger_bytes);
        if (is_full || reader_.is_full()) reader_.clear();
        if (!is_full) return;
        lexicon_.clear();
        forms_.clear();
        if (parser_) parser_->clear();
    }

    /// Reads one side of a pair, with its copy words if they count.
    void read(const Batch& batch, std::size_t segment, bool has_copy_words, Side& side) {
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
        if (graded_.needs_vectors() || weighs_vectors_)
            side.vectors.assign(batch.vectors(segment), side.words.size(), weighs_vectors_);
    }

    /// Flags copy words: those known as such, and those marked in their segment.
    void flag(std::string_view marks, Side& side) const {
        if (!marks.empty() && marks.size() != side.words.size())
            throw match::Unscorable("its copy-word marks and its tokens differ in number");
        for (std::size_t i = 0; i < side.words.size(); ++i)
            side.copied.push_back(lexicon_[side.words[i]].is_copy || (!marks.empty() && marks[i]));
    }

    ReadSegment describe(const Side& side) const {
        ReadSegment segment{{}, {}, side.copied, side.parse};
        for (std::size_t i = 0; i < side.words.size(); ++i) {
            segment.words.emplace_back(lexicon_.text(side.words[i]));
            segment.function.push_back(lexicon_[side.words[i]].is_function ||
                                       (parser_ && side.parse.roles[i] & tag::follower));
        }
        return segment;
    }

    void count_sharing(const Task& task, std::size_t begin, std::size_t end) {
        const auto& [first, last, row] = task.references_of[begin];
        std::optional<SegmentError> failure;
        const auto attempt = [&](std::size_t segment, auto step) {
            try {
                step();
            } catch (const match::Unscorable& error) {  // Earlier segments may still fail on later references.
                failure.emplace(segment, error.what());
                end = segment;
            }
        };
        hypotheses_.resize(std::max(hypotheses_.size(), end - begin));
        for (std::size_t segment = begin; segment < end; ++segment)
            attempt(segment,
                    [&] { read(task.hypotheses, segment, task.has_copy_words, hypotheses_[segment - begin]); });
        for (std::size_t from = first; from < last && begin < end; from += references_at_once) {
            const std::size_t to = std::min(last, from + references_at_once), count = end - begin;
            references_.resize(std::max(references_.size(), to - from));
            for (std::size_t number = from; number < to && begin < end; ++number)
                attempt(begin, [&] { read(task.references, number, task.has_copy_words, references_[number - from]); });
            if (begin < end) prepare(count, to - from);
            for (std::size_t segment = begin; segment < end; ++segment)
                attempt(segment, [&] {
                    for (std::size_t number = from; number < to; ++number) {
                        const Side &ours = hypotheses_[segment - begin], &theirs = references_[number - from];
                        const align::Cut cut = cut_of(ours, theirs);
                        if (cut != align::Cut::at_once)
                            builder_.build(lexicon_, segment - begin, count + number - from, stage_);
                        count_pair(ours, theirs, cut, task.has_copy_words, row_of(task, segment, number));
                        count_parts(task, segment, number, ours, theirs);
                    }
                });
        }
        if (failure) throw *failure;
    }

    void prepare(std::size_t hypotheses, std::size_t references) {
        texts_.clear();
        for (std::size_t i = 0; i < hypotheses; ++i) texts_.emplace_back(hypotheses_[i].words);
        for (std::size_t i = 0; i < references; ++i) texts_.emplace_back(references_[i].words);
        builder_.prepare(lexicon_, texts_);
    }

    std::span<std::int64_t> row_of(const Task& task, std::size_t segment, std::size_t number) const {
        const auto& [first, last, row] = task.references_of[segment];
        return task.rows.subspan((row + number - first) * width_, width_);
    }

    /// Aligns words by the stage alone, without vectors; returns whether it did.
    bool align_staged(match::Words hypothesis, match::Words reference, align::Alignment& found, bool may_give_up) {
        if (!aligner_.align(stage_, found, may_give_up)) return false;
        if (graded_.is_needed() && !graded_.needs_vectors())
            graded_.extend({lexicon_, forms_, hypothesis, reference}, found);
        return true;
    }

    void align_pieces(match::Words hypothesis, match::Words reference) {
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

    /// Whether a pair is cut into pieces.
    align::Cut cut_of(const Side& hypothesis, const Side& reference) const {
        const std::size_t here = hypothesis.words.size(), there = reference.words.size();
        if (cut_ == align::Cut::never || !align::Pieces::are_needed(here, there)) return align::Cut::never;
        const bool is_too_large = std::uint64_t{here} * there > align::Pieces::most_pairs;
        return cut_ == align::Cut::if_hard && is_too_large ? align::Cut::at_once : cut_;
    }

    /// Aligns both sides of a pair, and fills its row. Its matches are in the stage, unless it is cut.
    void count_pair(const Side& hypothesis, const Side& reference, align::Cut cut, bool has_copy_words,
                    std::span<std::int64_t> row) {
        stop_.spend(hypothesis.words.size() * reference.words.size());
        if (has_forms_) forms_.follow(lexicon_);
        if (cut == align::Cut::at_once ||
            !align_staged(hypothesis.words, reference.words, alignment_, cut == align::Cut::if_hard))
            align_pieces(hypothesis.words, reference.words);
        if (settings_.formula == score::FormulaKind::features)
            return score::count_features(lexicon_, align::kinds_of(settings_.aligner),
                                         {hypothesis.words, hypothesis.parse}, {reference.words, reference.parse},
                                         alignment_, row.first<score::feature_columns>());
        const auto counted = row.first<score::columns>();
        if (has_forms_)
            grade(hypothesis, reference, counted);
        else
            score::count(lexicon_, hypothesis.words, reference.words, alignment_, settings_.unit, counted);
        if (has_copy_words) score::count_copy_words(hypothesis.copied, reference.copied, alignment_, counted);
    }

    /// Fills the columns of the parts beside Meteor's, from the text before tokenisation and the vectors of its words.
    void count_parts(const Task& task, std::size_t segment, std::size_t number, const Side& ours, const Side& theirs) {
        if (settings_.shares.empty()) return;
        match::Alike alike;
        if (weighs_vectors_)
            alike = match::VectorPair(ours.words, ours.vectors, theirs.words, theirs.vectors)
                        .weigh(nearest_here_, nearest_there_);
        parts_.count(task.hypotheses.text(segment, here_), task.references.text(number, there_), alike,
                     settings_.shares, row_of(task, segment, number).subspan(score::columns));
    }

    /// Fills a row if spelling or vectors count. Both also pair left words.
    void grade(const Side& hypothesis, const Side& reference, score::Row row) {
        std::optional<match::VectorPair> vectors;
        if (graded_.needs_vectors()) {
            vectors.emplace(hypothesis.words, hypothesis.vectors, reference.words, reference.vectors);
            graded_.extend({lexicon_, forms_, hypothesis.words, reference.words, &*vectors}, alignment_);
        }
        score::count_graded(lexicon_, forms_, hypothesis.words, reference.words, alignment_, settings_.unit, row);
        if (!vectors || !nearest_place_) return;
        vectors->find_nearest(nearest_here_, nearest_there_);
        score::count_nearest(lexicon_, forms_, hypothesis.words, reference.words, nearest_here_, nearest_there_,
                             settings_.unit, *nearest_place_, row);
    }

    const Settings& settings_;
    lexicon::Lexicon lexicon_;
    LineReader reader_;
    match::StageBuilder builder_, piece_builder_;
    align::Aligner aligner_;
    align::GradedAligner graded_;
    bool has_forms_;                                           ///< Whether spelling counts.
    bool weighs_vectors_;                                      ///< Whether a part of the score uses vectors.
    align::Cut cut_;                                           ///< Whether long pairs are cut into pieces.
    std::size_t width_;                                        ///< Of a row of statistics.
    std::optional<std::uint8_t> nearest_place_, exact_place_;  ///< Of these matchers, if used.
    lexicon::Forms forms_;
    std::optional<tag::Parser> parser_;
    text::Tokens tokens_;
    std::vector<Side> hypotheses_, references_;  ///< Those read last, at the front.
    std::vector<match::Words> texts_;
    std::vector<match::Similarity> nearest_here_, nearest_there_;
    match::Stage stage_;
    align::Alignment alignment_, piece_;
    align::Pieces pieces_;
    score::PartCounter parts_;
    work::StopCheck stop_;
    std::string here_, there_;  ///< Room for the text of tokens.
};

}  // namespace bolide::engine
