/// The search of Meteor 1.5 for pairs with keys of at most 32 bits, which are most pairs: eight paths at once.
#pragma once

#include "align/alignment.hpp"
#include "align/settings.hpp"

namespace bolide::align {

/// The step at a reference word. Either paths choose between matches, or decline them; or all move on alike, because no
/// match or only an uncontested one begins.
struct SmallStep {
    std::uint8_t options;  ///< How many matches there are to choose from; 0 if all paths move on alike.
    bool reordered;        ///< Whether the search sorted the paths again afterwards.
    std::uint16_t position;
    std::uint32_t first;       ///< The first option of a choice. Declining is one more option after the matches.
    std::uint32_t start, end;  ///< Where all paths continue in the hypothesis, and their new place (see SmallPair).
};

/// A pair laid out for the search. Keys hold uncovered words, chunks, distance and age in mixed radix: parts are added
/// and removed but never read, so they need not start at bit boundaries.
struct SmallPair {
    static constexpr std::size_t most_paths = 64, most_options = 31;
    static constexpr std::uint32_t closed = 0xFFFF;  ///< No chunk is open; no hypothesis is that long.

    SmallStep* steps;
    std::size_t step_count;
    /// For each option: the contested words it takes, its ends on both sides (reference << 16 | hypothesis), its start
    /// in the hypothesis, the gain of taking it and the cost of declining it. Eight more may be read.
    const std::uint32_t *words, *ends, *starts, *gains, *costs;
    std::uint32_t beam, chunk, age_mask, first_key, first_end;
    /// Room for 64 numbers per step: the ages of a choice's paths (parent << bits | option), or the places of paths
    /// before they were reordered.
    std::uint32_t* history;
};

/// Searches a pair, and returns the place of the best path.
using SmallKernel = std::size_t (*)(const SmallPair& pair);

SmallKernel small_kernel();

/// For processors with AVX2, and for all; null if the compiler supports none.
extern const SmallKernel avx2_small_kernel, plain_small_kernel;

/// Lays out a pair, searches it, and collects the result. Keeps its memory from pair to pair.
class SmallSearch {
  public:
    explicit SmallSearch(SmallKernel kernel = small_kernel()) : kernel_(kernel) {}

    /// Returns false, and does nothing, if the pair does not fit.
    bool run(const match::Stage& stage, const JavaSettings& settings, Alignment& alignment);

  private:
    /// The largest numbers that a key of the pair may need to hold.
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
    std::vector<std::uint32_t> fixed_;  ///< Where uncontested matches begin.
    std::uint32_t first_end_ = 0;       ///< The place of the only path before the first choice.
    std::vector<std::uint32_t> masks_;  ///< The bit of each hypothesis word, if it is contested.
    std::vector<std::uint32_t> options_, history_;
    std::uint32_t word_ = 0, chunk_ = 0;
    int distance_shift_ = 0;
};

}  // namespace bolide::align
