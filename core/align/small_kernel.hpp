/// The small search itself.
///
/// Include it in one source per instruction set. Nothing here is visible outside of it or calls functions that other
/// sources might share.
#pragma once

#include <bit>

#include "align/lanes.hpp"
#include "align/small_search.hpp"

namespace bolide::align {

namespace {

constexpr std::uint32_t closed = SmallPair::closed;

constexpr auto numbers = [] {
    struct {
        std::uint32_t at[SmallPair::most_paths];
    } made{};
    for (std::uint32_t i = 0; i < SmallPair::most_paths; ++i) made.at[i] = i;
    return made;
}();

/// The best candidates of a choice, in order.
class SmallRanking {
  public:
    /// Ranks the numbers in the rows from `row` up to `end`, of which the `limit` lowest are needed. Sorts them in
    /// place, and overwrites up to the next full block.
    SmallRanking(Lanes* row, Lanes* end, std::uint32_t limit) : limit_(limit) {
        for (Lanes* at = end; (at - row) % lane_rows; ++at) *at = all(UINT32_MAX);
        gather(row, end) ? sort_lanes(best_) : merge_all(row, end);
        transpose(best_);
    }
    const Lanes* best() const { return best_; }
    std::uint32_t count() const {
        std::uint32_t none = 0;
        for (int i = 0; i < lane_rows; ++i)
            none += static_cast<std::uint32_t>(std::popcount(bits_of(equal(best_[i], all(UINT32_MAX)))));
        const std::uint32_t found = SmallPair::most_paths - none;
        return found < limit_ ? found : limit_;
    }

  private:
    /// Collects the lowest numbers of each column, in order. Returns whether they include the best `limit`, as usual.
    bool gather(Lanes* row, const Lanes* end) {
        sort_columns(row);
        for (int i = 0; i < lane_rows; ++i) best_[i] = row[i];
        Lanes lost = all(UINT32_MAX);
        for (row += lane_rows; row < end; row += lane_rows) {
            sort_columns(row);
            unrolled<lane_rows>([&](int i) BOLIDE_INLINE {
                const Lanes other = row[lane_rows - 1 - i];
                lost = lower(lost, higher(best_[i], other));
                best_[i] = lower(best_[i], other);
            });
            merge_columns(best_);
        }
        // Numbers above these are not needed: there are enough up to their row.
        const Lanes bound = highest_of(best_[(limit_ - 1) / lane_count]);
        return bits_of(equal(higher(lost, bound), bound)) == 0 || bits_of(equal(lost, all(UINT32_MAX))) == 0xFF;
    }

    void merge_all(Lanes* row, const Lanes* end) {
        sort_lanes(row);  // Its columns are sorted already.
        for (int i = 0; i < lane_rows; ++i) best_[i] = row[i];
        for (row += lane_rows; row < end; row += lane_rows) {
            sort_lanes(row);
            merge_block(best_, row);
        }
    }

    Lanes best_[lane_rows];
    std::uint32_t limit_;
};

/// The paths: their keys without ages; the contested words they have taken; and their ends, the first undecided
/// reference word (<< 16) and the place where the open chunk would continue.
class SmallPaths {
  public:
    explicit SmallPaths(const SmallPair& pair) : pair_(pair) {
        for (std::size_t i = 0; i < SmallPair::most_paths; i += lane_count) {
            store(keys_ + i, all(0));
            store(used_ + i, all(0));
            store(ends_ + i, all(pair.first_end));
        }
        store(keys_ + SmallPair::most_paths, all(0));
        keys_[0] = pair.first_key;
    }

    /// Takes a step that changes all paths alike, except that some pay for a chunk, and some are inside a longer match.
    void go_on(SmallStep& step, std::uint32_t* history) {
        const Lanes position = all(step.position), start = all(step.start), end = all(step.end),
                    chunk = all(pair_.chunk), low = all(closed);
        Lanes paid = all(0);
        for (std::uint32_t first = 0; first < count_; first += lane_count) {
            const Lanes ends = load(ends_ + first), open = ends & low;
            const Lanes inside = above(ends >> 16, position);
            const Lanes pays = but_for(inside | equal(open, low) | equal(open, start), chunk);
            store(ends_ + first, either(inside, ends, end));
            store(keys_ + first, load(keys_ + first) + pays);
            paid = paid | pays;
        }
        step.reordered = bits_of(equal(paid, all(0))) != 0xFF && !is_sorted();
        if (step.reordered) reorder(history);
    }

    /// Lets each path take every match that begins here, or none.
    void choose(const SmallStep& step, std::uint32_t* history) {
        Lanes candidates[SmallPair::most_paths / lane_count * (SmallPair::most_options + 1)];
        Lanes* end = candidates;
        const int bits = std::bit_width(step.options);
        for (std::uint32_t first = 0; first < count_; first += lane_count) end = offer(step, first, bits, end);
        const SmallRanking ranking(candidates, end, pair_.beam);
        count_ = count_ == pair_.beam ? count_ : ranking.count();  // Each path has at least one candidate.
        keep(step, ranking.best(), bits, history);
    }

    /// The place of the best path, once all chunks are closed.
    std::size_t best() const {
        std::uint32_t lowest = UINT32_MAX;
        std::size_t place = 0;
        for (std::size_t i = 0; i < count_; ++i) {
            const std::uint32_t key = keys_[i] + ((ends_[i] & closed) == closed ? 0 : pair_.chunk);
            place = key < lowest ? i : place;
            lowest = key < lowest ? key : lowest;
        }
        return place;
    }

  private:
    bool is_sorted() const {
        for (std::uint32_t first = 0; first + 1 < count_; first += lane_count) {
            const Lanes keys = load(keys_ + first), next = load(keys_ + first + 1);
            const std::uint32_t left = count_ - 1 - first;
            const unsigned looked_at = left < lane_count ? (1u << left) - 1 : 0xFF;
            if (~bits_of(equal(higher(keys, next), next)) & looked_at) return false;
        }
        return true;
    }

    /// Sorts the paths again, keeping the order of equals.
    void reorder(std::uint32_t* history) {
        Lanes row[lane_rows];
        for (int i = 0; i < lane_rows; ++i) {
            const Lanes number = load(numbers.at + lane_count * i);
            row[i] = either(above(all(count_), number), load(keys_ + lane_count * i) | number, all(UINT32_MAX));
        }
        sort_columns(row);
        sort_lanes(row);
        transpose(row);
        become(row, 0, history, [](Lanes, Lanes, Lanes) BOLIDE_INLINE {});
    }

    /// Writes the candidates of eight paths to `to`; returns where they end.
    Lanes* offer(const SmallStep& step, std::uint32_t first, int bits, Lanes* to) {
        Lanes keys = load(keys_ + first);
        const Lanes used = load(used_ + first), ends = load(ends_ + first), number = load(numbers.at + first),
                    low = all(closed), open = ends & low, none = all(0);
        const Lanes alive = above(all(count_), number);
        const Lanes inside = above(ends >> 16, all(step.position));
        const Lanes active = but_for(inside, alive);
        const Lanes price = but_for(equal(open, low), all(pair_.chunk));
        Lanes age = number << bits;
        for (std::uint32_t option = step.first; option < step.first + step.options; ++option) {
            const Lanes is_free = active & equal(used & all(pair_.words[option]), none);
            const Lanes pays = but_for(equal(open, all(pair_.starts[option])), price);
            *to++ = (keys + pays + age - all(pair_.gains[option])) | ~is_free;
            keys = keys + (is_free & all(pair_.costs[option]));
            age = age + all(1);
        }
        *to++ = (keys + (active & price) + age) | ~alive;
        store(ends_ + first, either(inside, ends, all((step.position + 1u) << 16 | closed)));
        return to;
    }

    void keep(const SmallStep& step, const Lanes* best, int bits, std::uint32_t* history) {
        const Lanes declined = all(step.options), mask = all((1u << bits) - 1);
        const std::uint32_t *const words = pair_.words + step.first, *const ends = pair_.ends + step.first;
        if (step.options < lane_count) {
            const Lanes words_here = load(words), ends_here = load(ends);
            return become(best, bits, history, [&](Lanes age, Lanes& used, Lanes& end) BOLIDE_INLINE {
                const Lanes option = age & mask;
                used = used | picked(words_here, option);
                end = either(equal(option, declined), end, picked(ends_here, option));
            });
        }
        become(best, bits, history, [&](Lanes age, Lanes& used, Lanes& end) BOLIDE_INLINE {
            const Lanes option = lower(age & mask, declined);  // Beyond the last path, the option may be any number.
            used = used | gathered(words, option);
            end = either(equal(option, declined), end, gathered(ends, option));
        });
    }

    /// Makes paths of sorted candidates. Splits their keys from their ages: these go into the history and give, shifted
    /// by `bits`, the parent of each path. `change` updates its words and ends.
    template <class Change>
    void become(const Lanes* row, int bits, std::uint32_t* history, Change change) {
        const Lanes mask = all(pair_.age_mask), last = all(SmallPair::most_paths - 1);
        for (std::uint32_t first = 0; first < count_; first += lane_count, ++row) {
            const Lanes age = *row & mask, parent = (age >> bits) & last;
            Lanes used = gathered(used_, parent), ends = gathered(ends_, parent);
            change(age, used, ends);
            store(history + first, age);
            store(keys_ + first, but_for(mask, *row));
            store(other_used_ + first, used);
            store(other_ends_ + first, ends);
        }
        std::uint32_t *const used = used_, *const ends = ends_;
        used_ = other_used_;
        other_used_ = used;
        ends_ = other_ends_;
        other_ends_ = ends;
    }

    const SmallPair& pair_;
    std::uint32_t count_ = 1;
    std::uint32_t keys_[SmallPair::most_paths + lane_count];  ///< With room for comparing neighbours.
    std::uint32_t rooms_[4][SmallPair::most_paths];
    std::uint32_t *used_ = rooms_[0], *ends_ = rooms_[1], *other_used_ = rooms_[2], *other_ends_ = rooms_[3];
};

std::size_t search_small(const SmallPair& pair) {
    SmallPaths paths(pair);
    std::uint32_t* history = pair.history;
    for (std::size_t s = 0; s < pair.step_count; ++s, history += SmallPair::most_paths) {
        SmallStep& step = pair.steps[s];
        if (step.options)
            paths.choose(step, history);
        else
            paths.go_on(step, history);
    }
    return paths.best();
}

}  // namespace

}  // namespace bolide::align
