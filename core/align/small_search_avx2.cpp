// Compiled for processors with AVX2 and POPCNT: nothing else may go in here, since nothing else asks whether this one
// has them.
#include "align/small_search.hpp"

#if defined(__AVX2__)

#include "align/small_kernel.hpp"

namespace bolide::align {

const SmallKernel avx2_small_kernel = search_small;

}  // namespace bolide::align

#else

namespace bolide::align {

const SmallKernel avx2_small_kernel = nullptr;

}  // namespace bolide::align

#endif
