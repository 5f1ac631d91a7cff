"""Moses' n-best lists: `segment ||| hypothesis ||| features ||| total`, features as `Name= 1.5 2 Other= 3`."""

import math
from collections.abc import Iterator, Sequence

from bolide.errors import InputError
from bolide.files.boundary import reading
from bolide.files.plain import LineFile
from bolide.records import record

_UNNAMED = "Feature"


@record
class NBestEntry:
    """A candidate translation of a segment, numbered from 0, with the values of each of its features."""

    segment: int
    hypothesis: str
    features: dict[str, tuple[float, ...]]


def read_nbest(path: str) -> Iterator[NBestEntry]:
    """Yield the candidates of a list; fields after the features (total, alignments) are ignored."""
    number = 0
    with LineFile(path) as file, reading(lambda: f"{file.name}:{number}"):
        for number, line in file.numbered():
            fields = [field.strip() for field in line.split("|||")]
            place = f"{file.name}:{number}"
            if len(fields) < 3 or not fields[0].isdecimal():
                raise InputError(
                    f"{place}: a line of an n-best list is 'segment ||| hypothesis ||| features ||| total'"
                )
            features = read_features(fields[2], place)
            yield NBestEntry(segment=int(fields[0]), hypothesis=fields[1], features=features)


def read_features(text: str, place: str) -> dict[str, tuple[float, ...]]:
    """Read names with the numbers after them; numbers without a name are one feature.

    >>> read_features("LM0= -12.5 TM0= -1 -2", "here")
    {'LM0': (-12.5,), 'TM0': (-1.0, -2.0)}
    """
    values: dict[str, list[float]] = {}
    name = _UNNAMED
    for word in text.split():
        try:
            number = float(word)
        except ValueError:
            name = word.removesuffix("=").removesuffix(":")
            if name in values:
                raise InputError(f"{place}: the feature {name!r} occurs twice") from None
            values[name] = []
            continue
        if not math.isfinite(number):
            raise InputError(f"{place}: the feature {name!r} is {word}, which is not a finite number")
        values.setdefault(name, []).append(number)
    if not values:
        raise InputError(f"{place}: there are no features")
    if empty := [name for name, numbers in values.items() if not numbers]:
        raise InputError(f"{place}: the feature {empty[0]!r} has no value")
    return {name: tuple(numbers) for name, numbers in values.items()}


def write_weights(names: Sequence[tuple[str, int]], weights: Sequence[float]) -> str:
    """Return weights as Moses reads them: a line for each feature with its numbers.

    >>> print(write_weights([("LM0", 0), ("TM0", 0), ("TM0", 1)], [0.5, 0.25, 0.125]), end="")
    LM0= 0.5
    TM0= 0.25 0.125
    """
    lines: dict[str, list[str]] = {}
    for (name, _), weight in zip(names, weights, strict=True):
        lines.setdefault(name, []).append(repr(float(weight)))
    return "".join(f"{name}= {' '.join(values)}\n" for name, values in lines.items())
