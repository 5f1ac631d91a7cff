"""`bolide build` and related commands: paraphrases and function words for any language, from parallel text."""

import argparse
import sys
from collections.abc import Callable
from dataclasses import asdict
from functools import partial

from bolide.build.request import (
    COMMON_RULES,
    ENGINES,
    SIDES,
    SUB_PHRASES,
    SYMMETRIES,
    TEXT_CHOICES,
    EngineOptions,
    PivotOptions,
)
from bolide.build.word_alignment import DEFAULT_ALIGNER
from bolide.cli.command_parser import chosen, print_document
from bolide.data.languages import any_language
from bolide.errors import ConfigurationError
from bolide.metric.option_table import TEXT_MODES
from bolide.show.tables import Document, Table, render, to_tsv

VALUES: dict[str, object] = {
    **asdict(PivotOptions()),
    **asdict(EngineOptions()),
    "common_rules": "|".join(COMMON_RULES),
    "default_aligner": DEFAULT_ALIGNER,
    "engines": "|".join(ENGINES),
    "side": SIDES[0],
    "sides": "|".join(SIDES),
    "sub_phrase_rules": "|".join(SUB_PHRASES),
    "symmetries": "|".join(SYMMETRIES),
    "symmetry": SYMMETRIES[0],
    "text_choices": "|".join(TEXT_CHOICES),
    "text_modes": "|".join(TEXT_MODES),
}


def print_descriptions(descriptions: list[dict[str, object]], form: str) -> None:
    """Print the counts of a build."""
    names = {
        "lines": "lines of text",
        "phrase_pairs": "phrase pairs",
        "bad_lines": "bad lines skipped",
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


def text_from_opus(options: argparse.Namespace) -> Callable[[], list[dict[str, object]]]:
    """Show the corpora of a language and ask; set the options to their text, and return the function that fetches it."""
    from bolide.build.opus import choose_corpora, fetch_corpora

    if options.source or options.target:
        raise ConfigurationError("--from opus brings text: leave out --source and --target")
    code = any_language(options.out.name if options.language == "other" else options.language).code
    pivot, most = any_language(options.pivot).code, options.max_pairs
    if options.mirror == "":
        raise ConfigurationError("--mirror is empty: give a folder or an address")
    if code == pivot:
        raise ConfigurationError(f"parallel text is in two languages: give another --pivot than {pivot}")
    corpora = choose_corpora(code, pivot, max_pairs=most, crawled=options.crawled)
    rows = [(corpus.name, corpus.version, corpus.pairs, corpus.kilobytes / 1024) for corpus in corpora]
    rows.append(("all", "", sum(row[2] for row in rows), sum(row[3] for row in rows)))
    table = Table(head=("corpus", "version", "pairs", "MB to fetch"), rows=rows, align="llrr", form=".1f", foot=1)
    print(render(Document(tables=[table]), "text"), end="", file=sys.stderr)
    if not options.yes:
        is_asked = bool(sys.stdin and sys.stdin.isatty())
        print("Fetch these? [y/N] " if is_asked else "", end="", file=sys.stderr, flush=True)
        if not is_asked or sys.stdin.readline().strip().lower() not in ("y", "yes"):
            raise ConfigurationError("nothing was fetched; --yes fetches without asking")
    folder = options.out / "work" / "opus"
    options.language, options.source_language = code, pivot
    options.source, options.target = str(folder / "pivot.txt"), str(folder / "text.txt")
    options.text = options.text or ("norm" if any_language(code).normaliser else "unicode")
    return partial(fetch_corpora, corpora, folder, language=code, pivot=pivot, mirror=options.mirror, max_pairs=most)


def run(options: argparse.Namespace) -> int:
    """Build, and print the result."""
    from bolide.build import BuildRequest, build_resource

    fetch = text_from_opus(options) if options.origin else None
    if not options.source or not options.target:
        raise ConfigurationError("give parallel text: --source FILE and --target FILE, or --from opus")
    pivot, engine = chosen(options, PivotOptions), chosen(options, EngineOptions)
    request = chosen(options, BuildRequest, pivot=pivot, engine=engine)
    print_descriptions(build_resource(request, fetch), options.format)
    language = "" if request.language == "other" else f"-l {request.language} "
    print(f"to use it: bolide score {language}--resources {options.out} SYSTEM REFERENCE", file=sys.stderr)
    return 0


def run_merge(options: argparse.Namespace) -> int:
    """Merge, and print the result."""
    from bolide.build import merge_resources

    description = merge_resources(
        options.out, options.folders, weights=options.weights or None, engine=chosen(options, EngineOptions)
    )
    print_descriptions([description], options.format)
    return 0


def run_package(options: argparse.Namespace) -> int:
    """Write the wheel, and print how to use it."""
    from bolide.build.built_folder import PackageRequest, build_package

    wheel = build_package(chosen(options, PackageRequest, folder=options.built), options.out)
    name = wheel.name.partition("-")[0].replace("_", "-")
    print(f"wrote {wheel}\nto use it: pip install {wheel}; bolide score --resources {name} SYSTEM REFERENCE")
    return 0


def run_function_words(options: argparse.Namespace) -> int:
    """Print the words by falling frequency, one per line."""
    from bolide.build.parallel_text import common_words, count_words

    if not 0 <= options.threshold <= 1:
        raise ConfigurationError(f"the threshold must be a share from 0 to 1, not {options.threshold}")
    language = any_language(options.language)
    text = options.text or ("norm" if language.normaliser else "raw" if language.case_sensitive else "lower")
    counts = count_words(options.files, language=language.code, text=text)
    total = sum(counts.values())
    for word in common_words(counts, options.threshold, options.common_rule):
        print(to_tsv((word, counts[word], counts[word] / total) if options.counts else (word,)), end="")
    return 0
