"""Reports on a corpus: scores its systems, aligns them with the best references, compares them and explains the differences.

For METEOR-Hindi it also shows tags, word groups and clauses of each segment, and a table of the features.

Reports on the jar's alignment files have the scores in them. The files lack the data for a corpus score (function words, parameters), so
the numbers of a system are means over its segments.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from math import comb, isfinite
from typing import Any

import numpy as np

from bolide.analysis.comparison import Scoring, Settings, SystemRuns, compare
from bolide.errors import InputError, SegmentError
from bolide.files import Progress
from bolide.files.corpus import Corpus
from bolide.files.java_files import JavaAlignment
from bolide.metric.alignment import Alignment, PackedAlignments, make_matches
from bolide.metric.meteor import Meteor
from bolide.metric.option_table import FEATURES, HINDI
from bolide.metric.parameters import Parameters
from bolide.metric.protocol import Metric
from bolide.metric.statistics import Floats, Integers, Statistics, feature_table, matcher_columns, score_statistics
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
    builder = _begin(meteor, corpus.systems, title or title_of(corpus.systems), command, has_ids=corpus.has_ids)
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
            scores = {name: meteor.scores(tables[-1]) for name, tables in parts.items()}
            builder.add_packed(
                found,
                {name: np.stack([of[value] for value in VALUES], axis=1) for name, of in scores.items()},
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


def report_alignments(
    name: str,
    aligned: Iterable[tuple[int, Alignment, tuple[str, str]]],
    meteor: Meteor,
    *,
    command: str = "",
) -> Report:
    """Return the report of one system from existing alignments, numbered as in its file, with both texts of each."""
    builder = _begin(meteor, [name], name, command, has_ids=True)
    numbers, alignments, texts = zip(*aligned, strict=True)
    builder.add_alignments({name: alignments}, ids=list(map(str, numbers)), texts={name: texts})
    system = SystemRuns(name=name, runs=(_joined([alignment.statistics for alignment in alignments]),))
    return builder.build(compare([system], meteor.scores))


def _begin(meteor: Meteor, systems: Sequence[str], title: str, command: str, *, has_ids: bool) -> ReportBuilder:
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
    return ReportBuilder(heading, systems, evidence=meteor.evidence, has_ids=has_ids)


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


_SCALE = 1_000_000_000
# The values averaged for a system.
_MEANS = ("score", "precision", "recall", "fragmentation", "penalty")
_COLUMNS = ("segments", *_MEANS)
# Fragmentation does not depend on parameters, which the files lack.
_ANY = Parameters(alpha=0.5, beta=1.0, gamma=0.5, delta=0.5, weights=(1.0, 1.0, 1.0, 1.0))


def to_alignment(found: JavaAlignment, matchers: Sequence[str]) -> Alignment:
    """Return the jar's alignment as ours; every word counts as a content word, since the files do not say."""
    ordered = sorted(found.matches, key=lambda match: match[2])
    sides = {"hypothesis": found.hypothesis, "reference": found.reference}
    counts = Counter({f"{side}_length": len(words) for side, words in sides.items()})
    for _, length, _, reference_length, module in ordered:
        if module >= len(matchers):
            raise InputError(f"alignment {found.name} has a match by module {module}: give the modules with --matchers")
        for side, matched in zip(sides, (length, reference_length), strict=True):
            counts.update({f"{side}_content_{module + 1}": matched, f"{side}_matches": matched})
    matches = make_matches(found.hypothesis, found.reference, ordered, matchers)
    chunks = matches[-1].chunk + 1 if matches else 0
    is_whole = chunks == 1 and all(counts[f"{side}_matches"] == counts[f"{side}_length"] for side in sides)
    counts["chunks"], counts["whole_chunks"] = chunks - is_whole, int(is_whole)
    statistics = Statistics.from_columns(counts)
    return Alignment(
        hypothesis=found.hypothesis,
        reference=found.reference,
        hypothesis_function=(False,) * len(found.hypothesis),
        reference_function=(False,) * len(found.reference),
        matches=matches,
        chunks=chunks,
        score=found.score,
        precision=found.precision,
        recall=found.recall,
        fragmentation=score_statistics(statistics, _ANY).row(0)["fragmentation"],
        penalty=found.penalty,
        statistics=statistics,
    )


def make_jar_report(
    systems: Mapping[str, Sequence[JavaAlignment]],
    *,
    matchers: Sequence[str],
    settings: Settings | None = None,
    title: str | None = None,
    command: str = "",
) -> Report:
    """Return the report of systems by their alignment files."""
    counts = {name: len(found) for name, found in systems.items()}
    if len(set(counts.values())) != 1 or not all(counts.values()):
        listing = ", ".join(f"{name} has {count}" for name, count in counts.items())
        raise InputError(f"the files must have the same segments, but differ in their number: {listing}")
    heading = Heading(
        title=title or title_of(list(systems)),
        matchers=tuple(matchers),
        command=command,
        corpus="means over segments, since alignment files lack the data for a corpus score",
    )
    builder = ReportBuilder(heading, list(systems), has_ids=True)
    aligned = {name: [to_alignment(found, matchers) for found in files] for name, files in systems.items()}
    builder.add_alignments(aligned, ids=[found.name for found in next(iter(systems.values()))])
    runs = [
        SystemRuns(name=name, runs=(Statistics([_scaled(alignment) for alignment in found], _COLUMNS),))
        for name, found in aligned.items()
    ]
    return builder.build(compare(runs, _mean_scores, settings))


def _scaled(alignment: Alignment) -> list[int]:
    """Return the numbers of a segment as whole ones that can be summed, after a 1 that counts segments; undefined ones are 0."""
    numbers = (getattr(alignment, name) for name in _MEANS)
    return [1, *(round(number * _SCALE) if isfinite(number) else 0 for number in numbers)]


def _mean_scores(table: Statistics) -> dict[str, Floats]:
    """Return the means of rows made by `_scaled`."""
    return {name: table[name] / table["segments"] / _SCALE for name in _MEANS}
