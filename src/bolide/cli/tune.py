"""`bolide tune`: parameters that agree best with human judgements."""

import argparse
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from bolide.analysis.agreement import OBJECTIVES
from bolide.analysis.grid import NAMED_GRIDS, parse_grid
from bolide.analysis.judged_sets import split_choice
from bolide.analysis.sweep import Objective
from bolide.analysis.tuning import Plan, Tuned, TunedTables, check_name, preset_text, tune
from bolide.cli.command_parser import format_of, print_document, say
from bolide.cli.metric_options import make_choice, read_all
from bolide.data import processor_cores
from bolide.errors import InputError
from bolide.files import Progress
from bolide.files.whole_file import check_writable, write_whole
from bolide.metric.known_presets import DEFAULT_PRESET, find_preset
from bolide.metric.option_table import HINDI

VALUES = {"default_preset": DEFAULT_PRESET, "grids": ", ".join(NAMED_GRIDS), "objectives": "|".join(OBJECTIVES)}


def run(options: argparse.Namespace) -> None:
    """Tune, write files, and print."""
    check_name(options.name)
    if options.output and format_of(options.output):
        raise InputError(
            f"--output writes a preset file, as in -o {Path(options.output).stem}.toml, while the tables are printed: "
            f"--format {format_of(options.output)} > {options.output}"
        )
    if find_preset(split_choice(options.preset)[0]).formula == HINDI:
        _tune_features(options)
        return
    if options.output:
        check_writable(options.output)
    sets = read_all(options, "tune")
    if not options.objective:
        options.objective = list(dict.fromkeys("tau" if judged.is_ranking else "pearson" for judged in sets))
        say(options, f"the objective is {' and '.join(options.objective)}; choose another with --objective")
    plan = _plan(options)
    with _Talk() as talk:
        tuned = tune(sets, make_choice(options, options.preset), plan, say=talk.begin)
    _warn_of_errors(tuned, options)
    if options.output:
        write_whole(options.output, preset_text(tuned, options.name, options.preset))
    print_document(TunedTables(tuned, options.digits).document(), options.format)
    if options.output:
        sys.stdout.flush()
        print(f"bolide tune: wrote {options.output}: use it with {_usage(options)}", file=sys.stderr)


def _warn_of_errors(tuned: Tuned, options: argparse.Namespace) -> None:
    """Print a note if scores look like errors: the initial metric disagrees with them."""
    for place, judged in enumerate(tuned.material.sets):
        if judged.human is None or options.lower_is_better:
            continue
        alone = [counts * (at == place) for at, counts in enumerate(tuned.material.counts)]
        if tuned.material.with_counts(alone).values([tuned.material.start])[0] < 0:
            print(
                f"bolide tune: {judged.name}: {options.preset} disagrees with the scores. If lower is better, as with H-TER, give "
                "--lower-is-better",
                file=sys.stderr,
            )


def _plan(options: argparse.Namespace) -> Plan:
    return Plan(
        objective=Objective.of(options.objective, options.combine),
        grid=None if options.grid is None else parse_grid(options.grid),
        finest=options.finest if options.coarse_to_fine else None,
        folds=_folds(options.folds),
        samples=options.bootstrap or 0,
        seed=options.seed,
        threads=options.threads or processor_cores(),
    )


def _usage(options: argparse.Namespace) -> str:
    """Return how to use the preset file, with the options that it cannot contain."""
    given = ("text", "function_words", "synonyms", "paraphrases", "resources", "copy_words", "recogniser")
    same = [f"--{name.replace('_', '-')}" for name in given if getattr(options, name)]
    also = f", and the same {' '.join(same)}" if same else ""
    return f"--preset {options.output}{also}"


def _tune_features(options: argparse.Namespace) -> None:
    """Fit the weights of METEOR-Hindi's features."""
    from bolide.analysis.feature_weights import tune_features

    given = ("objective", "coarse_to_fine", "bootstrap")
    if unused := [name for name in given if getattr(options, name)]:
        raise InputError(f"--{unused[0].replace('_', '-')} cannot be combined with the features of meteor-hindi")
    folds = _folds(options.folds)
    if isinstance(folds, str) or options.format != "text":
        raise InputError("with the features of meteor-hindi, --folds must be a number and --format must be text")
    choice = make_choice(options, options.preset)
    document, preset = tune_features(
        read_all(options, "tune"), choice, name=options.name, folds=folds, seed=options.seed
    )
    if options.output:
        write_whole(options.output, preset)
        print(f"bolide tune: wrote {options.output}: use it with --preset {options.output}", file=sys.stderr)
    print_document(document, options.format)


class _Talk(ExitStack):
    """Shows one progress line after another."""

    def begin(self, label: str, total: int | None) -> Callable[[int], None]:
        self.close()
        return self.enter_context(Progress(label, total)).advance


def _folds(text: str | None) -> int | str | None:
    if text is None or text == "sets":
        return text
    if not text.isdecimal() or int(text) < 2:
        raise InputError(f"--folds takes a whole number of at least 2, or 'sets', not {text!r}")
    return int(text)
