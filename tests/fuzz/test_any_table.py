"""Tables with any words in them are compiled and read back; `core_fuzz` tampers with sources and compiled files."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from bolide import _core

DIGEST = bytes(32)
WORDS = st.text(st.characters(codec="utf-8", exclude_characters=" \t\n\r\f\0"), min_size=1, max_size=5)
PHRASES = st.lists(WORDS, min_size=1, max_size=4)


def _compile_paraphrases(text: bytes, path: Path, pieces: int = 1) -> int:
    compiler = _core.ParaphraseCompiler()
    step = max(1, len(text) // pieces)
    for start in range(0, len(text), step):
        compiler.feed(text[start : start + step])
    return compiler.write(path, DIGEST, "{}")


@given(st.lists(st.tuples(PHRASES, PHRASES, st.floats(0, 1, width=32)), max_size=12), st.integers(1, 50))
@settings(max_examples=100)
def test_paraphrases_read_back(entries, pieces):
    """Every entry of a table is found by its first phrase, in order, with its probability, however the text was fed."""
    text = "".join(f"{probability!r}\n{' '.join(a)}\n{' '.join(b)}\n" for a, b, probability in entries)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table"
        assert _compile_paraphrases(text.encode(), path, pieces) == len(entries)
        table = _core.ParaphraseTable(path)
        table.check()
        assert table.entries == len(entries)
        assert table.phrases == len({tuple(a) for a, _, _ in entries})
        for phrase in (["not", "in", "it"], *(a for a, _, _ in entries)):
            expected = [(" ".join(b), probability) for a, b, probability in entries if a == phrase]
            assert table.look_up(phrase) == expected
