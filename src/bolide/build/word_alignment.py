"""Symmetric word alignments in Pharaoh's format: from files of the user, or from an aligner, which is loaded on use."""

import math
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import IO, Any

from bolide import _core
from bolide.build.parallel_text import line_batches, located
from bolide.data import processor_cores
from bolide.errors import ConfigurationError, InputError
from bolide.files import Progress
from bolide.files.plain import LineFile

LINKS = "links.txt"
DEFAULT_ALIGNER = "thot"  # sil-thot is LGPL-3.0; eflomal is as good, but GPL-3.0, so it is not part of an extra
_BATCH = 8192


def align_corpus(folder: Path, sides: Sequence[Path], aligner: str, symmetry: str) -> None:
    """Align a corpus in both directions and write the symmetric links into a folder."""
    directions = [folder / "forward.txt", folder / "reverse.txt"]
    find_aligner(aligner)(aligner, *sides, *directions)
    _symmetrise(folder, directions, symmetry, [file.name for file in directions])


def copy_alignments(folder: Path, paths: Sequence[str], lines: int, symmetry: str) -> None:
    """Write the links of the user's files into a folder: one symmetric alignment, or two directions."""
    copies = []
    for number, path in enumerate(paths):
        copies.append(folder / f"given-{number}.txt")
        with LineFile(path) as file:
            if (found := file.count()) != lines:
                raise InputError(
                    f"{file.name} has {found} lines, but the corpus {lines}: an alignment needs one line for each line of the corpus"
                )
            with copies[-1].open("wb") as out:
                for _, line in file.numbered():
                    out.write(line.encode() + b"\n")
    if len(copies) == 1:
        copies[0].rename(folder / LINKS)
    else:
        _symmetrise(folder, copies, symmetry, paths)


def _symmetrise(folder: Path, paths: Sequence[Path], symmetry: str, names: Sequence[str]) -> None:
    """Replace the links of two directions by one alignment."""
    choice = getattr(_core.Symmetry, symmetry.replace("-", "_"))
    with ExitStack() as stack:
        files: list[IO[bytes]] = [stack.enter_context(path.open("rb")) for path in paths]
        out = stack.enter_context((folder / LINKS).open("wb"))
        for number, batch in enumerate(line_batches(files, _BATCH)):
            with located(number * _BATCH, " or ".join(names)):
                forward, reverse = batch
                out.write(_core.symmetrise(forward, reverse, choice))
    for path in paths:
        path.unlink()


Align = Callable[[str, Path, Path, Path, Path], None]


def find_aligner(name: str) -> Align:
    """Return an aligner: ours, or a function `package.module:function` of the user; `ConfigurationError` if it cannot run.

    It is called with its name and four paths. It reads two texts of equal length and writes the links of both directions, each as
    source-target in Pharaoh's format, line by line.
    """
    if name == DEFAULT_ALIGNER:
        if find_spec("thot") is None:
            raise ConfigurationError(
                "the aligner 'thot' needs sil-thot, which is not installed: pip install 'bolide[build]'"
            )
        return _align_thot
    module, colon, function = name.partition(":")
    if not colon:
        raise ConfigurationError(
            f"unknown aligner {name!r}: choose {DEFAULT_ALIGNER}, or name your own function as package.module:function"
        )
    try:
        found: Align = getattr(import_module(module), function)
    except (ImportError, AttributeError) as error:
        raise ConfigurationError(f"the aligner {name!r} cannot be loaded: {error}") from error
    if not callable(found):
        raise ConfigurationError(f"the aligner {name!r} is not a function: docs/building.md says what it takes")
    return found


_SEED = 1
# Rounds with fertilities, times the root of the number of lines: half of what sil-thot takes, with the same error rate (docs/building.md).
_ROUNDS = 2500


def _align_thot(_name: str, source: Path, target: Path, forward: Path, reverse: Path) -> None:
    """Align with sil-thot's sampling model after eflomal: seeded, and the same links with any number of threads.

    Its fast_align is not offered, since its links depend on the number of threads.
    """
    # Training does not release Python's lock, so only a second process can train the other direction at the same time.
    with _helper([str(source), str(target), str(forward)]) as is_done:
        _align_one_way(target, source, reverse, swap=True)
        if not is_done():
            _align_one_way(source, target, forward, swap=False)


@contextmanager
def _helper(arguments: list[str]) -> Iterator[Callable[[], bool]]:
    """Align one direction in another process, if there is a core for it; give a function that waits, and returns whether it succeeded.

    The process ends with this one in any case: it watches the pipe between them.
    """
    if processor_cores() < 2 or not sys.executable:
        yield lambda: False
        return
    command = [sys.executable, "-m", __name__, *arguments]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet) as process:
        try:
            yield lambda: process.wait() == 0
        finally:
            process.kill()


def _help() -> None:
    """Align one direction for the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # The parent receives it too, and ends this process.
    Thread(target=lambda: (os.read(0, 1), os._exit(1)), daemon=True).start()
    source, target, out = map(Path, sys.argv[1:])
    _align_one_way(source, target, out, swap=False)


def _align_one_way(source: Path, target: Path, out: Path, *, swap: bool) -> None:
    """Link each word of the target with at most one of the source; `swap` names the words of the target first."""
    model: Any = import_module("thot.alignment").EflomalAlignmentModel()
    model.deterministic, model.seed, model.emit_training_alignments = True, _SEED, True
    model.read_sentence_pairs(str(source), str(target))
    last = max(2, round(_ROUNDS / max(1, model.num_sentence_pairs) ** 0.5))
    first = math.ceil(last / 4)
    model.auto_iterations = False
    model.set_iterations(first, first, last)
    model.start_training()
    rounds = model.scheduled_iterations
    with Progress(f"aligning {source.stem} to {target.stem}", rounds) as progress:
        for _ in range(rounds):
            model.train()
            progress.advance(1)
    model.end_training()
    with out.open("w", encoding="ascii", newline="\n") as file, source.open("rb") as lines:
        for number, _ in enumerate(lines):
            places = enumerate(model.get_training_alignment(number)[1].to_list())
            links = [(here, word - 1) if swap else (word - 1, here) for here, word in places if word]
            file.write(" ".join(f"{one}-{other}" for one, other in sorted(links)) + "\n")


if __name__ == "__main__":
    _help()
