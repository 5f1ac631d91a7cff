/* The C interface of bolide: open a metric, score and align pairs, close it. docs/c.md has examples.
 *
 * Text is UTF-8 with its size in bytes; invalid bytes count as U+FFFD. Functions that return `int` return BOLIDE_OK or
 * a bolide_status; bolide_error() then has the message. Nothing is thrown, nothing is printed.
 *
 * Threads: any number of threads may use one metric at once; close it after they are done. An error message belongs to
 * the thread that made the failed call. An alignment belongs to the caller.
 */
#ifndef BOLIDE_H
#define BOLIDE_H

#include <stddef.h>
#include <stdint.h>

/* The version of this interface. It changes, with the library's name (libbolide.so.1), if programs would break. */
#define BOLIDE_ABI 1

#if defined(_WIN32) && defined(BOLIDE_BUILDS)
#define BOLIDE_API __declspec(dllexport)
#elif defined(_WIN32)
#define BOLIDE_API __declspec(dllimport)
#else
#define BOLIDE_API __attribute__((visibility("default"), used))
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum bolide_status {
    BOLIDE_OK = 0,
    BOLIDE_BAD_SETTINGS = 1, /* The settings cannot be understood. */
    BOLIDE_BAD_FILE = 2,     /* A table cannot be opened, or is damaged. */
    BOLIDE_BAD_SEGMENT = 3,  /* The pair has too many possible alignments: split it. */
    BOLIDE_NO_MEMORY = 4,
    BOLIDE_BAD_CALL = 5, /* A null pointer, or a failure that should not happen. */
};

typedef struct bolide_metric bolide_metric;

/* NaN if undefined: precision of an empty text, or a part without a share in the score. */
typedef struct bolide_scores {
    double score, precision, recall, f1, f_mean, fragmentation, penalty, chrf, lcs, semantics;
} bolide_scores;

enum bolide_word_kind { BOLIDE_FUNCTION_WORD = 1, BOLIDE_COPY_WORD = 2 };

typedef struct bolide_word {
    const char* text; /* Ends in a zero byte, which `size` does not count. */
    size_t size;
    uint32_t kinds; /* Bits. */
} bolide_word;

typedef struct bolide_match {
    const char* matcher; /* "exact", "stem" and so on. */
    uint32_t hypothesis_start, hypothesis_length, reference_start, reference_length;
    uint32_t chunk;    /* Counted from 0. */
    double similarity; /* 1, or less if words are only similar. */
} bolide_match;

typedef struct bolide_alignment {
    const bolide_word *hypothesis, *reference;
    size_t hypothesis_size, reference_size;
    const bolide_match* matches; /* In the order of the reference. */
    size_t match_count;
    const int64_t* statistics; /* bolide_columns() of them. */
    bolide_scores scores;
} bolide_alignment;

/* The versions of bolide and of this interface in the library. */
BOLIDE_API const char* bolide_version(void);
BOLIDE_API int bolide_abi(void);

/* The message of the last failed call on this thread, valid until the next one. */
BOLIDE_API const char* bolide_error(void);

/* Opens a metric from settings, the text that `Meteor.settings()` of the Python package returns. */
BOLIDE_API int bolide_open(const char* settings, size_t settings_size, bolide_metric** metric);
BOLIDE_API void bolide_close(bolide_metric* metric);

/* The metric's signature; empty if its settings have none. Valid until the metric is closed. */
BOLIDE_API const char* bolide_signature(const bolide_metric* metric);

/* Scores a hypothesis against one reference. Of several references, the best score counts. */
BOLIDE_API int bolide_score(const bolide_metric* metric, const char* hypothesis, size_t hypothesis_size,
                            const char* reference, size_t reference_size, bolide_scores* scores);

/* To score a corpus: count every pair, add up the columns, and score the sum. */
BOLIDE_API size_t bolide_columns(const bolide_metric* metric);
BOLIDE_API int bolide_count(const bolide_metric* metric, const char* hypothesis, size_t hypothesis_size,
                            const char* reference, size_t reference_size, int64_t* statistics);
BOLIDE_API int bolide_score_statistics(const bolide_metric* metric, const int64_t* statistics, bolide_scores* scores);

BOLIDE_API int bolide_align(const bolide_metric* metric, const char* hypothesis, size_t hypothesis_size,
                            const char* reference, size_t reference_size, bolide_alignment** alignment);
BOLIDE_API void bolide_free_alignment(bolide_alignment* alignment);

#ifdef __EMSCRIPTEN__
/* WebAssembly has no files: this names memory by a path for use in settings. The memory must stay valid. */
BOLIDE_API int bolide_put_file(const char* path, size_t path_size, const void* bytes, size_t size);
#endif

#ifdef __cplusplus
}
#endif

#endif
