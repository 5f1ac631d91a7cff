"""Reads and writes lists of copy words (`bolide copy-words`, `--copy-words`), and reads the pairs that they are learned from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bolide.errors import InputError
from bolide.files.judged import parse_number
from bolide.files.plain import LineFile
from bolide.records import record
from bolide.show.tables import Document, Table

HEADER = ("word", "count", "together", "probability")


@record
class CopyWord:
    """A word, the number of pairs that have it on either side, and the number that have it on both."""

    word: str
    count: int
    together: int
    kind: str | None = None  # its most frequent type of entity, or OTHER, if requested

    @property
    def probability(self) -> float:
        """The share of pairs in which it was copied (formula 7 of Guo, Ruan and Hu 2018)."""
        return self.together / self.count


def document_of(words: Sequence[CopyWord]) -> Document:
    """Return words as a table; in TSV, this is the format of the file.

    >>> from bolide.show.tables import render
    >>> render(document_of([CopyWord(word="rome", count=4, together=3)]), "tsv").split()
    ['word', 'count', 'together', 'probability', 'rome', '4', '3', '0.75']
    """
    head = (*HEADER, "kind") if any(word.kind for word in words) else HEADER
    rows = [[getattr(word, name) for name in head] for word in words]
    data = {"copy_words": [dict(zip(head, row, strict=True)) for row in rows]}
    return Document(tables=[Table(head=head, rows=rows)], data=data)


def read_copy_words(path: str) -> tuple[str, ...]:
    """Read the words of a file: the first cell of each line, with or without a header; `-` is standard input."""
    with LineFile(path) as file:
        lines = [line.split("\t")[0].strip() for _, line in file.numbered()]
    words = tuple(word for word in (lines[1:] if lines[:1] == [HEADER[0]] else lines) if word)
    if not words:
        raise InputError(f"{path}: there are no words in it: give one word per line")
    if spaced := next((word for word in words if len(word.split()) > 1), None):
        raise InputError(f"{path}: a copy word is a single token, not {spaced!r}")
    return words


# Known column names of pairs and their scores, preferred ones first.
_TEXTS = (("text1", "text2"), ("question1", "question2"), ("sentence1", "sentence2"), ("hypothesis", "reference"))
_SCORES = ("score", "human", "label", "is_duplicate")


@record
class PairColumns:
    """The columns to read; None: those with a known name. Pairs below `least_score` are left out."""

    texts: tuple[str, str] | None = None
    score: str | None = None
    least_score: float | None = None

    def among(self, header: Sequence[str], place: str) -> tuple[int, int, int | None]:
        """Return the places of both texts and of the score, if it is needed."""
        names = self.texts or next((pair for pair in _TEXTS if all(name in header for name in pair)), None)
        if names is None or any(name not in header for name in names):
            wanted = " and ".join(names) if names else "two texts, such as text1 and text2 or hypothesis and reference"
            raise InputError(
                f"{place}: no columns for {wanted}: choose with --columns FIRST,SECOND among {', '.join(header)}"
            )
        if self.least_score is None:
            return header.index(names[0]), header.index(names[1]), None
        score = self.score or next((name for name in _SCORES if name in header), None)
        if score not in header:
            raise InputError(f"{place}: no column of scores: choose with --score-column NAME among {', '.join(header)}")
        return header.index(names[0]), header.index(names[1]), header.index(score)


def read_pairs(path: str, columns: PairColumns) -> Iterator[tuple[str, str]]:
    """Yield the pairs of a file with a sufficient score; gzip or not, `-` for standard input."""
    with LineFile(path) as file:
        lines = file.numbered()
        _, head = next(lines, (1, ""))
        header = head.split("\t")
        first, second, score = columns.among(header, f"{file.name}:1")
        for number, line in lines:
            cells = line.split("\t")
            if len(cells) != len(header):
                raise InputError(
                    f"{file.name}:{number}: the row has {len(cells)} cells and the header {len(header)}: fix the row"
                )
            try:
                if score is None or parse_number(cells[score], "score") >= (columns.least_score or 0.0):
                    yield cells[first], cells[second]
            except ValueError as error:
                raise InputError(f"{file.name}:{number}: {error}") from error
