/// Functions that are compiled for several kinds of processor, the best one chosen when the program starts. All give
/// the same result. Not under GCC's address and thread sanitizers: the choice is made before they have started.
#pragma once

#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define BOLIDE_WIDE __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define BOLIDE_WIDE
#endif
