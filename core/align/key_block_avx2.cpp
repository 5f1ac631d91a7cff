// Compiled for processors with AVX2: nothing else may go in here, since nothing else asks whether this one has it.
#include "align/key_block.hpp"

#if defined(__AVX2__)

#include "align/key_network.hpp"

namespace bolide::align {

const KeySorter avx2_key_sorter = {sort_by_network, merge_by_network};

}  // namespace bolide::align

#else

namespace bolide::align {

const KeySorter avx2_key_sorter = {nullptr, nullptr};

}  // namespace bolide::align

#endif
