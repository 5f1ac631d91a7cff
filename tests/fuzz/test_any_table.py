"""Table sources and compiled files with anything in them: compiled and read back, or refused, never a crash."""

from __future__ import annotations

import contextlib
import re
import tempfile
from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st
from made_up_meteor import IN_JAR, PARAPHRASES

from bolide import _core

DIGEST = bytes(32)
WORDS = st.text(st.characters(codec="utf-8", exclude_characters=" \t\n\r\f\0"), min_size=1, max_size=5)
PHRASES = st.lists(WORDS, min_size=1, max_size=4)


@st.composite
def _mutated(draw, source: bytes) -> bytes:
    """Change a text in some places: bytes replaced, taken out, put in, doubled."""
    text = bytearray(source)
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(start + 8, len(text))))
        text[start:end] = draw(
            st.binary(max_size=6) | st.sampled_from([b"\n", b"\r\n", b"\0", b"\xff", b"1e999", text[start:end] * 2])
        )
    return bytes(text)


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


@given(_mutated(PARAPHRASES * 2))
@settings(max_examples=200)
@example(b"")
@example(b"0.5\na\nb")
def test_mutated_paraphrases(text):
    """A text that was tampered with is compiled to a table that passes its check, or refused with the line."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table"
        reason = ""
        try:
            _compile_paraphrases(text, path)
        except _core.CompiledResourceError as error:
            reason = str(error)
        if not reason:
            _core.ParaphraseTable(path).check()
    assert not reason or re.match(r"line \d+: ", reason)


@given(_mutated(IN_JAR["synonym/english.synsets"]), _mutated(IN_JAR["synonym/english.exceptions"]))
@settings(max_examples=200)
def test_mutated_synonyms(synsets, exceptions):
    """Synonym texts that were tampered with are compiled or refused."""
    with tempfile.TemporaryDirectory() as folder, contextlib.suppress(_core.CompiledResourceError):
        _core.compile_synonyms(synsets, exceptions, Path(folder) / "table", DIGEST, "{}")
        _core.SynonymTable(Path(folder) / "table").check()
