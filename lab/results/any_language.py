"""The page about any language: `universal+` beside chrF, how sure the differences are, what length buys, and how its parts were chosen."""

from collections.abc import Callable, Mapping, Sequence
from itertools import product

import numpy as np
from results.data import Data
from results.page import table

from bolide import Meteor
from bolide.analysis.agreement import SEED, generator
from bolide.analysis.evaluation import measure, stream_of
from bolide.analysis.judged_sets import JudgementSet, MetricChoice, length_candidate, other_candidate
from bolide.metric.other_metrics import chrf
from bolide.metric.statistics import Floats

__all__ = ["any_language"]

# The development sets, and those into English.
_OTHERS = ("wmt12-rank.en-*", "wmt1[56]-da.en-ru", "indicmt-da.en-*", "wmt21flores-da.xh-zu")
_ENGLISH = ("wmt15-da.*-en", "wmt16-da.*-en")
_OURS = "`universal+`"
_METRICS: dict[str, MetricChoice | int] = {
    "chrF": 0,
    "chrF++": 2,
    "exact matches, by length": MetricChoice(preset="universal+", task="universal", options={"matchers": ("exact",)}),
    "task `universal`": MetricChoice(preset="universal+", task="universal"),
    "task `mixed`": MetricChoice(preset="universal+", task="mixed"),
    _OURS: MetricChoice(preset="universal+"),
}
# What a mix may be: shares of Meteor, chrF and the common subsequence in tenths or thirds, its alpha, what counts as chance, blanks in chrF.
_SHARES = [(1 / 3, 1 / 3, 1 / 3)] + [
    (one / 10, two / 10, (10 - one - two) / 10) for one, two in product(range(11), repeat=2) if one + two <= 10
]
_ALPHAS, _CHANCES, _BLANKS = (0.5, 0.7, 0.8, 0.9), (0.0, 0.25, 0.35, 0.45), (False, True)

_Scores = Mapping[str, Floats]

_REFUTED = """| idea | what came of it |
|---|---|
| idf of words, prefixes or n-grams from the scored corpus; the 10⁻³ rule for function words on it | nothing |
| rarity of words from frequency lists | nothing |
| chrF with other n, β or case; chrF++ in its place | within .001, or worse |
| word edit rate, CDER, order as in RIBES | nothing next to chunks and the common subsequence |
| recall of the common subsequence alone | as good by correlation, but an unrelated sentence appended raises the score |
| learned weights over 3 to 60 features | they learn length: better pooled, no better within segments |
| penalties for repetition, digits, capitals | nothing |
| the probability of a paraphrase as credit for its match | nothing: the jar loses nothing by ignoring it |
| outputs of other systems as references | +.015 by segments, but it ruins the ranking of systems |"""


def any_language(data: Data) -> str:
    """Return the page."""
    others, english = (
        [judged for name in names for judged in data.sets(f"{name}.tsv.gz")] for names in (_OTHERS, _ENGLISH)
    )
    scores = {judged.name: _scores(judged) for judged in (*others, *english)}
    return f"""How well scores agree with people without any language data: τ of WMT13 for rankings (WMT12), Pearson's r for scores. chrF and chrF++ have
sacreBLEU's numbers. `universal+` is Meteor with matches by spelling, chrF with blanks, and the longest common subsequence of characters, a third each.
Task `universal` is its Meteor alone, with other parameters; exact is that without the matcher `spelling`; task `mixed` is half Meteor and half chrF.

{_values(others, scores)}

Into English, for which there are better presets (`bolide`, `bolide++`):

{_values(english, scores)}

## How sure that is

The share of {data.samples:,} samples of segments, with all their systems, in which `universal+` is not better than the other.

{_chances(others, scores, data.samples)}

{_chances(english, scores, data.samples)}

{_verdict((*others, *english), scores, data.samples)}

## What length buys

Pooled correlation of segments rewards a metric for knowing that long segments are hard: `length`, minus the logarithm of the reference's length, looks at
no translation at all. It buys nothing among pairs of segments of similar length (`kendall-length`: references at most 1.1 to 1), and nothing within
segments (`kendall-item`: the systems of one segment; rankings of WMT12 are within segments, too).

{_length(others)}

## How the parts were chosen

{_choice((*others, *english))}

{_unrelated(others)}

## Tried without gain

In a study of some sixty ideas that need no model and no data; means over nine development languages.

{_REFUTED}
"""


def _scores(judged: JudgementSet) -> _Scores:
    found = {}
    for name, metric in _METRICS.items():
        if isinstance(metric, int):
            found[name] = np.array(chrf(judged.hypotheses, judged.references, word_order=metric).segments)
        else:
            found[name] = metric.candidate().segment_scores(judged)
    return found


def _named(judged: JudgementSet) -> str:
    """Return a short name of a set, such as `de 12` or `fi-en 15`."""
    year, pair = judged.name.split("-")[0], judged.name.rpartition(".")[2]
    shown = pair.removeprefix("en-")
    return f"{shown} {year.removeprefix('wmt')}" if year in ("wmt12", "wmt15", "wmt16") else shown


def _agreement(judged: JudgementSet, scores: Floats) -> float:
    return measure(judged, scores, "tau-wmt13" if judged.is_ranking else "pearson")


def _values(sets: Sequence[JudgementSet], scores: Mapping[str, _Scores]) -> str:
    rows = []
    for metric in _METRICS:
        values = [_agreement(judged, scores[judged.name][metric]) for judged in sets]
        rows.append((f"**{metric}**" if metric == _OURS else metric, *values, float(np.mean(values))))
    return table(("metric", *map(_named, sets), "mean"), rows)


def _drawn(judged: JudgementSet, samples: int) -> Callable[[Floats], Floats]:
    """Return a function that measures scores on fixed samples of a set's segments."""

    def sums(rows: Floats) -> Floats:
        random = generator(*stream_of(judged, SEED))
        by_segment = np.zeros((int(judged.groups.max()) + 1, rows.shape[1]))
        np.add.at(by_segment, judged.groups, rows)
        draws = np.stack(
            [np.bincount(picked, minlength=len(by_segment)) for picked in _picked(random, samples, len(by_segment))]
        )
        return draws @ by_segment

    def rankings(scores: Floats) -> Floats:
        sign = np.sign(scores[judged.first] - scores[judged.second])
        right, wrong = sums(np.stack((sign > 0, sign < 0), axis=1).astype(np.float64)).T
        return (right - wrong) / (right + wrong)

    def correlations(scores: Floats) -> Floats:
        x, y = scores[judged.first], judged.human
        count, sx, sy, sxx, syy, sxy = sums(np.stack((np.ones_like(x), x, y, x * x, y * y, x * y), axis=1)).T
        return (sxy - sx * sy / count) / np.sqrt((sxx - sx * sx / count) * (syy - sy * sy / count))

    return rankings if judged.is_ranking else correlations


def _picked(random: np.random.Generator, samples: int, count: int) -> list[np.ndarray]:
    return [random.integers(0, count, count) for _ in range(samples)]


def _chance(judged: JudgementSet, scores: _Scores, other: str, samples: int) -> float:
    """Return the share of samples in which ours is not better than another metric."""
    drawn = _drawn(judged, samples)
    return float((drawn(scores[_OURS]) <= drawn(scores[other])).mean())


def _chances(sets: Sequence[JudgementSet], scores: Mapping[str, _Scores], samples: int) -> str:
    rows = [
        (other, *(_chance(judged, scores[judged.name], other, samples) for judged in sets))
        for other in ("chrF", "chrF++")
    ]
    return table(("better than", *map(_named, sets)), rows)


def _verdict(sets: Sequence[JudgementSet], scores: Mapping[str, _Scores], samples: int) -> str:
    said = []
    for other in ("chrF", "chrF++"):
        chances = [_chance(judged, scores[judged.name], other, samples) for judged in sets]
        better, worse = sum(chance < 0.05 for chance in chances), sum(chance > 0.95 for chance in chances)
        said.append(f"than {other} on {better} and worse on {worse}")
    return f"Of {len(sets)} sets, it is significantly better (.05) {', '.join(said)}."


def _length(sets: Sequence[JudgementSet]) -> str:
    """Return measures that length can buy beside those that it cannot, on sets of scores."""
    scored = [judged for judged in sets if not judged.is_ranking]
    ours = MetricChoice(preset="universal+").candidate()
    metrics = {"`length`": length_candidate(), "chrF": other_candidate("chrf"), _OURS: ours}
    rows = []
    for kind in ("kendall", "kendall-length", "kendall-item"):
        measured = scored if kind != "kendall-item" else scored[-1:]  # The others have one system a segment.
        for name, candidate in metrics.items():
            if kind == "kendall-item" and name == "`length`":
                continue  # The same for all systems of a segment.
            values = [measure(judged, candidate.segment_scores(judged), kind) for judged in measured]
            rows.append((f"`{kind}`", name, *[""] * (len(scored) - len(values)), *values, float(np.mean(values))))
    return table(("measure", "metric", *map(_named, scored), "mean"), rows)


def _parts(
    language: str | None, hypotheses: Sequence[str], references: Sequence[Sequence[str]]
) -> Callable[[tuple[float, ...], float, float, bool], Floats]:
    """Return a function that mixes the parts of scores."""
    segments = Meteor(language, preset="universal+").score(hypotheses, references).segments
    words = np.nan_to_num(segments.f_mean * (1 - segments.penalty))
    ours, theirs, common = (segments.statistics[f"{name}_characters"] for name in ("hypothesis", "reference", "common"))
    grams = {True: segments.chrf, False: np.array(chrf(hypotheses, references).segments)}

    def mixed(shares: tuple[float, ...], alpha: float, chance: float, blanks: bool) -> Floats:
        mean = common / np.maximum(ours + alpha * (theirs - ours), 1)
        parts = (words, grams[blanks], np.maximum(0, (mean - chance) / (1 - chance)))
        return sum(share * part for share, part in zip(shares, parts, strict=True))

    return mixed


def _choice(sets: Sequence[JudgementSet]) -> str:
    """Return the best shares, with one language left out at a time."""
    points = list(product(_SHARES, _ALPHAS, _CHANCES, _BLANKS))
    mixes = [_parts(judged.language, judged.hypotheses, judged.references) for judged in sets]
    by_set = np.array(
        [[_agreement(judged, mix(*point)) for judged, mix in zip(sets, mixes, strict=True)] for point in points]
    )
    languages = sorted({str(judged.language) for judged in sets})
    values = np.stack(
        [by_set[:, [judged.language == code for judged in sets]].mean(axis=1) for code in languages], axis=1
    )
    kinds = {
        "Meteor and chrF": [shares[2] == 0 for shares, *_ in points],
        "thirds": [shares == _SHARES[0] for shares, *_ in points],
        "thirds, chance .25": [shares == _SHARES[0] and chance == 0.25 for shares, _, chance, _ in points],
        "any shares": [True] * len(points),
    }
    rows = []
    for name, among in kinds.items():
        places = np.flatnonzero(among)
        best = places[values[places].mean(axis=1).argmax()]
        left_out = [
            values[places[np.delete(values[places], column, axis=1).mean(axis=1).argmax()], column]
            for column in range(len(languages))
        ]
        rows.append((name, float(values[best].mean()), float(np.mean(left_out)), _shown(points[best])))
    here = points.index((_SHARES[0], 0.9, 0.25, True))
    return f"""Shares of the three parts, α of the common subsequence, from where on it counts (chance), and whether chrF has blanks: {len(points):,} points, the
mean over {len(languages)} languages ({", ".join(languages)}; each counts once), and the same with one language left out at a time: the best point on the others,
measured on the one left out. Shares that are learned are no better than thirds on a language that they were not learned on.

{table(("chosen among", "all languages", "left out", "best point"), rows)}

`universal+` has thirds, α .9, chance .25 and blanks: {values[here].mean():.3f}. Meteor's own parameters (α .9, β 1.5, γ .45, weight 1) are round numbers from the middle
of a flat optimum: they were chosen for task `mixed`, with half chrF."""


def _shown(point: tuple[tuple[float, ...], float, float, bool]) -> str:
    (words, grams, common), alpha, chance, blanks = point
    return f"{words:.2g} + {grams:.2g} chrF{' with blanks' if blanks else ''} + {common:.2g} LCS, α {alpha:g}, chance {chance:g}"


def _unrelated(sets: Sequence[JudgementSet]) -> str:
    """Return the scores of unrelated text, by the share of characters that counts as chance."""
    mixes = []
    for judged in sets:
        hypotheses, texts = (
            judged.hypotheses[:: len(judged.hypotheses) // 400],
            judged.references[:: len(judged.hypotheses) // 400],
        )
        half = len(texts) // 2
        mixes.append(_parts(judged.language, hypotheses, texts[half:] + texts[:half]))
    rows = [
        (f"{chance:g}", *(float(mix(_SHARES[0], 0.9, chance, True).mean()) for mix in mixes)) for chance in _CHANCES
    ]
    head = table(("chance", *map(_named, sets)), rows)
    return f"""Unrelated text of one language has a third of its characters in common, in the same order. What a mix of thirds gives translations of other
segments on the average, by what the common subsequence counts from: .25 costs no agreement (above), and unrelated text scores about what it did in task `mixed`.

{head}"""
