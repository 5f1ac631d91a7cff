"""A report of a corpus: its systems are scored, aligned with the best references, and compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from bolide.analysis.comparison import Comparison, Settings, SystemRuns, compare
from bolide.errors import SegmentError
from bolide.files.corpus import Batch, Corpus
from bolide.files.progress import Progress
from bolide.metric.alignment import Alignment, PackedAlignments
from bolide.metric.meteor import Meteor
from bolide.metric.statistics import Statistics, score_statistics
from bolide.reports.build import VALUES, AlignedBatch, ReportBuilder
from bolide.reports.feature_facts import feature_tables, find_facts
from bolide.reports.model import Heading, Report, Shift, TokenFacts, title_of
from bolide.reports.shifts import explain_difference

__all__ = ["describe", "make_report", "report_alignments"]

BATCH = 1024
# The parts of a signature that name data by its hash; not every member of the family has all of them.
RESOURCES = ("function_words", "stems", "synonyms", "paraphrases", "copy_words", "roots", "tagger")

# Alignments, and the references that they are with.
Aligned = tuple[PackedAlignments, list[str]]
FindFacts = Callable[[Sequence[str]], Sequence[TokenFacts]]


def make_report(
    corpus: Corpus,
    meteor: Meteor,
    *,
    settings: Settings | None = None,
    title: str | None = None,
    command: str = "",
    threads: int | None = None,
    facts: FindFacts | None = None,
    sources: Sequence[str] | None = None,
) -> Report:
    """Score, align and compare the systems of a corpus.

    `facts` says of texts what else is known of their tokens; `sources` are the segments that were translated.
    """
    builder = ReportBuilder(
        describe(meteor, title or title_of(corpus.systems), command),
        corpus.systems,
        evidence=meteor.evidence,
        has_ids=corpus.has_ids,
    )
    facts = facts or find_facts(meteor)
    parts: dict[str, list[Statistics]] = {name: [] for name in corpus.systems}
    done = 0
    with Progress("aligning", corpus.count) as progress:
        for batch in corpus.batches(BATCH):
            try:
                found = {
                    name: _align(meteor, batch.hypotheses[name], batch.references[name], threads)
                    for name in corpus.systems
                }
            except SegmentError as error:  # Counted from 1, and over all batches.
                raise SegmentError(done + error.segment + 1, error.reason) from error
            tables = {name: packed.table(meteor.parameters) for name, (packed, _) in found.items()}
            for name, table in tables.items():
                parts[name].append(table)
            builder.add_batch(
                _batch(batch, found, tables, meteor, facts),
                None if batch.ids is None else list(map(str, batch.ids)),
                sources[done : done + len(batch)] if sources else None,
            )
            done += len(batch)
            progress.advance(len(batch))
    tables = {name: _joined(found) for name, found in parts.items()}
    systems = [SystemRuns(name=name, runs=(table,)) for name, table in tables.items()]
    with Progress("comparing"):
        comparison = compare(systems, partial(score_statistics, parameters=meteor.parameters), settings)
        return builder.build(comparison, _shifts(comparison, tables, meteor), feature_tables(tables, meteor))


def report_alignments(
    name: str,
    aligned: Iterable[tuple[int, Alignment, tuple[str, str]]],
    meteor: Meteor,
    *,
    command: str = "",
) -> Report:
    """Return the report of one system by alignments that are there already, numbered as in its file, with both texts of each."""
    builder = ReportBuilder(describe(meteor, name, command), [name], evidence=meteor.evidence, has_ids=True)
    tables: list[Statistics] = []
    for number, alignment, texts in aligned:
        builder.add({name: alignment}, str(number), texts={name: texts})
        tables.append(alignment.statistics)
    system = SystemRuns(name=name, runs=(_joined(tables),))
    return builder.build(compare([system], partial(score_statistics, parameters=meteor.parameters)))


def describe(meteor: Meteor, title: str, command: str) -> Heading:
    """Return the heading of a report by a metric."""
    signature, weights = meteor.signature, meteor.parameters.weights
    return Heading(
        title=title,
        matchers=meteor.pipeline.matchers.names,
        weights=weights if len(weights) == len(meteor.pipeline.matchers.names) else (),
        signature=str(signature),
        eval_id=meteor.eval_id,
        command=command,
        resources={
            name.replace("_", " "): value for name in RESOURCES if (value := getattr(signature, name, None)) is not None
        },
    )


def _align(
    meteor: Meteor,
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    threads: int | None,
) -> Aligned:
    """Return the alignments with the best references, and those."""
    best = [group[0] for group in references]
    if any(len(group) > 1 for group in references):
        chosen = meteor.score(hypotheses, references, threads=threads).segments.reference.tolist()
        best = [group[place] for group, place in zip(references, chosen, strict=True)]
    return meteor.align_packed(hypotheses, best), best


def _batch(
    batch: Batch,
    found: Mapping[str, Aligned],
    tables: Mapping[str, Statistics],
    meteor: Meteor,
    facts: FindFacts | None,
) -> AlignedBatch:
    """Return what a report keeps of a batch."""
    scores = {name: score_statistics(table, meteor.parameters) for name, table in tables.items()}
    return AlignedBatch(
        alignments={name: packed for name, (packed, _) in found.items()},
        values={name: np.stack([getattr(table, value) for value in VALUES], axis=1) for name, table in scores.items()},
        facts=None if facts is None else {name: _facts_of(packed, facts) for name, (packed, _) in found.items()},
        texts={name: [*zip(batch.hypotheses[name], best, strict=True)] for name, (_, best) in found.items()},
    )


def _facts_of(alignments: PackedAlignments, facts: FindFacts) -> list[tuple[TokenFacts, TokenFacts]]:
    """Return the facts of both sides of alignments."""
    sides = zip(*alignments.tokens(), strict=True)
    ours, theirs = (facts([" ".join(words) for words in side]) for side in sides)
    return [*zip(ours, theirs, strict=True)]


def _joined(tables: Sequence[Statistics]) -> Statistics:
    """Return tables of statistics, one after the other."""
    return replace(tables[0], rows=np.concatenate([table.rows for table in tables]))


def _shifts(comparison: Comparison, tables: dict[str, Statistics], meteor: Meteor) -> list[Shift]:
    return [
        explain_difference(
            (pair.system, pair.baseline),
            (tables[pair.system].total(), tables[pair.baseline].total()),
            partial(score_statistics, parameters=meteor.parameters),
            meteor.pipeline.matchers.names,
        )
        for pair in comparison.pairs
    ]
