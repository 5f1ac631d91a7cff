"""Paraphrases by pivoting: P(e2|e1) = Σ_f P(f|e1)·P(e2|f), as one expression that any engine of tables can run.

Bannard and Callison-Burch 2005; with the filters of Meteor (Meteor Universal 2014, §3.2; Meteor-NEXT 2010, §3.1).
"""

import re
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, reduce
from itertools import groupby

from bolide.build.phrase_table import Table
from bolide.build.request import PivotOptions

# The punctuation of Meteor's own extractor: all of ASCII's.
_ASCII = "~`!@#$%^&*()-_=+[{]}\\|;:'\",<.>/?"
# Probabilities are summed as whole numbers of 2^-31 and of 2^-62, each exact in a double: any order of rows gives the
# same sum, in any engine. An instance of 2^-10 or more is a multiple of 2^-62, so that it is stored exactly.
_SCALE = float(2**31)
# The error of a product or a sum of shares is a few times 2^-53; different shares are never this close.
_ROUNDING = 2.0**-40


def least(threshold: float) -> float:
    """Return the smallest number that passes a threshold, allowing for rounding."""
    return threshold * (1 - _ROUNDING)


def usable_rows(table: Table, options: PivotOptions, common: Mapping[str, Iterable[str]]) -> Table:
    """Return the rows of a phrase table with phrases that have no punctuation and not only common words, on both sides."""
    patterns = [(side, punctuation_pattern(options.punctuation)) for side in ("source", "target")]
    patterns += [(side, only_common_pattern(common[side])) for side in ("source", "target")]
    conditions = [~table[side].re_search(pattern) for side, pattern in patterns if pattern]
    return table.filter(*conditions) if conditions else table


def pivot(table: Table, options: PivotOptions, *, native: str = "target", phrases: Table | None = None) -> Table:
    """Return all paraphrases of one side of usable rows: phrase, paraphrase, probability, instances.

    `phrases` limits the phrases to paraphrase to its column `phrase`. Rows below the thresholds are dropped before the join, so that
    no pivot phrase has more than 1 / min_instance translations.
    """
    foreign = "source" if native == "target" else "target"
    to_pivot, from_pivot = table[f"{foreign}_given_{native}"], table[f"{native}_given_{foreign}"]
    first = table.filter(to_pivot >= least(options.min_instance)).select(
        pivot=table[foreign], phrase=table[native], to_pivot=to_pivot
    )
    if phrases is not None:
        first = first.semi_join(phrases, "phrase")
    second = table.filter(from_pivot >= least(options.min_instance)).select(
        pivot=table[foreign], paraphrase=table[native], from_pivot=from_pivot
    )
    instances = first.join(second, "pivot").filter(
        lambda row: (row.phrase != row.paraphrase) & (row.to_pivot * row.from_pivot >= least(options.min_instance))
    )
    return sum_exactly(instances.mutate(part=instances.to_pivot * instances.from_pivot, instances=1.0))


def sum_exactly(parts: Table) -> Table:
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


def filter_pairs(pairs: Table, options: PivotOptions) -> Table:
    """Return the final paraphrases: not below the final threshold, neither phrase inside the other; in order."""
    kept = pairs.filter(pairs.probability >= least(options.min_final))
    if options.sub_phrases != "keep":
        kept = kept.filter(~_contains(kept.phrase, kept.paraphrase))
    if options.sub_phrases == "both":
        kept = kept.filter(~_contains(kept.paraphrase, kept.phrase))
    return kept.select("phrase", "paraphrase", "probability").order_by("phrase", "paraphrase")


def most_translations(table: Table, options: PivotOptions, *, native: str = "target") -> Table:
    """Return the largest number of translations of one pivot phrase that pass the threshold, as an expression."""
    foreign = "source" if native == "target" else "target"
    kept = table.filter(table[f"{native}_given_{foreign}"] >= least(options.min_instance))
    return kept.group_by(foreign).aggregate(translations=kept.count()).translations.max()


def _contains(whole: Table, part: Table) -> Table:
    """Whether a phrase has another one inside, word for word."""
    return (" " + whole + " ").contains(" " + part + " ")


def punctuation_pattern(choice: str) -> str | None:
    """Return a regular expression that finds punctuation: unicode, ascii, none, or the characters themselves."""
    if choice == "none":
        return None
    if choice == "unicode":
        return f"[{_unicode_punctuation()}]"
    return f"[{''.join(_escaped(ord(character)) for character in (_ASCII if choice == 'ascii' else choice))}]"


@cache
def _unicode_punctuation() -> str:
    """Return the ranges of all characters that Unicode counts as punctuation or symbols, for the inside of a class."""
    codes = (code for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code))[0] in "PS")
    runs = (list(run) for _, run in groupby(enumerate(codes), lambda pair: pair[1] - pair[0]))
    return "".join(f"{_escaped(run[0][1])}-{_escaped(run[-1][1])}" for run in runs)


def _escaped(code: int) -> str:
    return f"\\x{{{code:x}}}"


def only_common_pattern(words: Iterable[str]) -> str | None:
    """Return a regular expression that finds phrases made only of the given words."""
    choices = "|".join(_literal(word) for word in sorted(words))
    return f"^(?:{choices})(?: (?:{choices}))*$" if choices else None


def _literal(word: str) -> str:
    return re.sub(r"[^\w]", lambda found: _escaped(ord(found[0])), word, flags=re.ASCII)


def merge_pairs(tables: Sequence[Table], shares: Sequence[float]) -> Table:
    """Return the weighted mean of the probabilities of each pair; the probability of a missing pair is 0."""
    weighted = [
        table.select("phrase", "paraphrase", "instances", part=table.probability * share)
        for table, share in zip(tables, shares, strict=True)
    ]
    return sum_exactly(reduce(lambda one, other: one.union(other), weighted))
