"""The jar's `Matcher`: alignments of two files, or of pairs on standard input, with no normalising and no scores."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bolide import BolideError, Meteor
from bolide.adapters.java.metric import make_metric
from bolide.adapters.java.numbers import parse_int
from bolide.adapters.java.options import BEAM, Choice, language_of, matchers_of
from bolide.adapters.java.printing import alignment_block
from bolide.adapters.java.stop import Stop
from bolide.adapters.java.streams import Streams
from bolide.data.languages import JAVA_MATCHERS
from bolide.files.java_files import java_decode, java_lines, raw_lines

__all__ = ["run_matcher"]

BATCH = 1024
VALUES = ("-l", "-m", "-t", "-x", "-d", "-a")
SEPARATOR = " ||| "
USAGE = """\
usage: bolide java --class Matcher TEST REFERENCE [options]     (the arguments of the jar's Matcher)

-l LANGUAGE    en (default) or another one
-m 'NAME ...'  modules: exact stem synonym paraphrase
-t TYPE        maxcov (default) or maxacc
-x N           beam (40)
-d FOLDER      synonyms
-a FILE        paraphrase table
-stdio         lines of standard input, 'test ||| reference'; TEST and REFERENCE are -"""


def run_matcher(arguments: Sequence[str], streams: Streams) -> int:
    """Run what `java -cp meteor-1.5.jar Matcher` runs; return its exit code."""
    if len(arguments) < 2:
        streams.output.write(USAGE + "\n")
        return 0
    values, is_stdio = _parse(arguments[2:])
    choice = _choose(values)
    aligner = "java" if values.get("-t", "maxcov") == "maxcov" else "java-maxacc"
    meteor = make_metric(choice, aligner=aligner)
    try:
        if is_stdio:
            return _serve(meteor, choice.matchers, streams)
        return _align_files(arguments[0], arguments[1], meteor, choice.matchers, streams)
    except BolideError as error:
        raise Stop(1, f"bolide java: {error}") from error


def _parse(arguments: Sequence[str]) -> tuple[dict[str, str], bool]:
    values: dict[str, str] = {}
    is_stdio = False
    rest = iter(arguments)
    for name in rest:
        if name in VALUES:
            value = next(rest, None)
            if value is None:
                raise Stop(1, f"option {name} needs a value")
            values[name] = value
        elif name == "-stdio":
            is_stdio = True
        else:
            raise Stop(1, f'Unknown option "{name}"')
    return values, is_stdio


def _choose(values: dict[str, str]) -> Choice:
    """Return what to match with: all matchers, for every language, unless some are named."""
    matchers = matchers_of(values["-m"]) if "-m" in values else JAVA_MATCHERS
    return Choice(
        language=language_of(values.get("-l", "en")),
        task="custom",
        matchers=matchers,
        weights=(),
        parameters=(),
        text="raw",
        unit="words",
        beam=parse_int(values["-x"]) if "-x" in values else BEAM,
        function_words=None,
        synonyms=values.get("-d"),
        paraphrases=values.get("-a"),
    )


def _align_files(test: str, reference: str, meteor: Meteor, matchers: Sequence[str], streams: Streams) -> int:
    number = 0
    try:
        with Path(test).open("rb") as left, Path(reference).open("rb") as right:
            references = java_lines(right)
            batch: list[tuple[str, str]] = []
            for hypothesis in java_lines(left):
                other = next(references, None)
                if other is not None:
                    batch.append((hypothesis, other))
                if other is None or len(batch) == BATCH:
                    number = _write(batch, number, meteor, matchers, streams)
                    batch = []
                if other is None:
                    raise Stop(1, "Error: files not of same length.")
            _write(batch, number, meteor, matchers, streams)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Stop(1, f"{error.filename} ({error.strerror})") from error
    return 0


def _write(
    batch: Sequence[tuple[str, str]], number: int, meteor: Meteor, matchers: Sequence[str], streams: Streams
) -> int:
    """Write a batch of alignments; return the number of the last one."""
    if batch:
        for alignment in meteor.align_all([pair[0] for pair in batch], [pair[1] for pair in batch]):
            number += 1
            streams.output.write(alignment_block((f"Alignment {number}",), alignment, matchers))
    return number


def _serve(meteor: Meteor, matchers: Sequence[str], streams: Streams) -> int:
    for line in raw_lines(streams.input):
        text = java_decode(line).removesuffix("\n").removesuffix("\r")
        hypothesis, separator, reference = text.partition(SEPARATOR)
        if not separator:
            streams.warn("Format error, use: sentence 1 ||| sentence 2")
            streams.errors.flush()
            continue
        streams.output.write(alignment_block(("Alignment",), meteor.align(hypothesis, reference), matchers))
        streams.output.flush()
    return 0
