#include "align/staged_aligner.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <tuple>

#include "work/stopping.hpp"

namespace bolide::align {

namespace {

/// How many numbers of partial mappings may be copied or compared for each word of a pair, so that time grows with the
/// words; after them every word takes the first that it can have.
constexpr std::size_t steps_by_word = std::size_t{1} << 17;

}  // namespace

StagedAligner::StagedAligner(StagedSettings settings) : settings_(std::move(settings)), phrases_(settings_.beam) {
    const auto found = std::find(settings_.kinds.begin(), settings_.kinds.end(), match::Matcher::paraphrase);
    if (found != settings_.kinds.end() && found + 1 != settings_.kinds.end())
        throw std::invalid_argument("paraphrases have to be the last stage of the staged aligner");
}

std::uint32_t StagedAligner::Partial::used_behind(std::uint32_t j) const {
    std::size_t word = j / 64;
    auto count = static_cast<std::uint32_t>(std::popcount(used[word] >> (j % 64)));
    for (++word; word < used.size(); ++word) count += static_cast<std::uint32_t>(std::popcount(used[word]));
    return count;
}

bool StagedAligner::Partial::is_better(const Partial& other) const {
    const auto key = [](const Partial& p) { return std::tie(p.crossings, p.earlier_crossings, p.distance, p.choices); };
    return matches != other.matches ? matches > other.matches : key(*this) < key(other);
}

void StagedAligner::align(const match::Stage& stage, Alignment& alignment) {
    mapped_hypothesis_.assign(stage.hypothesis_size(), -1);
    mapped_reference_.assign(stage.reference_size(), false);
    place_.assign(stage.hypothesis_size(), 0);
    steps_left_ = steps_by_word * (stage.hypothesis_size() + stage.reference_size());
    const bool has_phrases = !settings_.kinds.empty() && settings_.kinds.back() == match::Matcher::paraphrase;
    const std::size_t single = settings_.kinds.size() - has_phrases;
    for (std::size_t place = 0; place < single; ++place) align_stage(stage, place);
    alignment = {};
    if (has_phrases)
        alignment.matches =
            phrases_.choose(stage, static_cast<std::uint8_t>(single), mapped_hypothesis_, mapped_reference_);
    for (std::uint32_t i = 0; i < mapped_hypothesis_.size(); ++i)
        if (mapped_hypothesis_[i] >= 0)
            alignment.matches.push_back({i, static_cast<std::uint32_t>(mapped_hypothesis_[i]), 1, 1, place_[i]});
    std::sort(alignment.matches.begin(), alignment.matches.end(),
              [](const auto& a, const auto& b) { return a.reference_start < b.reference_start; });
    alignment.chunks = count_chunks(alignment.matches);
    alignment.is_proven = steps_left_ > 0;
}

void StagedAligner::align_stage(const match::Stage& stage, std::size_t place) {
    find_candidates(stage, place);
    if (!mappable_behind_[0]) return;
    const bool is_by_class = settings_.kinds[place] != match::Matcher::synonym;
    const std::size_t greatest = is_by_class ? 0 : matching_.find(candidates_, mapped_reference_.size());
    if (is_by_class) rank_classes();
    search(is_by_class, greatest);
    std::vector<std::int32_t> choices(mapped_hypothesis_.size(), -1);
    if (!partials_.empty() && partials_[0].matches >= greatest)
        choices = partials_[0].choices;
    else  // The beam lost every way to map as much: any way that does will serve.
        for (std::int32_t j = 0; const std::int32_t owner : matching_.owners()) {
            if (owner != GreatestMatching::nobody) choices[static_cast<std::size_t>(owner)] = j;
            ++j;
        }
    fix(static_cast<std::uint8_t>(place), choices);
}

/// A pair may be proposed twice, by two kinds of evidence that belong to one stage.
void StagedAligner::find_candidates(const match::Stage& stage, std::size_t place) {
    candidates_.resize(mapped_hypothesis_.size());
    for (auto& candidates : candidates_) candidates.clear();
    for (std::uint32_t j = 0; j < mapped_reference_.size(); ++j) {
        if (mapped_reference_[j]) continue;
        work::check_stop();
        for (const match::Match& match : stage.at(j)) {
            auto& candidates = candidates_[match.hypothesis_start];
            const bool is_single = match.hypothesis_length == 1 && match.reference_length == 1;
            if (match.matcher != place || !is_single || mapped_hypothesis_[match.hypothesis_start] >= 0) continue;
            if (candidates.empty() || candidates.back() != j) candidates.push_back(j);
        }
    }
    mappable_behind_.assign(candidates_.size() + 1, 0);
    for (std::size_t i = candidates_.size(); i-- > 0;)
        mappable_behind_[i] = mappable_behind_[i + 1] + !candidates_[i].empty();
}

/// Equal words (or roots) have equal candidates, so that the first of them names the class.
void StagedAligner::rank_classes() {
    rank_.assign(mapped_hypothesis_.size(), 0);
    class_size_.assign(mapped_reference_.size(), 0);
    for (std::size_t i = 0; i < rank_.size(); ++i)
        if (!candidates_[i].empty()) rank_[i] = class_size_[candidates_[i][0]]++;
}

/// Goes through the hypothesis from left to right, keeping the best partial mappings.
void StagedAligner::search(bool is_by_class, std::size_t greatest) {
    partials_.assign(1, Partial{});
    partials_[0].used.assign(mapped_reference_.size() / 64 + 1, 0);
    partials_[0].choices.assign(mapped_hypothesis_.size(), -1);
    for (std::uint32_t i = 0; i < mapped_hypothesis_.size(); ++i) {
        if (candidates_[i].empty()) continue;
        work::check_stop();
        extended_.clear();
        if (steps_left_ == 0 && partials_.size() > 1) partials_.resize(1);
        for (const Partial& partial : partials_) is_by_class ? extend_in_class(partial, i) : extend(partial, i);
        std::erase_if(extended_, [&](const Partial& p) { return p.matches + mappable_behind_[i + 1] < greatest; });
        if (extended_.size() > 1) keep_best();
        partials_.swap(extended_);
    }
}

/// Anything that is possible: leaving the word out, or taking any free candidate.
void StagedAligner::extend(const Partial& partial, std::uint32_t i) {
    extended_.push_back(partial);
    for (const std::uint32_t j : candidates_[i]) {
        if (partial.is_used(j)) continue;
        take(partial, i, j);
        if (steps_left_ == 0) break;
    }
}

/// The words of a class may be mapped in order: changing places within a class never adds a crossing. What maps fewer
/// words of the class than it could is not tried.
void StagedAligner::extend_in_class(const Partial& partial, std::uint32_t i) {
    const auto& there = candidates_[i];
    const std::size_t here = class_size_[there[0]];
    std::size_t taken = 0, next = 0;
    for (std::size_t k = 0; k < there.size(); ++k)
        if (partial.is_used(there[k])) {
            ++taken;
            next = k + 1;
        }
    const std::size_t left = here - rank_[i];  // This word and those of its class behind it.
    if (here > there.size()) {
        if (left > there.size() - taken) extended_.push_back(partial);
        if (next < there.size()) take(partial, i, there[next]);
        return;
    }
    for (; next + left <= there.size(); ++next) {
        take(partial, i, there[next]);
        if (steps_left_ == 0) break;
    }
}

void StagedAligner::take(const Partial& partial, std::uint32_t i, std::uint32_t j) {
    Partial& next = extended_.emplace_back(partial);
    next.crossings += partial.used_behind(j);
    next.earlier_crossings += crossings_with_earlier(i, j);
    next.distance += i < j ? j - i : i - j;
    next.used[j / 64] |= std::uint64_t{1} << (j % 64);
    next.choices[i] = static_cast<std::int32_t>(j);
    ++next.matches;
    steps_left_ -= std::min(steps_left_, 2 * mapped_hypothesis_.size() + mapped_reference_.size());
}

/// Keeps the best of those that used the same words, and of the rest as many as fit into the beam.
void StagedAligner::keep_best() {
    std::sort(extended_.begin(), extended_.end(),
              [](const Partial& a, const Partial& b) { return a.used != b.used ? a.used < b.used : a.is_better(b); });
    const auto same = [](const Partial& a, const Partial& b) { return a.used == b.used; };
    extended_.erase(std::unique(extended_.begin(), extended_.end(), same), extended_.end());
    std::sort(extended_.begin(), extended_.end(), [](const Partial& a, const Partial& b) { return a.is_better(b); });
    if (extended_.size() > settings_.beam) extended_.resize(settings_.beam);
}

std::uint32_t StagedAligner::crossings_with_earlier(std::uint32_t i, std::uint32_t j) const {
    std::uint32_t crossings = 0;
    for (std::uint32_t other = 0; other < mapped_hypothesis_.size(); ++other)
        if (mapped_hypothesis_[other] >= 0)
            crossings += (other < i) != (mapped_hypothesis_[other] < static_cast<std::int32_t>(j));
    return crossings;
}

void StagedAligner::fix(std::uint8_t place, const std::vector<std::int32_t>& choices) {
    for (std::size_t i = 0; i < choices.size(); ++i) {
        if (choices[i] < 0) continue;
        mapped_hypothesis_[i] = choices[i];
        mapped_reference_[static_cast<std::size_t>(choices[i])] = true;
        place_[i] = place;
    }
}

}  // namespace bolide::align
