"""The page of METEOR-Hindi (Gupta, Venkatapathy and Sangal 2010): its tables on judgements that are free."""

from collections.abc import Sequence

import numpy as np
from results.data import Data
from results.page import table
from results.resources import hindi_resource

from bolide import Meteor
from bolide.analysis.agreement import correlate
from bolide.analysis.judged_sets import JudgementSet, other_candidate
from bolide.metric.statistics import Floats

__all__ = ["meteor_hindi"]

_SETS = {
    "first release, DA": "indicmt-da.en-hi.tsv.gz",
    "second release, DA": "indicmt-eval-v2.en-hi.da.tsv.gz",
    "second release, MQM": "indicmt-eval-v2.en-hi.mqm.tsv.gz",
}
_WORDS = ("exact", "stem", "synonym")
_ALL = (*_WORDS, "lwg", "pos", "clause")
# Table 6: the features, and Pearson's r.
_TABLE_6 = {
    _WORDS[:1]: 0.656,
    _WORDS[:2]: 0.687,
    _WORDS: 0.700,
    (*_WORDS, "lwg"): 0.681,
    (*_WORDS, "pos"): 0.703,
    (*_WORDS, "clause"): 0.658,
    _ALL: 0.667,
}
_COUNTS = {"exact": 433, "stem": 574, "synonym": 622, "lwg": 426, "pos": 576, "clause": 9}
_COLUMNS = {"exact": "exact", "stem": "stem", "synonym": "synonym", "lwg": "groups", "pos": "pos", "clause": "clauses"}
_OURS_TOO = (*_WORDS, "lwg", "pos")  # task `groups`


def meteor_hindi(data: Data) -> str:
    """Return the page."""
    sets = {name: data.sets(pattern)[0] for name, pattern in _SETS.items()}
    first = next(iter(sets.values()))
    paraphrases = hindi_resource(data)
    return f"""The paper's 100 judged sentences were never released. Ours are the judgements of IndicMT-Eval, English to Hindi, with what ships:
tagger, roots and synonyms are not the paper's ([differences](../../../docs/parity.md#meteor-hindi)).

## Table 4: the data, and what is matched

{_matches(first)}

Of the first release. As in the paper, stems add to exact matches, synonyms to both, and clauses are hardly ever matched.

## Table 6: features

Pearson's r published, and ours, with Kendall's τ-b over all segments:

{_features(sets)}

By τ, stems and synonyms help, as published; by r they do not. Word groups help here by both; task `groups` has them next to the published best.
r is far below the paper's: these translations are of neural systems, most of them good, and judged by other people.

## Section 6.3 and 8: equal tags, and paraphrases

The paper wants equal tags (`--tags equal`); by default tags of one class match. Its future work is a feature of paraphrases: task `paraphrase`, here with
the table that `bolide build` makes of {paraphrases.lines:,} lines of parallel text ({paraphrases.paraphrases:,} pairs, `bolide build OUT --source TEXT.en --target TEXT.hi -l hi --source-language en`).
Kendall's τ-b, and r:

{_more(sets, str(paraphrases.folder / "paraphrase.gz"))}

Both help a little by τ; by r paraphrases do not, as stems and synonyms do not.

## Tables 7 and 8: mean scores, and systems

Published: BLEU .0815, METEOR-Hindi .4919, people .615 on average; by system (IIT-K, IIIT-H) METEOR-Hindi .460 and .540 with r of .712 and .684,
people .567 and .688. Ours, human scores brought to 0–1, on the first release:

{_systems(first)}

## Beside other metrics

Kendall's τ-b, and Pearson's r, the paper's measure (`bolide evaluate FILE --preset meteor-hindi --also chrf++ --also bleu --also bleu-unsmoothed --measure kendall --measure pearson`):

{_beside(sets)}

By τ, METEOR-Hindi is ahead of BLEU. By r, it is level with sacreBLEU's sentence BLEU, which is smoothed, and ahead of BLEU without smoothing, the
paper's, though not clearly (Williams' test: p of .37, .13 and .11). Unsmoothed BLEU is 0 for a segment without four matching words in a row.

The paper's figures 2 to 6 are scatter plots: `bolide evaluate FILE --preset meteor-hindi --also bleu --scatter FILE.svg` draws them.
"""


def _more(sets: dict[str, JudgementSet], table_file: str) -> str:
    choices = {
        "default": {},
        "default, `--tags equal`": {"tags": "equal"},
        "task `groups`": {"task": "groups"},
        "task `groups`, `--tags equal`": {"task": "groups", "tags": "equal"},
        "task `paraphrase`": {"task": "paraphrase", "paraphrases": table_file},
    }
    rows = []
    for name, options in choices.items():
        meteor, cells = Meteor("hi", **options), []
        for judged in sets.values():
            scores = meteor.score(judged.hypotheses, [list(items) for items in judged.references]).segments.score
            cells.append(_both(judged, scores))
        rows.append((name, *cells))
    return table(("", *(f"{name}: τ (r)" for name in sets)), rows)


def _scores(judged: JudgementSet, features: Sequence[str]) -> Floats:
    matchers = _WORDS if "synonym" in features else tuple(features)
    meteor = Meteor("hi", features=features, matchers=matchers)
    return meteor.score(judged.hypotheses, [list(items) for items in judged.references]).segments.score


def _measured(judged: JudgementSet, scores: Floats, measure: str) -> float:
    human = np.asarray(judged.human)
    return float(correlate(measure, scores[judged.first], human)[0])


def _both(judged: JudgementSet, scores: Floats) -> str:
    return f"{_measured(judged, scores, 'kendall'):.4f} ({_measured(judged, scores, 'pearson'):.3f})"


def _matches(judged: JudgementSet) -> str:
    meteor = Meteor("hi", features=_ALL)
    total = meteor.score(judged.hypotheses, [list(items) for items in judged.references]).statistics.row(0)
    size = len(judged.translations)
    rows: list[tuple[object, ...]] = [
        ("sentences", 100, size),
        ("words of a translation", "11.24", f"{total['hypothesis_words'] / size:.2f}"),
        ("words of a reference", "11.23", f"{total['reference_words'] / size:.2f}"),
    ]
    rows += [(f"{name} matches", _COUNTS[name], total[f"matched_{column}"]) for name, column in _COLUMNS.items()]
    return table(("", "published", "here"), rows)


def _features(sets: dict[str, JudgementSet]) -> str:
    rows = []
    for features in (*_TABLE_6, _OURS_TOO):
        cells = []
        for judged in sets.values():
            scores = _scores(judged, features)
            cells.append(f"{_measured(judged, scores, 'pearson'):.3f} ({_measured(judged, scores, 'kendall'):.4f})")
        rows.append((", ".join(features), f"{_TABLE_6[features]:.3f}" if features in _TABLE_6 else None, *cells))
    return table(("features", "published r", *(f"{name}: r (τ)" for name in sets)), rows)


def _systems(judged: JudgementSet) -> str:
    human = np.asarray(judged.human)
    human = (human - human.min()) / (human.max() - human.min())
    ours = _scores(judged, (*_WORDS, "pos"))[judged.first]
    bleu = other_candidate("bleu").segment_scores(judged)[judged.first]
    systems = np.array([judged.translations[place].system or "" for place in judged.first])
    rows: list[tuple[object, ...]] = []
    for name in ("all", *sorted(set(systems))):
        here = np.ones(len(systems), dtype=bool) if name == "all" else systems == name
        means = (f"{values[here].mean():.3f}" for values in (bleu, ours, human))
        agreement = (f"{np.corrcoef(values[here], human[here])[0, 1]:.3f}" for values in (bleu, ours))
        rows.append((name, int(here.sum()), *means, *agreement))
    return table(("system", "segments", "BLEU", "METEOR-Hindi", "people", "r of BLEU", "r of METEOR-Hindi"), rows)


def _beside(sets: dict[str, JudgementSet]) -> str:
    rows = []
    for name, judged in sets.items():
        others = (other_candidate(kind).segment_scores(judged) for kind in ("chrf++", "bleu", "bleu-unsmoothed"))
        values = [_scores(judged, (*_WORDS, "pos")), _scores(judged, _OURS_TOO), *others]
        rows.append((name, *(_both(judged, scores) for scores in values)))
    return table(("judgements: τ (r)", "meteor-hindi", "task `groups`", "chrF++", "BLEU", "BLEU, unsmoothed"), rows)
