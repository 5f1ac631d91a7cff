#include "align/small_search.hpp"

#include "align/java_aligner.hpp"
#if defined(__GNUC__)
#include "align/small_kernel.hpp"
#endif

namespace bolide::align {

using match::Match;
using match::Stage;

#if defined(__GNUC__)
const SmallKernel plain_small_kernel = search_small;
#else
const SmallKernel plain_small_kernel = nullptr;
#endif

SmallKernel small_kernel() {
#if defined(__GNUC__) && defined(__x86_64__)
    static const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt");
    if (has_avx2) return avx2_small_kernel;
#endif
    return plain_small_kernel;
}

namespace {

/// Bounds the history and keeps positions well within 16 bits.
constexpr std::size_t most_words = 1024;
constexpr std::size_t option_fields = 5, padding = 8;
constexpr unsigned most_contested = 32;

std::uint32_t end_of(const Match& match) {
    return (match.reference_start + match.reference_length) << 16 | (match.hypothesis_start + match.hypothesis_length);
}

}  // namespace

bool SmallSearch::run(const Stage& stage, const JavaSettings& settings, Alignment& alignment) {
    if (!kernel_ || settings.beam == 0 || settings.beam > SmallPair::most_paths) return false;
    if (stage.hypothesis_size() > most_words || stage.reference_size() > most_words) return false;
    Limits limits;
    const std::size_t room = stage.size() + stage.reference_size() + padding;
    options_.resize(option_fields * room);
    if (!number_words(stage) || !list_steps(stage, settings, limits) || !set_radix(limits, settings.beam)) return false;
    if (history_.size() < SmallPair::most_paths * steps_.size()) history_.resize(SmallPair::most_paths * steps_.size());
    if (limits.widest == 0) {  // Nothing to choose.
        collect(stage, 0, alignment);
        return true;
    }
    scale_options(limits.options);
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
                         first_end_,
                         history_.data()};
    collect(stage, kernel_(pair), alignment);
    return true;
}

/// Lists the possible steps at each reference word. Uncontested matches gain and cost the same for all paths.
bool SmallSearch::list_steps(const Stage& stage, const JavaSettings& settings, Limits& limits) {
    steps_.clear();
    fixed_.clear();
    first_end_ = closed;
    bool is_level = true;  // Whether all paths are at the same place.
    for (std::size_t position = 0; position < stage.reference_size(); ++position) {
        const auto matches = stage.at(position);
        limits.filled += !matches.empty();
        if (matches.empty() || stage.is_unambiguous(position)) {
            go_on(stage, position, is_level);
            continue;
        }
        if (matches.size() > SmallPair::most_options) return false;
        const auto first = static_cast<std::uint32_t>(limits.options);
        steps_.push_back({static_cast<std::uint8_t>(matches.size()), false, static_cast<std::uint16_t>(position), first,
                          closed, closed});
        list_options(matches, words_of(stage), settings, first, limits);
        limits.options += matches.size() + 1;
        is_level = false;
    }
    return true;
}

/// Adds a step that moves all paths alike. If they are at the same place already, they pay the same, which need not be
/// counted: knowing the new place is enough.
void SmallSearch::go_on(const Stage& stage, std::size_t position, bool& is_level) {
    const auto matches = stage.at(position);
    std::uint32_t start = closed, end = static_cast<std::uint32_t>(position + 1) << 16 | closed;
    if (!matches.empty()) {
        start = matches.front().hypothesis_start;
        end = end_of(matches.front());
        fixed_.push_back(static_cast<std::uint32_t>(position));
    }
    if (is_level) {
        std::uint32_t& place = steps_.empty() ? first_end_ : steps_.back().end;
        if (place >> 16 <= position) place = end;  // Otherwise it is inside a longer match.
        return;
    }
    steps_.push_back({0, false, static_cast<std::uint16_t>(position), 0, start, end});
    is_level = !matches.empty() || stage.reference_cover(position) == 0;
}

/// Gains and costs stay in words and distances until the radix of the key is known.
void SmallSearch::list_options(std::span<const Match> matches, std::uint64_t words, const JavaSettings& settings,
                               std::uint32_t first, Limits& limits) {
    const std::size_t room = options_.size() / option_fields;
    std::uint32_t* at = options_.data() + first;
    std::uint64_t most = 0, distance = 0;
    for (const Match& match : matches) {
        std::uint32_t taken = masks_[match.hypothesis_start];
        for (std::size_t k = 1; k < match.hypothesis_length; ++k) taken |= masks_[match.hypothesis_start + k];
        const std::uint64_t gain = covered(match, settings, words);
        const std::uint32_t moved = distance_of(match);
        at[0] = taken;
        at[room] = end_of(match);
        at[2 * room] = match.hypothesis_start;
        at[3 * room] = static_cast<std::uint32_t>(gain);
        at[4 * room] = moved;
        most = std::max(most, gain);
        distance += moved;
        ++at;
    }
    *at = 0;  // Declining takes no words.
    limits.widest = std::max(limits.widest, matches.size());
    limits.covered += most;
    limits.distance += distance;
}

/// Every path pays for a match at most once, and has at most one candidate per match plus one. It closes at most one
/// chunk per step and one at the end, and at most as many as there are places where matches begin.
bool SmallSearch::set_radix(const Limits& limits, std::size_t beam) {
    const std::uint64_t ages = std::bit_ceil(beam << std::bit_width(limits.widest));
    if (limits.covered >= UINT16_MAX || limits.distance >= UINT32_MAX / ages) return false;
    const std::uint64_t chunk = (limits.distance + 1) * ages,
                        word = chunk * (std::min(limits.filled, steps_.size() + 1) + 1);
    if (word > UINT32_MAX || (limits.covered + 1) * word >= UINT32_MAX) return false;
    distance_shift_ = std::countr_zero(ages);
    chunk_ = static_cast<std::uint32_t>(chunk);
    word_ = static_cast<std::uint32_t>(word);
    return true;
}

/// Words covered by only one match are free whenever it is.
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

void SmallSearch::scale_options(std::size_t count) {
    const std::size_t room = options_.size() / option_fields;
    std::uint32_t *const gains = options_.data() + 3 * room, *const costs = gains + room;
    for (std::size_t i = 0; i < count; ++i) {
        gains[i] *= word_;
        costs[i] <<= distance_shift_;
    }
}

void SmallSearch::collect(const Stage& stage, std::size_t place, Alignment& alignment) const {
    alignment.matches.clear();
    auto fixed = fixed_.rbegin();
    const auto add_fixed = [&](std::uint32_t first) {
        for (; fixed != fixed_.rend() && *fixed >= first; ++fixed)
            alignment.matches.push_back(stage.at(*fixed).front());
    };
    for (std::size_t s = steps_.size(); s-- > 0;) {
        const SmallStep& step = steps_[s];
        const std::uint32_t age = history_[SmallPair::most_paths * s + place];
        if (!step.options) {
            if (step.reordered) place = age;
            continue;
        }
        add_fixed(step.position);
        const int bits = std::bit_width(step.options);
        const std::size_t option = age & ((1u << bits) - 1);
        if (option < step.options) alignment.matches.push_back(stage.at(step.position)[option]);
        place = age >> bits;
    }
    add_fixed(0);
    std::reverse(alignment.matches.begin(), alignment.matches.end());
    alignment.chunks = count_chunks(alignment.matches);
}

}  // namespace bolide::align
