"""The jar's `FilterParaphrase`: the entries of a paraphrase table that can match in given references."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, cast

from bolide.adapters.java.options import java_words
from bolide.adapters.java.ordering import java_hash
from bolide.adapters.java.stop import Stop
from bolide.adapters.java.streams import Streams
from bolide.data.languages import find_language
from bolide.files.java_files import java_lines
from bolide.text import tokeniser

__all__ = ["Phrases", "run_filter_paraphrase"]

USAGE = "usage: bolide java --class FilterParaphrase IN.gz OUT.gz REFERENCE [REFERENCE ...]\n"
LONGEST = 7
NOTE_EVERY = 1_000_000


def run_filter_paraphrase(arguments: Sequence[str], streams: Streams) -> int:
    """Run what `java -cp meteor-1.5.jar FilterParaphrase` runs; return its exit code."""
    if len(arguments) < 3:
        streams.output.write(USAGE)
        return 1
    source, target, *references = arguments
    phrases = Phrases()
    try:
        streams.output.write("Reading reference files...\n")
        for reference in references:
            streams.output.write(f"{reference}\n")
            phrases.read(reference)
        with gzip.open(source, "rb") as table, gzip.open(target, "wb") as kept:
            streams.output.write("Filtering paraphrases...\n")
            streams.output.flush()
            used = 0
            for count, entry in enumerate(_entries(table), 1):
                if phrases.occurs(entry[1]) or phrases.occurs(entry[2]):
                    used += 1
                    kept.write(("\n".join(entry) + "\n").encode())
                if count % NOTE_EVERY == 0:
                    streams.output.write(f"{count} ({used})\n")
    except BrokenPipeError:
        raise
    except (gzip.BadGzipFile, zlib.error, EOFError) as error:
        raise Stop(1, f"{source}: damaged gzip data ({error})") from error
    except OSError as error:
        raise Stop(1, f"{error.filename} ({error.strerror})") from error
    return 0


def _entries(table: IO[bytes] | gzip.GzipFile) -> Iterator[tuple[str, str, str]]:
    lines = java_lines(cast("IO[bytes]", table))
    for probability in lines:
        first, second = next(lines, None), next(lines, None)
        if first is None or second is None:
            raise Stop(1, "the paraphrase table ends inside of an entry")
        yield probability, first, second


class Phrases:
    """The phrases of references, as hashes of words: what the jar compares."""

    def __init__(self) -> None:
        # Parity: references are always read as English without punctuation.
        self._tokeniser = tokeniser(find_language("en"), "nopunct")
        self._hashes: dict[str, int] = {}
        self._short: set[tuple[int, ...]] = set()
        self._lines: set[tuple[int, ...]] = set()

    def read(self, path: str) -> None:
        """Add the lines of a file."""
        with Path(path).open("rb") as stream:
            for line in java_lines(stream):
                words = tuple(self._hash(word) for word in self._tokeniser.tokenise(line))
                self._lines.add(words)
                for length in range(1, LONGEST + 1):
                    self._short.update(words[start : start + length] for start in range(len(words) - length + 1))

    def occurs(self, phrase: str) -> bool:
        """Whether a phrase stands in a line; an empty one always does."""
        words = tuple(self._hash(word) for word in java_words(phrase))
        if len(words) <= LONGEST:
            return not words or words in self._short
        return any(
            line[start : start + len(words)] == words
            for line in self._lines
            for start in range(len(line) - len(words) + 1)
        )

    def _hash(self, word: str) -> int:
        value = self._hashes.get(word)
        if value is None:
            value = self._hashes[word] = java_hash(word)
        return value
