/// The search of Meteor 1.5, with everything that makes its results what they are.
#pragma once

#include <cstdint>
#include <vector>

#include "align/alignment.hpp"
#include "align/search_key.hpp"
#include "match/match.hpp"

namespace bolide::align {

/// A beam search over the reference words from left to right. Partial alignments ("paths") are ordered by covered
/// words, larger first, then chunks, then distance, then age. Takes time linear in the candidate matches times the
/// beam.
///
/// Parity, each on purpose: covered words are counted in whole numbers, so that a match of one word that is not exact
/// counts nothing; the distance of a match is charged to the paths that decline it, not to the one that takes it; a
/// chunk counts only once it is closed.
template <class Key>
class JavaSearch {
  public:
    void run(const match::Stage& stage, std::span<const match::Matcher> kinds, std::size_t beam,
             const KeyLayout<Key>& layout, Alignment& alignment);

  private:
    static constexpr std::uint32_t none = UINT32_MAX;

    /// The hypothesis words that a path has used are kept apart, `stride_` words of bits for each.
    struct Path {
        Key key;                       ///< Its age left out.
        std::uint32_t reference_end;   ///< The first reference word it has not decided on.
        std::uint32_t hypothesis_end;  ///< Where the open chunk would go on; `none` if no chunk is open.
        std::uint32_t choice;          ///< The last match it took, in `choices_`.
    };
    struct Choice {
        std::uint32_t earlier;
        const match::Match* match;
    };
    /// A match that paths may take, with what it does to their keys and to the words they have used.
    struct Option {
        const match::Match* match;
        std::uint32_t covered, distance;
        std::uint64_t bits;  ///< The words it needs, as long as there are at most 64.
    };
    /// Where a candidate comes from: a path, and the match it takes (null: it goes on without one).
    struct Origin {
        std::uint32_t parent;
        const match::Match* taken;
    };

    void take_fixed(const match::Match& match);
    void skip(std::uint32_t position);
    void choose(std::span<const match::Match> matches, std::uint32_t position);
    void offer_options(std::uint32_t parent);
    void add_candidate(Key key, const Origin& origin);
    void keep_best(std::uint32_t position);
    void restore_order();
    void collect(const match::Stage& stage, Alignment& alignment) const;

    static bool breaks_chunk(const Path& path, const match::Match& match) {
        return path.hypothesis_end != none && path.hypothesis_end != match.hypothesis_start;
    }
    void take(Path& path, const match::Match& match) const;
    void decline(Path& path, std::uint32_t position) const;
    bool is_free(std::uint32_t path, const Option& option) const;
    std::uint32_t covered(const match::Match& match) const;

    std::span<const match::Matcher> kinds_;
    std::size_t beam_ = 0, stride_ = 0;
    KeyLayout<Key> layout_;
    std::vector<Path> paths_, next_paths_;
    std::vector<std::uint64_t> used_, next_used_;
    std::vector<Choice> choices_;
    std::vector<Option> options_;
    std::vector<Key> keys_;
    std::vector<Origin> origins_;
    std::size_t candidates_ = 0;
    Key worst_{};  ///< Of the first candidates, as many as the beam is wide: what is worse cannot be kept.
    std::vector<std::uint32_t> lagging_, leading_;  ///< Paths whose last step did, and did not, cost a chunk.
};

/// Runs the search with the narrowest keys that hold a pair's numbers.
class JavaAligner {
  public:
    /// `kinds`: what kind of matcher each place in the list of matchers is.
    JavaAligner(std::size_t beam, std::vector<match::Matcher> kinds) : beam_(beam), kinds_(std::move(kinds)) {}

    void align(const match::Stage& stage, Alignment& alignment);

  private:
    std::size_t beam_;
    std::vector<match::Matcher> kinds_;
    JavaSearch<NarrowKey> narrow_;
    JavaSearch<WideKey> wide_;
};

}  // namespace bolide::align
