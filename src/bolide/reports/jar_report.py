"""Reports on the jar's alignment files, with the scores in them.

The files lack the data for a corpus score (function words, parameters), so the numbers of a system are means over its segments.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from bolide.analysis.comparison import Settings, SystemRuns, compare
from bolide.errors import InputError
from bolide.files.java_files import JavaAlignment
from bolide.metric.alignment import Alignment, make_matches
from bolide.metric.parameters import Parameters
from bolide.metric.statistics import Floats, Statistics, score_statistics
from bolide.reports.builder import ReportBuilder
from bolide.reports.document import Heading, Report, title_of

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
    return [1, *(round(number * _SCALE) if math.isfinite(number) else 0 for number in numbers)]


def _mean_scores(table: Statistics) -> dict[str, Floats]:
    """Return the means of rows made by `_scaled`."""
    return {name: table[name] / table["segments"] / _SCALE for name in _MEANS}
