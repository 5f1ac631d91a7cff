"""The jar's `Stemmer`: the words of each line of standard input, stemmed."""

from __future__ import annotations

from collections.abc import Sequence

from bolide.adapters.java.metric import unknown_stemmer
from bolide.adapters.java.options import java_words, language_of
from bolide.adapters.java.stop import Stop
from bolide.adapters.java.streams import Streams
from bolide.data.languages import stem
from bolide.files.java_files import java_lines

__all__ = ["run_stemmer"]

USAGE = ("usage: bolide java --class Stemmer LANGUAGE < IN > OUT",)


def run_stemmer(arguments: Sequence[str], streams: Streams) -> int:
    """Run what `java -cp meteor-1.5.jar Stemmer` runs; return its exit code."""
    if not arguments:
        raise Stop(1, *USAGE)
    language = language_of(arguments[0])
    if language.stemmer is None:
        raise unknown_stemmer(language)
    if language.stemmer == "table":
        raise Stop(1, f"bolide java: the stem table of {language.name} serves the matcher only")
    for line in java_lines(streams.input):
        words = (word if _is_number(word) else stem(language.code, word) for word in java_words(line))
        streams.output.write(" ".join(words) + "\n")
    return 0


def _is_number(word: str) -> bool:
    """Whether a word is left alone: decimal digits of any script, commas, dots, hyphens, and nothing else."""
    return all(character.isdecimal() or character in ",.-" for character in word)
