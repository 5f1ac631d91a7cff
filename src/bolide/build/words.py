"""Words and how often they occur: common words, and the function words made of them (Meteor Universal 2014, §3.1)."""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from operator import ge, gt
from pathlib import Path

from bolide.data.languages import any_language
from bolide.errors import InputError
from bolide.files.boundary import reading
from bolide.files.plain import LineFile
from bolide.files.progress import Progress
from bolide.text import line_tokeniser

__all__ = ["common_words", "count_words", "function_words_of", "read_counts", "tokenise_lines", "write_counts"]

BATCH = 8192


def tokenise_lines(lines: Iterable[str], language: str, text: str) -> list[str]:
    """Return lines as their tokens with one blank between them."""
    tokenise = line_tokeniser(any_language(language), text)
    return [" ".join(tokenise(line)) for line in lines]


def count_words(paths: Iterable[str], *, language: str = "other", text: str = "lower") -> Counter[str]:
    """Count the words of text files, read as a stream: memory grows with the different words alone."""
    counts: Counter[str] = Counter()
    for path in paths:
        with LineFile(path) as file, Progress(f"counting the words of {file.name}") as progress:
            while lines := file.take(BATCH):
                for line in tokenise_lines(lines, language, text):
                    counts.update(line.split(" "))
                progress.advance(len(lines))
    del counts[""]
    return counts


def common_words(counts: Counter[str], threshold: float, rule: str = "above") -> list[str]:
    """Return the words whose share of all words is above a threshold, or with the rule `from` just that too, by falling frequency.

    >>> common_words(Counter({"the": 6, "cat": 3, "sat": 1}), 0.1)
    ['the', 'cat']
    >>> common_words(Counter({"the": 6, "cat": 3, "sat": 1}), 0.1, "from")
    ['the', 'cat', 'sat']
    """
    total = sum(counts.values())
    enough = ge if rule == "from" else gt
    limit = Fraction(str(threshold)) * total  # A share is compared as it is written, without rounding.
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [word for word, count in ordered if enough(count, limit)]


def function_words_of(
    paths: Iterable[str], *, threshold: float = 0.001, language: str = "other", text: str = "lower"
) -> list[str]:
    """Return the function words of a language: those that are common in text files."""
    return common_words(count_words(paths, language=language, text=text), threshold)


def write_counts(counts: Counter[str], path: Path) -> None:
    """Write words and counts, by falling count, as gzip TSV."""
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    with path.open("wb") as raw, gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as file:
        for word, count in ordered:
            file.write(f"{word}\t{count}\n".encode())


def read_counts(path: Path) -> Counter[str]:
    """Read what `write_counts` wrote."""
    counts: Counter[str] = Counter()
    number = 0
    with LineFile(str(path)) as file, reading(lambda: f"{path}, line {number}"):
        for number, line in file.numbered():
            word, _, count = line.partition("\t")
            if not count.isdecimal():
                raise InputError(f"{path}, line {number}: a word, a tab and a count were expected, not {line[:60]!r}")
            counts[word] += int(count)
    return counts
