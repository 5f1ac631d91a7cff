"""Trains the recogniser: tagged text in, a model file out; the same text gives the same bytes.

Each segment is used as it is and in lower case, so that the model also works on lower-cased text. Most segments without an entity are
left out: they teach the model to overlook entities. A gazetteer has the share of each word's occurrences that are entities.
"""

from __future__ import annotations

import json
import random
import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from bolide import _core
from bolide.copy_words.marking import OUTSIDE, PARTS
from bolide.data.crf_training import train_crf
from bolide.errors import InputError
from bolide.files.plain import LineFile
from bolide.files.whole_file import check_writable, unfinished_file
from bolide.records import record

_TAG = re.compile(r"[BI]-[^\s-][^\s]*")
_FOLDS = 5
# Limits between the classes of that share.
_SHARES = (0.9, 0.5, 0.1)
_OFTEN = 3
_VERY_OFTEN = 5
# The date in the archive: the same model is the same bytes.
_NO_DATE = (1980, 1, 1, 0, 0, 0)

# The tokens of a segment, each with the type of entity that it is part of: PER, LOC, ORG, MISC or O.
Tagged = tuple[tuple[str, str], ...]
TagCounts = dict[str, Counter[str]]


@record
class TrainingOptions:
    """Options of training. The defaults made the model that ships; they were chosen on UNER-EWT's development set.

    The share of segments that are also used in lower case, and the share of segments without an entity that are kept; the weights of
    both penalties; the least count of a feature; the least probability that a token tagged MISC is part of an entity.
    """

    lower_share: float = 1.0
    keep_plain: float = 0.07
    l1: float = 0.7
    l2: float = 0.01
    least_count: int = 2
    iterations: int = 80
    seed: int = 1
    sure_misc: float = 0.95


def read_iob2(path: str) -> list[Tagged]:
    """Read the segments of a file with a token, a tab and its tag on each line; `InputError` names a wrong line."""
    segments: list[list[tuple[str, str]]] = [[]]
    with LineFile(path) as file:
        for number, line in file.numbered():
            token, _, tag = line.partition("\t")
            if not line:
                segments.append([])
            elif not token or (tag != OUTSIDE and not _TAG.fullmatch(tag)):
                raise InputError(
                    f"{file.name}:{number}: expected a token, a tab and a tag such as B-PER or O, found {line!r}"
                )
            else:
                segments[-1].append((token, tag.partition("-")[2] or OUTSIDE))
    if not any(kind != OUTSIDE for segment in segments for _, kind in segment):
        raise InputError(f"{path}: there is no entity in it: is it a file of tagged text?")
    return [tuple(segment) for segment in segments if segment]


def join_handles(segment: Tagged) -> Tagged:
    """Join a lone `@` or `#` with the next token, and tag it O: corpora disagree on whether a handle is a name.

    >>> join_handles((("@", "PER"), ("mike", "PER"), ("in", "O"), ("Rome", "LOC")))
    (('@mike', 'O'), ('in', 'O'), ('Rome', 'LOC'))
    """
    pairs: list[tuple[str, str]] = []
    for token, kind in segment:
        if pairs and pairs[-1][0] in ("@", "#"):
            pairs[-1] = (pairs[-1][0] + token, OUTSIDE)
        else:
            pairs.append((token, kind))
    return tuple(pairs)


def read_training_files(paths: Sequence[str]) -> list[Tagged]:
    """Read the segments of files of tagged text; `FILE*N` is a file that counts N times."""
    segments: list[Tagged] = []
    for path in paths:
        name, star, times = path.rpartition("*")
        if star and not times.isdecimal():
            raise InputError(f"FILE*N needs a whole number after the star, not {times!r}")
        segments += [join_handles(segment) for segment in read_iob2(name if star else path)] * int(times if star else 1)
    return segments


def train(segments: Sequence[Tagged], options: TrainingOptions, about: dict[str, object], path: Path) -> int:
    """Train a model and write it, completely or not at all; return the number of features that have a weight."""
    check_writable(str(path))
    parameters = {"c1": options.l1, "c2": options.l2, "max_iterations": options.iterations}
    parameters |= {"feature.minfreq": options.least_count, "feature.possible_transitions": True}
    examples = ((features.see(tokens), types) for tokens, types, features in _examples(segments, options))
    info, weights = train_crf(examples, parameters)
    known = sorted(info.attributes)
    parts: list[bytes | str] = [weights, "".join(f"{feature}\n" for feature in known)]
    parts += [_gazetteer(_count_tags(segments), {}), json.dumps(about | asdict(options), indent=1) + "\n"]
    with unfinished_file(path) as unfinished, zipfile.ZipFile(unfinished, "w") as archive:
        for name, part in zip(PARTS, parts, strict=True):
            archive.writestr(zipfile.ZipInfo(name, _NO_DATE), part, zipfile.ZIP_DEFLATED, compresslevel=9)
    return len(known)


def _examples(
    segments: Sequence[Tagged], options: TrainingOptions
) -> Iterator[tuple[Sequence[str], Sequence[str], _core.EntityAttributes]]:
    """Yield the training examples: tokens, types, and the features, which do not depend on the example's own tags."""
    chance = random.Random(options.seed)
    times = Counter(segments)
    order = list(times)  # Repeated segments must be in one fold.
    chance.shuffle(order)
    counts = _count_tags(segments)
    for fold in range(_FOLDS):
        repeated = [segment for segment in order[fold::_FOLDS] for _ in range(times[segment])]
        features = _core.EntityAttributes(_gazetteer(counts, _count_tags(repeated)))
        for segment in repeated:
            tokens, types = zip(*segment, strict=True)
            if set(types) == {OUTSIDE} and chance.random() >= options.keep_plain:
                continue
            yield tokens, types, features
            if chance.random() < options.lower_share:
                yield [token.lower() for token in tokens], types, features


def _count_tags(segments: Iterable[Tagged]) -> TagCounts:
    """Count the tags of each word in lower case."""
    counts: TagCounts = {}
    for segment in segments:
        for word, tag in segment:
            counts.setdefault(word.lower(), Counter())[tag] += 1
    return counts


def _gazetteer(counts: TagCounts, without: TagCounts) -> str:
    """Return the description of every word, one per line, from `counts` less those of `without`.

    In training, the features of a segment must not reveal its own tags, so its fold of the data is subtracted.
    """
    lines = (f"{word}\t{describe(found - without.get(word, Counter()))}\n" for word, found in sorted(counts.items()))
    return "".join(lines)


def describe(counts: Counter[str]) -> str:
    """Return the description of a word: its commonest type, a class for its share of entities, and + if it is frequent.

    >>> describe(Counter(LOC=9, O=1)), describe(Counter(O=7)), describe(Counter())
    ('LOC1+', 'O+', '?')
    """
    total = counts.total()
    if not total:
        return "?"
    if counts[OUTSIDE] == total:
        return OUTSIDE + ("+" if total >= _VERY_OFTEN else "")
    _, kind = max((count, tag) for tag, count in counts.items() if tag != OUTSIDE)
    share = (total - counts[OUTSIDE]) / total
    return f"{kind}{sum(share <= bound for bound in _SHARES)}" + ("+" if total >= _OFTEN else "")
