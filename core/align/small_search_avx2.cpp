// Compiled for processors with AVX2 and POPCNT. Only the kernel may go in here: only its use is guarded.
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
