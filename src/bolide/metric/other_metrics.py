"""Metrics other than METEOR: chrF and chrF++ by the core, BLEU and TER by sacreBLEU, scores of other programs; all from 0 to 1."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from bolide import _core
from bolide.errors import ConfigurationError, InputError
from bolide.metric.segments import ScoreGroups, Segment, check_pairs
from bolide.metric.statistics import Floats, Statistics, take_best
from bolide.records import record

if TYPE_CHECKING:
    from bolide.metric.protocol import Metric

Texts = Sequence[str]
Keys = Sequence[Hashable]
MEAN = "mean"


class RealStatistics(Statistics):
    """Statistics that are not whole numbers."""

    __slots__ = ()

    def __init__(self, rows: ArrayLike, columns: tuple[str, ...]) -> None:
        self._table, self._columns = np.asarray(rows, dtype=np.float64).tobytes(), columns

    @property
    def rows(self) -> Any:
        """The table as an array of doubles, read-only."""
        return np.frombuffer(self._table, dtype=np.float64).reshape(-1, len(self._columns))

    def total(self) -> RealStatistics:
        """Return the sum of all rows, each column added in the same order as by `mean`."""
        return RealStatistics(np.ascontiguousarray(self.rows.T).sum(axis=1)[None], self._columns)


class Chrf:
    """chrF, or chrF++ with `word_order=2` (Popović 2015, 2017): sacreBLEU's scores, without sacreBLEU."""

    higher_is_better = is_whole = True
    columns = tuple(f"chrf_{place}" for place in range(_core.CHRF_COLUMNS))

    def __init__(self, word_order: int = 0) -> None:
        if word_order not in (0, 2):
            raise InputError(f"word_order must be 0 (chrF) or 2 (chrF++), not {word_order!r}")
        self.name = "chrF++" if word_order else "chrF"
        self.signature = f"case:mixed|eff:yes|nc:6|nw:{word_order}|space:no, from 0 to 1"
        self._has_words = word_order > 0

    def rows(
        self,
        hypotheses: Texts,
        references: Sequence[str | Texts],
        _keys: Keys = (),
        _threads: int | None = None,
        /,
    ) -> Statistics:
        """Return the counts of each segment with its best reference."""
        pairs = check_pairs(hypotheses, references)
        if pairs.tokenised:
            raise InputError("chrF needs strings, not lists of tokens: join them with blanks")
        table = _core.chrf_statistics(pairs.hypotheses, pairs.references, pairs.ends, self._has_words)
        statistics = Statistics.from_bytes(table, self.columns)
        if len(pairs.references) == len(pairs.hypotheses):
            return statistics
        return take_best(statistics, _core.chrf_scores(table, self._has_words), pairs.ends)[0]

    def scores(self, statistics: Statistics, /) -> dict[str, Floats]:
        """Return the score of each row."""
        counts = statistics.rows.astype(np.int64).tobytes()
        return {"score": np.frombuffer(_core.chrf_scores(counts, self._has_words))}


@record
class ChrfScore:
    """The score of a corpus, and those of its segments."""

    score: float
    segments: tuple[float, ...]


def chrf(hypotheses: Texts, references: Sequence[str | Texts], *, word_order: int = 0) -> ChrfScore:
    """Score a corpus by n-grams of up to six characters; with `word_order=2` (chrF++) also by words and pairs of words.

    100 times the score equals that of sacreBLEU 2 with its defaults, to the last digit. With several references, each segment uses its
    best one.

    >>> round(chrf(["the cat sat"], ["the cat sat down"]).score, 4)
    0.6602
    """
    metric = Chrf(word_order)
    rows = metric.rows(hypotheses, references)
    (score,) = metric.scores(rows.total())["score"].tolist()
    return ChrfScore(score=score, segments=tuple(metric.scores(rows)["score"].tolist()))


class SacreBleu:
    """BLEU or TER by sacreBLEU, through the functions of its own bootstrap. TER counts errors.

    A row of a single segment is scored as sacreBLEU scores sentences: BLEU leaves out n-grams longer than the segment. BLEU is
    smoothed (`smooth:exp`) unless it `is_plain`, as Papineni et al. (2002) define it: 0 if no n-gram of some length matches.
    """

    is_whole = False  # TER divides errors by the mean length of the references.

    def __init__(self, kind: str, *, is_plain: bool = False) -> None:
        """Take "BLEU" or "TER", and whether BLEU is not smoothed; `ConfigurationError` if sacreBLEU is not installed."""
        try:
            from sacrebleu import __version__
            from sacrebleu.metrics import BLEU, TER
        except ImportError as error:
            raise ConfigurationError(f"{kind} needs sacreBLEU: pip install 'bolide[sacrebleu]'") from error
        self._kind, self._is_plain = kind, is_plain
        self.name, self.higher_is_better = f"{kind}-unsmoothed" if is_plain else kind, kind != "TER"
        smoothing = {"TER": "", "BLEU": "smooth:exp|eff:yes for single segments, "}[kind]
        self.signature = f"{'smooth:none|eff:no, ' if is_plain else smoothing}sacreBLEU {__version__}, from 0 to 1"
        self.columns = ("segments", *(f"{kind.lower()}_{place}" for place in range(10 if kind == "BLEU" else 2)))
        self._corpus, self._segment = (BLEU(), BLEU(effective_order=True)) if kind == "BLEU" else (TER(), TER())
        if is_plain:
            self._corpus = self._segment = BLEU(smooth_method="none")

    def __reduce__(self) -> tuple[Any, tuple[()]]:
        return partial(SacreBleu, self._kind, is_plain=self._is_plain), ()

    def rows(
        self, hypotheses: Texts, references: Sequence[Texts], _keys: Keys = (), _threads: int | None = None, /
    ) -> RealStatistics:
        """Return sacreBLEU's statistics after a 1 that counts segments."""
        extract = self._segment._extract_corpus_statistics  # noqa: SLF001
        found = [
            [1.0, *extract([hypothesis], [[text] for text in texts])[0]]
            for hypothesis, texts in zip(hypotheses, references, strict=True)
        ]
        return RealStatistics(found, self.columns)

    def scores(self, statistics: Statistics, /) -> dict[str, Floats]:
        """Return the score of each row."""
        found = []
        for segments, *row in statistics.rows.tolist():
            metric = self._segment if segments == 1 else self._corpus
            found.append(metric._compute_score_from_stats(row).score / 100)  # noqa: SLF001
        return {"score": np.array(found)}


class GivenScores:
    """Scores of another program, by the keys of their segments; the score of a corpus is their mean."""

    higher_is_better, is_whole = True, False
    columns = ("sum", "segments")

    def __init__(self, name: str, values: Mapping[Any, float], signature: str) -> None:
        self.name, self.signature, self._values = name, signature, values

    def rows(
        self, hypotheses: Texts, _references: Sequence[Texts], keys: Keys = (), _threads: int | None = None, /
    ) -> RealStatistics:
        """Return the scores, each with a 1 that counts segments; `InputError` if a segment has none."""
        for key in keys:
            if key not in self._values:
                told = f"segment {key[1]} of {key[0]}" if isinstance(key, tuple) and len(key) == 2 else key
                raise InputError(f"{self.name}: {self.signature} has no score for {told}")
        if len(keys) != len(hypotheses):
            raise InputError(f"{self.name} looks scores up: it needs the keys of the segments")
        return RealStatistics([(self._values[key], 1.0) for key in keys], self.columns)

    def scores(self, statistics: Statistics, /) -> dict[str, Floats]:
        """Return the means."""
        with np.errstate(invalid="ignore"):
            return {"score": statistics.rows[:, 0] / statistics.rows[:, 1]}


class SegmentMean(GivenScores):
    """The mean of the segments' scores, for a metric that scores a corpus by its sums."""

    def __init__(self, metric: Metric) -> None:
        super().__init__(MEAN, {}, f"mean of the segments' scores by {metric.name}")
        self._metric = metric

    def rows(
        self, hypotheses: Texts, references: Sequence[Texts], keys: Keys = (), threads: int | None = None, /
    ) -> RealStatistics:
        """Return the scores, each with a 1 that counts segments."""
        scores = self._metric.scores(self._metric.rows(hypotheses, references, keys, threads))["score"]
        return RealStatistics(np.stack([scores, np.ones(len(scores))], axis=1), self.columns)


def group_scorer(metric: Metric) -> ScoreGroups:
    """Return a function that scores the hypotheses of groups with each reference of their group alone; error metrics are negated."""

    def score_groups(hypotheses: list[list[Segment]], references: list[list[Segment]]) -> memoryview[float]:
        pairs = [
            (str(hypothesis), [str(reference)])
            for ours, theirs in zip(hypotheses, references, strict=True)
            for hypothesis in ours
            for reference in theirs
        ]
        rows = metric.rows([hypothesis for hypothesis, _ in pairs], [texts for _, texts in pairs])
        scores = metric.scores(rows)["score"] * (1.0 if metric.higher_is_better else -1.0)
        return memoryview(scores.tobytes()).cast("d")

    return score_groups


# The function that makes each metric, by its name on the command line.
OTHER_METRICS: dict[str, Callable[[], Metric]] = {
    "bleu": partial(SacreBleu, "BLEU"),
    "bleu-unsmoothed": partial(SacreBleu, "BLEU", is_plain=True),
    "chrf": partial(Chrf, 0),
    "chrf++": partial(Chrf, 2),
    "ter": partial(SacreBleu, "TER"),
}


def find_metric(name: str) -> Metric:
    """Return a metric by its name in `OTHER_METRICS`, in any case; `ConfigurationError` lists the known names.

    >>> find_metric("chrF++").name
    'chrF++'
    """
    if name.lower() not in OTHER_METRICS:
        raise ConfigurationError(f"unknown metric {name!r}: choose one of {' '.join(OTHER_METRICS)}")
    return OTHER_METRICS[name.lower()]()
