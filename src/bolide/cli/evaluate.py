"""`bolide evaluate`: how well metrics agree with human judgements."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial

from bolide.analysis.agreement import MEASURES
from bolide.analysis.evaluation import evaluate
from bolide.analysis.evaluation_tables import document_of, judged_segments
from bolide.analysis.judged_sets import OF_THE_LANGUAGE, Candidate, JudgementSet, file_candidate, other_candidate
from bolide.cli.also import NAMES, metric_name
from bolide.cli.command_parser import (
    DIGITS,
    Main,
    add_digits_option,
    add_format_option,
    add_output_option,
    print_document,
)
from bolide.cli.judgement_options import add_choice_options, add_judgement_options, make_choice, note_tuned, read_all
from bolide.cli.metric_options import add_resampling_options
from bolide.data.languages import DEFAULT_LANGUAGE, any_language
from bolide.errors import InputError
from bolide.files.progress import Progress
from bolide.files.whole_file import check_writable, write_whole
from bolide.metric.known_presets import DEFAULT_PRESET
from bolide.metric.other_metrics import OTHER_METRICS
from bolide.show.tables import render


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    parser.epilog = (
        "Differences are from the first metric that is given: by Williams' test for pearson, by paired permutation for the rest. "
        "Files are UTF-8, gzip or not; - is standard input."
    )
    add_judgement_options(parser)
    group = parser.add_argument_group("what is evaluated")
    # All into one list: the first metric of the command line, of whatever kind, is what the others are compared with.
    family = f"a metric of the family, or a preset file; may be repeated (default: {DEFAULT_PRESET}, or what the language has)"
    files = (
        "another metric's scores: a line for each row of the judgements, two numbers for rankings; or a table with "
        "system, seg_id and score; or a folder of such files"
    )
    others = "chrF, chrF++, sacreBLEU's BLEU or TER, or such scores, beside the default; may be repeated"
    kinds = (("preset", "PRESET[:TASK][@ALIGNER]", family), ("scores", "NAME=FILE", files), ("also", NAMES, others))
    for kind, metavar, told in kinds:
        group.add_argument(
            f"--{kind}",
            dest="metrics",
            action="append",
            default=[],
            type=partial(_named, kind),
            metavar=metavar,
            help=Main(told),
        )
    _add_measures(parser)
    add_format_option(parser)
    add_digits_option(parser, None, f"{DIGITS}; 3 in Markdown and LaTeX")
    add_output_option(parser)
    parser.add_argument(
        "--intervals", action="store_true", help="show intervals in Markdown and LaTeX too; the other formats always do"
    )
    parser.add_argument(
        "--segments",
        metavar="FILE",
        help=Main("write each judgement with the scores of all metrics, as TSV"),
    )
    add_choice_options(parser)


def _add_measures(parser: argparse.ArgumentParser) -> None:
    described = (f"{name} (of {measure.needs}): {measure.help}" for name, measure in MEASURES.items())
    group = parser.add_argument_group("measures", "; ".join(described))
    group.add_argument(
        "--measure",
        action="append",
        type=str.lower,
        choices=tuple(MEASURES),
        metavar="NAME",
        help="measure only this; may be repeated",
    )
    group.add_argument(
        "--all-pairs", action="store_true", help="test every pair of metrics, not only each against the first"
    )
    add_resampling_options(group, may_be_none=True)


def run(options: argparse.Namespace) -> int:
    """Evaluate and print."""
    if options.segments:
        check_writable(options.segments)
    sets = read_all(options, "evaluate")
    metrics = options.metrics
    if all(kind == "also" for kind, _ in metrics):
        metrics = [("preset", _default(sets)), *metrics]
    candidates = [_candidate(options, kind, text) for kind, text in metrics]
    for kind, text in metrics:
        if kind == "preset":
            note_tuned(options, text, sets)
    if options.segments:
        with Progress("scoring"):
            segments = judged_segments(sets, candidates, lower_is_better=options.lower_is_better)
            write_whole(options.segments, render(segments, "tsv"))
    with Progress("evaluating", len(sets) * len(candidates)) as progress:
        found = evaluate(
            sets,
            candidates,
            measures=options.measure,
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
    return 0


def _default(sets: Sequence[JudgementSet]) -> str:
    """Return Meteor 1.5 where that is the default of all languages, else what stands for the default of each."""
    defaults = {any_language(judged.language or DEFAULT_LANGUAGE).preset for judged in sets}
    return DEFAULT_PRESET if defaults == {DEFAULT_PRESET} else OF_THE_LANGUAGE


def _named(kind: str, text: str) -> tuple[str, str]:
    """Return what an option names, and by which option."""
    return kind, metric_name(text) if kind == "also" else text


def _candidate(options: argparse.Namespace, kind: str, text: str) -> Candidate:
    if kind != "scores" and text.lower() in OTHER_METRICS:
        return other_candidate(text.lower())
    if kind == "preset":
        return make_choice(options, text).candidate(options.threads)
    name, _, path = text.partition("=")
    if not name or not path:
        raise InputError(f"--scores takes NAME=FILE, not {text!r}")
    return file_candidate(name, path)
