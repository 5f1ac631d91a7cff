#include "align/key_block.hpp"

#include "align/key_network.hpp"

namespace bolide::align {

const KeySorter plain_key_sorter = {sort_by_network, merge_by_network};

const KeySorter& key_sorter() {
#if defined(__GNUC__) && defined(__x86_64__)
    static const bool has_avx2 = __builtin_cpu_supports("avx2");
    if (has_avx2) return avx2_key_sorter;
#endif
    return plain_key_sorter;
}

}  // namespace bolide::align
