"""Answers requests: scores, an alignment, a report."""

from __future__ import annotations

from bolide._core import VERSION
from bolide.analysis.comparison import Settings
from bolide.errors import ConfigurationError
from bolide.files.corpus import TextCorpus, check_name
from bolide.metric.meteor import Meteor
from bolide.metric.parameters import VALUES, Parameters
from bolide.metric.protocol import Metric
from bolide.metric.statistics import ReferenceStatistics, Statistics, parts_for
from bolide.reports.corpus_report import make_report, report_segments
from bolide.reports.document import render_html
from bolide.serve.requests import LARGEST_COUNT, Metrics, Request, RequestError, check_fields, check_pairs, others

Answer = dict[str, object]
# The fields of a match in an answer.
MATCH = ("hypothesis_start", "hypothesis_length", "reference_start", "reference_length", "matcher", "chunk")


def score(metrics: Metrics, request: Request) -> Answer:
    """Score segments, or statistics of an earlier answer, which need no text and can have other parameters."""
    given = [name for name in ("segments", "statistics") if name in request]
    if len(given) != 1:
        raise RequestError("give either 'segments' or 'statistics'")
    meteor = metrics.find(check_fields(request, (given[0],), ("also",) if given == ["segments"] else ()))
    also: Answer = {}
    if given == ["segments"]:
        hypotheses, references = _segments(request["segments"])
        statistics = meteor.statistics(hypotheses, references)
        also = {name: _other(metric, hypotheses, references) for name, metric in others(request).items()}
    else:
        table = _statistics(request["statistics"], meteor)
        statistics = ReferenceStatistics(statistics=table, ends=range(1, len(table) + 1))
    corpus = meteor.score_statistics(statistics)
    found = corpus.segments
    parts = ("score", *parts_for(found.statistics.columns)[:-1])
    segments = [
        {name: row[name] for name in parts}
        | {"reference": found.best_reference(place), "statistics": list(found.statistics.row(place).values())}
        for place, row in enumerate(map(found.row, range(len(found))))
    ]
    total: Answer = {name: getattr(corpus, name) for name in parts}
    counts = list(corpus.statistics.row(0).values())
    return total | {"statistics": counts, "segments": segments} | _metric(meteor) | ({"also": also} if also else {})


def _other(metric: Metric, hypotheses: list[str], references: list[list[str]]) -> Answer:
    """Return the scores of another metric, of the corpus and of each segment."""
    found = metric.rows(hypotheses, references)
    return {
        "score": metric.scores(found.total())["score"].tolist()[0],
        "segments": metric.scores(found)["score"].tolist(),
        "signature": str(metric.signature),
    }


def _segments(items: list[Request]) -> tuple[list[str], list[list[str]]]:
    """Return the hypotheses, and the references of each."""
    if any(item.keys() not in ({"hypothesis", "references"}, {"hypothesis", "reference"}) for item in items):
        raise RequestError("each of the segments must be an object with 'hypothesis' and 'references' or 'reference'")
    references = [item.get("references") or [item["reference"]] for item in items]
    check_pairs(sum(map(len, references)))
    return [item["hypothesis"] for item in items], references


def _statistics(table: list[list[float]], meteor: Meteor) -> Statistics:
    """Return rows as statistics of a metric; refuse those of another metric. JSON may write a whole number with a fraction of 0."""
    check_pairs(len(table))
    if any(value > LARGEST_COUNT or value != int(value) for row in table for value in row):
        raise RequestError("'statistics' must have whole numbers from 0 to 2^32 - 1")
    columns = meteor.parameters.columns
    if any(len(row) != len(columns) for row in table):
        raise ConfigurationError(
            f"statistics of {meteor.pipeline.preset} have {len(columns)} numbers in each row: take them from an answer of /score"
        )
    return Statistics([list(map(int, row)) for row in table], columns)


def align(metrics: Metrics, request: Request) -> Answer:
    """Align a hypothesis with a reference; with `picture`, the answer includes the document of a report, for drawing."""
    meteor = metrics.find(check_fields(request, ("hypothesis", "reference"), ("picture",)))
    both = request["hypothesis"], request["reference"]
    alignment = meteor.align(*both)
    answer = {
        "hypothesis": alignment.hypothesis,
        "reference": alignment.reference,
        "matches": [{name: getattr(match, name) for name in MATCH} for match in alignment.matches],
        "chunks": alignment.chunks,
        **{name: getattr(alignment, name) for name in ("score", "precision", "recall", "fragmentation", "penalty")},
        "statistics": list(alignment.statistics.row(0).values()),
        **_metric(meteor),
    }
    if request.get("picture"):
        answer["picture"] = report_segments("hypothesis", [(1, *both)], meteor).document
    return answer


def _metric(meteor: Meteor) -> Answer:
    """Return the description of the metric: numbers by name, and the signature."""
    parameters = meteor.parameters
    if isinstance(parameters, Parameters):
        names, values = meteor.pipeline.matchers.names, dict(zip(VALUES, parameters.values, strict=True))
    else:
        names, values = tuple(f"{name} {side}" for name in parameters.features for side in ("precision", "recall")), {}
    return {
        "language": meteor.pipeline.language.code,
        "preset": meteor.pipeline.preset,
        "parameters": values,
        "weights": dict(zip(names, parameters.weights, strict=True)),
        "signature": str(meteor.signature),
        "bolide": VERSION,
    }


def report(metrics: Metrics, request: Request) -> str:
    """Return the page of `bolide report` for systems and references given as lists of segments."""
    meteor = metrics.find(check_fields(request, ("systems", "references"), ("title", "also")))
    systems, references = request["systems"], request["references"]
    for name in systems:
        check_name(name, "name", "systems")
    corpus = TextCorpus.of_lines(systems, references)
    check_pairs(len(systems) * sum(map(len, references)))
    title, also = request.get("title"), others(request)
    return render_html(make_report(corpus, meteor, settings=Settings(), title=title, also=also))
