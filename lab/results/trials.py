"""Where matches by spelling and chrF were tried besides `universal+`: English, METEOR-Hindi, Zulu."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from results.data import Data
from results.page import table

from bolide import Meteor
from bolide.analysis.evaluation import measure
from bolide.analysis.judged_sets import JudgementSet
from bolide.metric.chrf import chrf
from bolide.metric.statistics import Floats, score_statistics
from bolide.records import replace

__all__ = ["trials"]

_WEIGHTS, _SHARES = (0.0, 0.2, 0.6, 1.0), (0.1, 0.2, 0.3, 0.5)
_PIECE = 4


def trials(data: Data) -> str:
    """Return what was found, with a conclusion for each."""
    return f"""### English

`bolide++` and `bolide` with the matcher `spelling` besides their own, at several weights, and with a share of chrF. Pearson's r, the mean over the pairs
of a year (WMT17 was not looked at).

{_english(data)}

English has stems, synonyms and paraphrases: words that are only spelt alike are mostly others, so no English preset has `spelling`. With `bolide++`
it also matches copy words that differ, which costs most. A small share of chrF helps both a little (`--chrf 0.2`); the presets stay as they are.

### Hindi

METEOR-Hindi (task `published`), `universal+` without data, and the mean of the two, as if `universal+` were one of its features: Pearson's r.

{_hindi(data)}

The mean is not better than `universal+` alone: METEOR-Hindi gets no such feature.

### Zulu

Words of Zulu are long and agree in pieces. Tried on `wmt21flores-da.xh-zu`, Pearson's r: words cut into pieces of at most {_PIECE} characters, and α .5 with γ .3.

{_zulu(data)}

Pieces cost more than they bring. α .5 with γ .3 helps here, and chrF's half of the score brings as much; one set is too little to
give a language parameters of its own.

### Chinese, Japanese, Thai

There are neither judged nor parallel texts in these languages here, so segmenters (jieba, fugashi, pythainlp) are not part of the package: whether they help
could not be measured. `text=` takes any function that splits a line into words, in Python; without one, characters are words.
"""


def _mean(sets: Sequence[JudgementSet], scores: Sequence[Floats]) -> float:
    return float(np.mean([measure(judged, found, "pearson") for judged, found in zip(sets, scores, strict=True)]))


def _scored(meteor: Meteor, judged: JudgementSet) -> Floats:
    return meteor.score(judged.hypotheses, judged.references).segments.score


def _chrf(judged: JudgementSet) -> Floats:
    return np.array(chrf(judged.hypotheses, judged.references).segments)


def _english(data: Data) -> str:
    years = [data.sets(f"wmt{year}-da.*-en.tsv.gz") for year in (15, 16)]
    rows: list[tuple[object, ...]] = []
    for preset in ("bolide++", "bolide"):
        plain = Meteor("en", preset=preset)
        own, names = plain.parameters, plain.pipeline.matchers.names
        options = {"parameters": own.values, "copy_x": own.copy}
        spelt = Meteor("en", preset=preset, matchers=(*names, "spelling"), weights=(*own.weights, 0.5), **options)
        scores = [[_scored(plain, judged) for judged in sets] for sets in years]
        tables = [[spelt.statistics(item.hypotheses, item.references).statistics for item in sets] for sets in years]
        others = [[_chrf(judged) for judged in sets] for sets in years]
        rows.append((preset, *(_mean(sets, found) for sets, found in zip(years, scores, strict=True))))
        for weight in _WEIGHTS:
            parameters = replace(spelt.parameters, weights=(*own.weights, weight))
            found = [[score_statistics(rows_of, parameters).score for rows_of in each] for each in tables]
            rows.append((f"with `spelling`, weight {weight:g}", *map(_mean, years, found)))
        for share in _SHARES:
            mixed = [
                [(1 - share) * a + share * b for a, b in zip(*both, strict=True)]
                for both in zip(scores, others, strict=True)
            ]
            rows.append((f"with chrF, share {share:g}", *map(_mean, years, mixed)))
    return table(("metric", "WMT15", "WMT16"), rows)


def _hindi(data: Data) -> str:
    sets = data.sets("indicmt*.en-hi*.tsv.gz")
    hindi, any_language = Meteor("hi", preset="meteor-hindi"), _universal("hi")
    scores = [(_scored(hindi, judged), _scored(any_language, judged)) for judged in sets]
    kinds = {"METEOR-Hindi": (1.0, 0.0), "`universal+`": (0.0, 1.0), "mean of both": (0.5, 0.5)}
    rows = [
        (
            name,
            *(
                measure(judged, a * ours + b * theirs, "pearson")
                for judged, (ours, theirs) in zip(sets, scores, strict=True)
            ),
        )
        for name, (a, b) in kinds.items()
    ]
    return table(("metric", *(judged.name for judged in sets)), rows)


def _universal(code: str, **options: object) -> Meteor:
    """Return `universal+` without data."""
    return Meteor(code, preset="universal+", **options)


def _pieces(line: str) -> list[str]:
    """Return words cut into pieces."""
    return [word[at : at + _PIECE] for word in line.split() for at in range(0, len(word), _PIECE)]


def _zulu(data: Data) -> str:
    (judged,) = data.sets("wmt21flores-da.xh-zu.tsv.gz")
    balanced = {"parameters": (0.5, 1.5, 0.3, 0.5), "weights": (1.0, 1.0)}
    kinds = {
        "chrF": _chrf(judged),
        "`universal+`": _scored(_universal("zu"), judged),
        "`universal+`, α .5, γ .3": _scored(_universal("zu", **balanced), judged),
        "task `universal`": _scored(_universal("zu", task="universal"), judged),
        "task `universal`, pieces": _scored(_universal("zu", task="universal", text=_pieces), judged),
        "task `universal`, α .5, γ .3": _scored(_universal("zu", chrf=0, **balanced), judged),
    }
    return table(("metric", "xh-zu"), [(name, measure(judged, scores, "pearson")) for name, scores in kinds.items()])
