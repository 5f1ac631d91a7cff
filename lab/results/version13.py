"""The page of Meteor 1.3 (Denkowski and Lavie 2011): its eight tables."""

from results.data import Data, markdown
from results.page import table

from bolide.analysis.judged_sets import Candidate, MetricChoice
from bolide.data.languages import function_words

__all__ = ["version13"]

_TABLE_1 = (
    ("English", "6.24M", "5.27M", "5,274,084 (installed)"),
    ("Czech", "756K", "684K", "not free"),
    ("German", "3.52M", "3.00M", "not free"),
    ("Spanish", "6.35M", "5.30M", "not free"),
    ("French", "3.38M", "2.84M", "not free"),
)
_TABLE_2 = (
    ("English", "836M", 93, "en"),
    ("Czech", "230M", 68, "cs"),
    ("French", "374M", 85, "fr"),
    ("German", "309M", 92, "de"),
    ("Spanish", "168M", 66, "es"),
)
_TABLE_3 = (("English", 20_357, 24_915), ("Czech", 11_242, 9_613), ("French", 2_967, 5_904), ("German", 6_563, 10_892), ("Spanish", 3_249, 3_813))  # fmt: skip
_TABLE_5 = (("English", 0.258, 0.276, 0.320, 0.343), ("Czech", 0.148, 0.162, 0.220, 0.215), ("French", 0.414, 0.437, 0.370, 0.384), ("German", 0.152, 0.180, 0.170, 0.155), ("Spanish", 0.216, 0.240, 0.310, 0.326))  # fmt: skip
_TABLE_6 = (("adequacy, tuned on MT08", 0.620, 0.625, 0.650, 0.636), ("adequacy, tuned on MT09", 0.612, 0.630, 0.642, 0.648), ("H-TER, tuned on P2", -0.640, -0.596, -0.642, -0.594), ("H-TER, tuned on P3", -0.638, -0.600, -0.625, -0.612))  # fmt: skip
_TABLE_8 = (
    ("BLEU", "23.67", "72.48", "50.45", "17.10", "76.28", "41.86", "not in bolide"),
    ("TER", "25.35", "59.72", "48.60", "17.07", "64.32", "39.75", "not in bolide"),
    ("TER-BLEU/2", "26.25", "61.66", "49.69", "18.14", "65.77", "40.68", "not in bolide"),
    ("Meteor-tune", "24.89", "69.54", "51.29", "18.07", "73.83", "42.78", "`--preset meteor-1.3` (task `tune`)"),
    ("Meteor-rank", "19.28", "94.64", "49.78", "14.34", "98.86", "42.75", "`--preset meteor-1.3 --task rank`"),
    ("Meteor-adq", "22.86", "77.27", "51.40", "16.76", "81.63", "43.43", "`--preset meteor-1.3 --task adq`"),
    ("Meteor-hter", "25.23", "66.71", "50.90", "18.12", "70.47", "42.28", "`--preset meteor-1.3 --task hter`"),
)


def version13(data: Data) -> str:
    """Return the page."""
    words = [(*row[:3], len(function_words(row[3]))) for row in _TABLE_2]
    return f"""## Table 1: paraphrase tables before and after filtering

{table(("language", "published: before", "after", "here"), _TABLE_1)}

The English table is the authors' own, pair by pair. The filter, no phrase inside the other, is the default of `bolide build --sub-phrases`.

## Table 2: function words

{table(("language", "published: words of text", "function words", "here"), words)}

These are the authors' lists. `bolide build function-words --common-rule from` learns others by the paper's rule (a share of .001 or more).

## Table 3: judgements

{table(("language", "published: WMT09", "WMT10"), _TABLE_3)}

Neither year is here; parameters are learned from WMT12, and tested on WMT13.

## Tables 4 and 7: parameters

Presets `meteor-1.3` and `meteor-1.3-paper` have all of them, task by task. Learned again from other judgements, and tested on unseen ones, they are
[confirmed for English](../english.md#version-13-tables-4-and-7-parameters-for-english) and [compared for other
languages](../measured-once.md#universal-table-2-and-version-13-tables-4-and-5-the-parameters-of-one-language).

## Table 5: versions 1.2 and 1.3 beside rankings

Published: τ on WMT09, which both were tuned on, and on WMT10:

{table(("language", "1.2, WMT09", "1.3, WMT09", "1.2, WMT10", "1.3, WMT10"), _TABLE_5)}

Ours: Meteor-NEXT with paraphrases, which is version 1.2, beside version 1.3, both with the published parameters, into English:

{_rankings(data)}

As published, 1.3 is ahead of 1.2 for English; on WMT12 only by its paper, with the jar's search the two are level. Values are lower than the paper's,
as these are other systems and judges.

## Table 6: adequacy and H-TER

Published: length-weighted Pearson's r, tested on the first and the second set of each kind:

{table(("", "1.2, first", "1.2, second", "1.3, first", "1.3, second"), _TABLE_6)}

NIST's and GALE's judgements are not free. Ours are direct assessments, by the same measure (`--measure weighted-pearson`); H-TER is tuned to with
`bolide tune --objective weighted-pearson --lower-is-better`:

{_adequacy(data)}

## Table 8: systems tuned to metrics

Published, newswire then weblog: BLEU, TER and Meteor 1.2 of Urdu–English systems; last, how `bolide mert` tunes to the same:

{table(("tuned to", "BLEU", "TER", "Met1.2", "BLEU", "TER", "Met1.2", "here"), _TABLE_8)}

There is no such system here, so nothing is measured: `bolide mert` reads the n-best lists of yours. Its objectives are tested against sacreBLEU's corpus
scores, and on lists with planted weights, which it finds again (`tests/analysis/test_mert.py`).
"""


def _metrics(*choices: tuple[str, str | None]) -> list[Candidate]:
    return [MetricChoice(preset=preset, task=task).candidate() for preset, task in choices]


def _rankings(data: Data) -> str:
    candidates = _metrics(("meteor-next", "paraphrase"), ("meteor-1.3", None), ("meteor-1.3-paper", None))
    parts = [data.evaluated(f"wmt{year}-rank.*-en.tsv.gz", candidates, ("tau-wmt12",)) for year in (12, 13)]
    return "\n".join(markdown(found) for found in parts)


def _adequacy(data: Data) -> str:
    candidates = _metrics(("meteor-next", "paraphrase"), ("meteor-1.3", "adq"), ("meteor-1.3-paper", "adq"))
    parts = [data.evaluated(f"wmt{year}-da.*-en.tsv.gz", candidates, ("weighted-pearson",)) for year in (15, 16, 17)]
    return "\n".join(markdown(found) for found in parts)
