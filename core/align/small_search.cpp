#include "align/small_search.hpp"

#include <algorithm>
#include <bit>

#include "align/java_aligner.hpp"
#include "align/small_kernel.hpp"

namespace bolide::align {

using match::Match;
using match::Stage;

const SmallKernel plain_small_kernel = search_small;

SmallKernel small_kernel() {
#if defined(__GNUC__) && defined(__x86_64__)
    static const bool has_avx2 = __builtin_cpu_supports("avx2");
    if (has_avx2) return avx2_small_kernel;
#endif
    return plain_small_kernel;
}

namespace {

/// Bounds the history, and lets positions fit into 16 bits with room to spare.
constexpr std::size_t most_words = 1024;
constexpr std::size_t most_options = 31;
constexpr std::size_t option_fields = 5, padding = 8;
constexpr unsigned most_contested = 32;

}  // namespace

bool SmallSearch::run(const Stage& stage, const JavaSettings& settings, Alignment& alignment) {
    if (settings.beam == 0 || settings.beam > SmallPair::most_paths) return false;
    if (stage.hypothesis_size() > most_words || stage.reference_size() > most_words) return false;
    Limits limits;
    if (!list_steps(stage, settings, limits) || !set_radix(limits, settings.beam) || !number_words(stage)) return false;
    const std::size_t room = limits.options + padding;
    options_.resize(option_fields * room);
    list_options(stage, settings);
    history_.resize(SmallPair::most_paths * steps_.size());
    const std::uint32_t* const options = options_.data();
    const SmallPair pair{steps_.data(),
                         steps_.size(),
                         options,
                         options + room,
                         options + 2 * room,
                         options + 3 * room,
                         options + 4 * room,
                         static_cast<std::uint32_t>(settings.beam),
                         chunk_,
                         (std::uint32_t{1} << distance_shift_) - 1,
                         static_cast<std::uint32_t>(limits.covered) * word_,
                         history_.data()};
    collect(stage, kernel_(pair), alignment);
    return true;
}

/// What matches without rivals gain and cost is left out: it is the same for all paths.
bool SmallSearch::list_steps(const Stage& stage, const JavaSettings& settings, Limits& limits) {
    const std::uint64_t words = words_of(stage);
    steps_.resize(stage.reference_size());
    for (std::size_t position = 0; position < steps_.size(); ++position) {
        const auto matches = stage.at(position);
        SmallStep& step = steps_[position];
        step = {SmallStep::Kind::pass, 0, false, static_cast<std::uint16_t>(position), 0, 0};
        if (matches.empty()) continue;
        if (matches.size() > most_options) return false;
        ++limits.filled;
        step.options = static_cast<std::uint8_t>(matches.size());
        step.first = static_cast<std::uint32_t>(limits.options);
        limits.options += matches.size() + 1;
        step.kind = stage.is_unambiguous(position) ? SmallStep::Kind::fixed : SmallStep::Kind::choice;
        if (step.kind == SmallStep::Kind::fixed) continue;
        limits.widest = std::max(limits.widest, matches.size());
        std::uint64_t most = 0;
        for (const Match& match : matches) {
            limits.distance += distance_of(match);
            most = std::max(most, covered(match, settings, words));
        }
        step.gain = static_cast<std::uint32_t>(std::min<std::uint64_t>(most, UINT32_MAX));
        limits.covered += most;
    }
    return true;
}

/// Every path pays for a match at most once, closes at most as many chunks as matches begin somewhere, and has at most
/// one candidate for each match and one more.
bool SmallSearch::set_radix(const Limits& limits, std::size_t beam) {
    const std::uint64_t ages = std::bit_ceil(beam << std::bit_width(limits.widest));
    if (limits.covered >= UINT16_MAX || limits.distance >= UINT32_MAX / ages) return false;
    const std::uint64_t chunk = (limits.distance + 1) * ages, word = chunk * (limits.filled + 1);
    if (word > UINT32_MAX || (limits.covered + 1) * word >= UINT32_MAX) return false;
    distance_shift_ = std::countr_zero(ages);
    chunk_ = static_cast<std::uint32_t>(chunk);
    word_ = static_cast<std::uint32_t>(word);
    return true;
}

/// Words that only one match covers are free whenever it is.
bool SmallSearch::number_words(const Stage& stage) {
    masks_.assign(stage.hypothesis_size(), 0);
    unsigned contested = 0;
    for (std::size_t i = 0; i < masks_.size(); ++i) {
        if (stage.hypothesis_cover(i) < 2) continue;
        if (contested == most_contested) return false;
        masks_[i] = std::uint32_t{1} << contested++;
    }
    return true;
}

void SmallSearch::list_options(const Stage& stage, const JavaSettings& settings) {
    const std::uint64_t words = words_of(stage);
    const std::size_t room = options_.size() / option_fields;
    std::uint32_t *const taken = options_.data(), *const ends = taken + room, *const starts = ends + room,
                         *const gains = starts + room, *const costs = gains + room;
    for (SmallStep& step : steps_) {
        if (step.kind == SmallStep::Kind::pass) continue;
        std::size_t at = step.first;
        step.gain *= word_;
        for (const Match& match : stage.at(step.position)) {
            taken[at] = 0;
            for (std::size_t k = 0; k < match.hypothesis_length; ++k) taken[at] |= masks_[match.hypothesis_start + k];
            ends[at] = (match.reference_start + match.reference_length) << 16 |
                       (match.hypothesis_start + match.hypothesis_length);
            starts[at] = match.hypothesis_start;
            gains[at] = static_cast<std::uint32_t>(covered(match, settings, words)) * word_;
            costs[at] = distance_of(match) << distance_shift_;
            ++at;
        }
        taken[at] = 0;
    }
}

void SmallSearch::collect(const Stage& stage, std::size_t place, Alignment& alignment) const {
    alignment.matches.clear();
    for (std::size_t s = steps_.size(); s-- > 0;) {
        const SmallStep& step = steps_[s];
        const std::uint32_t age = history_[SmallPair::most_paths * s + place];
        if (step.kind == SmallStep::Kind::choice) {
            const int bits = std::bit_width(step.options);
            const std::size_t option = age & ((1u << bits) - 1);
            if (option < step.options) alignment.matches.push_back(stage.at(step.position)[option]);
            place = age >> bits;
            continue;
        }
        if (step.kind == SmallStep::Kind::fixed) alignment.matches.push_back(stage.at(step.position).front());
        if (step.reordered) place = age;
    }
    std::reverse(alignment.matches.begin(), alignment.matches.end());
    alignment.chunks = count_chunks(alignment.matches);
}

}  // namespace bolide::align
