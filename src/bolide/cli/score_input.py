"""What `bolide score` reads: the options that name files and formats, and the corpus that they mean."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterable

from bolide.cli.command_parser import Main
from bolide.cli.metric_options import positive
from bolide.cli.notes import say
from bolide.cli.terminal import add_encoding_option
from bolide.data.languages import DEFAULT_LANGUAGE, any_language
from bolide.errors import InputError
from bolide.files.corpus import FORMATS, TABLES, Corpus, ParallelCorpus, Source, detect

__all__ = ["add_input_options", "open_corpus"]

# What people call references: ref.txt, newstest2019-ende-ref.de, references.en.
_REFERENCE_NAME = re.compile(r"(?<![a-z])(refs?|references?|gold)(?![a-z])", re.IGNORECASE)


def add_input_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that `open_corpus` reads."""
    parser.add_argument(
        "files", nargs="*", metavar="FILE", help="systems and references, as above; or files that hold both"
    )
    parser.add_argument(
        "--ref",
        action="append",
        default=[],
        metavar="FILE",
        help=Main("a reference; all FILEs are then systems to score"),
    )
    parser.add_argument(
        "--system",
        action="append",
        default=[],
        metavar="[NAME=]FILE",
        help=Main("a system to score, with a name that you choose"),
    )
    parser.add_argument(
        "--refs-per-segment",
        type=positive,
        default=1,
        metavar="N",
        help="the reference file holds N lines for each segment",
    )
    parser.add_argument(
        "--input",
        choices=tuple(FORMATS),
        metavar="FORMAT",
        help=f"format of the files: {', '.join(FORMATS)} (default: by the ends of their names, else plain)",
    )
    add_encoding_option(parser)
    parser.add_argument(
        "--columns",
        metavar="ROLE=NAME,...",
        help="columns of a table that hold the hypothesis, reference, system and segment (default: by their names)",
    )


def open_corpus(
    options: argparse.Namespace, *, live: bool = False, last_is_reference: bool = False, may_differ: bool = False
) -> Corpus:
    """Read what the options name; the caller closes it. With `live`, plain text from pipes is read as it comes.

    Systems `may_differ` in their segments where they are not compared; lines of plain files always belong together.

    Of plain files without `--ref`, the first is the system and all others are references; or the last alone is the reference.
    """
    named = _named(options.system)
    paths = [*named.values(), *options.ref, *options.files]
    form = options.input or detect(paths)
    _choose_text(options, form)
    if options.columns is not None and form not in TABLES:
        raise InputError(f"--columns goes with the formats {', '.join(TABLES)}, not with {form}")
    if form == "plain":
        return _parallel(options, named, live=live, last_is_reference=last_is_reference)
    if options.refs_per_segment > 1:
        raise InputError("--refs-per-segment goes with plain files only")
    _check_once(paths)
    if form in TABLES and options.ref:
        raise InputError(f"--ref does not go with {form}: the references are in the same file as the hypotheses")
    if form not in TABLES and named and form != "coco":
        raise InputError(f"--system does not go with {form}: the files name their systems themselves")
    sources = [Source(path=path, name=name) for name, path in named.items()]
    sources += [Source(path=path) for path in (*options.files, *options.ref)]
    if not sources:
        raise InputError("a file to score is needed; see: bolide score --help")
    from bolide.files.corpus import read_corpus
    from bolide.files.table_files import Columns, parse_columns

    columns = Columns() if options.columns is None else parse_columns(options.columns)
    return read_corpus(form, sources, columns, may_differ=may_differ)


def _choose_text(options: argparse.Namespace, form: str) -> None:
    """Take COCO's captions apart as COCO does, unless something else is asked for."""
    language = getattr(options, "language", None)
    if form == "coco" and options.text is None and any_language(language or DEFAULT_LANGUAGE).code == DEFAULT_LANGUAGE:
        options.text = "ptb"


def _named(texts: Iterable[str]) -> dict[str, str]:
    """Return the files of the systems with names."""
    systems: dict[str, str] = {}
    for text in texts:
        name, separator, path = text.partition("=")
        if not separator or os.path.exists(text):
            name = path = text
        if not name or not path:
            raise InputError(f"--system takes FILE or NAME=FILE, not {text!r}")
        if any(mark in name for mark in "\t\r\n"):
            raise InputError(f"the name of a system may not hold tabs or line breaks: {name!r}")
        if name in systems:
            raise InputError(f"two systems are named {name}")
        systems[name] = path
    return systems


def _parallel(
    options: argparse.Namespace, named: dict[str, str], *, live: bool, last_is_reference: bool
) -> ParallelCorpus:
    """Tell systems and references apart."""
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
    if not systems or not references:
        raise InputError("a hypothesis file and a reference file are needed; see: bolide score --help")
    if renamed := [path for path in files if "=" in path and not os.path.exists(path)]:
        raise InputError(f"there is no file {renamed[0]}; to name a system: --system {renamed[0]}")
    _check_once([*systems.values(), *references])
    if options.refs_per_segment > 1 and len(references) > 1:
        raise InputError("--refs-per-segment goes with one reference file")
    if not options.ref and not named:
        _note_roles(options, hypotheses, references)
    return ParallelCorpus(systems, references, options.refs_per_segment, live=live)


def _note_roles(options: argparse.Namespace, hypotheses: list[str], references: list[str]) -> None:
    """Say which files were taken for systems and for references by their order, where another one is likely."""
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
    """Return the files that are called what people call references."""
    return [path for path in paths if _REFERENCE_NAME.search(os.path.basename(path))]


def _check_once(paths: list[str]) -> None:
    if paths.count("-") > 1:
        raise InputError("standard input (-) can be read only once")
