#include "align/paper_aligner.hpp"

#include <algorithm>
#include <limits>

#include "work/stopping.hpp"

namespace bolide::align {

namespace {

constexpr Worth any = std::numeric_limits<Worth>::min();
constexpr std::size_t all = SIZE_MAX;

/// How many states the first look at a part keeps: most parts never have more.
constexpr std::size_t first_width = 4;
/// A first proof asks for what the bound promises, less this share of a chunk: words that are almost alike, and near
/// each other, leave such a gap.
constexpr Worth promised_share = 8;
/// Proofs that are tried soon: by how many more steps each time they look for better prices, when they are given up,
/// and how many states they keep at first and in the end.
constexpr std::size_t soon_steps = 8, soon_end = 64, soon_width = 16, soon_last_width = 32;
/// With a gap of more chunks, a proof would have to keep too many states.
constexpr Worth wide_gap = 4;
/// Whoever allows fewer states in all asks for no proofs soon.
constexpr std::size_t least_effort = 256;
/// How often to look for better prices, by how many steps at first; each time it is twice as many.
constexpr std::size_t price_rounds = 5, first_steps = 40;
/// A narrow beam is asked for by who has no time for proofs: for each of its states, so many steps of a round of
/// prices, and so many states of the exact search. From a width of 40 on, neither is a limit.
constexpr std::size_t steps_by_width = 16, effort_by_width = 512;
/// What the proofs of a pair may cost, where it may be given up and where not, and the beam of a part where they fail:
/// in looks at an option. A state costs as much as so many looks.
constexpr std::size_t short_proof = std::size_t{3} << 17, long_proof = std::size_t{1} << 21;
constexpr std::size_t beam_looks = std::size_t{1} << 22, looks_by_state = 16;

}  // namespace

bool PaperAligner::align(const match::Stage& stage, Alignment& alignment, bool may_give_up) {
    parts_.split(stage, settings_.coverage, settings_.kinds);
    auto& matches = alignment.matches;
    matches.assign(parts_.certain().begin(), parts_.certain().end());
    alignment.is_proven = true;
    may_give_up_ = may_give_up;
    looks_left_ = may_give_up ? short_proof : long_proof;
    for (std::size_t number = 0; number < parts_.size(); ++number) {
        const Part part = parts_[number];
        const bool is_solved = part.words <= SmallWordSet::most_words    ? solve(part, small_, matches)
                               : part.words <= MiddleWordSet::most_words ? solve(part, middle_, matches)
                                                                         : solve(part, large_, matches);
        alignment.is_proven &= is_solved && part.has_distance;
        if (!alignment.is_proven && may_give_up) return false;
    }
    if (parts_.size())
        std::sort(matches.begin(), matches.end(),
                  [](const match::Match& a, const match::Match& b) { return a.reference_start < b.reference_start; });
    alignment.chunks = count_chunks(matches);
    return true;
}

/// Adds the best choice of a part, or a good one; returns whether it is proven to be the best.
template <class WordSet>
bool PaperAligner::solve(const Part& part, PartSearch<WordSet>& search, std::vector<match::Match>& matches) {
    const bool is_small = part.options.size() <= most_options;
    const bool is_solved = is_small && (prove_soon(part, search) || prove(part, search));
    if (!is_solved && may_give_up_) return false;
    if (!is_solved) {
        if (!is_small) prices_.reset(part);
        const std::size_t width = std::min(settings_.beam, beam_looks / looks_by_state / part.options.size());
        look(part, search, {std::max<std::size_t>(width, 1), any, all});
    }
    search.collect(matches);
    return is_solved;
}

/// Searches a part, and counts what that costs. Returns whether every choice that is worth enough was considered.
template <class WordSet>
bool PaperAligner::look(const Part& part, PartSearch<WordSet>& search, const SearchLimits& limits) {
    work::check_stop();
    const bool is_complete = search.run(part, prices_, limits);
    spend(looks_by_state * search.reached());
    return is_complete;
}

/// Lowers the bound by at most so many steps, if there is time for them all.
Worth PaperAligner::lower(const Part& part, Worth target, std::size_t steps, double& caution) {
    const std::size_t affordable = looks_left_ / std::max<std::size_t>(part.options.size(), 1);
    spend(std::min(steps, affordable) * part.options.size());
    return prices_.lower(target, std::min(steps, affordable), caution);
}

/// Whether a search of a part by so many states can be paid for.
bool PaperAligner::can_search(const Part& part, std::size_t width) const {
    return looks_left_ >= looks_by_state * width * part.options.size();
}

/// Looks for the best choice of a part by good prices and few states: that is enough for most parts. Returns whether it
/// is proven. Narrow beams are not to have more proofs than their own steps allow.
template <class WordSet>
bool PaperAligner::prove_soon(const Part& part, PartSearch<WordSet>& search) {
    if (settings_.beam < narrow_beam || settings_.effort < least_effort) return false;
    prices_.reset(part, first_prices_.find(part));
    const Worth promised = prices_.bound() - part.chunk / promised_share;
    if (look(part, search, {soon_width, promised, all}) && search.has_found()) return true;
    return look(part, search, {first_width, any, all}) || improve(part, search);
}

/// Goes on from a first look. What was found tells prices, prices tell which options no best choice has and where to
/// look for a better one; only if none is found, steps are taken to lower the bound.
template <class WordSet>
bool PaperAligner::improve(const Part& part, PartSearch<WordSet>& search) {
    Part left = part;
    double caution = 1;
    std::size_t width = soon_width;
    Worth best = any;
    for (std::size_t steps = soon_steps; steps < soon_end && can_search(left, width);) {
        const bool is_better = search.has_found() && search.worth() > best;
        if (is_better) {
            best = search.worth();
            explain(left, search);
        }
        if (!is_better || prices_.bound() - best > part.chunk) {
            lower(left, best, steps, caution);
            steps += soon_steps;
            width = soon_last_width;
        }
        left = leave_out(left, best);
        const bool is_wide = prices_.bound() - best > wide_gap * part.chunk;
        if (look(left, search, {is_wide ? first_width : width, best, all})) return true;
    }
    return false;
}

/// Tries prices that are told by the best choice so far.
template <class WordSet>
void PaperAligner::explain(const Part& part, const PartSearch<WordSet>& search) {
    choice_.clear();
    search.collect(choice_);
    prices_.try_out(choice_prices_.find(part, choice_));
}

/// Leaves out the options that no choice has that is worth so much: all of the best choices are still there.
Part PaperAligner::leave_out(const Part& part, Worth least) {
    prices_.find_possible(least, is_possible_);
    const Part left = remainder_.keep(part, is_possible_);
    if (left.options.size() < part.options.size()) prices_.narrow(left);
    return left;
}

/// Looks for the best choice of a part by the same prices for all searches; returns whether it is proven.
template <class WordSet>
bool PaperAligner::prove(const Part& part, PartSearch<WordSet>& search) {
    prices_.reset(part);
    if (look(part, search, {first_width, any, all})) return true;
    const Worth least = raise(part, search);
    const std::size_t allowed = effort_by_width * std::max<std::size_t>(settings_.beam, 1);
    const std::size_t effort = std::min({settings_.effort, allowed, looks_left_ / looks_by_state});
    return look(part, search, {all, least, effort});
}

/// Looks for prices that prove what was found to be the best, and for something better; returns what it is worth.
template <class WordSet>
Worth PaperAligner::raise(const Part& part, PartSearch<WordSet>& search) {
    Worth best = search.worth();
    for (std::size_t round = 0; round < price_rounds; ++round) {
        if (first_steps << round > steps_by_width * settings_.beam) break;
        double caution = 1;
        if (lower(part, best, first_steps << round, caution) == best || !can_search(part, first_width)) break;
        look(part, search, {first_width, best, all});
        if (search.has_found()) best = search.worth();
    }
    return best;
}

}  // namespace bolide::align
