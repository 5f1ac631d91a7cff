"""Alignments as arrays of numbers, made one by one: for reports of made-up alignments."""

from collections.abc import Sequence

import numpy as np

from bolide import Alignment
from bolide._core import WHOLE_SIMILARITY
from bolide.metric.alignment import COPY_WORD, FUNCTION_WORD, PackedAlignments
from bolide.reports.builder import VALUES


def pack_alignments(alignments: Sequence[Alignment], matchers: Sequence[str]) -> PackedAlignments:
    """Return alignments by these matchers as numbers, without their statistics."""
    vocabulary: dict[str, int] = {}
    words: list[int] = []
    matches: list[tuple[int, ...]] = []
    kinds, word_ends, match_ends = bytearray(), [], []
    for item in alignments:
        for tokens, functions, copies in (
            (item.hypothesis, item.hypothesis_function, item.hypothesis_copy),
            (item.reference, item.reference_function, item.reference_copy),
        ):
            words += [vocabulary.setdefault(word, len(vocabulary)) for word in tokens]
            both = zip(functions, copies or (False,) * len(tokens), strict=True)
            kinds += bytes(FUNCTION_WORD * function | COPY_WORD * copy for function, copy in both)
            word_ends.append(len(words))
        for match in item.matches:
            spans = match.hypothesis_start, match.hypothesis_length, match.reference_start, match.reference_length
            matches.append((*spans, matchers.index(match.matcher), round(match.similarity * WHOLE_SIMILARITY)))
        match_ends.append(len(matches))
    numbers = {"words": words, "word_ends": word_ends, "matches": matches, "match_ends": match_ends}
    return PackedAlignments(
        vocabulary=tuple(vocabulary),
        kinds=bytes(kinds),
        statistics=b"",
        has_copy_words=any(item.hypothesis_copy or item.reference_copy for item in alignments),
        **{name: np.array(of, dtype=np.int32).tobytes() for name, of in numbers.items()},
    )


def add_alignments(builder, alignments, matchers, **known):
    """Add the next segments to a report, a list of alignments for each system."""
    packed = {name: pack_alignments(found, matchers) for name, found in alignments.items()}
    values = {
        name: np.array([[getattr(item, value) for value in VALUES] for item in found])
        for name, found in alignments.items()
    }
    builder.add_packed(packed, values, **known)
