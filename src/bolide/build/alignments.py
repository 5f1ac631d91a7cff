"""Word alignments in Pharaoh's form: from files of the user's or from an aligner, made symmetric."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any

from bolide import _core
from bolide.build.aligners import find_aligner
from bolide.build.corpus import line_batches, located
from bolide.errors import InputError
from bolide.files.plain import LineFile

__all__ = ["LINKS", "align_corpus", "copy_alignments"]

LINKS = "links.txt"
_BATCH = 8192


def align_corpus(folder: Path, corpus: Path, aligner: str, symmetry: str) -> dict[str, Any]:
    """Align a corpus in both directions and write the symmetric links into a folder."""
    forward, reverse = folder / "forward.txt", folder / "reverse.txt"
    find_aligner(aligner)(aligner, corpus / "source.txt", corpus / "target.txt", forward, reverse)
    _symmetrise(folder, [forward, reverse], symmetry, [forward.name, reverse.name])
    forward.unlink()
    reverse.unlink()
    return {}


def copy_alignments(folder: Path, paths: Sequence[str], lines: int, symmetry: str) -> dict[str, Any]:
    """Write the links of the user's files into a folder: of one symmetric alignment, or of two directions."""
    copies = []
    for number, path in enumerate(paths):
        copies.append(folder / f"given-{number}.txt")
        with LineFile(path) as file:
            if (found := file.count()) != lines:
                raise InputError(
                    f"{file.name} has {found} lines, and the corpus {lines}: an alignment has a line for each of them"
                )
            with copies[-1].open("wb") as out:
                for _, line in file.numbered():
                    out.write(line.encode() + b"\n")
    if len(copies) == 1:
        copies[0].rename(folder / LINKS)
        return {}
    _symmetrise(folder, copies, symmetry, paths)
    for copy in copies:
        copy.unlink()
    return {}


def _symmetrise(folder: Path, paths: Sequence[Path], symmetry: str, names: Sequence[str]) -> None:
    choice = getattr(_core.Symmetry, symmetry.replace("-", "_"))
    with ExitStack() as stack:
        files: list[IO[bytes]] = [stack.enter_context(path.open("rb")) for path in paths]
        out = stack.enter_context((folder / LINKS).open("wb"))
        for number, batch in enumerate(line_batches(files, _BATCH)):
            with located(number * _BATCH, " or ".join(names)):
                forward, reverse = batch
                out.write(_core.symmetrise(forward, reverse, choice))
