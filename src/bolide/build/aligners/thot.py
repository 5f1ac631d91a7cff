"""The aligners of sil-thot (LGPL-3.0): its sampling model after eflomal by default, and a hidden Markov model.

Both find the same links with any number of threads. Its fast_align does not, so it is not offered.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import Any

from bolide.build.options import processor_cores
from bolide.errors import ConfigurationError
from bolide.files.progress import Progress

__all__ = ["align"]

_SEED = 1
_ROUNDS = 5


def align(name: str, source: Path, target: Path, forward: Path, reverse: Path) -> None:
    """Write the links of both directions."""
    try:
        models: Any = import_module("thot.alignment")
    except ImportError as error:
        raise ConfigurationError(
            f"the aligner {name!r} needs sil-thot: pip install 'bolide[build]' ({error})"
        ) from error
    # Training holds on to Python, so that only a second process can train the other way at the same time.
    with _helper([name, str(source), str(target), str(forward)]) as is_done:
        _align_one_way(models, name, target, source, reverse, swap=True)
        if not is_done():
            _align_one_way(models, name, source, target, forward, swap=False)


@contextmanager
def _helper(arguments: list[str]) -> Iterator[Callable[[], bool]]:
    """Align one way in another process, where there is a core for it; give what waits for it and says whether it was done.

    It does not outlive this process, however that ends: it listens whether the pipe to it is closed.
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
    """Align one way for the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # The other process hears it too, and ends this one.
    Thread(target=lambda: (os.read(0, 1), os._exit(1)), daemon=True).start()
    name, source, target, out = sys.argv[1:]
    _align_one_way(import_module("thot.alignment"), name, Path(source), Path(target), Path(out), swap=False)


def _align_one_way(models: Any, name: str, source: Path, target: Path, out: Path, *, swap: bool) -> None:
    """Link each word of the target with at most one of the source; `swap` names the words of the target first."""
    model = _make(models, name, source, target)
    model.emit_training_alignments = True
    model.start_training()
    rounds = model.scheduled_iterations if name == "thot" else _ROUNDS
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


def _make(models: Any, name: str, source: Path, target: Path) -> Any:
    """Return a model that has read its text and can be trained. Sampling is seeded, and the same with any number of cores."""
    if name == "thot-hmm":
        simple = models.Ibm1AlignmentModel()
        simple.read_sentence_pairs(str(source), str(target))
        simple.start_training()
        for _ in range(_ROUNDS):
            simple.train()
        simple.end_training()
        return models.HmmAlignmentModel(simple)
    model = models.EflomalAlignmentModel()
    model.deterministic, model.seed = True, _SEED
    model.read_sentence_pairs(str(source), str(target))
    return model


if __name__ == "__main__":
    _help()
