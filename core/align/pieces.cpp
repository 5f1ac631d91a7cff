#include "align/pieces.hpp"

#include <algorithm>

namespace bolide::align {

namespace {

constexpr std::uint32_t none = UINT32_MAX, several = UINT32_MAX - 1;

std::uint32_t number(std::size_t value) { return static_cast<std::uint32_t>(value); }

/// An anchor counts if it is at most so many words off the line through the anchor before it or after it: a word that
/// lies elsewhere is the same by chance.
constexpr std::int64_t farthest_off = 16;

}  // namespace

/// How many pieces the words between two places have to be, at the least.
std::uint32_t Pieces::pieces_of(Place from, Place to) {
    const std::uint32_t here = to.hypothesis - from.hypothesis, there = to.reference - from.reference;
    const auto [shorter, longer] = std::minmax(here, there);
    return std::max((shorter + most_shorter - 1) / most_shorter, (longer + most_longer - 1) / most_longer);
}

std::span<const Piece> Pieces::cut(const lexicon::Lexicon& lexicon, match::Words hypothesis, match::Words reference) {
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

/// Finds the words that stand once on either side, in different pieces.
void Pieces::find_moved() {
    moved_.clear();
    auto piece = pieces_.begin();
    for (const Place& single : singles_) {
        while (single.reference >= piece->reference_start + piece->reference_size) ++piece;
        const std::uint32_t start = piece->hypothesis_start;
        if (single.hypothesis < start || single.hypothesis >= start + piece->hypothesis_size) moved_.push_back(single);
    }
}

void Pieces::add_moved(std::uint8_t exact, Alignment& alignment) {
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
    std::sort(kept_.begin(), kept_.end(),
              [](const auto& a, const auto& b) { return a.first.reference_start < b.first.reference_start; });
    matches.clear();
    similarities.clear();
    for (const auto& [match, similarity] : kept_) {
        matches.push_back(match);
        if (is_graded) similarities.push_back(similarity);
    }
}

/// Adds the words between two places, in as many pieces as they need, none if there are none.
void Pieces::add(Place from, Place to) {
    const std::uint32_t here = to.hypothesis - from.hypothesis, there = to.reference - from.reference;
    const std::uint64_t count = pieces_of(from, to);
    const auto at = [&](std::uint64_t k) {
        return Place{number(from.hypothesis + here * k / count), number(from.reference + there * k / count)};
    };
    for (std::uint64_t k = 0; k < count; ++k) {
        const Place begin = at(k), end = at(k + 1);
        pieces_.push_back(
            {begin.hypothesis, begin.reference, end.hypothesis - begin.hypothesis, end.reference - begin.reference});
    }
}

/// Finds the words that stand once on either side, in the order of the reference.
void Pieces::find_singles(const lexicon::Lexicon& lexicon, match::Words hypothesis, match::Words reference) {
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

/// Takes the longest chain in the order of both sides.
void Pieces::chain_anchors() {
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

/// Leaves out anchors far off the line through their neighbours, but for the last one, which is the end.
void Pieces::leave_out_strays() {
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

}  // namespace bolide::align
