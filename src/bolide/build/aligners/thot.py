"""The aligners of sil-thot (LGPL-3.0): its sampling model after eflomal by default, a hidden Markov model, IBM model 2 of fast_align."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

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
    _align_one_way(models, name, source, target, forward, swap=False)
    _align_one_way(models, name, target, source, reverse, swap=True)


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
    model = models.FastAlignModel() if name == "thot-fast" else models.EflomalAlignmentModel()
    if name == "thot":
        model.deterministic, model.seed = True, _SEED
    model.read_sentence_pairs(str(source), str(target))
    return model
