#include "align/java_aligner.hpp"

#include "work/stopping.hpp"

namespace bolide::align {

using match::Match;

void WideSearch::run(const match::Stage& stage, const JavaSettings& settings, Alignment& alignment) {
    settings_ = &settings;
    beam_ = std::min(settings.beam, most_paths + 1);  // One more than may be, so that it shows.
    most_words_ = words_of(stage);
    choices_.clear();
    paths_.clear();
    paths_.push_back({.cost = {}, .used = LargeWordSet(stage.hypothesis_size())});
    const auto size = static_cast<std::uint32_t>(beam_ > 0 ? stage.reference_size() : 0);
    for (std::uint32_t position = 0; position < size; ++position) {
        work::check_stop();
        const auto matches = stage.at(position);
        if (matches.empty() || stage.is_unambiguous(position))
            go_on(position, matches.empty() ? nullptr : &matches.front());
        else
            choose(position, matches);
    }
    collect(stage, alignment);
}

/// All paths take the match that nothing competes with, or pass a word where none begins, but for those inside a longer
/// match.
void WideSearch::go_on(std::uint32_t position, const Match* match) {
    for (Path& path : paths_)
        if (position >= path.reference_end) match ? path.take(*match) : path.pass(position);
    std::stable_sort(paths_.begin(), paths_.end(), [](const Path& a, const Path& b) { return a.cost < b.cost; });
}

/// Each path tries every match that begins here, and doing without.
void WideSearch::choose(std::uint32_t position, std::span<const Match> matches) {
    candidates_.clear();
    worst_ = {};
    for (std::uint32_t parent = 0; parent < paths_.size(); ++parent) {
        Path& path = paths_[parent];
        if (position >= path.reference_end) {
            offer_all(path, parent, matches);
            path.pass(position);
        }
        offer({path.cost, parent, static_cast<std::uint32_t>(matches.size())});
    }
    keep_best(matches);
}

void WideSearch::offer_all(Path& path, std::uint32_t parent, std::span<const Match> matches) {
    for (std::uint32_t option = 0; option < matches.size(); ++option) {
        const Match& match = matches[option];
        if (path.used.has_any({match.hypothesis_start, match.hypothesis_length})) continue;
        Cost cost = path.cost;
        cost.words -= static_cast<std::int64_t>(covered(match, *settings_, most_words_));
        cost.chunks += path.breaks(match.hypothesis_start);
        offer({cost, parent, option});
        path.cost.distance += distance_of(match);
    }
}

/// Notes a candidate, and leaves out those that cannot be kept as soon as there are twice as many as fit.
void WideSearch::offer(const Candidate& candidate) {
    if (!(candidate < worst_)) return;
    candidates_.push_back(candidate);
    if (candidates_.size() < 2 * beam_) return;
    const auto last = candidates_.begin() + static_cast<std::ptrdiff_t>(beam_ - 1);
    std::nth_element(candidates_.begin(), last, candidates_.end());
    worst_ = *last;
    candidates_.resize(beam_);
}

/// Makes the best candidates the new paths, in order.
void WideSearch::keep_best(std::span<const Match> matches) {
    std::sort(candidates_.begin(), candidates_.end());
    candidates_.resize(std::min(candidates_.size(), beam_));
    if (candidates_.size() > most_paths || choices_.size() + candidates_.size() >= none)
        throw TooManyPaths("the beam is so wide that it keeps more than " + std::to_string(most_paths) +
                           " partial alignments");
    next_paths_.resize(candidates_.size());
    for (std::size_t place = 0; place < candidates_.size(); ++place) {
        const auto& [cost, parent, option] = candidates_[place];
        Path& path = next_paths_[place] = paths_[parent];
        if (option == matches.size()) continue;
        const Match& match = matches[option];
        path.take(match);
        path.cost = cost;
        path.used.add({match.hypothesis_start, match.hypothesis_length});
        choices_.push_back({path.choice, &match});
        path.choice = static_cast<std::uint32_t>(choices_.size() - 1);
    }
    paths_.swap(next_paths_);
}

void WideSearch::collect(const match::Stage& stage, Alignment& alignment) const {
    const auto closed = [](const Path& path) {
        Cost cost = path.cost;
        cost.chunks += path.breaks(none);
        return cost;
    };
    const auto best = std::min_element(paths_.begin(), paths_.end(),
                                       [&](const Path& a, const Path& b) { return closed(a) < closed(b); });
    alignment.matches.clear();
    for (std::uint32_t at = best->choice; at != none; at = choices_[at].earlier)
        alignment.matches.push_back(*choices_[at].match);
    for (std::size_t position = 0; position < stage.reference_size(); ++position)
        if (stage.is_unambiguous(position)) alignment.matches.push_back(stage.at(position).front());
    finish(alignment);
}

}  // namespace bolide::align
