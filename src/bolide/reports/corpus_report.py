"""Reports on a corpus: scores its systems, aligns them with the best references, compares them and explains the differences.

For METEOR-Hindi it also shows tags, word groups and clauses of each segment, and a table of the features.

Reports on the jar's alignment files have means over segments: the files lack the data for a corpus score (function words, parameters).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from math import comb, nan
from typing import Any

import numpy as np

from bolide._core import WHOLE_SIMILARITY
from bolide.analysis.comparison import Scoring, Settings, SystemRuns, compare
from bolide.errors import SegmentError
from bolide.files import Progress
from bolide.files.corpus import Corpus
from bolide.files.java_files import JavaAlignment
from bolide.metric.alignment import Alignment, PackedAlignments
from bolide.metric.meteor import Meteor
from bolide.metric.option_table import FEATURES, HINDI
from bolide.metric.other_metrics import RealStatistics
from bolide.metric.parameters import Parameters
from bolide.metric.protocol import Metric
from bolide.metric.statistics import Floats, Integers, Statistics, feature_table, matcher_columns
from bolide.reports.builder import VALUES, Part, ReportBuilder
from bolide.reports.document import Heading, Report, TokenFacts, title_of

BATCH = 1024
# The parts of a signature that identify data by its hash; not every metric has all of them.
RESOURCES = ("function_words", "stems", "synonyms", "paraphrases", "copy_words", "roots", "tagger")
_FRAGMENTATION = ("chunks", "whole_chunks", "hypothesis_matches", "reference_matches")


def make_report(
    corpus: Corpus,
    meteor: Meteor,
    *,
    settings: Settings | None = None,
    title: str | None = None,
    command: str = "",
    threads: int | None = None,
    sources: Sequence[str] | None = None,
    also: Mapping[str, Metric] | None = None,
) -> Report:
    """Score, align and compare the systems of a corpus; `sources` are the segments that were translated, `also` other metrics."""
    builder = _begin(meteor, corpus.systems, title or title_of(corpus.systems), command)
    parts: dict[str, list[Statistics]] = {name: [] for name in corpus.systems}
    others: dict[tuple[str, str], list[Statistics]] = {}
    done = 0
    with Progress("aligning", corpus.count) as progress:
        for batch in corpus.batches(BATCH):
            best, found = {}, {}
            try:
                for name, hypotheses in batch.hypotheses.items():
                    best[name] = _best(meteor, hypotheses, batch.references[name], threads)
                    found[name] = meteor.align_packed(hypotheses, best[name])
                    keys = [(name, str(done + number + 1)) for number in range(len(batch))]
                    for other, metric in (also or {}).items():
                        rows = metric.rows(hypotheses, batch.references[name], keys, threads)
                        others.setdefault((other, name), []).append(rows.total())
            except SegmentError as error:  # Counted from 1, and over all batches.
                raise SegmentError(done + error.segment + 1, error.reason) from error
            for name, packed in found.items():
                parts[name].append(packed.table(meteor.parameters))
            builder.add_packed(
                found,
                {name: _values(meteor, tables[-1]) for name, tables in parts.items()},
                ids=None if batch.ids is None else list(map(str, batch.ids)),
                facts={name: _facts(meteor, packed) for name, packed in found.items()}
                if meteor.pipeline.tagger
                else None,
                texts={name: [*zip(batch.hypotheses[name], best[name], strict=True)] for name in parts},
                sources=sources[done : done + len(batch)] if sources else None,
            )
            done += len(batch)
            progress.advance(len(batch))
    tables = {name: _joined(found) for name, found in parts.items()}
    with Progress("comparing"):
        runs = [SystemRuns(name=name, runs=(table,)) for name, table in tables.items()]
        comparison = compare(runs, meteor.scores, settings)
        totals = {name: table.total() for name, table in tables.items()}
        shifts = [
            explain_difference(
                (pair.system, pair.baseline),
                (totals[pair.system], totals[pair.baseline]),
                meteor.scores,
                meteor.pipeline.matchers.names,
            )
            for pair in comparison.pairs
        ]
        further = [*_feature_tables(totals, meteor), *_other_tables(others, also or {}, corpus.systems)]
        return builder.build(comparison, shifts, further)


def report_segments(
    name: str, segments: Iterable[tuple[int, str, str]], meteor: Meteor, *, command: str = ""
) -> Report:
    """Return the report of some segments of one system: the number of each in its file, its hypothesis and its reference."""
    builder = _begin(meteor, [name], name, command)
    numbers, hypotheses, references = zip(*segments, strict=True)
    packed = meteor.align_packed(hypotheses, references)
    table = packed.table(meteor.parameters)
    texts = [*zip(hypotheses, references, strict=True)]
    builder.add_packed({name: packed}, {name: _values(meteor, table)}, ids=[*map(str, numbers)], texts={name: texts})
    return builder.build(compare([SystemRuns(name=name, runs=(table,))], meteor.scores))


def _values(meteor: Meteor, table: Statistics) -> Floats:
    """Return the rows of values that a report shows."""
    scores = meteor.scores(table)
    return np.stack([scores[value] for value in VALUES], axis=1)


def _begin(meteor: Meteor, systems: Sequence[str], title: str, command: str) -> ReportBuilder:
    """Begin a report by a metric."""
    signature, weights, matchers = meteor.signature, meteor.parameters.weights, meteor.pipeline.matchers.names
    resources = {name.replace("_", " "): getattr(signature, name, None) for name in RESOURCES}
    heading = Heading(
        title=title,
        matchers=matchers,
        weights=weights if len(weights) == len(matchers) else (),
        signature=str(signature),
        eval_id=meteor.eval_id,
        command=command,
        resources={name: value for name, value in resources.items() if value is not None},
    )
    return ReportBuilder(heading, systems, evidence=meteor.evidence)


def _best(
    meteor: Meteor, hypotheses: Sequence[str], references: Sequence[Sequence[str]], threads: int | None
) -> list[str]:
    """Return the best-scoring reference of each hypothesis."""
    if all(len(group) == 1 for group in references):
        return [group[0] for group in references]
    chosen = meteor.score(hypotheses, references, threads=threads).segments.reference.tolist()
    return [group[place] for group, place in zip(references, chosen, strict=True)]


def _facts(meteor: Meteor, alignments: PackedAlignments) -> list[tuple[TokenFacts, TokenFacts]]:
    """Return the tags of both sides of alignments."""
    sides = (
        [
            TokenFacts(tags=parse.tags, groups=parse.groups, clauses=parse.clauses)
            for parse in meteor.parse([*map(list, texts)])
        ]
        for texts in zip(*alignments.tokens(), strict=True)
    )
    return [*zip(*sides, strict=True)]


def _joined(tables: Sequence[Statistics]) -> Statistics:
    """Return tables of statistics, one after the other."""
    return replace(tables[0], rows=np.concatenate([table.rows for table in tables]))


def _feature_tables(totals: Mapping[str, Statistics], meteor: Meteor) -> list[Part]:
    """Return precision and recall of every feature for each system, including features that the score ignores."""
    if meteor.pipeline.formula != HINDI:
        return []
    rows = [(name, *feature_table(total)[0].tolist()) for name, total in totals.items()]
    return [
        {
            "title": "Features",
            "head": ("system", *(f"{name} {side}" for name in FEATURES for side in "PR")),
            "rows": rows,
        }
    ]


def _other_tables(
    parts: Mapping[tuple[str, str], Sequence[Statistics]], metrics: Mapping[str, Metric], systems: Sequence[str]
) -> list[Part]:
    """Return the corpus scores of each system by other metrics; `parts` are sums of their statistics, by metric and system."""
    rows = []
    for system in systems:
        totals = [(metric, _joined(parts[name, system]).total()) for name, metric in metrics.items()]
        rows.append((system, *(float(metric.scores(total)["score"][0]) for metric, total in totals)))
    return [{"title": "Other metrics", "head": ("system", *metrics), "rows": rows}] if metrics else []


def explain_difference(
    names: tuple[str, str], totals: tuple[Statistics, Statistics], scoring: Scoring, matchers: Sequence[str]
) -> dict[str, Any]:
    """Split the difference between the corpus scores of a system and a baseline; `names` and `totals` have the system first.

    Shapley's value splits the difference into parts. A part is a group of columns of the statistics. It is changed from the baseline's
    values to the system's before, between and after the other parts, in all orders; the mean change of the score is its share.
    """
    new, old = (float(scoring(total)["score"][0]) for total in totals)
    columns = totals[0].columns
    splits = _splits(columns, matchers) if "chunks" in columns else {"feature": _features(columns)}
    shares = {title: _shares(totals, parts, scoring) for title, parts in splits.items()}
    return {"system": names[0], "baseline": names[1], "difference": new - old, "shares": shares}


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
    """Return the parts of a formula of features: the matches and the totals of each kind."""
    parts: dict[str, list[str]] = {}
    for name in columns:
        kind = name.rsplit("_", 1)[-1]
        parts.setdefault({"words": "length", "groups": "word groups", "pos": "tags"}.get(kind, kind), []).append(name)
    return parts


def _shares(
    totals: tuple[Statistics, Statistics], parts: Mapping[str, Sequence[str]], scoring: Scoring
) -> dict[str, float]:
    """Return the mean gain of each part over all orders. Mixtures of the two rows, one for every set of parts, are scored in one call."""
    columns, (new, old) = totals[0].columns, (total.rows[0] for total in totals)
    placed = {part: [columns.index(name) for name in names] for part, names in parts.items()}
    is_used = {
        part: bool(at) and (part != "copy words" or new[at].any() or old[at].any()) for part, at in placed.items()
    }
    names = [part for part in parts if is_used[part]]
    sets = [frozenset(chosen) for size in range(len(names) + 1) for chosen in combinations(names, size)]
    mixed: Integers = np.tile(old, (len(sets), 1))
    for number, chosen in enumerate(sets):
        places = [place for part in chosen for place in placed[part]]
        mixed[number, places] = new[places]
    scores = dict(zip(sets, scoring(replace(totals[0], rows=mixed))["score"].tolist(), strict=True))
    weights = [1 / (len(names) * comb(len(names) - 1, size)) for size in range(len(names))]
    return {
        part: sum(
            weights[len(chosen)] * (scores[chosen | {part}] - scores[chosen]) for chosen in sets if part not in chosen
        )
        for part in names
    }


# The values averaged for a system.
_MEANS = (*VALUES, "penalty")
# Stands for the parameters of the jar's run, which its files lack.
_ANY = Parameters(alpha=0.5, beta=1.0, gamma=0.5, delta=0.5, weights=(1.0,))


def from_jar(segments: Sequence[JavaAlignment], matchers: Sequence[str]) -> tuple[PackedAlignments, list[Alignment]]:
    """Return the jar's alignments as ours; every word counts as a content word, since the files do not say."""
    sides = [side for segment in segments for side in (segment.hypothesis, segment.reference)]
    matches = [[(*match, WHOLE_SIMILARITY) for match in segment.matches] for segment in segments]
    packed = PackedAlignments.pack(sides, bytes(sum(map(len, sides))), matches)
    alignments = []
    for segment, alignment in zip(segments, packed.unpack(matchers, _ANY), strict=True):
        matched = sum(match[1] + match[3] for match in segment.matches)
        is_whole = alignment.chunks == 1 and matched == len(segment.hypothesis) + len(segment.reference)
        fragmentation = (alignment.chunks - is_whole) / (matched / 2) if matched else nan
        alignments.append(replace(alignment, fragmentation=fragmentation, **segment.scores))
    return packed, alignments


def make_jar_report(
    systems: Mapping[str, list[JavaAlignment]], matchers: list[str], settings: Settings, title: str | None, command: str
) -> Report:
    """Return the report of systems by their alignment files."""
    packed, values, runs = {}, {}, []
    for name, segments in systems.items():
        packed[name], alignments = from_jar(segments, matchers)
        numbers = np.array([[getattr(alignment, part) for part in _MEANS] for alignment in alignments])
        values[name] = numbers[:, : len(VALUES)]
        rows = np.insert(np.nan_to_num(numbers, posinf=0, neginf=0), 0, 1, axis=1)
        runs.append(SystemRuns(name=name, runs=(RealStatistics(rows, ("segments", *_MEANS)),)))
    comparison = compare(runs, lambda table: {part: table[part] / table["segments"] for part in _MEANS}, settings)
    heading = Heading(
        title=title or title_of(list(systems)),
        matchers=tuple(matchers),
        command=command,
        corpus="means over segments, since alignment files lack the data for a corpus score",
    )
    builder = ReportBuilder(heading, list(systems))
    builder.add_packed(packed, values, ids=[segment.name for segment in next(iter(systems.values()))])
    return builder.build(comparison)
