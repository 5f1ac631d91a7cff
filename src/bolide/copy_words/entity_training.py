"""Training of the recogniser: tagged text in, a model file out; the same text gives the same bytes.

Each segment is seen as it is and in lower case, so that the model also serves where capitals were dropped. Most segments without
an entity are left out: what they teach is to overlook entities.
"""

from __future__ import annotations

import json
import random
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from bolide import _core
from bolide.copy_words.recognisers import PARTS
from bolide.copy_words.tagged_text import OUTSIDE, Tagged, check_types, join_handles, read_iob2
from bolide.errors import ConfigurationError, InputError, MissingResourceError
from bolide.files.progress import Progress
from bolide.files.whole_file import unfinished_file

_FOLDS = 5
# The date in the archive: the same model is the same bytes.
_NO_DATE = (1980, 1, 1, 0, 0, 0)


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


def crfsuite() -> ModuleType:
    """Return python-crfsuite; `MissingResourceError` names the command that installs it."""
    try:
        import pycrfsuite
    except ImportError as error:
        raise MissingResourceError(
            "to train a recogniser of entities, python-crfsuite is needed: pip install 'bolide[entities]'"
        ) from error
    return pycrfsuite  # type: ignore[no-any-return]


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


Gazetteer = Mapping[str, str]
TagCounts = dict[str, Counter[str]]

UNKNOWN = "?"
# Bounds of the share of a word's occurrences that are entities.
_SHARES = (0.9, 0.5, 0.1)
_OFTEN = 3
_VERY_OFTEN = 5


def count_tags(segments: Iterable[Tagged]) -> TagCounts:
    """Return how often each word, lower-cased, has each tag."""
    counts: TagCounts = {}
    for segment in segments:
        for word, tag in zip(segment.tokens, segment.types, strict=True):
            counts.setdefault(word.lower(), Counter())[tag] += 1
    return counts


def describe(counts: Counter[str]) -> str:
    """Return what is known of a word: its commonest type, how surely it is an entity, whether it is often seen.

    >>> describe(Counter(LOC=9, O=1)), describe(Counter(O=7)), describe(Counter())
    ('LOC1+', 'O+', '?')
    """
    total = counts.total()
    if not total:
        return UNKNOWN
    if counts[OUTSIDE] == total:
        return OUTSIDE + ("+" if total >= _VERY_OFTEN else "")
    _, kind = max((count, tag) for tag, count in counts.items() if tag != OUTSIDE)
    share = (total - counts[OUTSIDE]) / total
    return f"{kind}{sum(share <= bound for bound in _SHARES)}" + ("+" if total >= _OFTEN else "")


def make_gazetteer(all_counts: TagCounts, without: TagCounts | None = None) -> dict[str, str]:
    """Return what is known of every word; `without` takes away what some of the text says of it.

    In training, a segment must not be told its own tags: what it sees is made without its share of the data.
    """
    if without is None:
        return {word: describe(counts) for word, counts in all_counts.items()}
    return {word: describe(counts - without.get(word, Counter())) for word, counts in all_counts.items()}


def render_gazetteer(gazetteer: Gazetteer) -> str:
    """Return a gazetteer as text: a word, a tab and what is known of it on each line, sorted."""
    return "".join(f"{word}\t{value}\n" for word, value in sorted(gazetteer.items()))


def pack_model(
    weights: bytes, features: Sequence[str], gazetteer: Gazetteer, about: dict[str, Any], path: Path
) -> None:
    """Write a model file."""
    texts = ("".join(f"{feature}\n" for feature in sorted(features)), render_gazetteer(gazetteer))
    contents = (weights, *(text.encode() for text in texts), (json.dumps(about, indent=1) + "\n").encode())
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in zip(PARTS, contents, strict=True):
            entry = zipfile.ZipInfo(name, _NO_DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content, compresslevel=9)
