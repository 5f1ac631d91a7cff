"""Parallel text: two files of as many lines, tokenised side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from bolide import _core
from bolide.build.words import BATCH, tokenise_lines, write_counts
from bolide.errors import InputError
from bolide.files.plain import LineFile
from bolide.files.progress import Progress

__all__ = ["SIDE_NAMES", "line_batches", "located", "write_corpus"]

SIDE_NAMES = ("source", "target")


def write_corpus(
    folder: Path, paths: dict[str, str], languages: dict[str, str], text: dict[str, str]
) -> dict[str, Any]:
    """Write the tokens of both sides into a folder, with the counts of their words; `InputError` for unequal files."""
    with LineFile(paths["source"]) as source, LineFile(paths["target"]) as target:
        files = {"source": source, "target": target}
        lengths = {side: file.count() for side, file in files.items()}
        if lengths["source"] != lengths["target"]:
            raise InputError(
                f"{source.name} has {lengths['source']} lines and {target.name} {lengths['target']}: "
                "parallel text has the translation of each line in the same line"
            )
        words = {}
        for side, file in files.items():
            counts = _write_side(
                folder / f"{side}.txt", file, language=languages[side], text=text[side], length=lengths[side]
            )
            write_counts(counts, folder / f"{side}.words.gz")
            if not (total := counts.total()):
                raise InputError(
                    f"{file.name} is empty, or has only blank lines: parallel text has words on both sides"
                )
            words[side] = total
    return {"lines": lengths["source"], "source_words": words["source"], "target_words": words["target"]}


def _write_side(path: Path, file: LineFile, *, language: str, text: str, length: int) -> Counter[str]:
    counts: Counter[str] = Counter()
    with (
        path.open("w", encoding="utf-8", newline="\n") as out,
        Progress(f"tokenising {file.name}", length) as progress,
    ):
        while lines := file.take(BATCH):
            for line in tokenise_lines(lines, language, text):
                out.write(line + "\n")
                counts.update(line.split(" "))
            progress.advance(len(lines))
    del counts[""]
    return counts


def line_batches(files: Sequence[IO[bytes]], size: int) -> Iterator[list[bytes]]:
    """Yield the next `size` lines of each file, as one piece of bytes for each; at the end, what is left."""
    while True:
        batch = [b"".join(line for _, line in zip(range(size), file, strict=False)) for file in files]
        if not any(batch):
            return
        yield batch


@contextmanager
def located(first: int, what: str) -> Iterator[None]:
    """Turn the core's word about a line of a batch into an error of ours; `first` is the number of the batch's first line, from 0."""
    try:
        yield
    except _core.CoreBitextError as error:
        line, reason = error.args
        raise InputError(f"{what}, line {first + line + 1}: {reason}") from error
