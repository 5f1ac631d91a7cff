"""`bolide tune`: parameters that agree best with human judgements."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import fmean

from bolide._core import VERSION
from bolide.analysis.agreement import OBJECTIVES
from bolide.analysis.evaluation.candidates import split_choice
from bolide.analysis.evaluation.judgements import JudgementSet
from bolide.analysis.tuning.density import learn_line
from bolide.analysis.tuning.grid import NAMED_GRIDS, PARAMETERS, parse_grid
from bolide.analysis.tuning.material import Objective
from bolide.analysis.tuning.preset_file import check_name, preset_text
from bolide.analysis.tuning.rendering import document_of
from bolide.analysis.tuning.search import LEAST_STEP
from bolide.analysis.tuning.surface import draw_surface
from bolide.analysis.tuning.table_sets import merge_tables
from bolide.analysis.tuning.tune import Plan, Tuned, tune
from bolide.cli.command_parser import Main
from bolide.cli.judgement_options import add_choice_options, add_judgement_options, make_choice, read_all
from bolide.cli.metric_options import positive
from bolide.cli.notes import say
from bolide.cli.resampling_options import add_seed_option
from bolide.cli.terminal import add_digits_option, add_format_option, format_of, print_document
from bolide.errors import InputError
from bolide.files.progress import Progress
from bolide.files.whole_file import check_writable, unfinished_file, write_whole
from bolide.metric.known_presets import DEFAULT_PRESET, find_preset
from bolide.metric.meteor import processor_cores
from bolide.metric.parameters import FORMULAS
from bolide.show.tables import render as render_document

_BUILT = Path("meteor-files", "paraphrase.gz")  # of a folder that `bolide build` made


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    parser.epilog = "Judgements are UTF-8, gzip or not; - is standard input."
    add_judgement_options(parser)
    _add_search(parser)
    group = parser.add_argument_group("features")
    group.add_argument(
        "--free",
        action="store_true",
        help="meteor-hindi: fit every weight, not only the balance of precision and recall",
    )
    _add_validation(parser)
    _add_output(parser)
    add_choice_options(parser)


def _add_search(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("search")
    group.add_argument(
        "--objective",
        action="append",
        default=[],
        choices=tuple(OBJECTIVES),
        help=Main(
            "what to maximise; twice for rankings and scores together (default: pearson for scores, tau for rankings; not with "
            "meteor-hindi)"
        ),
    )
    group.add_argument(
        "--combine",
        choices=("pool", "mean"),
        help="all judgements pooled, or the mean over the sets (default: pool for rankings alone, else mean)",
    )
    group.add_argument(
        "--grid",
        metavar="GRID",
        help=f"{', '.join(NAMED_GRIDS)}; changes after it, as in 'paper beta=0:3:.1 stem=.5,1', or 'preset x=1:20:1' for X of "
        "copy words alone (default: paper)",
    )
    group.add_argument(
        "--x-by-density",
        action="store_true",
        help="find X for each set alone (grid: 'preset x=1:32:1'), and the line from the density of its copy words to it",
    )
    group.add_argument(
        "--coarse-to-fine",
        action="store_true",
        help=Main("go on from the best points of the grid (default: rough), in ever finer steps"),
    )
    group.add_argument(
        "--finest",
        type=_step,
        default=0.01,
        metavar="STEP",
        help="smallest step of --coarse-to-fine (default: %(default)s)",
    )
    group.add_argument(
        "--table",
        action="append",
        default=[],
        metavar="NAME=PATH",
        help="a paraphrase table to choose, or a folder that bolide build made; every set of those given is tried: folders are merged "
        "by the lines of their texts and cut at .01 (Meteor-NEXT, §3.1), of files it is the union",
    )
    group.add_argument(
        "--preset",
        default=DEFAULT_PRESET,
        metavar="PRESET[:TASK][@ALIGNER][~MATCHER]",
        help=Main("where to start from (default: %(default)s)"),
    )


def _add_validation(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("validation")
    group.add_argument("--folds", metavar="K", help=Main("cross-validate over K parts of the segments, or over 'sets'"))
    group.add_argument(
        "--bootstrap",
        type=positive,
        default=0,
        metavar="N",
        help="also tune on N resamples, to see how far the optimum moves",
    )
    add_seed_option(group, "of folds and samples")


def _add_output(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("output")
    add_format_option(group)
    add_digits_option(group, 6)
    group.add_argument("-o", "--output", metavar="FILE", help=Main("write a preset file, for --preset FILE"))
    group.add_argument("--name", default="tuned", help="name of the preset (default: %(default)s)")
    group.add_argument("--save-table", metavar="FILE", help="write the union of the chosen tables")
    group.add_argument(
        "--surface",
        action="append",
        default=[],
        metavar="P,Q=FILE",
        help="draw the objective over two parameters, the others at their best, as SVG",
    )


def run(options: argparse.Namespace) -> int:
    """Tune, write files, and print."""
    check_name(options.name)
    if options.output and format_of(options.output):
        raise InputError(
            f"--output writes a preset file, as in -o {Path(options.output).stem}.toml, and the tables are printed: "
            f"--format {format_of(options.output)} > {options.output}"
        )
    if FORMULAS[find_preset(split_choice(options.preset)[0]).formula].IS_FITTED:
        return _tune_features(options)
    if options.free:
        raise InputError("--free goes with the preset meteor-hindi")
    surfaces = dict(_surface(text) for text in options.surface)
    for path in filter(None, (options.output, options.save_table, *surfaces.values())):
        check_writable(path)
    sets = None if options.objective else read_all(options, "tune")
    if sets is not None:
        options.objective = list(dict.fromkeys("tau" if judged.is_ranking else "pearson" for judged in sets))
        say(options, f"what is maximised is {' and '.join(options.objective)}; choose with --objective")
    if options.x_by_density:
        return _tune_by_density(options, sets or read_all(options, "tune"))
    plan = _plan(options, tuple(surfaces))
    sets = sets or read_all(options, "tune")
    with _Talk() as talk:
        tuned = tune(sets, make_choice(options, options.preset), plan, say=talk.begin)
    _warn_of_errors(tuned, options)
    _write_files(options, plan, tuned, surfaces)
    print_document(document_of(tuned, options.digits), options.format)
    if options.output:
        sys.stdout.flush()
        print(f"bolide tune: wrote {options.output}: use it with {_usage(options)}", file=sys.stderr)
    return 0


def _write_files(
    options: argparse.Namespace, plan: Plan, tuned: Tuned, surfaces: Mapping[tuple[str, str], str]
) -> None:
    """Write the drawings, the table and the preset that were asked for."""
    for surface in tuned.found.surfaces:
        write_whole(surfaces[surface.down, surface.across], draw_surface(surface, str(plan.objective)))
    if options.save_table:
        with unfinished_file(options.save_table) as unfinished:
            plan.merge([dict(plan.tables)[name] for name in _chosen(tuned)], unfinished)
    if options.output:
        write_whole(options.output, _preset(options, plan, tuned))


def _tune_by_density(options: argparse.Namespace, sets: Sequence[JudgementSet]) -> int:
    """Print X of each set, and the line from density to X."""
    others = ("table", "surface", "coarse_to_fine", "folds", "bootstrap", "output", "save_table")
    if unused := [name for name in others if getattr(options, name)]:
        raise InputError(f"--{unused[0].replace('_', '-')} does not go with --x-by-density")
    grid, objective = parse_grid(options.grid or "preset x=1:32:1"), Objective.of(options.objective, options.combine)
    choice = make_choice(options, options.preset)
    found = learn_line(sets, choice, objective, grid, threads=options.threads or processor_cores())
    print(render_document(found.document(), options.format), end="")
    return 0


def _warn_of_errors(tuned: Tuned, options: argparse.Namespace) -> None:
    """Say where scores look like errors: the metric that one starts from disagrees with them."""
    for place, judged in enumerate(tuned.material.sets):
        if judged.human is None or options.lower_is_better:
            continue
        alone = [counts * (at == place) for at, counts in enumerate(tuned.material.counts)]
        if tuned.material.with_counts(alone).values([tuned.start])[0] < 0:
            print(
                f"bolide tune: {judged.name}: {options.preset} disagrees with the scores. If lower is better, as with H-TER, give "
                "--lower-is-better",
                file=sys.stderr,
            )


def _plan(options: argparse.Namespace, surfaces: tuple[tuple[str, str], ...]) -> Plan:
    tables = tuple(_table(text) for text in options.table)
    if len(surfaces) != len(options.surface):
        raise InputError("--surface was given twice for the same two parameters")
    if options.coarse_to_fine and surfaces:
        raise InputError("--surface needs every point of a grid: leave out --coarse-to-fine")
    if options.save_table and not tables:
        raise InputError("--save-table is for tables given with --table")
    are_built = {Path(text.partition("=")[2]).is_dir() for text in options.table}
    if len(are_built) > 1:
        raise InputError("--table was given files and folders: they cannot be merged with each other")
    if len(dict(tables)) != len(tables):
        raise InputError("--table was given twice with the same name")
    return Plan(
        objective=Objective.of(options.objective, options.combine),
        grid=None if options.grid is None else parse_grid(options.grid),
        finest=options.finest if options.coarse_to_fine else None,
        tables=tables,
        merge=_merge_built if True in are_built else merge_tables,
        folds=_folds(options.folds),
        samples=options.bootstrap,
        surfaces=surfaces,
        seed=options.seed,
        threads=options.threads or processor_cores(),
    )


def _usage(options: argparse.Namespace) -> str:
    """Return how to use the preset file, with the options that it cannot hold."""
    given = ("text", "function_words", "synonyms", "paraphrases", "resources", "copy_words", "recogniser")
    same = [f"--{name.replace('_', '-')}" for name in given if getattr(options, name)]
    also = f", and the same {' '.join(same)}" if same else ""
    return f"--preset {options.output}{also}" + (", and --paraphrases for the chosen table" if options.table else "")


def _chosen(tuned: Tuned) -> tuple[str, ...]:
    """Return the names of the tables that reach the highest value; none where there was nothing to choose."""
    return max(tuned.tables, key=lambda choice: choice.value).names if tuned.tables else ()


def _step(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not LEAST_STEP <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from {LEAST_STEP:f} to 1")
    return value


def _tune_features(options: argparse.Namespace) -> int:
    """Fit the weights of METEOR-Hindi's features."""
    from bolide.analysis.tuning.feature_weights import tune_features

    given = ("objective", "table", "surface", "coarse_to_fine", "bootstrap", "save_table")
    if unused := [name for name in given if getattr(options, name)]:
        raise InputError(f"--{unused[0].replace('_', '-')} does not go with the features of meteor-hindi")
    folds = _folds(options.folds)
    if folds == "sets" or options.format != "text":
        raise InputError("with the features of meteor-hindi, --folds is a number and --format is text")
    chosen = {"free": options.free, "folds": folds, "seed": options.seed}
    tuned = tune_features(read_all(options, "tune"), make_choice(options, options.preset), **chosen)
    if options.output:
        write_whole(options.output, tuned.preset_text(options.name))
        print(f"bolide tune: wrote {options.output}: use it with --preset {options.output}", file=sys.stderr)
    print(tuned)
    return 0


class _Talk(ExitStack):
    """One progress line after the other."""

    def begin(self, label: str, total: int | None) -> Callable[[int], None]:
        self.close()
        return self.enter_context(Progress(label, total)).advance


def _folds(text: str | None) -> int | str | None:
    if text is None or text == "sets":
        return text
    if not text.isdecimal() or int(text) < 2:
        raise InputError(f"--folds takes a whole number of at least 2, or 'sets', not {text!r}")
    return int(text)


def _surface(text: str) -> tuple[tuple[str, str], str]:
    names, separator, path = text.partition("=")
    pair = tuple(names.split(","))
    if not separator or not path or len(pair) != 2 or pair[0] == pair[1] or not set(pair) <= set(PARAMETERS):
        raise InputError(f"--surface takes P,Q=FILE with two of {' '.join(PARAMETERS)}, not {text!r}")
    return (pair[0], pair[1]), path


def _table(text: str) -> tuple[str, str]:
    name, separator, path = text.partition("=")
    path = str(Path(path, _BUILT)) if Path(path).is_dir() else path
    if not separator or not name or not Path(path).is_file():
        raise InputError(
            f"--table takes NAME=PATH, a paraphrase table in Meteor's format or a folder that bolide build made, not {text!r}"
        )
    return name, path


def _merge_built(tables: Sequence[str], target: Path) -> None:
    """Merge tables in the folders that they were built in, by the size of their texts; pairs below the threshold count there too."""
    from bolide.build import merge_resources

    if len(tables) == 1:
        shutil.copyfile(tables[0], target)
        return
    with tempfile.TemporaryDirectory() as folder:
        merged = Path(folder, "merged")
        merge_resources(merged, [Path(table).parents[1] for table in tables], installs=False)
        shutil.copyfile(merged / _BUILT, target)


def _preset(options: argparse.Namespace, plan: Plan, tuned: Tuned) -> str:
    """Return the preset file: nothing in it depends on when or where it was made."""
    sets = tuned.material.sets
    grid = (plan.grid or NAMED_GRIDS["paper"]).fitted(tuned.material.matchers, tuned.material.start)
    first = "rough" if plan.grid is None else str(grid)
    return preset_text(
        options.name,
        tuned.material.pipeline,
        tuned.parameters,
        matchers=dict(zip(map(str, (judged.language for judged in sets)), tuned.material.set_matchers, strict=True)),
        like=find_preset(split_choice(options.preset)[0]),
        source=f"bolide tune, {plan.objective}, on {tuned.material.judgements} judgements: {tuned.value:.6f}",
        provenance={
            "bolide": VERSION,
            "objective": str(plan.objective),
            "value": tuned.value,
            "start": options.preset,
            "start_value": tuned.start_value,
            "grid": str(grid) if plan.finest is None else f"{first}, then finer down to {plan.finest:g}",
            "points": tuned.found.points,
            **({"left_out_value": fmean(fold.tested for fold in tuned.folds)} if tuned.folds else {}),
            **({"left_out_start_value": fmean(fold.untuned for fold in tuned.folds)} if tuned.folds else {}),
            "judgements": [f"{judged.name}: {len(judged)}, sha256 {judged.digest()[:16]}" for judged in sets],
            "signatures": list(tuned.material.signatures),
            "tables": list(_chosen(tuned)),
        },
    )
