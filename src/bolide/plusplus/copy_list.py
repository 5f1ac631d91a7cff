"""Files of copy words: written by `bolide copy-words`, read by `--copy-words`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bolide.errors import InputError
from bolide.files.plain import LineFile
from bolide.show.tables import Document, Table

__all__ = ["CopyWord", "document_of", "read_copy_words"]

HEADER = ("word", "count", "together", "probability")


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyWord:
    """A word, in how many pairs it stands on either side, and in how many of them on both."""

    word: str
    count: int
    together: int

    @property
    def probability(self) -> float:
        """How often it was carried over (formula 7 of Guo, Ruan and Hu 2018)."""
        return self.together / self.count


def document_of(words: Sequence[CopyWord]) -> Document:
    """Return words as a table; as TSV it is the text of a file.

    >>> from bolide.show.tables import render
    >>> render(document_of([CopyWord(word="rome", count=4, together=3)]), "tsv").split()
    ['word', 'count', 'together', 'probability', 'rome', '4', '3', '0.75']
    """
    rows = [[getattr(word, name) for name in HEADER] for word in words]
    data = {"copy_words": [dict(zip(HEADER, row, strict=True)) for row in rows]}
    return Document(tables=[Table(head=HEADER, rows=rows)], data=data)


def read_copy_words(path: str) -> tuple[str, ...]:
    """Return the words of a file: the first cell of each line, with or without a header; `-` is standard input."""
    with LineFile(path) as file:
        lines = [line.split("\t")[0].strip() for _, line in file.numbered()]
    words = tuple(word for word in (lines[1:] if lines[:1] == [HEADER[0]] else lines) if word)
    if not words:
        raise InputError(f"{path}: there are no words in it: a word on each line is needed")
    if spaced := next((word for word in words if len(word.split()) > 1), None):
        raise InputError(f"{path}: a copy word is a single token, not {spaced!r}")
    return words
