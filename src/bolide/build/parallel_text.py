"""Tokenises parallel text, counts its words, and finds function words among them (Meteor Universal 2014, §3.1)."""

import gzip
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from operator import ge, gt
from pathlib import Path
from typing import IO, cast

from bolide import _core
from bolide.data.languages import any_language
from bolide.errors import InputError
from bolide.files import Progress
from bolide.files.boundary import reading
from bolide.files.plain import LineFile
from bolide.text import line_tokeniser

BATCH = 8192


def tokenise_lines(lines: Iterable[str], language: str, text: str) -> list[str]:
    """Return lines as tokens separated by single blanks."""
    tokenise = line_tokeniser(any_language(language), text)
    return [" ".join(tokenise(line)) for line in lines]


def count_words(paths: Iterable[str], *, language: str = "other", text: str = "lower") -> Counter[str]:
    """Count the words of text files, read as a stream: memory grows only with the number of different words."""
    counts: Counter[str] = Counter()
    for path in paths:
        with LineFile(path) as file, Progress(f"counting the words of {file.name}") as progress:
            counts += _count(file, language, text, progress)
    return counts


def _count(file: LineFile, language: str, text: str, progress: Progress, out: IO[str] | None = None) -> Counter[str]:
    """Count the words of a file, and write its tokens to `out`, if given."""
    counts: Counter[str] = Counter()
    while lines := file.take(BATCH):
        for line in tokenise_lines(lines, language, text):
            counts.update(line.split(" "))
            if out:
                out.write(line + "\n")
        progress.advance(len(lines))
    del counts[""]
    return counts


def common_words(counts: Counter[str], threshold: float, rule: str = "above") -> list[str]:
    """Return the words with a share of all words above a threshold, or with the rule `from` at least that, by falling frequency.

    >>> common_words(Counter({"the": 6, "cat": 3, "sat": 1}), 0.1)
    ['the', 'cat']
    >>> common_words(Counter({"the": 6, "cat": 3, "sat": 1}), 0.1, "from")
    ['the', 'cat', 'sat']
    """
    total = sum(counts.values())
    enough = ge if rule == "from" else gt
    limit = Fraction(str(threshold)) * total  # The threshold is used as written, without rounding.
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [word for word, count in ordered if enough(count, limit)]


def function_words_of(
    paths: Iterable[str], *, threshold: float = 0.001, language: str = "other", text: str = "lower"
) -> list[str]:
    """Return the function words of a language: the common words of text files."""
    return common_words(count_words(paths, language=language, text=text), threshold)


def write_counts(counts: Counter[str], path: Path) -> None:
    """Write words and counts, by falling count, as gzip TSV."""
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    with packed(path) as file:
        for word, count in ordered:
            file.write(f"{word}\t{count}\n".encode())


@contextmanager
def packed(path: Path) -> Iterator[IO[bytes]]:
    """Give a gzip file to write, without a name or a date: the same text gives the same bytes."""
    with path.open("wb") as raw, gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as file:
        yield cast("IO[bytes]", file)


def read_counts(path: Path) -> Counter[str]:
    """Read a file of `write_counts`."""
    counts: Counter[str] = Counter()
    number = 0
    with LineFile(str(path)) as file, reading(lambda: f"{path}, line {number}"):
        for number, line in file.numbered():
            word, _, count = line.partition("\t")
            if not count.isdecimal():
                raise InputError(f"{path}, line {number}: expected a word, a tab and a count, found {line[:60]!r}")
            counts[word] += int(count)
    return counts


SIDE_NAMES = ("source", "target")


def write_corpus(
    folder: Path, paths: dict[str, str], languages: dict[str, str], text: dict[str, str]
) -> dict[str, int]:
    """Write the tokens of both sides into a folder, with the counts of their words; `InputError` for unequal files."""
    with LineFile(paths["source"]) as source, LineFile(paths["target"]) as target:
        files = {"source": source, "target": target}
        lengths = {side: file.count() for side, file in files.items()}
        if lengths["source"] != lengths["target"]:
            raise InputError(
                f"{source.name} has {lengths['source']} lines and {target.name} {lengths['target']}: "
                "parallel text must have the translation of each line in the same line"
            )
        words = {}
        for side, file in files.items():
            with (
                (folder / f"{side}.txt").open("w", encoding="utf-8", newline="\n") as out,
                Progress(f"tokenising {file.name}", lengths[side]) as progress,
            ):
                counts = _count(file, languages[side], text[side], progress, out)
            write_counts(counts, folder / f"{side}.words.gz")
            if not (total := counts.total()):
                raise InputError(
                    f"{file.name} is empty, or has only blank lines: parallel text must have words on both sides"
                )
            words[side] = total
    return {"lines": lengths["source"], "source_words": words["source"], "target_words": words["target"]}


def line_batches(files: Sequence[IO[bytes]], size: int) -> Iterator[list[bytes]]:
    """Yield the next `size` lines of each file, as one block of bytes per file; at the end, the rest."""
    while True:
        batch = [b"".join(line for _, line in zip(range(size), file, strict=False)) for file in files]
        if not any(batch):
            return
        yield batch


@contextmanager
def located(first: int, what: str) -> Iterator[None]:
    """Turn the core's error about a line of a batch into ours; `first` is the number of the batch's first line, from 0."""
    try:
        yield
    except _core.CoreBitextError as error:
        line, reason = error.args
        raise InputError(f"{what}, line {first + line + 1}: {reason}") from error
