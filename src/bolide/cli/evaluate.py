"""`bolide evaluate`: how well metrics agree with human judgements."""

from __future__ import annotations

import argparse
import sys

from bolide.cli.judgement_options import add_choice_options, add_judgement_options, make_choice, read_all
from bolide.cli.metric_options import whole
from bolide.errors import InputError
from bolide.evaluation.candidates import Candidate, FileScores, MeteorCandidate, SacreBleuScores
from bolide.evaluation.evaluate import evaluate
from bolide.evaluation.measures import RANKING_MEASURES, SCORE_MEASURES, SYSTEM_MEASURES
from bolide.evaluation.rendering import RENDERERS
from bolide.parameters import DEFAULT_PRESET
from bolide.progress import Progress

_MEASURES = (*SCORE_MEASURES, *RANKING_MEASURES, *SYSTEM_MEASURES)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    parser.epilog = (
        "Differences are from the first metric: by Williams' test for pearson, by paired permutation for the rest. "
        "Files are UTF-8, gzip or not; - is standard input."
    )
    add_judgement_options(parser)
    group = parser.add_argument_group("what is evaluated")
    group.add_argument(
        "--preset",
        action="append",
        default=[],
        metavar="PRESET[:TASK][@ALIGNER]",
        help=f"a metric of the family, or a preset file; may be repeated (default: {DEFAULT_PRESET})",
    )
    group.add_argument(
        "--scores",
        action="append",
        default=[],
        metavar="NAME=FILE",
        help="another metric's scores: a line for each row of the judgements, two numbers for rankings; or a table with "
        "system, seg_id and score; or a folder of such files",
    )
    group.add_argument(
        "--sacrebleu",
        action="append",
        default=[],
        choices=SacreBleuScores.KINDS,
        help="a metric of sacreBLEU; may be repeated",
    )
    _add_measures(parser)
    parser.add_argument(
        "--format", choices=tuple(RENDERERS), default="text", help="how to print (default: %(default)s)"
    )
    add_choice_options(parser)


def _add_measures(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("measures")
    group.add_argument("--measure", action="append", choices=_MEASURES, help="measure only this; may be repeated")
    group.add_argument(
        "--resamples",
        type=whole,
        default=1000,
        metavar="N",
        help="for intervals and permutations (default: %(default)s; 0: neither)",
    )
    group.add_argument(
        "--confidence", type=_share, default=0.95, metavar="P", help="of intervals (default: %(default)s)"
    )
    group.add_argument(
        "--all-pairs", action="store_true", help="differences between any two metrics, not from the first only"
    )
    group.add_argument("--seed", type=whole, default=1, metavar="N", help="of the resampling (default: %(default)s)")


def _share(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number between 0 and 1")
    return value


def run(options: argparse.Namespace) -> int:
    """Evaluate and print."""
    sets = read_all(options, "evaluate")
    candidates = _candidates(options)
    with Progress("evaluating", len(sets) * len(candidates)) as progress:
        found = evaluate(
            sets,
            candidates,
            measures=options.measure,
            resamples=options.resamples,
            confidence=options.confidence,
            seed=options.seed,
            all_pairs=options.all_pairs,
            done=lambda: progress.advance(1),
        )
    print(RENDERERS[options.format](found), end="")
    for candidate in candidates:
        if isinstance(candidate, MeteorCandidate):
            for signature in candidate.signatures.values():
                print(f"{candidate.name}  {signature}", file=sys.stderr)
    return 0


def _candidates(options: argparse.Namespace) -> list[Candidate]:
    others = options.scores or options.sacrebleu
    presets = options.preset or ([] if others else [DEFAULT_PRESET])
    candidates: list[Candidate] = [
        MeteorCandidate(make_choice(options, preset), threads=options.threads) for preset in presets
    ]
    for given in options.scores:
        name, separator, path = given.partition("=")
        if not separator or not name or not path:
            raise InputError(f"--scores wants NAME=FILE, not {given!r}")
        candidates.append(FileScores(name, path))
    candidates += [SacreBleuScores(kind) for kind in options.sacrebleu]
    return candidates
