"""Training of the recogniser: tagged text in, a model file out; the same text gives the same bytes.

Each segment is seen as it is and in lower case, so that the model also serves where capitals were dropped. Most segments without
an entity are left out: what they teach is to overlook entities.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bolide import _core
from bolide.errors import ConfigurationError, InputError
from bolide.files.progress import Progress
from bolide.files.whole_file import unfinished_file
from bolide.plusplus.crf import crfsuite, pack_model
from bolide.plusplus.gazetteer import count_tags, make_gazetteer, render_gazetteer
from bolide.plusplus.iob2 import OUTSIDE, Tagged, check_types, join_handles, read_iob2

__all__ = ["TrainingOptions", "read_training_files", "train"]

_FOLDS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingOptions:
    """How to train. The defaults made the model that ships; they were chosen on UNER-EWT's development set."""

    lower_share: float = 1.0
    keep_plain: float = 0.07
    l1: float = 0.7
    l2: float = 0.01
    least_count: int = 2
    iterations: int = 80
    seed: int = 1
    sure_misc: float = 0.95

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        if not all(0 <= share <= 1 for share in (self.lower_share, self.keep_plain, self.sure_misc)):
            raise ConfigurationError("lower_share, keep_plain and sure_misc are shares: numbers from 0 to 1")
        if min(self.l1, self.l2) < 0 or min(self.least_count, self.iterations) < 1:
            raise ConfigurationError("l1 and l2 have to be at least 0, least_count and iterations at least 1")


def read_training_files(paths: Sequence[str]) -> list[Tagged]:
    """Return the segments of files of tagged text; `FILE*N` is a file that counts N times."""
    segments: list[Tagged] = []
    for path in paths:
        name, star, times = path.rpartition("*")
        if star and not times.isdecimal():
            raise InputError(f"FILE*N takes a whole number after the star, not {times!r}")
        read = [join_handles(segment) for segment in read_iob2(name if star else path)]
        check_types(read, name if star else path)
        segments += read * (int(times) if star else 1)
    return segments


def train(segments: Sequence[Tagged], options: TrainingOptions, about: dict[str, Any], path: Path) -> int:
    """Train a model and write it, whole or not at all; return the number of features that have a weight."""
    if not path.resolve().parent.is_dir():  # Said before the work, not after it.
        raise InputError(f"cannot write {path}: there is no folder {path.resolve().parent}")
    suite = crfsuite()
    trainer = suite.Trainer(verbose=False)
    with Progress("reading features", len(segments)) as progress:
        for tokens, types, features in _examples(segments, options):
            trainer.append(features.see(tokens), types)
            progress.advance(1)
    trainer.set_params(
        {
            "c1": options.l1,
            "c2": options.l2,
            "max_iterations": options.iterations,
            "feature.minfreq": options.least_count,
            "feature.possible_transitions": True,
        }
    )
    with Progress("training"), tempfile.TemporaryDirectory() as folder:
        crf = Path(folder) / "model.crf"
        trainer.train(str(crf))
        tagger = suite.Tagger()
        tagger.open(str(crf))
        known = tagger.info().attributes
        tagger.close()
        weights = crf.read_bytes()
    with unfinished_file(path) as unfinished:
        pack_model(weights, list(known), make_gazetteer(count_tags(segments)), about | asdict(options), unfinished)
    return len(known)


def _examples(
    segments: Sequence[Tagged], options: TrainingOptions
) -> Iterator[tuple[Sequence[str], Sequence[str], _core.EntityAttributes]]:
    """Yield what the model learns from: tokens, types, and what makes their features without knowing their tags."""
    chance = random.Random(options.seed)
    order = list(dict.fromkeys(segments))  # Repeated segments have to lie in one fold.
    times = dict.fromkeys(order, 0)
    for segment in segments:
        times[segment] += 1
    chance.shuffle(order)
    counts = count_tags(segments)
    for fold in range(_FOLDS):
        inside = order[fold::_FOLDS]
        repeated = [segment for segment in inside for _ in range(times[segment])]
        features = _core.EntityAttributes(render_gazetteer(make_gazetteer(counts, count_tags(repeated))))
        for segment in repeated:
            is_plain = all(kind == OUTSIDE for kind in segment.types)
            if is_plain and chance.random() >= options.keep_plain:
                continue
            yield segment.tokens, segment.types, features
            if chance.random() < options.lower_share:
                yield [token.lower() for token in segment.tokens], segment.types, features
