"""Made-up segments and paraphrase tables of four words, and how bolide aligns them."""

from __future__ import annotations

import tempfile
from functools import lru_cache
from pathlib import Path

from hypothesis import strategies as st

from bolide import Meteor

WORDS = st.sampled_from("abcd")
SEGMENTS = st.lists(WORDS, max_size=9)
PHRASES = st.lists(WORDS, min_size=1, max_size=3).map(tuple)
TABLES = st.lists(st.tuples(PHRASES, PHRASES), max_size=5).map(tuple)


@lru_cache(maxsize=64)
def _meteor(table: tuple, beam: int, aligner: str) -> Meteor:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.txt"
        path.write_text("".join(f"0.5\n{' '.join(a)}\n{' '.join(b)}\n" for a, b in table))
        return Meteor("other", task="universal", text="raw", beam=beam, paraphrases=path, aligner=aligner)


def chosen(hypothesis, reference, table, beam, aligner) -> list[tuple[int, ...]]:
    """Return the matches that an aligner chooses: starts and lengths on both sides, and the place of the matcher."""
    places = {"exact": 0, "paraphrase": 1}
    return [
        (m.hypothesis_start, m.hypothesis_length, m.reference_start, m.reference_length, places[m.matcher])
        for m in _meteor(table, beam, aligner).align(hypothesis, reference).matches
    ]
