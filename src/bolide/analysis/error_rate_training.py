"""Minimum error rate training (Och 2003; for Meteor: Denkowski and Lavie 2011, section 6) over n-best lists."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from bolide import _core
from bolide.analysis.agreement import SEED, generator
from bolide.errors import ConfigurationError, InputError
from bolide.files.nbest import NBestEntry
from bolide.metric.meteor import Meteor
from bolide.metric.parameters import FeatureParameters, Parameters
from bolide.metric.statistics import Floats, Integers, Statistics, score_columns
from bolide.records import record, replace

Feature = tuple[str, int]

_LEAST_GAIN = 1e-9


@record
class NBestLists:
    """Candidates of all segments with their features and statistics; those of segment s end at `ends[s]`."""

    names: tuple[Feature, ...]
    features: Floats
    statistics: Statistics
    ends: Integers
    parameters: Parameters | FeatureParameters

    def __len__(self) -> int:
        return len(self.ends)

    def places(self) -> list[Integers]:
        """Return the places of the candidates of each segment."""
        return np.split(np.arange(len(self.features)), self.ends[:-1])

    def part(self, segments: Sequence[int]) -> NBestLists:
        """Return some of the segments."""
        everything = self.places()
        kept = [everything[segment] for segment in segments]
        places = np.concatenate(kept)
        statistics = self.statistics.take(places)
        return replace(self, features=self.features[places], statistics=statistics, ends=np.cumsum([*map(len, kept)]))

    def candidates(self) -> _core.Candidates:
        """Return them for the core."""
        return _core.Candidates(self.features, self.statistics.rows, self.ends.tolist())

    def score(self, weights: Sequence[float]) -> float:
        """Return the metric's score of the corpus that the weights choose."""
        return float(self.candidates().score(list(weights), self.parameters.formula))


@record
class Trained:
    """The weights found, their absolute values adding up to 1, and the score before and after."""

    weights: tuple[float, ...]
    score: float
    start_score: float
    restart: int


def read_lists(
    entries: Iterable[NBestEntry], references: Sequence[Sequence[str]], meteor: Meteor, *, threads: int | None = None
) -> NBestLists:
    """Align the candidates of segment s with `references[s]`; equal candidates are kept once."""
    if meteor.pipeline.counts_copy_words:
        raise ConfigurationError(f"preset {meteor.pipeline.preset} counts copy words, which training does not")
    by_segment: dict[int, dict[tuple[str, tuple[tuple[str, tuple[float, ...]], ...]], None]] = {}
    names: dict[Feature, int] = {}
    for entry in entries:
        for name, values in entry.features.items():
            for place in range(len(values)):
                names.setdefault((name, place), len(names))
        by_segment.setdefault(entry.segment, {})[entry.hypothesis, tuple(entry.features.items())] = None
    if missing := [segment for segment in range(len(references)) if segment not in by_segment]:
        raise InputError(f"the n-best list has no candidate for segment {missing[0]}, which has a reference")
    if beyond := [segment for segment in by_segment if segment >= len(references)]:
        raise InputError(
            f"the n-best list has segment {min(beyond)}, but there are {len(references)} references (from 0)"
        )
    sizes = [len(by_segment[segment]) for segment in range(len(references))]
    candidates = [candidate for segment in range(len(references)) for candidate in by_segment[segment]]
    table = np.zeros((len(candidates), len(names)))
    for row, (_, features) in zip(table, candidates, strict=True):
        for name, values in features:
            for place, value in enumerate(values):
                row[names[name, place]] = value
    wanted = [texts for texts, size in zip(references, sizes, strict=True) for _ in range(size)]
    return NBestLists(
        names=tuple(names),
        features=table,
        statistics=meteor.rows([text for text, _ in candidates], wanted, (), threads),
        ends=np.cumsum(sizes),
        parameters=meteor.parameters,
    )


def train(
    lists: NBestLists,
    start: Sequence[float],
    *,
    restarts: int = 20,
    random_directions: int = 4,
    seed: int = SEED,
    done: Callable[[], None] = lambda: None,
) -> Trained:
    """Climb from the start and from random points, and return the best result.

    Each step searches exactly along every feature and along some random directions, and takes the largest gain.
    """
    random = generator(seed)
    deviation = lists.features.std(axis=0)
    scale: Floats = 1 / np.where(deviation == 0, 1.0, np.maximum(deviation, 1e-12))

    def directions() -> list[Floats]:
        return [*np.diag(scale), *(random.normal(size=(random_directions, len(start))) * scale)]

    found: list[tuple[Floats, float]] = []
    for restart in range(restarts + 1):
        begin = random.uniform(-1, 1, len(start)) * scale if restart else np.array(start, dtype=np.float64)
        found.append(_climb(lists, begin, directions))
        done()
    best = max(range(len(found)), key=lambda place: found[place][1])
    weights, score = found[best]
    return Trained(
        weights=tuple((weights / max(np.abs(weights).sum(), 1e-300)).tolist()),
        score=score,
        start_score=lists.score(start),
        restart=best,
    )


def _climb(lists: NBestLists, weights: Floats, directions: Callable[[], list[Floats]]) -> tuple[Floats, float]:
    """Climb until no direction gives a gain."""
    candidates, formula = lists.candidates(), lists.parameters.formula
    reached = float(candidates.score(weights.tolist(), formula))
    while True:
        tried = directions()
        steps = [candidates.search_line(weights.tolist(), direction.tolist(), formula) for direction in tried]
        gains = [found for _, found in steps]
        place = int(np.argmax(gains))
        if gains[place] <= reached + _LEAST_GAIN:
            return weights, reached
        moved = weights + steps[place][0] * tried[place]
        after = float(candidates.score(moved.tolist(), formula))
        if after <= reached + _LEAST_GAIN:  # Rounding moved the point onto the edge of its interval.
            return weights, reached
        weights, reached = moved, after


def oracle_score(lists: NBestLists) -> float:
    """Return the score of the corpus of each segment's best candidate, an upper bound that weights hardly reach."""
    values = score_columns(lists.statistics, lists.parameters)["score"]
    best = np.array([places[np.argmax(values[places])] for places in lists.places()])
    return float(score_columns(lists.statistics.take(best).total(), lists.parameters)["score"][0])
