"""The input of commands that score: options for files and formats, and the corpus or the systems that they describe."""

from __future__ import annotations

import argparse
import os
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from bolide.cli.command_parser import say
from bolide.cli.metric_options import Watch
from bolide.data.languages import DEFAULT_LANGUAGE, any_language
from bolide.errors import InputError, InputWarning, SegmentError
from bolide.files import Progress
from bolide.files.corpus import FORMATS, TABLES, Corpus, ParallelCorpus, Source, detect
from bolide.metric.meteor import Meteor
from bolide.metric.statistics import Statistics
from bolide.records import record

if TYPE_CHECKING:
    from bolide.analysis.comparison import SystemRuns
    from bolide.metric.protocol import Metric

# Values in the options of `commands.txt`.
INPUT_VALUES = {"inputs": "|".join(FORMATS), "input_names": ", ".join(FORMATS)}
# Usual names of references: ref.txt, newstest2019-ende-ref.de, references.en.
_REFERENCE_NAME = re.compile(r"(?<![a-z])(refs?|references?|gold)(?![a-z])", re.IGNORECASE)


def open_corpus(
    options: argparse.Namespace, *, live: bool = False, last_is_reference: bool = False, may_differ: bool = False
) -> Corpus:
    """Open the corpus of the options; the caller closes it. With `live`, plain text from pipes is read as data arrives.

    Systems `may_differ` in their segments if they are not compared; lines of plain files always belong together.

    For plain files without `--ref`, the first is the system and all others are references; or only the last is the reference.
    """
    named = _named(options.system)
    paths = [*named.values(), *options.ref, *options.files]
    form = options.input or detect(paths)
    _choose_text(options, form)
    if options.input == "tsv":  # Then quotation marks are text.
        warnings.simplefilter("ignore", InputWarning)
    if options.columns and form not in TABLES:
        raise InputError(f"--columns works only with the formats {', '.join(TABLES)}, not with {form}")
    if form == "plain":
        return _parallel(options, named, live=live, last_is_reference=last_is_reference)
    if options.refs_per_segment > 1:
        raise InputError("--refs-per-segment works only with plain files")
    _check_once(paths)
    if form in TABLES and options.ref:
        raise InputError(f"--ref cannot be combined with {form}: the references are in the same file as the hypotheses")
    if form not in TABLES and named and form != "coco":
        raise InputError(f"--system cannot be combined with {form}: the files name their systems themselves")
    sources = [Source(path=path, name=name) for name, path in named.items()]
    sources += [Source(path=path) for path in (*options.files, *options.ref)]
    if not sources:
        raise InputError("give a file to score; see: bolide score --help")
    from bolide.files.corpus import read_corpus
    from bolide.files.table_files import SCORED

    return read_corpus(form, sources, SCORED.parse(options.columns), may_differ=may_differ)


def _choose_text(options: argparse.Namespace, form: str) -> None:
    """Tokenise COCO's captions as COCO does, unless another text mode is requested."""
    language = getattr(options, "language", None)
    if form == "coco" and options.text is None and any_language(language or DEFAULT_LANGUAGE).code == DEFAULT_LANGUAGE:
        options.text = "ptb"


def _named(texts: Iterable[str]) -> dict[str, str]:
    """Return the files of the named systems."""
    systems: dict[str, str] = {}
    for text in texts:
        name, separator, path = text.partition("=")
        if not separator or os.path.exists(text):
            name = path = text
        if not name or not path:
            raise InputError(f"--system takes FILE or NAME=FILE, not {text!r}")
        if any(mark in name for mark in "\t\r\n"):
            raise InputError(f"the name of a system may not contain tabs or line breaks: {name!r}")
        if name in systems:
            raise InputError(f"two systems are named {name}")
        systems[name] = path
    return systems


def _parallel(
    options: argparse.Namespace, named: dict[str, str], *, live: bool, last_is_reference: bool
) -> ParallelCorpus:
    """Separate systems from references."""
    files, references, systems = list(options.files), list(options.ref), dict(named)
    if references:
        hypotheses = files
    else:
        first = 0 if systems else len(files) - 1 if last_is_reference else 1
        hypotheses, references = files[:first], files[first:]
    for path in hypotheses:
        if path in systems:
            raise InputError(f"two systems are named {path}")
        systems[path] = path
    if systems and not references:
        raise InputError(f"there is no reference file for {', '.join(systems)}: add --ref REF")
    if not systems:
        raise InputError("give a hypothesis file and a reference file; see: bolide score --help")
    if renamed := [path for path in files if "=" in path and not os.path.exists(path)]:
        raise InputError(f"there is no file {renamed[0]}; to name a system: --system {renamed[0]}")
    _check_once([*systems.values(), *references])
    if options.refs_per_segment > 1 and len(references) > 1:
        raise InputError("--refs-per-segment works only with one reference file")
    if not options.ref and not named:
        _note_roles(options, hypotheses, references)
    return ParallelCorpus(systems, references, options.refs_per_segment, live=live)


def _note_roles(options: argparse.Namespace, hypotheses: list[str], references: list[str]) -> None:
    """Print a note on the roles of files by their order, if others are likely."""
    if (likely := _likely_references(hypotheses)) and not _likely_references(references):
        others = [path for path in (*hypotheses, *references) if path not in likely]
        say(
            options,
            f"{', '.join(likely)} is scored as a system, since references come last; if it is the reference: "
            f"bolide {options.command} --ref {' --ref '.join(likely)} {' '.join(others)}",
        )
    elif len(references) > 1:
        say(
            options,
            f"{hypotheses[0]} is scored against {len(references)} references: {', '.join(references)}; to score several systems: "
            f"bolide score --ref {references[-1]} {' '.join((*hypotheses, *references[:-1]))}",
        )


def _likely_references(paths: list[str]) -> list[str]:
    """Return the files with names that are usual for references."""
    return [path for path in paths if _REFERENCE_NAME.search(os.path.basename(path))]


def _check_once(paths: list[str]) -> None:
    if paths.count("-") > 1:
        raise InputError("standard input (-) can be read only once")


METEOR = "meteor"

BATCH = 8192


@record
class Systems:
    """A corpus with every run as a system, and the names of the runs of each system."""

    corpus: Corpus
    runs: dict[str, list[str]]

    @property
    def names(self) -> list[str]:
        """The names of the systems."""
        return list(self.runs)


@contextmanager
def open_systems(options: argparse.Namespace) -> Iterator[Systems]:
    """Open the systems of the options; `--system NAME=FILE,FILE` is a system of several runs."""
    arguments, runs = _expand(options.system)
    widened = argparse.Namespace(**(vars(options) | {"system": arguments}))
    with open_corpus(widened, last_is_reference=True) as corpus:
        options.text = widened.text
        if corpus.note:
            say(options, corpus.note)
        grouped = {name for group in runs.values() for name in group}
        yield Systems(corpus=corpus, runs=runs | {name: [name] for name in corpus.systems if name not in grouped})


def _expand(texts: list[str]) -> tuple[list[str], dict[str, list[str]]]:
    """Return an argument for each run, and the names of the runs by system."""
    arguments: list[str] = []
    runs: dict[str, list[str]] = {}
    for text in texts:
        name, _, paths = text.partition("=")
        files = [paths] if os.path.exists(paths) or not all(paths.split(",")) else paths.split(",")
        if len(files) == 1:
            arguments.append(text)
            continue
        if name in runs:
            raise InputError(f"two systems are named {name}")
        runs[name] = [f"{name} (run {number})" for number in range(1, len(files) + 1)]
        arguments += [f"{run}={path}" for run, path in zip(runs[name], files, strict=True)]
    if any(name in runs for name in (text.partition("=")[0] for text in arguments)):
        raise InputError(f"two systems are named {next(iter(runs))}")
    ordered = dict.fromkeys(text.partition("=")[0] for text in texts)
    return arguments, {name: runs.get(name, [name]) for name in ordered} if runs else {}


def other_metrics(names: Sequence[str], systems: Sequence[str], meteor: Meteor) -> dict[str, Metric]:
    """Return the requested metrics by name; files have the scores of the systems, and `mean` is the mean of the metric's own."""
    found: dict[str, Metric] = {}
    for text in names:
        from bolide.metric.other_metrics import MEAN, OTHER_METRICS, GivenScores, SegmentMean

        name, is_file, path = text.partition("=")
        if is_file:
            from bolide.analysis.judged_sets import read_corpus_scores

            found[name] = GivenScores(name, read_corpus_scores(path, systems), path)
        else:
            found[name] = SegmentMean(meteor) if name == MEAN else OTHER_METRICS[name]()
    return found


def keys_of(system: str, first: int, count: int) -> list[tuple[str, str]]:
    """Return the keys of segments of a system in a file of scores; `first` counts from 0."""
    return [(system, str(number)) for number in range(first + 1, first + count + 1)]


def gather_all(
    systems: Systems, meteor: Meteor, options: argparse.Namespace, also: Mapping[str, Metric] = {}
) -> dict[str, list[SystemRuns]]:
    """Score all segments with the metric and others; return by metric the statistics of each system against the best references."""
    import numpy as np

    from bolide.analysis.comparison import SystemRuns

    parts: dict[tuple[str, str], list[Statistics]] = {}
    done, watch = 0, Watch(options, meteor)
    with Progress("scoring", systems.corpus.count) as progress:
        for batch in systems.corpus.batches(BATCH):
            for name, hypotheses in batch.hypotheses.items():
                try:
                    scored = meteor.score(hypotheses, batch.references[name], threads=options.threads)
                except SegmentError as error:  # The command line counts from 1, and over all batches.
                    raise SegmentError(done + error.segment + 1, error.reason) from error
                watch.look(name, hypotheses, batch.references[name], scored.score)
                parts.setdefault((METEOR, name), []).append(scored.segments.statistics)
                keys = keys_of(name, done, len(hypotheses))
                for other, metric in also.items():
                    counted = metric.rows(hypotheses, batch.references[name], keys, options.threads)
                    parts.setdefault((other, name), []).append(counted)
            done += len(batch)
            progress.advance(len(batch))
    tables = {
        key: type(found[0])(np.concatenate([part.rows for part in found]), found[0].columns)
        for key, found in parts.items()
    }
    return {
        metric: [
            SystemRuns(name=name, runs=tuple(tables[metric, run] for run in runs))
            for name, runs in systems.runs.items()
        ]
        for metric in (METEOR, *also)
    }
