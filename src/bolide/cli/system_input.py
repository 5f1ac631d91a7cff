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
from bolide.data.languages import DEFAULT_LANGUAGE, any_language
from bolide.errors import InputError, InputWarning
from bolide.files.corpus import FORMATS, TABLES, Corpus, ParallelCorpus, Source, detect
from bolide.metric.meteor import Meteor

if TYPE_CHECKING:
    from bolide.files.corpus import Batch
    from bolide.metric.protocol import Metric
    from bolide.metric.statistics import Statistics

# Values in the options of `commands.txt`.
INPUT_VALUES = {"inputs": "|".join(FORMATS), "input_names": ", ".join(FORMATS)}
# Usual names of references: ref.txt, newstest2019-ende-ref.de, references.en.
_REFERENCE_NAME = re.compile(r"(?<![a-z])(refs?|references?|gold)(?![a-z])", re.IGNORECASE)


def open_corpus(options: argparse.Namespace, compared: Mapping[str, str] | None = None) -> Corpus:
    """Open the corpus of the options; the caller closes it.

    Without `--ref`, the first plain file is the system and all others are references. Systems in other formats may differ in their
    segments, and plain text from pipes is read as data arrives. If systems are `compared`, given by name, only the last plain file is
    the reference, and all systems must have the same segments.
    """
    named = _named(options.system)[0] if compared is None else dict(compared)
    paths = [*named.values(), *options.ref, *options.files]
    form = options.input or detect(paths)
    _choose_text(options, form)
    if options.input == "tsv":  # Then quotation marks are text.
        warnings.simplefilter("ignore", InputWarning)
    if options.columns and form not in TABLES:
        raise InputError(f"--columns works only with the formats {', '.join(TABLES)}, not with {form}")
    if form == "plain":
        return _parallel(options, named, are_compared=compared is not None)
    if options.refs_per_segment > 1:
        raise InputError("--refs-per-segment works only with plain files")
    check_once(paths)
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

    corpus = read_corpus(form, sources, SCORED.parse(options.columns), may_differ=compared is None)
    if corpus.note:
        say(options, corpus.note)
    return corpus


def _choose_text(options: argparse.Namespace, form: str) -> None:
    """Tokenise COCO's captions as COCO does, unless another text mode is requested."""
    language = getattr(options, "language", None)
    if form == "coco" and options.text is None and any_language(language or DEFAULT_LANGUAGE).code == DEFAULT_LANGUAGE:
        options.text = "ptb"


def _named(texts: Iterable[str], *, has_runs: bool = False) -> tuple[dict[str, str], dict[str, list[str]]]:
    """Return the files of the named systems, and the names of each system's runs.

    With `has_runs`, NAME=FILE,FILE is a system of several runs.
    """
    files: dict[str, str] = {}
    runs: dict[str, list[str]] = {}
    for text in texts:
        name, separator, path = text.partition("=")
        if not separator or os.path.exists(text):
            name = path = text
        if not name or not path:
            raise InputError(f"--system takes FILE or NAME=FILE, not {text!r}")
        if any(mark in name for mark in "\t\r\n"):
            raise InputError(f"the name of a system may not contain tabs or line breaks: {name!r}")
        parts = path.split(",") if has_runs and name != path and not os.path.exists(path) else [path]
        found = {f"{name} (run {number})": part for number, part in enumerate(parts, start=1)}
        if len(parts) == 1 or not all(parts):
            found = {name: path}
        if name in runs or not files.keys().isdisjoint(found):
            raise InputError(f"two systems are named {name}")
        files |= found
        runs[name] = list(found)
    return files, runs


def _parallel(options: argparse.Namespace, named: dict[str, str], *, are_compared: bool) -> ParallelCorpus:
    """Separate systems from references."""
    files, references, systems = list(options.files), list(options.ref), dict(named)
    if references:
        hypotheses = files
    else:
        first = 0 if systems else len(files) - 1 if are_compared else 1
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
    check_once([*systems.values(), *references])
    if options.refs_per_segment > 1 and len(references) > 1:
        raise InputError("--refs-per-segment works only with one reference file")
    if not options.ref and not named:
        _note_roles(options, hypotheses, references)
    return ParallelCorpus(systems, references, options.refs_per_segment, live=not are_compared)


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


def check_once(paths: Iterable[str]) -> None:
    """Refuse to read standard input twice."""
    if [*paths].count("-") > 1:
        raise InputError("standard input (-) can be read only once")


@contextmanager
def open_systems(options: argparse.Namespace) -> Iterator[tuple[Corpus, dict[str, list[str]]]]:
    """Open a corpus with every run as a system; also give the names of each system's runs."""
    named, runs = _named(options.system, has_runs=True)
    with open_corpus(options, named) as corpus:
        known = {name: own for name, own in runs.items() if {*own} <= {*corpus.systems}}
        yield corpus, known | {name: [name] for name in corpus.systems if name not in named}


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


def rows_of(metric: Metric, batch: Batch, system: str, first: int, threads: int | None) -> Statistics:
    """Return the statistics of a system's segments in a batch, of which `first` came before; a file of scores has them by number."""
    keys = [(system, str(number)) for number in range(first + 1, first + len(batch) + 1)]
    return metric.rows(batch.hypotheses[system], batch.references[system], keys, threads)
