"""`bolide evaluate`: the agreement of metrics with human judgements."""

import argparse
from collections.abc import Sequence
from functools import partial

from bolide.analysis.agreement import MEASURES
from bolide.analysis.evaluation import evaluate
from bolide.analysis.evaluation_tables import document_of, draw_scatter, judged_segments
from bolide.analysis.judged_sets import (
    LENGTH,
    OF_THE_LANGUAGE,
    Candidate,
    JudgementSet,
    file_candidate,
    length_candidate,
    other_candidate,
)
from bolide.cli.command_parser import metric_name, print_document
from bolide.cli.metric_options import make_choice, note_tuned, read_all
from bolide.data.languages import DEFAULT_LANGUAGE, any_language
from bolide.errors import InputError
from bolide.files import Progress
from bolide.files.whole_file import check_writable, write_whole
from bolide.metric.known_presets import DEFAULT_PRESET
from bolide.metric.other_metrics import OTHER_METRICS
from bolide.show.tables import render

ALL = "all"
# The default measures of scores and of rankings.
USUAL = ("pearson", "tau-wmt12")

VALUES = {
    "default_preset": DEFAULT_PRESET,
    "described": "; ".join(f"{name} (of {measure.needs}): {measure.help}" for name, measure in MEASURES.items()),
    "measures": "|".join((*MEASURES, ALL)),
}


def run(options: argparse.Namespace) -> None:
    """Evaluate and print."""
    for path in filter(None, (options.segments, options.scatter)):
        check_writable(path)
    sets = read_all(options, "evaluate")
    metrics = options.metrics
    if all(kind == "also" for kind, _ in metrics):
        metrics = [("preset", _default(sets)), *metrics]
    candidates = [_candidate(options, kind, text) for kind, text in metrics]
    if not any(judged.is_ranking for judged in sets) and LENGTH not in (candidate.name for candidate in candidates):
        candidates.append(length_candidate())
    for kind, text in metrics:
        if kind == "preset":
            note_tuned(options, text, sets)
    if options.segments:
        with Progress("scoring"):
            segments = judged_segments(sets, candidates, lower_is_better=options.lower_is_better)
            write_whole(options.segments, render(segments, "tsv"))
    if options.scatter:
        write_whole(options.scatter, draw_scatter(sets, candidates, lower_is_better=options.lower_is_better))
    with Progress("evaluating", len(sets) * len(candidates)) as progress:
        found = evaluate(
            sets,
            candidates,
            measures=_measures(options.measure, sets),
            samples=options.samples,
            confidence=options.confidence,
            seed=options.seed,
            all_pairs=options.all_pairs,
            done=lambda: progress.advance(1),
        )
    signatures = [(candidate.name, signature) for candidate in candidates for signature in candidate.signatures]
    document = document_of(
        found, options.format, intervals=options.intervals, digits=options.digits, signatures=signatures
    )
    print_document(document, options.format)


def _measures(asked: Sequence[str], sets: Sequence[JudgementSet]) -> Sequence[str] | None:
    """Return the requested measures, else the default ones for the judgements; None means all."""
    return None if ALL in asked else asked or sorted({USUAL[judged.is_ranking] for judged in sets})


def _default(sets: Sequence[JudgementSet]) -> str:
    """Return Meteor 1.5 if that is the default of all languages, else the name for the default of each."""
    defaults = {any_language(judged.language or DEFAULT_LANGUAGE).preset for judged in sets}
    return DEFAULT_PRESET if defaults == {DEFAULT_PRESET} else OF_THE_LANGUAGE


def _named(kind: str, text: str) -> tuple[str, str]:
    return kind, metric_name(text) if kind == "also" else text


# All in one list: the others are compared with the first metric of the command line, of any kind.
READERS = {kind: partial(_named, kind) for kind in ("preset", "scores", "also")}


def _candidate(options: argparse.Namespace, kind: str, text: str) -> Candidate:
    if kind != "scores" and text.lower() in OTHER_METRICS:
        return other_candidate(text.lower())
    if kind == "preset":
        return make_choice(options, text).candidate(options.threads)
    name, _, path = text.partition("=")
    if not name or not path:
        raise InputError(f"--scores takes NAME=FILE, not {text!r}")
    if name == LENGTH:
        raise InputError(f"{name} is the name of a row that evaluate adds: choose another name for {path}")
    return file_candidate(name, path)
