// Compiled for processors with AVX2 and POPCNT: nothing else may go in here, since nothing else asks whether this one
// has them.
#if defined(__AVX2__)
#include "align/small_kernel.hpp"
#else
#include "align/small_search.hpp"
#endif

namespace bolide::align {

#if defined(__AVX2__)
const SmallKernel avx2_small_kernel = search_small;
#else
const SmallKernel avx2_small_kernel = nullptr;
#endif

}  // namespace bolide::align
