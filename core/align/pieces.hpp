/// Cuts long pairs of segments into pieces that are aligned one by one, so that time grows linearly with the words.
#pragma once

#include "align/alignment.hpp"
#include "lexicon/lexicon.hpp"
#include "match/match.hpp"

namespace bolide::align {

/// A stretch of the hypothesis and the stretch of the reference that it is aligned with.
struct Piece {
    std::uint32_t hypothesis_start, reference_start, hypothesis_size, reference_size;
};

/// Cuts pairs before anchors: words that occur once on either side. Only the longest chain of anchors in the order of
/// both sides counts (as in Cohen's patience diff). Where anchors are too far apart, the words between them are cut in
/// proportion. Words that occur once on either side match even in different pieces: such matches are added afterwards.
/// For one thread.
class Pieces {
  public:
    /// Pairs with at most this many words, on the shorter and the longer side, stay whole.
    static constexpr std::uint32_t longest_shorter = 128, longest_longer = 1024;
    /// Pairs with this many pairs of words are never searched whole: the time grows with that number.
    static constexpr std::size_t most_pairs = std::size_t{1} << 18;
    /// The most words of a piece, on its shorter and its longer side.
    static constexpr std::uint32_t most_shorter = 64, most_longer = 512;

    static bool are_needed(std::size_t hypothesis_size, std::size_t reference_size) {
        const auto [shorter, longer] = std::minmax(hypothesis_size, reference_size);
        return shorter > longest_shorter || longer > longest_longer;
    }

    /// Cuts a pair, in time n log a for n words and a anchors. Invalidates earlier results.
    std::span<const Piece> cut(const lexicon::Lexicon& lexicon, match::Words hypothesis, match::Words reference) {
        find_singles(lexicon, hypothesis, reference);
        chain_anchors();
        anchors_.push_back({number(hypothesis.size()), number(reference.size())});
        leave_out_strays();
        pieces_.clear();
        Place start{0, 0}, last{0, 0};
        for (const Place& anchor : anchors_) {
            if (pieces_of(start, anchor) > 1) {
                add(start, last);
                start = last;
            }
            last = anchor;
        }
        add(start, last);
        find_moved();
        hypothesis_match_.assign(hypothesis.size(), none);
        reference_match_.assign(reference.size(), none);
        return pieces_;
    }

    /// Adds the exact matches of words that occur once on either side, in different pieces, to the joint alignment of
    /// the pair that was cut last. They replace graded matches, not whole ones. `exact` is that matcher's place.
    void add_moved(std::uint8_t exact, Alignment& alignment) {
        auto& matches = alignment.matches;
        auto& similarities = alignment.similarities;
        if (moved_.empty()) return;
        const bool is_graded = !similarities.empty();
        for (std::uint32_t number = 0; number < matches.size(); ++number) {
            const match::Match& match = matches[number];
            std::fill_n(hypothesis_match_.begin() + match.hypothesis_start, match.hypothesis_length, number);
            std::fill_n(reference_match_.begin() + match.reference_start, match.reference_length, number);
        }
        kept_.clear();
        const auto is_free = [&](std::uint32_t number) {
            return number == none || (is_graded && similarities[number] != match::whole);
        };
        for (const Place& place : moved_) {
            const std::uint32_t here = hypothesis_match_[place.hypothesis], there = reference_match_[place.reference];
            if (!is_free(here) || !is_free(there)) continue;
            for (const std::uint32_t number : {here, there})
                if (number != none) similarities[number] = 0;
            kept_.emplace_back(match::Match{place.hypothesis, place.reference, 1, 1, exact}, match::whole);
        }
        for (std::size_t number = 0; number < matches.size(); ++number)
            if (!is_graded || similarities[number])
                kept_.emplace_back(matches[number], is_graded ? similarities[number] : match::whole);
        replace_matches(alignment, kept_, is_graded);
    }

  private:
    static constexpr std::uint32_t none = UINT32_MAX, several = UINT32_MAX - 1;
    /// The farthest an anchor may be off the line through the anchor before or after it, in words: farther away, the
    /// same word occurs by chance.
    static constexpr std::int64_t farthest_off = 16;

    static std::uint32_t number(std::uint64_t value) { return static_cast<std::uint32_t>(value); }

    struct Place {
        std::uint32_t hypothesis, reference;
    };
    /// The place of a class of words, if it occurs once.
    struct Occurrence {
        std::uint32_t round = 0, hypothesis = 0, reference = 0;
    };

    /// The least number of pieces for the words between two places.
    static std::uint32_t pieces_of(Place from, Place to) {
        const std::uint32_t here = to.hypothesis - from.hypothesis, there = to.reference - from.reference;
        const auto [shorter, longer] = std::minmax(here, there);
        return std::max((shorter + most_shorter - 1) / most_shorter, (longer + most_longer - 1) / most_longer);
    }

    /// Finds the words that occur once on either side, in the order of the reference.
    void find_singles(const lexicon::Lexicon& lexicon, match::Words hypothesis, match::Words reference) {
        if (occurrences_.size() < lexicon.word_classes()) occurrences_.resize(lexicon.word_classes());
        if (++round_ == 0) {
            std::fill(occurrences_.begin(), occurrences_.end(), Occurrence{});
            round_ = 1;
        }
        const auto note = [&](match::Words words, std::uint32_t Occurrence::* side) {
            for (std::uint32_t at = 0; at < words.size(); ++at) {
                Occurrence& occurrence = occurrences_[lexicon[words[at]].word_class];
                if (occurrence.round != round_) occurrence = {round_, none, none};
                occurrence.*side = occurrence.*side == none ? at : several;
            }
        };
        note(hypothesis, &Occurrence::hypothesis);
        note(reference, &Occurrence::reference);
        singles_.clear();
        for (std::uint32_t j = 0; j < reference.size(); ++j) {
            const Occurrence& occurrence = occurrences_[lexicon[reference[j]].word_class];
            if (occurrence.reference == j && occurrence.hypothesis < several)
                singles_.push_back({occurrence.hypothesis, j});
        }
    }

    void chain_anchors() {
        ends_.clear();
        before_.resize(singles_.size());
        for (std::uint32_t k = 0; k < singles_.size(); ++k) {
            const auto end = std::lower_bound(ends_.begin(), ends_.end(), k, [this](std::uint32_t a, std::uint32_t b) {
                return singles_[a].hypothesis < singles_[b].hypothesis;
            });
            before_[k] = end == ends_.begin() ? none : *(end - 1);
            if (end == ends_.end())
                ends_.push_back(k);
            else
                *end = k;
        }
        std::uint32_t at = ends_.empty() ? none : ends_.back();
        for (std::size_t length = ends_.size(); length-- > 0; at = before_[at]) ends_[length] = at;
        anchors_.clear();
        for (const std::uint32_t end : ends_) anchors_.push_back(singles_[end]);
    }

    /// Drops anchors far off the line through their neighbours, except the last one, which is the end.
    void leave_out_strays() {
        const auto is_near = [](Place a, Place b) {
            const std::int64_t off = std::int64_t{b.hypothesis} - a.hypothesis - b.reference + a.reference;
            return off <= farthest_off && -off <= farthest_off;
        };
        std::size_t kept = 0;
        Place before{0, 0};
        for (std::size_t k = 0; k + 1 < anchors_.size(); ++k) {
            const Place anchor = anchors_[k];
            if (is_near(before, anchor) || is_near(anchor, anchors_[k + 1])) anchors_[kept++] = anchor;
            before = anchor;
        }
        anchors_[kept++] = anchors_.back();
        anchors_.resize(kept);
    }

    /// Adds the words between two places, in as many pieces as they need, or none.
    void add(Place from, Place to) {
        const std::uint32_t here = to.hypothesis - from.hypothesis, there = to.reference - from.reference;
        const std::uint64_t count = pieces_of(from, to);
        const auto at = [&](std::uint64_t k) {
            return Place{number(from.hypothesis + here * k / count), number(from.reference + there * k / count)};
        };
        for (std::uint64_t k = 0; k < count; ++k) {
            const Place begin = at(k), end = at(k + 1);
            pieces_.push_back({begin.hypothesis, begin.reference, end.hypothesis - begin.hypothesis,
                               end.reference - begin.reference});
        }
    }

    /// Finds the words that occur once on either side, in different pieces.
    void find_moved() {
        moved_.clear();
        auto piece = pieces_.begin();
        for (const Place& single : singles_) {
            while (single.reference >= piece->reference_start + piece->reference_size) ++piece;
            const std::uint32_t start = piece->hypothesis_start;
            if (single.hypothesis < start || single.hypothesis >= start + piece->hypothesis_size)
                moved_.push_back(single);
        }
    }

    std::vector<Occurrence> occurrences_;
    std::uint32_t round_ = 0;
    std::vector<Place> singles_, anchors_, moved_;
    std::vector<std::uint32_t> hypothesis_match_, reference_match_;  ///< The match that covers each word.
    std::vector<std::uint32_t> ends_, before_;  ///< Of chains: the last anchor by length, and each predecessor.
    std::vector<Piece> pieces_;
    std::vector<GradedMatch> kept_;
};

}  // namespace bolide::align
