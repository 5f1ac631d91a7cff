/// The search of Meteor 1.5, including the quirks that determine its results.
#pragma once

#include "align/alignment.hpp"
#include "align/settings.hpp"
#include "align/small_search.hpp"
#include "match/match.hpp"
#include "work/stopping.hpp"

namespace bolide::align {

/// A pair with more partial alignments than memory allows for this beam.
struct TooManyPaths : match::Unscorable {
    using Unscorable::Unscorable;
};

/// The most partial alignments kept at a time, for any beam: bounds memory (some 300 bytes each).
inline constexpr std::size_t most_paths = std::size_t{1} << 20;

/// The covered words of a match as one number. Under the objective of accuracy, matches other than paraphrases outweigh
/// all `most_words` covered words together.
inline std::uint64_t covered(const match::Match& match, const JavaSettings& settings, std::uint64_t most_words) {
    const std::uint64_t here = match.hypothesis_length, there = match.reference_length;
    const match::Matcher kind = settings.kinds[match.matcher];
    if (settings.objective == Objective::coverage)
        return kind == match::Matcher::exact ? here + there : here / 2 + there / 2;
    return (kind == match::Matcher::paraphrase ? 0 : (here + there) * (most_words + 1)) + here + there;
}

inline std::uint64_t words_of(const match::Stage& stage) { return stage.hypothesis_size() + stage.reference_size(); }

/// A beam search over the reference words from left to right. Partial alignments ("paths") are ordered by covered
/// words, larger first, then chunks, then distance, then age. Takes time linear in the candidate matches times the
/// beam, and memory for the paths there are. Throws TooManyPaths.
///
/// Parity, each on purpose: covered words are counted in whole numbers, so that a one-word match that is not exact
/// counts nothing; the distance of a match is charged to the paths that decline it, not to the one that takes it; a
/// chunk counts only once it is closed.
class WideSearch {
  public:
    void run(const match::Stage& stage, const JavaSettings& settings, Alignment& alignment) {
        settings_ = &settings;
        beam_ = std::min(settings.beam, most_paths + 1);  // One more than allowed, so that an excess shows.
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

  private:
    static constexpr std::uint32_t none = UINT32_MAX;

    /// The order of paths. Uncontested matches are left out: they are the same for all paths.
    struct Cost {
        std::int64_t words = 0;  ///< Covered ones, as a negative number.
        std::uint64_t chunks = 0, distance = 0;
        auto operator<=>(const Cost&) const = default;
    };
    struct Path {
        Cost cost;
        LargeWordSet used;                    ///< The contested hypothesis words that it has matched.
        std::uint32_t reference_end = 0;      ///< The first reference word it has not decided on.
        std::uint32_t hypothesis_end = none;  ///< Where the open chunk would continue; `none` if no chunk is open.
        std::uint32_t choice = none;          ///< The last match it took, in `choices_`.

        /// Whether continuing at a hypothesis word ends a chunk; `none`: continuing without a match.
        bool breaks(std::uint32_t start) const { return hypothesis_end != none && hypothesis_end != start; }
        void take(const match::Match& match) {
            cost.chunks += breaks(match.hypothesis_start);
            reference_end = match.reference_start + match.reference_length;
            hypothesis_end = match.hypothesis_start + match.hypothesis_length;
        }
        void pass(std::uint32_t position) {
            cost.chunks += breaks(none);
            reference_end = position + 1;
            hypothesis_end = none;
        }
    };
    struct Choice {
        std::uint32_t earlier;
        const match::Match* match;
    };
    /// A possible next step of a path: take a match, or decline all (the last option). No two are equal.
    struct Candidate {
        Cost cost{std::numeric_limits<std::int64_t>::max()};
        std::uint32_t parent = 0, option = 0;
        auto operator<=>(const Candidate&) const = default;
    };

    /// Moves all paths on, except those inside a longer match: they take its uncontested match, or pass the word.
    void go_on(std::uint32_t position, const match::Match* match) {
        for (Path& path : paths_)
            if (position >= path.reference_end) match ? path.take(*match) : path.pass(position);
        std::stable_sort(paths_.begin(), paths_.end(), [](const Path& a, const Path& b) { return a.cost < b.cost; });
    }
    /// Lets each path take every match that begins here, or none.
    void choose(std::uint32_t position, std::span<const match::Match> matches) {
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
    void offer_all(Path& path, std::uint32_t parent, std::span<const match::Match> matches) {
        for (std::uint32_t option = 0; option < matches.size(); ++option) {
            const match::Match& match = matches[option];
            if (path.used.has_any({match.hypothesis_start, match.hypothesis_length})) continue;
            Cost cost = path.cost;
            cost.words -= static_cast<std::int64_t>(covered(match, *settings_, most_words_));
            cost.chunks += path.breaks(match.hypothesis_start);
            offer({cost, parent, option});
            path.cost.distance += distance_of(match);
        }
    }
    /// Adds a candidate; once there are twice as many as fit, drops those that cannot be kept.
    void offer(const Candidate& candidate) {
        if (!(candidate < worst_)) return;
        candidates_.push_back(candidate);
        if (candidates_.size() < 2 * beam_) return;
        const auto last = candidates_.begin() + static_cast<std::ptrdiff_t>(beam_ - 1);
        std::nth_element(candidates_.begin(), last, candidates_.end());
        worst_ = *last;
        candidates_.resize(beam_);
    }
    void keep_best(std::span<const match::Match> matches) {
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
            const match::Match& match = matches[option];
            path.take(match);
            path.cost = cost;
            path.used.add({match.hypothesis_start, match.hypothesis_length});
            choices_.push_back({path.choice, &match});
            path.choice = static_cast<std::uint32_t>(choices_.size() - 1);
        }
        paths_.swap(next_paths_);
    }
    void collect(const match::Stage& stage, Alignment& alignment) const {
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

    const JavaSettings* settings_ = nullptr;
    std::size_t beam_ = 0;
    std::uint64_t most_words_ = 0;  ///< Of both sides together.
    std::vector<Path> paths_, next_paths_;
    std::vector<Choice> choices_;
    std::vector<Candidate> candidates_;
    Candidate worst_;  ///< Candidates that are not below it are dropped.
};

/// Runs the small search if the pair's numbers fit, which is almost always, else the wide one.
class JavaAligner {
  public:
    explicit JavaAligner(JavaSettings settings) : settings_(std::move(settings)) {}

    void align(const match::Stage& stage, Alignment& alignment) {
        if (!small_.run(stage, settings_, alignment)) wide_.run(stage, settings_, alignment);
    }

  private:
    JavaSettings settings_;
    SmallSearch small_;
    WideSearch wide_;
};

}  // namespace bolide::align
