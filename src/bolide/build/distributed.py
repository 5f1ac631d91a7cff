"""Extracting phrase pairs where the lines are: on the workers of a cluster, which have bolide installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from bolide import _core
from bolide.build.corpus import line_batches, located
from bolide.build.phrases import LINKS_NAME, phrase_columns
from bolide.build.stored_rows import load_arrow, write_rows
from bolide.files.progress import Progress

__all__ = ["ROW", "ExtractPhrases", "write_lines"]

# The columns of a row of phrases, as Spark writes them.
ROW = "source string, target string, count double, source_weight double, target_weight double"
_BATCH = 8192


class ExtractPhrases:
    """Turns batches of aligned lines into batches of their phrase pairs. It is sent to the workers, and called once for a partition."""

    def __init__(self, longest: int) -> None:
        """Take phrases of at most so many words."""
        self._longest = longest

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        """Yield the phrase pairs of each batch, counted; lines of a batch are in their order."""
        arrow = load_arrow("pyarrow")
        counter = _core.PhraseCounter(longest=self._longest, threads=1)
        for batch in batches:
            texts = ["".join(f"{line}\n" for line in batch.column(name).to_pylist()).encode() for name in ("source", "target", "links")]  # fmt: skip
            with located(batch.column("number")[0].as_py(), LINKS_NAME):
                counted = counter.count(*texts)
            yield arrow.RecordBatch.from_pydict(phrase_columns(counted))


def write_lines(folder: Path, *, corpus: Path, links: Path, lines: int) -> None:
    """Write aligned lines as Parquet, each with its number, from 0."""
    paths = [corpus / "source.txt", corpus / "target.txt", links]
    with ExitStack() as stack, Progress("writing lines for the cluster", lines) as progress:
        files = [stack.enter_context(path.open("rb")) for path in paths]

        def batches() -> Iterator[dict[str, Any]]:
            place = 0
            for batch in line_batches(files, _BATCH):
                columns = [piece.decode().split("\n")[:-1] for piece in batch]
                count = len(columns[0])
                yield {"number": range(place, place + count), **dict(zip(("source", "target", "links"), columns, strict=True))}  # fmt: skip
                place += count
                progress.advance(count)

        write_rows(folder, batches())
