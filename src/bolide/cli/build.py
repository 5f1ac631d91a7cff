"""`bolide build`: a paraphrase table and function words for any language, from parallel text."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bolide.build.request import FILTERS, SIDES, SYMMETRIES, TEXT_CHOICES, PivotOptions
from bolide.build.word_alignment import ALIGNERS, DEFAULT_ALIGNER
from bolide.cli.build_options import add_engine_options, add_filter_options, print_descriptions, read_engine_options
from bolide.cli.build_opus import add_opus_options, text_from_opus
from bolide.cli.command_parser import Main, positive
from bolide.errors import ConfigurationError


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
        help=Main("a phrase table of Moses, gzip or not; or Parquet, a file or a folder"),
    )
    group.add_argument("--alignments", nargs="+", default=(), metavar="FILE", help="links i-j of source and target words: one file that is symmetric, or two, of both directions")  # fmt: skip
    group.add_argument("--aligner", metavar="NAME", help=Main(f"align the text by {', '.join(ALIGNERS)}, or by your own function package.module:function (the default: {DEFAULT_ALIGNER})"))  # fmt: skip
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
        help="also write the phrase table, in the format of Moses, gzip; as Parquet, if it ends so",
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
