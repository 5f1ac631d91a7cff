"""`bolide build` and what goes with it: paraphrases and function words for any language, from parallel text."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bolide.build.request import (
    COMMON_RULES,
    ENGINES,
    FILTERS,
    SIDES,
    SUB_PHRASES,
    SYMMETRIES,
    TEXT_CHOICES,
    EngineOptions,
    PivotOptions,
)
from bolide.build.word_alignment import DEFAULT_ALIGNER
from bolide.cli.command_parser import Main, add_format_option, add_output_option, positive, print_document
from bolide.data.languages import any_language
from bolide.errors import ConfigurationError
from bolide.metric.option_table import TEXT_MODES
from bolide.show.tables import Document, Table, render, to_tsv

_FILTERS: dict[str, tuple[str, dict[str, Any]]] = {
    "min_final": ("smallest probability of a paraphrase", {"type": float, "metavar": "P"}),
    "common": ("share of all words above which a word is common, and a function word", {"type": float, "metavar": "SHARE"}),
    "common_rule": ("whether a word has to be above the share, as Universal says, or from it on, as Meteor-NEXT and 1.3 do", {"choices": COMMON_RULES}),
    "sub_phrases": ("drop pairs with one phrase inside the other, as the jar does; only if the second is inside the first, as the 2014 paper says; or keep them", {"choices": SUB_PHRASES}),
}  # fmt: skip


def add_filter_options(
    group: argparse._ArgumentGroup | argparse.ArgumentParser, names: Iterable[str] = FILTERS, *, inherits: bool = False
) -> None:
    """Add options of what is applied to final pairs and words, with the defaults of a build; where merging `inherits` them, with none."""
    for name in names:
        text, more = _FILTERS[name]
        default = None if inherits else getattr(PivotOptions(), name)
        shown = "what the folders were built with" if inherits else default
        group.add_argument(f"--{name.replace('_', '-')}", default=default, help=f"{text} (default: {shown})", **more)


def add_engine_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that `read_engine_options` reads."""
    defaults = EngineOptions()
    group = parser.add_argument_group("engine")
    group.add_argument(
        "--engine", choices=ENGINES, default=defaults.engine, help="what joins and groups tables (default: %(default)s)"
    )
    group.add_argument("--memory", default=defaults.memory, metavar="SIZE", help=Main("memory of the engine, such as 600MB; beyond it, it uses the disk (default: %(default)s)"))  # fmt: skip
    group.add_argument("--threads", type=positive, metavar="N", help="processor cores to use (default: all)")
    group.add_argument("--master", default=defaults.master, metavar="URL", help="Spark's master (default: %(default)s)")
    add_format_option(parser)
    add_output_option(parser)


def read_engine_options(options: argparse.Namespace) -> EngineOptions:
    """Return the engine that the options describe."""
    return EngineOptions(engine=options.engine, memory=options.memory, threads=options.threads, master=options.master)


def print_descriptions(descriptions: list[dict[str, Any]], form: str) -> None:
    """Print what was built."""
    names = {
        "lines": "lines of text",
        "phrase_pairs": "phrase pairs",
        "bad_lines": "bad lines passed over",
        "pairs": "paraphrases before the final filters",
        "paraphrases": "paraphrases",
        "function_words": "function words",
    }
    rows = [
        (name, description[key])
        for description in descriptions
        for key, name in names.items()
        if description.get(key) or key in ("paraphrases", "function_words")
    ]
    document = Document(tables=[Table(head=("what was built", "count"), rows=rows)], data=descriptions)
    print_document(document, form)


def add_opus_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that `text_from_opus` reads."""
    group = parser.add_argument_group("parallel text of OPUS (--from opus), instead of files")
    group.add_argument(
        "--from", dest="origin", choices=("opus",), help=Main("fetch text in the language and the pivot")
    )
    group.add_argument("--pivot", default="en", metavar="CODE", help="the other language (default: %(default)s)")
    group.add_argument(
        "--max-pairs",
        type=positive,
        default=1_000_000,
        metavar="N",
        help=Main("take at most N pairs of segments (default: %(default)s)"),
    )
    group.add_argument("--crawled", action="store_true", help="also corpora that programs gathered from the web")
    group.add_argument("--mirror", metavar="PLACE", help="a folder or address that has the corpora of OPUS")
    group.add_argument("--yes", action="store_true", help=Main("fetch without asking"))


def text_from_opus(options: argparse.Namespace) -> tuple[dict[str, object], ...]:
    """Fetch the text of a language, and let the options name it; return what it comes from."""
    from bolide.build.opus import choose_corpora, fetch_corpora

    if options.source or options.target:
        raise ConfigurationError("--from opus brings text: leave out --source and --target")
    code = any_language(options.out.name if options.language == "other" else options.language).code
    pivot = any_language(options.pivot).code
    corpora = choose_corpora(code, pivot, max_pairs=options.max_pairs, crawled=options.crawled)
    rows = [(corpus.name, corpus.version, corpus.pairs, corpus.kilobytes / 1024) for corpus in corpora]
    rows.append(("all", "", sum(corpus.pairs for corpus in corpora), sum(row[3] for row in rows)))
    table = Table(head=("corpus", "version", "pairs", "MB to fetch"), rows=rows, align="llrr", form=".1f", foot=1)
    print(render(Document(tables=[table]), "text"), end="", file=sys.stderr)
    if not options.yes and not _agrees():
        raise ConfigurationError("nothing was fetched; --yes fetches without asking")
    folder = options.out / "work" / "opus"
    found = fetch_corpora(
        corpora, folder, language=code, pivot=pivot, mirror=options.mirror, max_pairs=options.max_pairs
    )
    options.language, options.source_language = code, pivot
    options.source, options.target = str(folder / "pivot.txt"), str(folder / "text.txt")
    options.text = options.text or ("norm" if any_language(code).normaliser else "unicode")
    return tuple(found)


def _agrees() -> bool:
    """Ask on the terminal; where there is none, the answer is no."""
    if not sys.stdin or not sys.stdin.isatty():
        return False
    print("Fetch these? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    parser.add_argument(
        "out", type=Path, metavar="OUT", help="folder of the result; a run that was interrupted is resumed there"
    )
    texts = parser.add_argument_group("parallel text")
    texts.add_argument("--source", metavar="FILE", help=Main("text in another language, gzip or not"))
    texts.add_argument("--target", metavar="FILE", help=Main("its translation into the language, line by line"))
    texts.add_argument(
        "-l", "--language", default="other", metavar="CODE", help=Main("language of the target (default: %(default)s)")
    )
    texts.add_argument(
        "--source-language", default="other", metavar="CODE", help="language of the source (default: %(default)s)"
    )
    texts.add_argument("--text", choices=TEXT_CHOICES, help="how text becomes tokens (default: with an aligner norm, where the language has it; else lower)")  # fmt: skip
    add_opus_options(parser)
    _add_phrase_options(parser)
    _add_pivot_options(parser)
    add_engine_options(parser)
    parser.add_argument("--keep-work", action="store_true", help="keep the intermediate files, in OUT/work")


def _add_phrase_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("phrases, from one of these; from the text alone without any of them")
    group.add_argument(
        "--phrase-table",
        metavar="FILE",
        help=Main("a phrase table of Moses, gzip or not"),
    )
    group.add_argument("--alignments", nargs="+", default=(), metavar="FILE", help="links i-j of source and target words: one file that is symmetric, or two, of both directions")  # fmt: skip
    group.add_argument("--aligner", metavar="NAME", help=Main(f"align the text by {DEFAULT_ALIGNER} (the default), or by your own function package.module:function"))  # fmt: skip
    more = parser.add_argument_group("their extraction")
    more.add_argument(
        "--symmetry",
        choices=SYMMETRIES,
        default=SYMMETRIES[0],
        help="how two directions become one (default: %(default)s)",
    )
    more.add_argument(
        "--longest", type=positive, default=7, metavar="N", help="words of the longest phrase (default: %(default)s)"
    )
    more.add_argument(
        "--skip-bad-lines", action="store_true", help="skip broken lines of the phrase table, and count them"
    )
    more.add_argument(
        "--write-phrase-table",
        type=Path,
        metavar="FILE",
        help="also write the phrase table, in the format of Moses, gzip",
    )


def _add_pivot_options(parser: argparse.ArgumentParser) -> None:
    defaults = PivotOptions()
    group = parser.add_argument_group("paraphrases")
    group.add_argument("--sides", choices=SIDES, default=SIDES[0], help="whose paraphrases; with both, those of the source are in OUT/source (default: %(default)s)")  # fmt: skip
    group.add_argument(
        "--target-text",
        nargs="+",
        default=(),
        metavar="FILE",
        help=Main("only paraphrase phrases that occur in these texts"),
    )
    group.add_argument("--min-instance", type=float, default=defaults.min_instance, metavar="P", help="smallest P(f|e1)·P(e2|f) (default: %(default)s)")  # fmt: skip
    group.add_argument("--punctuation", default=defaults.punctuation, metavar="SET", help="drop phrases with any of: unicode, all that Unicode counts as punctuation or symbol; ascii, as the jar does; none; or these characters (default: %(default)s)")  # fmt: skip
    add_filter_options(group)


def run(options: argparse.Namespace) -> int:
    """Build, and print what was built."""
    from bolide.build import BuildRequest, build_resource

    corpora = text_from_opus(options) if options.origin else ()
    if not options.source or not options.target:
        raise ConfigurationError("parallel text is needed: --source FILE and --target FILE, or --from opus")
    request = BuildRequest(
        out=options.out,
        source=options.source,
        target=options.target,
        phrase_table=options.phrase_table,
        alignments=tuple(options.alignments),
        aligner=options.aligner,
        language=options.language,
        source_language=options.source_language,
        text=options.text,
        symmetry=options.symmetry,
        longest=options.longest,
        target_text=tuple(options.target_text),
        sides=options.sides,
        skip_bad_lines=options.skip_bad_lines,
        write_phrase_table=options.write_phrase_table,
        keep_work=options.keep_work,
        corpora=corpora,
        pivot=PivotOptions(
            min_instance=options.min_instance,
            punctuation=options.punctuation,
            **{name: getattr(options, name) for name in FILTERS},
        ),
        engine=read_engine_options(options),
    )
    print_descriptions(build_resource(request), options.format)
    language = "" if request.language == "other" else f"-l {request.language} "
    print(f"to use it: bolide score {language}--resources {options.out} SYSTEM REFERENCE", file=sys.stderr)
    return 0


def add_merge_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `bolide build merge`."""
    parser.add_argument("out", type=Path, metavar="OUT", help="folder of the result")
    parser.add_argument("folders", nargs="+", type=Path, metavar="BUILT", help="folders that bolide build made")
    parser.add_argument(
        "--weights", nargs="+", type=float, metavar="W", help="one for each folder (default: the lines of its text)"
    )
    add_filter_options(parser.add_argument_group("paraphrases"), inherits=True)
    add_engine_options(parser)


def run_merge(options: argparse.Namespace) -> int:
    """Merge, and print what came of it."""
    from bolide.build import merge_resources

    filters = {name: value for name in FILTERS if (value := getattr(options, name)) is not None}
    description = merge_resources(
        options.out, options.folders, weights=options.weights, filters=filters, engine=read_engine_options(options)
    )
    print_descriptions([description], options.format)
    return 0


def add_package_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `bolide build package`."""
    parser.add_argument("built", type=Path, metavar="BUILT", help="a folder that bolide build made")
    parser.add_argument("--licence", required=True, metavar="NAME", help="licence of the data, such as CC-BY-4.0")
    parser.add_argument("--attribution", required=True, metavar="TEXT", help="who made the data, and from what")
    parser.add_argument("--version", default="1.0", metavar="N", help="version of the package (default: %(default)s)")
    parser.add_argument("--name", metavar="NAME", help="name of the package (default: bolide-data-CODE)")
    parser.add_argument("-l", "--language", metavar="CODE", help="language of the data (default: what BUILT says)")
    parser.add_argument(
        "-o", "--out", type=Path, default=Path(), metavar="FOLDER", help="where to write the wheel (default: here)"
    )


def run_package(options: argparse.Namespace) -> int:
    """Write the wheel, and say what to do with it."""
    from bolide.build.built_folder import PackageRequest, build_package

    request = PackageRequest(
        folder=options.built,
        licence=options.licence,
        attribution=options.attribution,
        version=options.version,
        name=options.name,
        language=options.language,
    )
    wheel = build_package(request, options.out)
    name = wheel.name.partition("-")[0].replace("_", "-")
    print(f"wrote {wheel}\nto use it: pip install {wheel}; bolide score --resources {name} SYSTEM REFERENCE")
    return 0


def add_function_words_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `bolide build function-words`."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="text, gzip or not; - is standard input")
    parser.add_argument(
        "-l", "--language", default="other", metavar="CODE", help="language of the text (default: %(default)s)"
    )
    parser.add_argument(
        "--text",
        choices=TEXT_MODES,
        help="how text becomes tokens (default: norm where the language has it, else lower)",
    )
    parser.add_argument("--threshold", type=float, default=PivotOptions().common, metavar="SHARE", help="list words above this share of all words (default: %(default)s)")  # fmt: skip
    add_filter_options(parser, ["common_rule"])
    parser.add_argument("--counts", action="store_true", help="also print counts and shares")
    add_output_option(parser)


def run_function_words(options: argparse.Namespace) -> int:
    """Print the words by falling frequency, one a line."""
    from bolide.build.parallel_text import common_words, count_words

    if not 0 <= options.threshold <= 1:
        raise ConfigurationError(f"the threshold has to be a share from 0 to 1, not {options.threshold}")
    language = any_language(options.language)
    text = options.text or ("norm" if language.normaliser else "raw" if language.case_sensitive else "lower")
    counts = count_words(options.files, language=language.code, text=text)
    total = sum(counts.values())
    for word in common_words(counts, options.threshold, options.common_rule):
        print(to_tsv((word, counts[word], counts[word] / total) if options.counts else (word,)), end="")
    return 0
