/// Asking for memory before it is needed.
#pragma once

namespace bolide {

inline void prefetch([[maybe_unused]] const void* address) {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(address);
#endif
}

}  // namespace bolide
