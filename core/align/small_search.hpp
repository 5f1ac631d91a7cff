/// The search of Meteor 1.5 for pairs whose keys fit into 32 bits, which is most of them: eight paths at once.
#pragma once

#include "align/alignment.hpp"
#include "align/settings.hpp"

namespace bolide::align {

/// What happens at a reference word: paths choose between matches, or decline them; or all of them go on alike, where
/// no match begins, or one that nothing competes with.
struct SmallStep {
    std::uint8_t options;  ///< How many matches there are to choose from; 0 if all paths go on alike.
    bool reordered;        ///< Whether the search then put the paths in order again.
    std::uint16_t position;
    std::uint32_t first;       ///< The first option of a choice, which has one more than matches: declining.
    std::uint32_t start, end;  ///< Where all paths go on in the hypothesis, and where they come to (see SmallPair).
};

/// A pair laid out for the search. Keys are words not covered, chunks, distance and age in mixed radix: parts are
/// added and taken, never looked at, so that they need not begin at bits of their own.
struct SmallPair {
    static constexpr std::size_t most_paths = 64, most_options = 31;
    static constexpr std::uint32_t closed = 0xFFFF;  ///< Where no chunk is open; no hypothesis is that long.

    SmallStep* steps;
    std::size_t step_count;
    /// Of each option: the contested words that it takes, where it ends on both sides (reference << 16 | hypothesis),
    /// where it begins in the hypothesis, what taking it gains and what declining it costs. Eight more may be read.
    const std::uint32_t *words, *ends, *starts, *gains, *costs;
    std::uint32_t beam, chunk, age_mask, first_key, first_end;
    /// Room for 64 numbers for each step: the ages of a choice's paths (parent << bits | option), or what places paths
    /// had before they were reordered.
    std::uint32_t* history;
};

/// Searches a pair, and returns the place of the best path.
using SmallKernel = std::size_t (*)(const SmallPair& pair);

SmallKernel small_kernel();

/// For processors with AVX2; null where the compiler makes nothing for those.
extern const SmallKernel avx2_small_kernel;
extern const SmallKernel plain_small_kernel;

/// Lays a pair out, has it searched, and collects what was found. Keeps its memory from pair to pair.
class SmallSearch {
  public:
    explicit SmallSearch(SmallKernel kernel = small_kernel()) : kernel_(kernel) {}

    /// Returns false, with nothing done, if the pair does not fit.
    bool run(const match::Stage& stage, const JavaSettings& settings, Alignment& alignment);

  private:
    /// The largest numbers that a key of a pair may have to hold.
    struct Limits {
        std::uint64_t covered = 0, distance = 0;
        std::size_t widest = 0, filled = 0, options = 0;
    };

    bool list_steps(const match::Stage& stage, const JavaSettings& settings, Limits& limits);
    void go_on(const match::Stage& stage, std::size_t position, bool& is_level);
    bool number_words(const match::Stage& stage);
    bool set_radix(const Limits& limits, std::size_t beam);
    void list_options(std::span<const match::Match> matches, std::uint64_t words, const JavaSettings& settings,
                      std::uint32_t first, Limits& limits);
    void scale_options(std::size_t count);
    void collect(const match::Stage& stage, std::size_t place, Alignment& alignment) const;

    SmallKernel kernel_;
    std::vector<SmallStep> steps_;
    std::vector<std::uint32_t> fixed_;  ///< Where a match begins that nothing competes with.
    std::uint32_t first_end_ = 0;       ///< Where the path comes to that there is before the first choice.
    std::vector<std::uint32_t> masks_;  ///< For each hypothesis word the bit that stands for it, if it is contested.
    std::vector<std::uint32_t> options_, history_;
    std::uint32_t word_ = 0, chunk_ = 0;
    int distance_shift_ = 0;
};

}  // namespace bolide::align
