"""Phrase pairs: extracted and counted by the core, summed and scored by an engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any

from bolide import _core
from bolide.build.parallel_text import line_batches, located
from bolide.build.phrase_table import load_arrow, text_column, write_rows
from bolide.files.progress import Progress

# What errors call the links where the names of their files are not known.
LINKS_NAME = "the alignments"
# Lines whose phrase pairs are counted together.
_BATCH = 16384


def extract_phrases(
    folder: Path, counter: _core.PhraseCounter, paths: Sequence[Path], name: str, *, lines: int, weights: bool
) -> dict[str, Any]:
    """Write the phrase pairs of aligned bitext, counted by batches, into a folder. Lexical weights cost a further pass.

    `name` is what errors call the links.
    """
    with ExitStack() as stack:
        files = [stack.enter_context(path.open("rb")) for path in paths]
        if weights:
            for place, batch in _batches(files, "learning how words translate", lines):
                with located(place, name):
                    counter.learn(*batch)
            for file in files:
                file.seek(0)
        rows = write_rows(folder, _counted(counter, files, name, lines))
    return {"rows": rows}


def _batches(files: Sequence[IO[bytes]], label: str, lines: int) -> Iterator[tuple[int, list[bytes]]]:
    with Progress(label, lines) as progress:
        for number, batch in enumerate(line_batches(files, _BATCH)):
            yield number * _BATCH, batch
            progress.advance(_BATCH)


def _counted(
    counter: _core.PhraseCounter, files: Sequence[IO[bytes]], name: str, lines: int
) -> Iterator[dict[str, Any]]:
    for place, batch in _batches(files, "extracting phrase pairs", lines):
        with located(place, name):
            counted = counter.count(*batch)
        yield phrase_columns(counted)


def phrase_columns(counted: Sequence[Any]) -> dict[str, Any]:
    """Return what the core counted as columns. Engines sum whole numbers into types of their own; these are doubles, and exact."""
    source, target, count, source_weight, target_weight = counted
    return {
        "source": text_column(source),
        "target": text_column(target),
        "count": count.astype("float64"),
        "source_weight": source_weight,
        "target_weight": target_weight,
    }


def count_phrases(batches: Any) -> Any:
    """Return each phrase pair once: the sum of its counts, the largest of its lexical weights."""
    return batches.group_by("source", "target").aggregate(
        count=batches["count"].sum(),
        source_weight=batches.source_weight.max(),
        target_weight=batches.target_weight.max(),
    )


def score_phrases(pairs: Any) -> Any:
    """Return a phrase table of counted pairs: p(f|e) = count(f,e) / count(e), p(e|f) = count(f,e) / count(f)."""
    sources = pairs.group_by("source").aggregate(source_count=pairs["count"].sum())
    targets = pairs.group_by("target").aggregate(target_count=pairs["count"].sum())
    joined = pairs.join(sources, "source").join(targets, "target")
    columns = "source target count source_count target_count source_weight target_weight"
    return joined.select(
        *columns.split(),
        source_given_target=joined["count"] / joined.target_count,
        target_given_source=joined["count"] / joined.source_count,
    )


# The columns of a row of phrases, as Spark writes them.
ROW = "source string, target string, count double, source_weight double, target_weight double"
_LINE = ("source", "target", "links")


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
            lines = [batch.column(name).to_pylist() for name in _LINE]
            texts = ["".join(f"{line}\n" for line in side).encode() for side in lines]
            with located(batch.column("number")[0].as_py(), LINKS_NAME):
                counted = counter.count(*texts)
            yield arrow.RecordBatch.from_pydict(phrase_columns(counted))


def write_lines(folder: Path, paths: Sequence[Path], lines: int) -> None:
    """Write aligned lines as Parquet, each with its number, from 0: both sides, and their links."""
    with ExitStack() as stack:
        files = [stack.enter_context(path.open("rb")) for path in paths]
        write_rows(folder, _numbered(_batches(files, "writing lines for the cluster", lines)))


def _numbered(batches: Iterator[tuple[int, list[bytes]]]) -> Iterator[dict[str, Any]]:
    for place, batch in batches:
        columns = [piece.decode().split("\n")[:-1] for piece in batch]
        yield {"number": range(place, place + len(columns[0])), **dict(zip(_LINE, columns, strict=True))}
