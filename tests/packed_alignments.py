"""Alignments as arrays of numbers, made one by one: for reports of made-up alignments."""

from itertools import zip_longest

import numpy as np

from bolide._core import WHOLE_SIMILARITY
from bolide.metric.alignment import COPY_WORD, FUNCTION_WORD, PackedAlignments
from bolide.reports.builder import VALUES


def add_alignments(builder, alignments, matchers, **known):
    """Add the next segments to a report, a list of alignments by these matchers for each system."""
    packed, values = {}, {}
    for name, found in alignments.items():
        flags = [
            zip_longest(getattr(item, f"{side}_function"), getattr(item, f"{side}_copy"), fillvalue=False)
            for item in found
            for side in ("hypothesis", "reference")
        ]
        packed[name] = PackedAlignments.pack(
            [words for item in found for words in (item.hypothesis, item.reference)],
            bytes(FUNCTION_WORD * function | COPY_WORD * copy for side in flags for function, copy in side),
            [
                [(*m[:4], matchers.index(m.matcher), round(m.similarity * WHOLE_SIMILARITY)) for m in item.matches]
                for item in found
            ],
        )
        values[name] = np.array([[getattr(item, value) for value in VALUES] for item in found])
    builder.add_packed(packed, values, **known)
