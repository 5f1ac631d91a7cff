"""`bolide evaluate`: how well metrics agree with human judgements."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from bolide.analysis.agreement import MEASURES
from bolide.analysis.evaluation.by_system import by_system
from bolide.analysis.evaluation.candidates import (
    OF_THE_LANGUAGE,
    Candidate,
    FileScores,
    MeteorCandidate,
    SacreBleuScores,
)
from bolide.analysis.evaluation.chrf_scores import ChrfScores
from bolide.analysis.evaluation.evaluate import evaluate
from bolide.analysis.evaluation.judged_segments import judged_segments
from bolide.analysis.evaluation.judgements import JudgementSet
from bolide.analysis.evaluation.rendering import document_of
from bolide.analysis.evaluation.scatter import draw_scatter
from bolide.cli.command_parser import Main
from bolide.cli.judgement_options import add_choice_options, add_judgement_options, make_choice, note_tuned, read_all
from bolide.cli.resampling_options import add_resampling_options
from bolide.cli.score_also import OTHERS
from bolide.cli.terminal import DIGITS, add_digits_option, add_format_option, add_output_option, print_document
from bolide.data.languages import DEFAULT_LANGUAGE, any_language
from bolide.errors import InputError
from bolide.files.progress import Progress
from bolide.files.whole_file import check_writable, write_whole
from bolide.metric.known_presets import DEFAULT_PRESET
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
    group.add_argument(
        "--preset",
        dest="metrics",
        action="append",
        default=[],
        type=lambda text: ("preset", text),
        metavar="PRESET[:TASK][@ALIGNER][~MATCHER]",
        help=Main(
            f"a metric of the family, or a preset file, ~ leaves a matcher out; may be repeated (default: {DEFAULT_PRESET}, or what "
            "the language has)"
        ),
    )
    group.add_argument(
        "--scores",
        dest="metrics",
        action="append",
        default=[],
        type=lambda text: ("scores", text),
        metavar="NAME=FILE",
        help=Main(
            "another metric's scores: a line for each row of the judgements, two numbers for rankings; or a table with "
            "system, seg_id and score; or a folder of such files"
        ),
    )
    group.add_argument(
        "--also",
        dest="metrics",
        action="append",
        default=[],
        type=_chrf,
        metavar="{" + ",".join(OTHERS) + "}",
        help=Main("chrF or chrF++ beside the others, with sacreBLEU's numbers, from 0 to 1; may be given twice"),
    )
    group.add_argument(
        "--sacrebleu",
        dest="metrics",
        action="append",
        default=[],
        type=_sacrebleu,
        metavar="{" + ",".join(SacreBleuScores.KINDS) + "}",
        help=Main("a metric of sacreBLEU; may be repeated"),
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
    parser.add_argument(
        "--by-system",
        action="store_true",
        help=Main("print only the mean scores of each system, and Pearson's r over its segments (needs human scores)"),
    )
    parser.add_argument(
        "--scatter", metavar="FILE", help=Main("draw metrics beside human scores, a dot for each segment, as SVG")
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
    for path in filter(None, (options.scatter, options.segments)):
        check_writable(path)
    sets = read_all(options, "evaluate")
    metrics = options.metrics
    if all(kind == "also" for kind, _ in metrics):
        metrics = [("preset", _default(sets)), *metrics]
    candidates = [_candidate(options, kind, text) for kind, text in metrics]
    for kind, text in metrics:
        if kind == "preset":
            note_tuned(options, text, sets)
    with Progress("scoring"):
        _write_files(options, sets, candidates)
        systems = by_system(sets, candidates, options.digits or DIGITS) if options.by_system else None
    if systems:
        print_document(systems, options.format)
        return 0
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
    signatures = [
        (candidate.name, signature)
        for candidate in candidates
        if isinstance(candidate, MeteorCandidate)
        for signature in candidate.signatures.values()
    ]
    document = document_of(
        found, options.format, intervals=options.intervals, digits=options.digits, signatures=signatures
    )
    print_document(document, options.format)
    return 0


def _write_files(options: argparse.Namespace, sets: Sequence[JudgementSet], candidates: Sequence[Candidate]) -> None:
    """Write what goes to files of its own."""
    if options.segments:
        found = judged_segments(sets, candidates, lower_is_better=options.lower_is_better)
        write_whole(options.segments, render(found, "tsv"))
    if options.scatter:
        write_whole(options.scatter, draw_scatter(sets, candidates))


def _default(sets: Sequence[JudgementSet]) -> str:
    """Return Meteor 1.5 where that is the default of all languages, else what stands for the default of each."""
    defaults = {any_language(judged.language or DEFAULT_LANGUAGE).preset for judged in sets}
    return DEFAULT_PRESET if defaults == {DEFAULT_PRESET} else OF_THE_LANGUAGE


def _chrf(text: str) -> tuple[str, str]:
    if text.lower() not in OTHERS:
        raise argparse.ArgumentTypeError(f"{text!r} is not one of {', '.join(OTHERS)}")
    return "also", text


def _sacrebleu(text: str) -> tuple[str, str]:
    for kind in SacreBleuScores.KINDS:
        if kind.lower() == text.lower():
            return "sacrebleu", kind
    raise argparse.ArgumentTypeError(f"{text!r} is not one of {', '.join(SacreBleuScores.KINDS)}")


def _candidate(options: argparse.Namespace, kind: str, text: str) -> Candidate:
    if kind == "also" or (kind == "preset" and text.lower() in OTHERS):
        return ChrfScores(text)
    if kind == "preset":
        return MeteorCandidate(make_choice(options, text), threads=options.threads)
    if kind == "sacrebleu":
        return SacreBleuScores(text)
    name, separator, path = text.partition("=")
    if not separator or not name or not path:
        raise InputError(f"--scores takes NAME=FILE, not {text!r}")
    return FileScores(name, path)
