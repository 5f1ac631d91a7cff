"""The page of Meteor-NEXT (Denkowski and Lavie 2010): its four tables."""

from results.data import Data, markdown
from results.page import table

from bolide.analysis.judged_sets import Candidate, MetricChoice
from bolide.data.languages import find_language

__all__ = ["meteor_next"]

_CORPORA = (
    ("English–Czech", 7_321_950, 128_326_269, "gold-cs, links by hand", 2_500),
    ("English–German", 1_630_132, 84_035_599, "en-de", 130_253),
    ("English–Spanish", 7_965_250, 363_714_779, "none", 0),
    ("English–French", 8_993_161, 404_883_736, "en-fr", 142_693),
    ("German–Spanish", 1_305_650, 70_992_157, "none", 0),
)
_TABLES = {"English": 6_236_236, "Czech": 756_113, "German": 3_521_052, "Spanish": 6_352_690, "French": 3_382_847}
_JUDGED = {
    "en": ("English", 45, 20_357),
    "cs": ("Czech", 5, 11_242),
    "de": ("German", 11, 6_563),
    "es": ("Spanish", 9, 3_249),
    "fr": ("French", 12, 2_967),
}
# Table 4: rank consistency on WMT09 without paraphrases, with TERp's table (English only), and with their own.
_CONSISTENCY = {
    "en": (0.619, 0.625, 0.629),
    "cs": (0.564, None, 0.574),
    "de": (0.550, None, 0.576),
    "es": (0.586, None, 0.608),
    "fr": (0.696, None, 0.707),
}


def meteor_next(data: Data) -> str:
    """Return the page."""
    return f"""## Table 1: parallel text

{table(("pair", "published: sentences", "phrase pairs", "here", "lines"), _CORPORA)}

The text of WMT10 is not here. What is here is small, so our tables for Czech, German and French are too ([sizes](../measured-once.md)).

## Table 2: paraphrase tables

{table(("language", "published: pairs"), _TABLES.items())}

For English, bolide installs the table of Meteor 1.3 and 1.5, which is this one without pairs that have one phrase inside the other: 5,274,084 pairs.
`bolide build --common-rule from --sub-phrases keep` builds tables by the rules of this paper, `bolide build merge` merges them by the size of their texts.

## Table 3: judgements

{table(("language", "published: systems", "judgements of WMT09", "judgements of WMT12 here"), _judged(data))}

WMT09 is not here; ties are discarded in both.

## Table 4: rank consistency with and without paraphrases

Published, on WMT09, on which each row's parameters were tuned (`bolide evaluate --measure rank-consistency`):

{table(("language", "none", "TERp", "paraphrases"), _published())}

Ours, on WMT12, on which nothing was tuned, with the paper's parameters: preset `meteor-next` (2010) with and without paraphrases, version 1.3 by its
paper (`meteor-1.3-paper`) and with the jar's search (`meteor-1.3`), the latter also without paraphrases:

{_english(data)}

As in the paper, paraphrases help. Version 1.3 by its paper is ahead of Meteor-NEXT; with the jar's search it is level. The published values are higher or lower because these are other systems and
judges, and because parameters fit what they were tuned on. TERp's table is not free: task `terp` wants it with `--paraphrases`.

Other languages have no table of the authors' here, so only the task without paraphrases is measured:

{_others(data)}
"""


def _judged(data: Data) -> list[tuple[object, ...]]:
    rows = []
    for code, (name, systems, judgements) in _JUDGED.items():
        pattern = "wmt12-rank.*-en.tsv.gz" if code == "en" else f"wmt12-rank.en-{code}.tsv.gz"
        rows.append((name, systems, judgements, sum(len(judged) for judged in data.sets(pattern))))
    return rows


def _published() -> list[tuple[object, ...]]:
    return [(find_language(code).name, *values) for code, values in _CONSISTENCY.items()]


def _english(data: Data) -> str:
    without = MetricChoice(preset="meteor-1.3", options={"matchers": ("exact", "stem", "synonym")})
    candidates = [
        MetricChoice(preset="meteor-next", task="plain").candidate(),
        MetricChoice(preset="meteor-next", task="paraphrase").candidate(),
        MetricChoice(preset="meteor-1.3").candidate(),
        Candidate("meteor-1.3~paraphrase", without.metric),
        MetricChoice(preset="meteor-1.3-paper").candidate(),
    ]
    return markdown(data.evaluated("wmt12-rank.*-en.tsv.gz", candidates, ("rank-consistency",)))


def _others(data: Data) -> str:
    candidates: list[Candidate] = [MetricChoice(preset="meteor-next", task="plain").candidate()]
    return markdown(data.evaluated("wmt12-rank.en-*.tsv.gz", candidates, ("rank-consistency",)))
