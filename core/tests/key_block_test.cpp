// Blocks of keys and rankings: sorted as the standard library sorts.
#include "align/key_block.hpp"

#include <algorithm>
#include <vector>

#include "align/ranking.hpp"
#include "tests/harness.hpp"
#include "tests/random_input.hpp"

namespace {

using namespace bolide;
using namespace bolide::tests;
using align::KeyBlock;
using align::NarrowKey;
using align::WideKey;

/// What this processor can run.
std::vector<const align::KeySorter*> sorters() {
    std::vector<const align::KeySorter*> found = {&align::plain_key_sorter};
    if (&align::key_sorter() != found.front()) found.push_back(&align::key_sorter());
    return found;
}

/// Keys of a random width, so that some draws are full of equal ones.
std::vector<NarrowKey> draw(Random& random, std::size_t count) {
    const std::size_t shift = random.below(63);
    std::vector<NarrowKey> keys(count);
    for (NarrowKey& key : keys) key = random.below(INT64_MAX) >> shift;
    return keys;
}

KeyBlock block_of(const std::vector<NarrowKey>& keys) {
    KeyBlock block;
    std::copy(keys.begin(), keys.end(), block.data());
    return block;
}

std::vector<NarrowKey> ranked(const KeyBlock& block) {
    std::vector<NarrowKey> keys(KeyBlock::size);
    for (std::size_t place = 0; place < keys.size(); ++place) keys[place] = block.ranked(place);
    return keys;
}

template <class Key>
std::vector<Key> rank(const std::vector<Key>& keys, std::size_t limit, const Key& highest) {
    typename align::Ranking<Key>::Room room;
    align::Ranking<Key> ranking(room, limit, highest);
    for (const Key& key : keys) {
        ranking.insert(key);
        ranking.insert(highest);
    }
    std::vector<Key> best(ranking.finish());
    for (std::size_t place = 0; place < best.size(); ++place) best[place] = ranking[place];
    return best;
}

}  // namespace

TEST("Blocks are sorted and merged, by every set of instructions") {
    Random random(1);
    for (const align::KeySorter* sorter : sorters())
        for (int round = 0; round < 2000; ++round) {
            std::vector<NarrowKey> here = draw(random, KeyBlock::size), there = draw(random, KeyBlock::size);
            KeyBlock best = block_of(here), other = block_of(there);
            sorter->sort(best);
            sorter->sort(other);
            std::sort(here.begin(), here.end());
            CHECK(ranked(best) == here);
            sorter->merge(best, other);
            here.insert(here.end(), there.begin(), there.end());
            std::sort(here.begin(), here.end());
            here.resize(KeyBlock::size);
            CHECK(ranked(best) == here);
        }
}

TEST("Rankings keep the lowest keys in order, however many there are") {
    Random random(2);
    for (int round = 0; round < 3000; ++round) {
        std::vector<NarrowKey> keys = draw(random, random.below(300));
        std::vector<WideKey> wide;
        for (const NarrowKey key : keys) wide.push_back({key >> 40, key >> 20 & 0xFFFFF, key & 0xFFFFF, 0});
        const std::size_t limit = 1 + random.below(64);
        const auto best = rank<NarrowKey>(keys, limit, INT64_MAX);
        const auto best_wide = rank<WideKey>(wide, limit, {UINT64_MAX, 0, 0, 0});
        std::sort(keys.begin(), keys.end());
        keys.resize(std::min(keys.size(), limit));
        CHECK(best == keys);
        CHECK_EQ(best_wide.size(), keys.size());
        for (std::size_t i = 0; i < keys.size(); ++i) CHECK_EQ(best_wide[i].words, keys[i] >> 40);
    }
}
