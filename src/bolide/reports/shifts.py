"""How the difference between two systems splits into parts, by Shapley's value: each part's share, whatever the order of changes.

A part is a group of columns of the statistics. It is changed from the baseline's to the system's before, between and after the
other parts, in all orders; the mean change of the score is its share. The shares add up to the difference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from math import factorial

import numpy as np

from bolide.analysis.comparison import Scoring
from bolide.metric.statistics import Integers, Statistics, matcher_columns
from bolide.reports.report import Shift

__all__ = ["explain_difference"]

_FRAGMENTATION = ("chunks", "whole_chunks", "hypothesis_matches", "reference_matches")


def explain_difference(
    names: tuple[str, str], totals: tuple[Statistics, Statistics], scoring: Scoring, matchers: Sequence[str]
) -> Shift:
    """Return how a system's corpus score comes to differ from a baseline's; `names` and `totals` have the system first."""
    new, old = (float(scoring(total)["score"][0]) for total in totals)
    columns = totals[0].columns
    splits = _splits(columns, matchers) if "chunks" in columns else {"feature": _features(columns)}
    return Shift(
        system=names[0],
        baseline=names[1],
        difference=new - old,
        shares={title: _shares(totals, _changed(parts, totals), scoring) for title, parts in splits.items()},
    )


def _splits(columns: Sequence[str], matchers: Sequence[str]) -> dict[str, dict[str, list[str]]]:
    """Return the parts of Meteor's formula: of the score, and by matcher."""
    copies = [name for name in columns if "copy" in name]
    rest = [name for name in columns if name not in (*_FRAGMENTATION, *copies)]
    order = {"fragmentation": list(_FRAGMENTATION), "copy words": copies}
    by_part = {
        "precision": [name for name in rest if name.startswith("hypothesis_")],
        "recall": [name for name in rest if name.startswith("reference_")],
    }
    by_matcher = {matcher: list(matcher_columns(place)) for place, matcher in enumerate(matchers)}
    by_matcher["length"] = ["hypothesis_length", "reference_length", "hypothesis_function", "reference_function"]
    return {"part of the score": by_part | order, "matcher": by_matcher | order}


def _features(columns: Sequence[str]) -> dict[str, list[str]]:
    """Return the parts of a formula of features: what of each kind is matched, of how much."""
    parts: dict[str, list[str]] = {}
    for name in columns:
        kind = name.rsplit("_", 1)[-1]
        parts.setdefault({"words": "length", "groups": "word groups", "pos": "tags"}.get(kind, kind), []).append(name)
    return parts


def _changed(parts: Mapping[str, Sequence[str]], totals: tuple[Statistics, Statistics]) -> dict[str, list[int]]:
    """Return the places of the columns of each part; parts that only some metrics have, and that are empty, are left out."""
    columns = totals[0].columns
    placed = {part: [columns.index(name) for name in names] for part, names in parts.items()}
    return {
        part: places
        for part, places in placed.items()
        if places and (part != "copy words" or any(total.rows[0, places].any() for total in totals))
    }


def _shares(
    totals: tuple[Statistics, Statistics], parts: Mapping[str, Sequence[int]], scoring: Scoring
) -> dict[str, float]:
    """Return the share of each part. All mixtures of the two rows are scored at once, one for every set of parts."""
    new, old = totals[0].rows[0], totals[1].rows[0]
    names = list(parts)
    sets = [frozenset(chosen) for size in range(len(names) + 1) for chosen in combinations(names, size)]
    mixed: Integers = np.tile(old, (len(sets), 1))
    for number, chosen in enumerate(sets):
        places = [place for part in chosen for place in parts[part]]
        mixed[number, places] = new[places]
    scores = dict(zip(sets, scoring(replace(totals[0], rows=mixed))["score"].tolist(), strict=True))
    return {part: _share(part, names, scores) for part in names}


def _share(part: str, names: Sequence[str], scores: Mapping[frozenset[str], float]) -> float:
    """Return the mean gain of a part over all orders in which parts can change."""
    count = len(names)
    return sum(
        factorial(len(chosen))
        * factorial(count - len(chosen) - 1)
        / factorial(count)
        * (scores[chosen | {part}] - before)
        for chosen, before in scores.items()
        if part not in chosen
    )
