/// Pairs words left over by whole matches, by their similarity.
#pragma once

#include "align/alignment.hpp"
#include "align/assignment.hpp"
#include "lexicon/forms.hpp"
#include "match/match.hpp"
#include "match/spelling.hpp"
#include "match/word_vectors.hpp"

namespace bolide::align {

/// Returns the place of a kind of matcher in a list of them, if present.
inline std::optional<std::uint8_t> place_of(std::span<const match::Matcher> kinds, match::Matcher kind) {
    const auto found = std::find(kinds.begin(), kinds.end(), kind);
    return found == kinds.end() ? std::nullopt : std::optional(static_cast<std::uint8_t>(found - kinds.begin()));
}

struct GradedPair {
    const lexicon::Lexicon& lexicon;
    lexicon::Forms& forms;
    match::Words hypothesis, reference;
    const match::VectorPair* vectors = nullptr;  ///< Set if a matcher uses vectors.
};

/// Runs after an aligner. Whole matches stay, and the words they leave are paired one to one, with the largest sum of
/// credit. Ties go to the pairing with more neighbours of whole matches on the diagonal, then to the one with words at
/// nearer places in their segments. Then two neighbouring words may replace one as the partner of a word of the other
/// side (compounds, clitics), if that covers more characters.
///
/// If there are vectors, whole matches get the similarity of their words' vectors.
///
/// Left words are paired in stretches of at most `longest` on either side, so that time grows linearly.
class GradedAligner {
  public:
    static constexpr std::size_t longest = 64;

    /// `kinds` gives the kind of matcher at each place in the list of matchers. Words match by meaning from the
    /// similarity `least_meaning` on.
    GradedAligner(std::span<const match::Matcher> kinds, match::Similarity least_meaning)
        : spelling_place_(place_of(kinds, match::Matcher::spelling)),
          meaning_place_(place_of(kinds, match::Matcher::meaning)),
          needs_vectors_(std::any_of(kinds.begin(), kinds.end(), match::needs_vectors)),
          least_meaning_(least_meaning) {}

    /// Whether any matcher is graded.
    bool is_needed() const { return spelling_place_ || needs_vectors_; }
    bool needs_vectors() const { return needs_vectors_; }

    /// Adds graded matches to an alignment, with the similarity of every match.
    void extend(const GradedPair& pair, Alignment& alignment) {
        collect(pair, alignment);
        const std::size_t rows = hypothesis_left_.size(), columns = reference_left_.size();
        if (rows && columns) {
            const std::size_t stretches = (std::max(rows, columns) + longest - 1) / longest;
            const auto part = [stretches](const std::vector<Left>& left, std::size_t number) {
                const std::size_t begin = number * left.size() / stretches,
                                  end = (number + 1) * left.size() / stretches;
                return std::span(left).subspan(begin, end - begin);
            };
            for (std::size_t number = 0; number < stretches; ++number)
                pair_stretch(pair, part(hypothesis_left_, number), part(reference_left_, number));
        }
        replace_matches(alignment, all_, true);
    }

  private:
    static constexpr std::uint32_t none = UINT32_MAX;
    /// The worth of one step of each tie-break: all neighbours of a stretch are worth less than a credit of 1/1024, and
    /// all its nearness less than one neighbour.
    static constexpr std::int64_t credit_step = std::int64_t{1} << 32, neighbour_step = std::int64_t{1} << 24;
    static constexpr std::uint64_t nearest = std::uint64_t{1} << 16;

    struct Left {
        std::uint32_t position;
        lexicon::WordId word;
    };
    struct Found {
        WordRange rows, columns;       ///< Of a stretch: one word, or two neighbours.
        match::Similarity similarity;  ///< 0 if another match has replaced it.
        std::uint8_t matcher;
    };
    /// The left words of one side of a stretch, and the match of each.
    struct Side {
        std::span<const Left> words;
        std::vector<std::uint32_t> match;
    };

    /// Collects the left words, and the matches found so far.
    void collect(const GradedPair& pair, const Alignment& alignment) {
        starts_.assign(pair.hypothesis.size() + 1, none);
        ends_.assign(pair.hypothesis.size() + 1, none);
        std::vector<bool> taken_here(pair.hypothesis.size()), taken_there(pair.reference.size());
        all_.clear();
        for (const match::Match& match : alignment.matches) {
            all_.emplace_back(match, pair.vectors ? pair.vectors->similarity(match) : match::whole);
            starts_[match.hypothesis_start] = match.reference_start;
            ends_[match.hypothesis_start + match.hypothesis_length] = match.reference_start + match.reference_length;
            for (std::size_t k = 0; k < match.hypothesis_length; ++k) taken_here[match.hypothesis_start + k] = true;
            for (std::size_t k = 0; k < match.reference_length; ++k) taken_there[match.reference_start + k] = true;
        }
        const auto gather = [](match::Words words, const std::vector<bool>& taken, std::vector<Left>& left) {
            left.clear();
            for (std::uint32_t i = 0; i < words.size(); ++i)
                if (!taken[i]) left.push_back({i, words[i]});
        };
        gather(pair.hypothesis, taken_here, hypothesis_left_);
        gather(pair.reference, taken_there, reference_left_);
    }

    void offer_meanings(const GradedPair& pair, std::span<const Left> rows, std::span<const Left> columns) {
        for (std::size_t row = 0; row < rows.size(); ++row)
            for (std::size_t column = 0; column < columns.size(); ++column) {
                const auto similarity = pair.vectors->similarity(rows[row].position, columns[column].position);
                if (similarity >= least_meaning_) offers_.offer(row, column, {similarity, *meaning_place_, similarity});
            }
    }

    void pair_stretch(const GradedPair& pair, std::span<const Left> rows, std::span<const Left> columns) {
        if (rows.empty() || columns.empty()) return;
        const auto words = [](std::span<const Left> left, std::vector<lexicon::WordId>& ids) {
            ids.clear();
            for (const Left& each : left) ids.push_back(each.word);
        };
        words(rows, row_words_);
        words(columns, column_words_);
        offers_.reset(rows.size(), columns.size());
        if (spelling_place_) spelling_.match(pair.forms, row_words_, column_words_, *spelling_place_, offers_);
        if (meaning_place_ && pair.vectors) offer_meanings(pair, rows, columns);
        worth_.clear();
        for (std::size_t row = 0; row < rows.size(); ++row)
            for (std::size_t column = 0; column < columns.size(); ++column)
                worth_.push_back(worth(pair, offers_.at(row, column), rows[row].position, columns[column].position));
        found_.clear();
        rows_.words = rows;
        columns_.words = columns;
        rows_.match.assign(rows.size(), none);
        columns_.match.assign(columns.size(), none);
        const auto chosen = assignment_.solve(worth_, rows.size(), columns.size());
        for (std::uint32_t row = 0; row < rows.size(); ++row) {
            if (chosen[row] == Assignment::none) continue;
            const match::Offer& offer = offers_.at(row, chosen[row]);
            take({{row, 1}, {chosen[row], 1}, offer.similarity, offer.matcher});
        }
        if (spelling_place_)
            for (const bool is_turned : {false, true}) join_words(pair, is_turned);
        for (const Found& found : found_)
            if (found.similarity)
                all_.emplace_back(match::Match{rows[found.rows.first].position, columns[found.columns.first].position,
                                               static_cast<std::uint8_t>(found.rows.count),
                                               static_cast<std::uint8_t>(found.columns.count), found.matcher},
                                  found.similarity);
    }

    /// How near two places are, relative to the lengths of their segments.
    static std::int64_t nearness(std::uint64_t i, std::uint64_t size, std::uint64_t j, std::uint64_t other_size) {
        const std::uint64_t here = i * other_size, there = j * size;
        return static_cast<std::int64_t>(nearest -
                                         (here > there ? here - there : there - here) * nearest / (size * other_size));
    }

    std::int64_t worth(const GradedPair& pair, const match::Offer& offer, std::uint32_t i, std::uint32_t j) const {
        if (offer.similarity == 0) return 0;
        const int neighbours = (ends_[i] == j) + (starts_[i + 1] == j + 1);
        return offer.credit * credit_step + neighbours * neighbour_step +
               nearness(i, pair.hypothesis.size(), j, pair.reference.size());
    }

    /// Looks for two neighbouring reference words that match one hypothesis word; the other way round if `is_turned`.
    void join_words(const GradedPair& pair, bool is_turned) {
        const auto singles = (is_turned ? columns_ : rows_).words, others = (is_turned ? rows_ : columns_).words;
        for (std::uint32_t single = 0; single < singles.size(); ++single) {
            const lexicon::Form& form = pair.forms[singles[single].word];
            if (!form.is_spelt || form.size < match::least_compound) continue;
            const lexicon::Spelling spelling = pair.forms.spelling(singles[single].word);
            spelling_.look_at(pair.forms, spelling);
            for (std::uint32_t first = 0; first + 1 < others.size(); ++first) {
                const Left &one = others[first], &two = others[first + 1];
                const lexicon::Form &here = pair.forms[one.word], &there = pair.forms[two.word];
                if (one.position + 1 != two.position || !here.has_only_letters || !there.has_only_letters ||
                    here.size >= form.size || there.size >= form.size ||
                    spelling_.most_joined(pair.forms, spelling, one.word, two.word) < match::least_joined)
                    continue;
                try_to_join(pair, is_turned, single, first);
            }
            spelling_.look_away(spelling);
        }
    }

    /// Matches two words with one if they are similar enough and cover more than the matches they replace.
    void try_to_join(const GradedPair& pair, bool is_turned, std::uint32_t single, std::uint32_t first) {
        const Side &alone = is_turned ? columns_ : rows_, &others = is_turned ? rows_ : columns_;
        const lexicon::Spelling joined = pair.forms.join(pair.lexicon.text(others.words[first].word),
                                                         pair.lexicon.text(others.words[first + 1].word));
        const auto similarity = spelling_.similarity(pair.forms.spelling(alone.words[single].word), joined);
        if (similarity < match::least_joined) return;
        Found found{{single, 1}, {first, 2}, similarity, *spelling_place_};
        if (is_turned) std::swap(found.rows, found.columns);
        std::array replaced = {alone.match[single], others.match[first], others.match[first + 1]};
        std::sort(replaced.begin(), replaced.end());
        const auto end = std::unique(replaced.begin(), replaced.end());
        std::uint64_t before = 0;
        for (auto each = replaced.begin(); each != end; ++each)
            if (*each != none) before += covered(pair, found_[*each]);
        if (covered(pair, found) > before) take(found);
    }

    /// The number of characters on both sides that a match covers, in 1/1024.
    std::uint64_t covered(const GradedPair& pair, const Found& found) const {
        std::uint64_t size = 0;
        const auto add = [&](const Side& side, const WordRange& range) {
            for (std::uint32_t k = range.first; k < range.first + range.count; ++k)
                size += pair.forms[side.words[k].word].size;
        };
        add(rows_, found.rows);
        add(columns_, found.columns);
        return size * found.similarity;
    }

    /// Adds a match, removing the other matches of its words.
    void take(const Found& found) {
        const auto number = static_cast<std::uint32_t>(found_.size());
        const auto put = [&](Side& side, const WordRange& range) {
            for (std::uint32_t k = range.first; k < range.first + range.count; ++k) {
                if (side.match[k] != none) found_[side.match[k]].similarity = 0;
                side.match[k] = number;
            }
        };
        put(rows_, found.rows);
        put(columns_, found.columns);
        found_.push_back(found);
    }

    std::optional<std::uint8_t> spelling_place_, meaning_place_;
    bool needs_vectors_;
    match::Similarity least_meaning_;
    match::SpellingMatcher spelling_;
    match::OfferTable offers_;
    Assignment assignment_;
    std::vector<Left> hypothesis_left_, reference_left_;
    std::vector<std::uint32_t> starts_, ends_;  ///< Of hypothesis words at the ends of whole matches: their partners.
    std::vector<lexicon::WordId> row_words_, column_words_;
    std::vector<std::int64_t> worth_;
    Side rows_, columns_;
    std::vector<Found> found_;
    std::vector<GradedMatch> all_;
};

}  // namespace bolide::align
