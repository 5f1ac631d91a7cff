#include "align/paper_aligner.hpp"

#include <algorithm>
#include <limits>

namespace bolide::align {

namespace {

constexpr Worth any = std::numeric_limits<Worth>::min();
constexpr std::size_t all = SIZE_MAX;

/// How many states the first look at a part keeps: most parts never have more.
constexpr std::size_t first_width = 4;
/// How many states a proof may reach that is tried soon, by how many steps it looks for better prices at first, and at
/// how many it is given up; each time it is twice as many.
constexpr std::size_t soon_effort = 256, soon_steps = 8, soon_end = 128;
/// How often to look for better prices, by how many steps at first; each time it is twice as many.
constexpr std::size_t price_rounds = 5, first_steps = 40;
/// A narrow beam is asked for by who has no time for proofs: for each of its states, so many steps of a round of
/// prices, and so many states of the exact search. From a width of 40 on, neither is a limit.
constexpr std::size_t steps_by_width = 16, effort_by_width = 512;

}  // namespace

void PaperAligner::align(const match::Stage& stage, Alignment& alignment) {
    parts_.split(stage, settings_.coverage, settings_.kinds);
    auto& matches = alignment.matches;
    matches.assign(parts_.certain().begin(), parts_.certain().end());
    alignment.is_proven = true;
    for (std::size_t number = 0; number < parts_.size(); ++number) {
        const Part part = parts_[number];
        const bool is_solved =
            part.words <= SmallWordSet::most_words ? solve(part, small_, matches) : solve(part, large_, matches);
        alignment.is_proven &= is_solved && part.has_distance;
    }
    if (parts_.size())
        std::sort(matches.begin(), matches.end(),
                  [](const match::Match& a, const match::Match& b) { return a.reference_start < b.reference_start; });
    alignment.chunks = count_chunks(matches);
}

/// Adds the best choice of a part; returns whether it is proven to be.
template <class WordSet>
bool PaperAligner::solve(const Part& part, PartSearch<WordSet>& search, std::vector<match::Match>& matches) {
    prices_.reset(part);
    bool is_solved = false;
    if (part.options.size() > most_options)
        search.run(part, prices_, {1, any, all});
    else
        is_solved =
            search.run(part, prices_, {first_width, any, all}) || prove_soon(part, search) || prove(part, search);
    search.collect(matches);
    return is_solved;
}

/// Looks for the best choice of a part after a first look, by few steps: that is enough for most parts. Returns whether
/// it is proven; otherwise nothing has changed. Narrow beams are not to have more proofs than their own steps allow.
template <class WordSet>
bool PaperAligner::prove_soon(const Part& part, PartSearch<WordSet>& search) {
    if (settings_.beam < narrow_beam) return false;
    Worth best = search.worth();
    for (std::size_t steps = soon_steps; steps < soon_end; steps *= 2) {
        prices_.lower(best, steps);
        search.run(part, prices_, {first_width, best, all});
        if (search.has_found()) best = search.worth();
        if (search.run(part, prices_, {all, best, std::min(settings_.effort, soon_effort)})) return true;
    }
    prices_.reset(part);
    search.run(part, prices_, {first_width, any, all});
    return false;
}

/// Looks for the best choice of a part after a first look; returns whether it is proven. If not, a good one is found.
template <class WordSet>
bool PaperAligner::prove(const Part& part, PartSearch<WordSet>& search) {
    const Worth least = raise(part, search);
    const std::size_t width = std::max<std::size_t>(settings_.beam, 1);
    if (search.run(part, prices_, {all, least, std::min(settings_.effort, effort_by_width * width)})) return true;
    search.run(part, prices_, {width, any, all});
    return false;
}

/// Looks for prices that prove what was found to be the best, and for something better; returns what it is worth.
template <class WordSet>
Worth PaperAligner::raise(const Part& part, PartSearch<WordSet>& search) {
    Worth best = search.worth();
    for (std::size_t round = 0; round < price_rounds; ++round) {
        if (first_steps << round > steps_by_width * settings_.beam) break;
        if (prices_.lower(best, first_steps << round) == best) break;
        search.run(part, prices_, {first_width, best, all});
        if (search.has_found()) best = search.worth();
    }
    return best;
}

}  // namespace bolide::align
