#include "align/phrase_stage.hpp"

#include <algorithm>
#include <tuple>

namespace bolide::align {

namespace {

auto place_of(const match::Match& match) {
    return std::tuple(match.hypothesis_start, match.reference_start, match.hypothesis_length, match.reference_length);
}

bool is_before(const match::Match& a, const match::Match& b) { return place_of(a) < place_of(b); }

bool is_free(const match::Match& match, const std::vector<std::int32_t>& hypothesis,
             const std::vector<bool>& reference) {
    for (std::size_t k = 0; k < match.hypothesis_length; ++k)
        if (hypothesis[match.hypothesis_start + k] >= 0) return false;
    for (std::size_t k = 0; k < match.reference_length; ++k)
        if (reference[match.reference_start + k]) return false;
    return true;
}

/// Both directions of a table may propose the same.
void drop_repeated(std::vector<match::Match>& matches) {
    std::sort(matches.begin(), matches.end(), is_before);
    const auto is_same = [](const match::Match& a, const match::Match& b) { return place_of(a) == place_of(b); };
    matches.erase(std::unique(matches.begin(), matches.end(), is_same), matches.end());
}

}  // namespace

bool PhraseStage::Partial::is_used(const match::Match& match) const {
    for (std::size_t j = match.reference_start; j < match.reference_start + std::size_t{match.reference_length}; ++j)
        if (used[j / 64] >> (j % 64) & 1) return true;
    return false;
}

bool PhraseStage::Partial::is_better(const Partial& other) const {
    if (covered != other.covered) return covered > other.covered;
    const auto key = [](const Partial& p) { return std::tuple(p.chosen.size(), p.crossings, p.distance); };
    if (key(*this) != key(other)) return key(*this) < key(other);
    return std::lexicographical_compare(chosen.begin(), chosen.end(), other.chosen.begin(), other.chosen.end(),
                                        is_before);
}

const std::vector<match::Match>& PhraseStage::choose(const match::Stage& stage, std::uint8_t place,
                                                     const std::vector<std::int32_t>& mapped_hypothesis,
                                                     const std::vector<bool>& mapped_reference) {
    beginning_.resize(mapped_hypothesis.size());
    for (auto& matches : beginning_) matches.clear();
    bool is_empty = true;
    for (std::size_t j = 0; j < mapped_reference.size(); ++j)
        for (const match::Match& match : stage.at(j)) {
            if (match.matcher != place || !is_free(match, mapped_hypothesis, mapped_reference)) continue;
            beginning_[match.hypothesis_start].push_back(match);
            is_empty = false;
        }
    if (is_empty) return nothing_;
    partials_.assign(1, Partial{});
    partials_[0].used.assign(mapped_reference.size() / 64 + 1, 0);
    for (std::uint32_t i = 0; i < beginning_.size(); ++i) {
        if (beginning_[i].empty()) continue;
        drop_repeated(beginning_[i]);
        extended_ = partials_;
        for (const Partial& partial : partials_)
            for (const match::Match& match : beginning_[i])
                if (partial.free_from <= i && !partial.is_used(match)) take(partial, match);
        keep_best();
        partials_.swap(extended_);
    }
    return partials_[0].chosen;
}

void PhraseStage::take(const Partial& partial, const match::Match& match) {
    Partial& next = extended_.emplace_back(partial);
    for (const match::Match& other : partial.chosen) next.crossings += other.reference_start > match.reference_start;
    for (std::size_t j = match.reference_start; j < match.reference_start + std::size_t{match.reference_length}; ++j)
        next.used[j / 64] |= std::uint64_t{1} << (j % 64);
    next.free_from = match.hypothesis_start + match.hypothesis_length;
    next.covered += std::uint32_t{match.hypothesis_length} + match.reference_length;
    const auto i = match.hypothesis_start, j = match.reference_start;
    next.distance += i < j ? j - i : i - j;
    next.chosen.push_back(match);
}

/// Keeps the best of those that can go on alike, and of the rest as many as fit into the beam, the best first.
void PhraseStage::keep_best() {
    std::sort(extended_.begin(), extended_.end(), [](const Partial& a, const Partial& b) {
        return a.is_like(b) ? a.is_better(b) : std::tie(a.free_from, a.used) < std::tie(b.free_from, b.used);
    });
    const auto is_like = [](const Partial& a, const Partial& b) { return a.is_like(b); };
    extended_.erase(std::unique(extended_.begin(), extended_.end(), is_like), extended_.end());
    std::sort(extended_.begin(), extended_.end(), [](const Partial& a, const Partial& b) { return a.is_better(b); });
    if (extended_.size() > beam_) extended_.resize(beam_);
}

}  // namespace bolide::align
