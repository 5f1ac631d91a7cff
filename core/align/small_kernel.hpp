/// The small search itself.
///
/// To be included by one source for each set of instructions; nothing here is seen outside of it, and nothing here
/// calls what others might share.
#pragma once

#include <bit>

#include "align/lane_network.hpp"
#include "align/small_search.hpp"

namespace bolide::align {

namespace {

constexpr std::uint32_t closed = 0xFFFF;  ///< Where no chunk is open; no hypothesis is that long.

constexpr auto numbers = [] {
    struct {
        std::uint32_t at[SmallPair::most_paths];
    } made{};
    for (std::uint32_t i = 0; i < SmallPair::most_paths; ++i) made.at[i] = i;
    return made;
}();

/// The best candidates of a choice, taken in eight rows at a time.
class SmallRanking {
  public:
    explicit SmallRanking(std::uint32_t limit) : row_((limit - 1) % lane_rows), lane_((limit - 1) / lane_rows) {}

    void insert(const Lanes& candidates) {
        open_[filled_++] = candidates;
        if (filled_ == lane_rows) take_in();
    }
    /// A key that no candidate has to be below of, to be among the best.
    std::uint32_t worst() const { return worst_; }

    /// Ends the insertions; `best()` are then in order, row by row. Returns how many there are.
    unsigned finish() {
        if (filled_ || !has_best_) take_in();
        unsigned none = 0;
        for (int i = 0; i < lane_rows; ++i)
            none += static_cast<unsigned>(std::popcount(bits_of(equal(best_[i], all(UINT32_MAX)))));
        transpose(best_);
        return SmallPair::most_paths - none;
    }
    const Lanes* best() const { return best_; }

  private:
    void take_in() {
        for (int i = filled_; i < lane_rows; ++i) open_[i] = all(UINT32_MAX);
        filled_ = 0;
        if (!has_best_) {
            sort_block(open_);
            for (int i = 0; i < lane_rows; ++i) best_[i] = open_[i];
            has_best_ = true;
        } else {
            if (is_in_vain()) return;
            sort_block(open_);
            merge_block(best_, open_);
        }
        std::uint32_t lanes[lane_count];
        store(lanes, best_[row_]);
        worst_ = lanes[lane_];
    }

    /// Whether no open candidate is among the best.
    bool is_in_vain() const {
        Lanes lowest = open_[0];
        for (int i = 1; i < lane_rows; ++i) lowest = lower(lowest, open_[i]);
        return bits_of(equal(higher(lowest, all(worst_)), lowest)) == 0xFF;
    }

    Lanes open_[lane_rows], best_[lane_rows];
    int filled_ = 0;
    std::uint32_t row_, lane_, worst_ = UINT32_MAX;
    bool has_best_ = false;
};

/// The paths: their keys, ages left out; the contested words they have taken; and where they have come to, the first
/// reference word not decided on (<< 16) and where the open chunk would go on.
class SmallPaths {
  public:
    explicit SmallPaths(const SmallPair& pair) : pair_(pair) {
        for (std::size_t i = 0; i < SmallPair::most_paths; i += lane_count) {
            store(keys_ + i, all(0));
            store(used_ + i, all(0));
            store(ends_ + i, all(closed));
        }
        store(keys_ + SmallPair::most_paths, all(0));
        keys_[0] = pair.first_key;
    }

    void pass(SmallStep& step, std::uint32_t* history) {
        const Lanes position = all(step.position), passed = all((step.position + 1u) << 16 | closed),
                    chunk = all(pair_.chunk), low = all(closed);
        advance(step, history, [&](Lanes& ends) {
            const Lanes inside = above(shifted_right(ends, 16), position);
            const Lanes pays = but_for(inside | equal(ends & low, low), chunk);
            ends = either(inside, ends, passed);
            return pays;
        });
    }

    void take(SmallStep& step, std::uint32_t* history) {
        const Lanes start = all(pair_.starts[step.first]), end = all(pair_.ends[step.first]), chunk = all(pair_.chunk),
                    low = all(closed);
        advance(step, history, [&](Lanes& ends) {
            const Lanes open = ends & low;
            ends = end;
            return but_for(equal(open, low) | equal(open, start), chunk);
        });
    }

    /// Each path tries every match that begins here, and doing without.
    void choose(const SmallStep& step, std::uint32_t* history) {
        SmallRanking ranking(pair_.beam);
        const int bits = std::bit_width(step.options);
        const std::uint64_t gain = step.gain;
        for (std::uint32_t first = 0; first < count_; first += lane_count) {
            // Paths are in order: when this one cannot lead to a candidate that is kept, those after it cannot either.
            if (keys_[first] >= ranking.worst() + gain) break;
            offer(step, first, bits, ranking);
        }
        const unsigned found = ranking.finish();
        count_ = found < pair_.beam ? found : pair_.beam;
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
    /// Takes a step that changes all paths alike, but that some pay for a chunk.
    template <class Step>
    void advance(SmallStep& step, std::uint32_t* history, Step change) {
        Lanes paid = all(0);
        for (std::uint32_t first = 0; first < count_; first += lane_count) {
            Lanes ends = load(ends_ + first);
            const Lanes pays = change(ends);
            store(ends_ + first, ends);
            store(keys_ + first, load(keys_ + first) + pays);
            paid = paid | pays;
        }
        step.reordered = bits_of(equal(paid, all(0))) != 0xFF && !is_sorted();
        if (step.reordered) reorder(history);
    }

    bool is_sorted() const {
        for (std::uint32_t first = 0; first + 1 < count_; first += lane_count) {
            const Lanes keys = load(keys_ + first), next = load(keys_ + first + 1);
            const std::uint32_t left = count_ - 1 - first;
            const unsigned looked_at = left < lane_count ? (1u << left) - 1 : 0xFF;
            if (~bits_of(equal(higher(keys, next), next)) & looked_at) return false;
        }
        return true;
    }

    /// Puts the paths in order again; among equals, the one that was before stays before.
    void reorder(std::uint32_t* history) {
        Lanes row[lane_rows];
        for (int i = 0; i < lane_rows; ++i) {
            const Lanes number = load(numbers.at + lane_count * i);
            row[i] = either(above(all(count_), number), load(keys_ + lane_count * i) | number, all(UINT32_MAX));
        }
        sort_block(row);
        transpose(row);
        keep_keys(row, history);
        move_paths(history, 0);
    }

    /// Offers what eight paths can do.
    void offer(const SmallStep& step, std::uint32_t first, int bits, SmallRanking& ranking) {
        Lanes keys = load(keys_ + first);
        const Lanes used = load(used_ + first), ends = load(ends_ + first), number = load(numbers.at + first),
                    low = all(closed), open = ends & low, none = all(0);
        const Lanes alive = above(all(count_), number);
        const Lanes inside = above(shifted_right(ends, 16), all(step.position));
        const Lanes active = but_for(inside, alive);
        const Lanes price = but_for(equal(open, low), all(pair_.chunk));
        Lanes age = shifted_left(number, bits);
        for (std::uint32_t option = step.first; option < step.first + step.options; ++option) {
            const Lanes is_free = active & equal(used & all(pair_.words[option]), none);
            const Lanes pays = but_for(equal(open, all(pair_.starts[option])), price);
            ranking.insert((keys + pays + age - all(pair_.gains[option])) | ~is_free);
            keys = keys + (is_free & all(pair_.costs[option]));
            age = age + all(1);
        }
        ranking.insert((keys + (active & price) + age) | ~alive);
        store(ends_ + first, either(inside, ends, all((step.position + 1u) << 16 | closed)));
    }

    /// Makes the best candidates the new paths.
    void keep(const SmallStep& step, const Lanes* best, int bits, std::uint32_t* history) {
        keep_keys(best, history);
        move_paths(history, bits);
        const std::uint32_t mask = (1u << bits) - 1, declined = step.options;
        if (declined < lane_count) {
            const Lanes words = load(pair_.words + step.first), ends = load(pair_.ends + step.first);
            for (std::uint32_t first = 0; first < count_; first += lane_count) {
                const Lanes option = load(history + first) & all(mask);
                store(used_ + first, load(used_ + first) | picked(words, option));
                store(ends_ + first, either(equal(option, all(declined)), load(ends_ + first), picked(ends, option)));
            }
            return;
        }
        for (std::uint32_t i = 0; i < count_; ++i) {
            const std::uint32_t option = history[i] & mask;
            used_[i] |= pair_.words[step.first + option];
            if (option != declined) ends_[i] = pair_.ends[step.first + option];
        }
    }

    /// Parts keys from ages, which are kept in the history.
    void keep_keys(const Lanes* row, std::uint32_t* history) {
        const Lanes mask = all(pair_.age_mask);
        for (std::uint32_t first = 0; first < count_; first += lane_count, ++row) {
            store(history + first, *row & mask);
            store(keys_ + first, but_for(mask, *row));
        }
    }

    /// Puts at each place the path that its number, shifted by so many bits, says.
    void move_paths(const std::uint32_t* from, int bits) {
        std::uint32_t *const used = other_used_, *const ends = other_ends_;
        for (std::uint32_t i = 0; i < count_; ++i) {
            const std::uint32_t parent = from[i] >> bits;
            used[i] = used_[parent];
            ends[i] = ends_[parent];
        }
        other_used_ = used_;
        used_ = used;
        other_ends_ = ends_;
        ends_ = ends;
    }

    const SmallPair& pair_;
    std::uint32_t count_ = 1;
    std::uint32_t keys_[SmallPair::most_paths + lane_count];  ///< More, so that neighbours can be compared.
    std::uint32_t rooms_[4][SmallPair::most_paths];
    std::uint32_t *used_ = rooms_[0], *ends_ = rooms_[1], *other_used_ = rooms_[2], *other_ends_ = rooms_[3];
};

std::size_t search_small(const SmallPair& pair) {
    SmallPaths paths(pair);
    std::uint32_t* history = pair.history;
    for (std::size_t s = 0; s < pair.step_count; ++s, history += SmallPair::most_paths) {
        SmallStep& step = pair.steps[s];
        if (step.kind == SmallStep::Kind::pass)
            paths.pass(step, history);
        else if (step.kind == SmallStep::Kind::fixed)
            paths.take(step, history);
        else
            paths.choose(step, history);
    }
    return paths.best();
}

}  // namespace

}  // namespace bolide::align
