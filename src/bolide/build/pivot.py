"""Paraphrases by pivoting: P(e2|e1) = Σ_f P(f|e1)·P(e2|f), as one expression that any engine of tables can run.

Bannard and Callison-Burch 2005; with the filters of Meteor (Meteor Universal 2014, §3.2; Meteor-NEXT 2010, §3.1).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from bolide.build.options import ASCII_PUNCTUATION, PivotOptions, punctuation_ranges

__all__ = ["filter_pairs", "most_translations", "pivot", "sum_exactly", "usable_rows"]

# Probabilities are summed as whole numbers of 2^-31 and of 2^-62, each exact in a double: any order of rows gives the
# same sum, in any engine. An instance of 2^-10 or more is a multiple of 2^-62, so that nothing is lost of it.
_SCALE = float(2**31)


def usable_rows(table: Any, options: PivotOptions, common: Mapping[str, Iterable[str]]) -> Any:
    """Return the rows of a phrase table whose phrases have no punctuation and not only common words, on both sides."""
    conditions = []
    for side in ("source", "target"):
        if pattern := punctuation_pattern(options.punctuation):
            conditions.append(~table[side].re_search(pattern))
        if pattern := only_common_pattern(common[side]):
            conditions.append(~table[side].re_search(pattern))
    return table.filter(*conditions) if conditions else table


def pivot(table: Any, options: PivotOptions, *, native: str = "target", phrases: Any | None = None) -> Any:
    """Return all paraphrases of one side of usable rows: phrase, paraphrase, probability, instances.

    `phrases` limits the phrases that are paraphrased to its column `phrase`. What the thresholds drop of either side is
    dropped before the join: of no pivot phrase can more than 1 / min_instance translations be left.
    """
    foreign = "source" if native == "target" else "target"
    to_pivot, from_pivot = table[f"{foreign}_given_{native}"], table[f"{native}_given_{foreign}"]
    first = table.filter(to_pivot >= options.least(options.min_instance)).select(
        pivot=table[foreign], phrase=table[native], to_pivot=to_pivot
    )
    if phrases is not None:
        first = first.semi_join(phrases, "phrase")
    second = table.filter(from_pivot >= options.least(options.min_instance)).select(
        pivot=table[foreign], paraphrase=table[native], from_pivot=from_pivot
    )
    instances = first.join(second, "pivot").filter(
        lambda row: (
            (row.phrase != row.paraphrase) & (row.to_pivot * row.from_pivot >= options.least(options.min_instance))
        )
    )
    return sum_exactly(instances.mutate(part=instances.to_pivot * instances.from_pivot, instances=1.0))


def sum_exactly(parts: Any) -> Any:
    """Return the sums of the columns `part` and `instances` for each pair: the first exact, rounded once."""
    scaled = parts.mutate(scaled=parts.part * _SCALE)
    split = scaled.mutate(high=scaled.scaled.floor().cast("float64"))
    limbs = split.mutate(low=((split.scaled - split.high) * _SCALE).floor().cast("float64"))
    sums = limbs.group_by("phrase", "paraphrase").aggregate(
        high=limbs.high.sum(), low=limbs.low.sum(), instances=limbs.instances.sum()
    )
    return sums.select(
        "phrase", "paraphrase", probability=sums.high / _SCALE + sums.low / (_SCALE * _SCALE), instances=sums.instances
    )


def filter_pairs(pairs: Any, options: PivotOptions) -> Any:
    """Return the final paraphrases: not below the final threshold, neither phrase inside the other; in order."""
    kept = pairs.filter(pairs.probability >= options.least(options.min_final))
    if options.sub_phrases != "keep":
        kept = kept.filter(~_contains(kept.phrase, kept.paraphrase))
    if options.sub_phrases == "both":
        kept = kept.filter(~_contains(kept.paraphrase, kept.phrase))
    return kept.select("phrase", "paraphrase", "probability").order_by("phrase", "paraphrase")


def most_translations(table: Any, options: PivotOptions, *, native: str = "target") -> Any:
    """Return how many translations of one pivot phrase pass the threshold, at the most: a number that is an expression."""
    foreign = "source" if native == "target" else "target"
    kept = table.filter(table[f"{native}_given_{foreign}"] >= options.least(options.min_instance))
    return kept.group_by(foreign).aggregate(translations=kept.count()).translations.max()


def _contains(whole: Any, part: Any) -> Any:
    """Whether a phrase has another one inside, word for word."""
    return (" " + whole + " ").contains(" " + part + " ")


def punctuation_pattern(choice: str) -> str | None:
    """Return a regular expression that finds punctuation: unicode, ascii, none, or the characters themselves."""
    if choice == "none":
        return None
    if choice == "unicode":
        parts = [
            _escaped(first) + (f"-{_escaped(last)}" if last > first else "") for first, last in punctuation_ranges()
        ]
    else:
        parts = [_escaped(ord(character)) for character in (ASCII_PUNCTUATION if choice == "ascii" else choice)]
    return f"[{''.join(parts)}]"


def _escaped(code: int) -> str:
    return f"\\x{{{code:x}}}"


def only_common_pattern(words: Iterable[str]) -> str | None:
    """Return a regular expression that finds phrases of nothing but the given words."""
    choices = "|".join(_literal(word) for word in sorted(words))
    return f"^(?:{choices})(?: (?:{choices}))*$" if choices else None


def _literal(word: str) -> str:
    return re.sub(r"[^\w]", lambda found: _escaped(ord(found[0])), word, flags=re.ASCII)
