"""The jar's `edu.cmu.meteor.util.Normalizer`: lines of standard input, normalised and not lower-cased."""

from __future__ import annotations

from collections.abc import Sequence

from bolide.adapters.java.metric import check_normaliser
from bolide.adapters.java.options import language_of
from bolide.adapters.java.streams import Streams
from bolide.files.java_files import java_lines
from bolide.text import tokeniser

__all__ = ["run_normalizer"]

USAGE = "usage: bolide java --class Normalizer LANGUAGE true|false < IN > OUT    (true keeps punctuation)\n"


def run_normalizer(arguments: Sequence[str], streams: Streams) -> int:
    """Run what `java -cp meteor-1.5.jar edu.cmu.meteor.util.Normalizer` runs; return its exit code."""
    if len(arguments) < 2:
        streams.output.write(USAGE)
        return 0
    language = language_of(arguments[0])
    mode = "norm" if arguments[1].lower() == "true" else "nopunct"
    check_normaliser(language, mode)
    chosen = tokeniser(language, mode, lowercase=False)
    for line in java_lines(streams.input):
        streams.output.write(" ".join(chosen.tokenise(line)) + "\n")
    return 0
