"""The jar's other programs: Matcher, Normalizer, Stemmer, FilterParaphrase, SGMtoPlaintext."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import IO, cast

from bolide import Meteor
from bolide.adapters.java.jar_options import (
    BEAM,
    Choice,
    JarError,
    Options,
    Streams,
    check_normaliser,
    java_words,
    language_of,
    make_metric,
    matchers_of,
    parse_int,
    parse_options,
    stopping,
    unknown_stemmer,
)
from bolide.adapters.java.jar_output import alignment_block
from bolide.adapters.java.jar_program import (
    by_document_and_segment,
    hash_set_order,
    hashtable_order,
    java_hash,
    read_sets,
    utf16_key,
)
from bolide.data.languages import JAVA_MATCHERS, find_language, stem
from bolide.files.java_files import Documents, Systems, java_decode, java_lines, raw_lines
from bolide.text import tokeniser

BATCH = 1024
SEPARATOR = " ||| "
MATCHER_USAGE = """\
usage: bolide java --class Matcher TEST REFERENCE [options]     (the arguments of the jar's Matcher)

-l LANGUAGE    en (default) or another one
-m 'NAME ...'  modules: exact stem synonym paraphrase
-t TYPE        maxcov (default) or maxacc
-x N           beam (40)
-d FOLDER      synonyms
-a FILE        paraphrase table
-stdio         lines of standard input, 'test ||| reference'; TEST and REFERENCE are -"""


def run_matcher(arguments: Sequence[str], streams: Streams) -> int:
    """Do the same as `java -cp meteor-1.5.jar Matcher`; return its exit code."""
    if len(arguments) < 2:
        streams.output.write(MATCHER_USAGE + "\n")
        return 0
    options = parse_options(arguments, ("-l", "-m", "-t", "-x", "-d", "-a"), ("-stdio",))
    values = options.values
    choice = Choice(  # All matchers, for every language, unless some are named.
        language=language_of(values.get("-l", "en")),
        task="custom",
        matchers=matchers_of(values["-m"]) if "-m" in values else JAVA_MATCHERS,
        weights=(),
        parameters=(),
        text="raw",
        beam=parse_int(values.get("-x", BEAM)),
        synonyms=values.get("-d"),
        paraphrases=values.get("-a"),
    )
    aligner = "java" if values.get("-t", "maxcov") == "maxcov" else "java-maxacc"
    meteor = make_metric(choice, aligner=aligner)
    with stopping():
        if "-stdio" in options.flags:
            return _serve(meteor, choice.matchers, streams)
        return _align_files(options, meteor, choice.matchers, streams)


def _align_files(options: Options, meteor: Meteor, matchers: Sequence[str], streams: Streams) -> int:
    number = 0
    with Path(options.hypothesis).open("rb") as left, Path(options.reference).open("rb") as right:
        hypotheses, references = java_lines(left), java_lines(right)
        while batch := list(islice(hypotheses, BATCH)):
            others = list(islice(references, len(batch)))
            for alignment in meteor.align_all(batch[: len(others)], others) if others else ():
                number += 1
                streams.output.write(alignment_block((f"Alignment {number}",), alignment, matchers))
            if len(others) < len(batch):
                raise JarError(1, "Error: files not of same length.")
    return 0


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


def run_normalizer(arguments: Sequence[str], streams: Streams) -> int:
    """Do the same as `java -cp meteor-1.5.jar edu.cmu.meteor.util.Normalizer`; return its exit code."""
    if len(arguments) < 2:
        streams.output.write(
            "usage: bolide java --class Normalizer LANGUAGE true|false < IN > OUT    (true keeps punctuation)\n"
        )
        return 0
    language = language_of(arguments[0])
    mode = "norm" if arguments[1].lower() == "true" else "nopunct"
    check_normaliser(language, mode)
    chosen = tokeniser(language, mode, lowercase=False)
    for line in java_lines(streams.input):
        streams.output.write(" ".join(chosen.tokenise(line)) + "\n")
    return 0


def run_stemmer(arguments: Sequence[str], streams: Streams) -> int:
    """Do the same as `java -cp meteor-1.5.jar Stemmer`; return its exit code."""
    if not arguments:
        raise JarError(1, "usage: bolide java --class Stemmer LANGUAGE < IN > OUT")
    language = language_of(arguments[0])
    if language.stemmer is None:
        raise unknown_stemmer(language)
    if language.stemmer == "table":
        raise JarError(1, f"bolide java: the stem table of {language.name} works only for matching")
    for line in java_lines(streams.input):
        stems = []
        for word in java_words(line):  # Decimal digits of any script, with commas, dots and hyphens, are left alone.
            is_number = all(character.isdecimal() or character in ",.-" for character in word)
            stems.append(word if is_number else stem(language.code, word))
        streams.output.write(" ".join(stems) + "\n")
    return 0


LONGEST = 7
NOTE_EVERY = 1_000_000


def run_filter_paraphrase(arguments: Sequence[str], streams: Streams) -> int:
    """Do the same as `java -cp meteor-1.5.jar FilterParaphrase`; return its exit code."""
    if len(arguments) < 3:
        streams.output.write("usage: bolide java --class FilterParaphrase IN.gz OUT.gz REFERENCE [REFERENCE ...]\n")
        return 1
    source, target, *references = arguments
    phrases = Phrases()
    with stopping():
        streams.output.write("Reading reference files...\n")
        for reference in references:
            streams.output.write(f"{reference}\n")
            phrases.read(reference)
        with gzip.open(source, "rb") as table, gzip.open(target, "wb") as kept:
            streams.output.write("Filtering paraphrases...\n")
            streams.output.flush()
            used = 0
            for count, entry in enumerate(_entries(source, cast("IO[bytes]", table)), 1):
                if phrases.occurs(entry[1]) or phrases.occurs(entry[2]):
                    used += 1
                    kept.write(("\n".join(entry) + "\n").encode())
                if count % NOTE_EVERY == 0:
                    streams.output.write(f"{count} ({used})\n")
    return 0


def _entries(source: str, table: IO[bytes]) -> Iterator[tuple[str, str, str]]:
    lines = java_lines(table)
    try:
        for probability in lines:
            first, second = next(lines, None), next(lines, None)
            if first is None or second is None:
                raise JarError(1, "the paraphrase table ends inside an entry")
            yield probability, first, second
    except (gzip.BadGzipFile, zlib.error, EOFError) as error:
        raise JarError(1, f"{source}: damaged gzip data ({error})") from error


class Phrases:
    """The phrases of references, as hashes of words, which the jar compares."""

    def __init__(self) -> None:
        # Parity: references are always read as English without punctuation.
        self._tokeniser = tokeniser(find_language("en"), "nopunct")
        self._hash = cache(java_hash)
        self._short: set[tuple[int, ...]] = set()
        self._lines: set[tuple[int, ...]] = set()

    def read(self, path: str) -> None:
        """Add the lines of a file."""
        with Path(path).open("rb") as stream:
            for line in java_lines(stream):
                words = tuple(self._hash(word) for word in self._tokeniser.tokenise(line))
                self._lines.add(words)
                for length in range(1, LONGEST + 1):
                    self._short.update(words[start : start + length] for start in range(len(words) - length + 1))

    def occurs(self, phrase: str) -> bool:
        """Whether a phrase occurs in a line; an empty one always does."""
        words = tuple(self._hash(word) for word in java_words(phrase))
        if len(words) <= LONGEST:
            return not words or words in self._short
        return any(
            line[start : start + len(words)] == words
            for line in self._lines
            for start in range(len(line) - len(words) + 1)
        )


def run_sgm_to_plaintext(arguments: Sequence[str], streams: Streams) -> int:
    """Do the same as `java -cp meteor-1.5.jar SGMtoPlaintext`; return its exit code."""
    if len(arguments) < 2:
        streams.output.write("usage: bolide java --class SGMtoPlaintext TEST.sgm REFERENCE.sgm\n")
        return 1
    with stopping(ours=False):
        _convert(read_sets(arguments[0]), read_sets(arguments[1]), streams)
    return 0


def _convert(hypotheses: dict[str, Systems], references: dict[str, Systems], streams: Streams) -> None:
    known: dict[str, dict[str, list[str]]] = {}
    for name in hashtable_order(references):
        streams.output.write(f"Found reference set [{name}]\n")
        for reference in hashtable_order(references[name]):
            streams.output.write(f"Found reference [{reference}]\n")
        known[name] = _known(references[name])
    # Sets that only the test file has are ignored.
    for name in sorted(known, key=utf16_key):
        streams.output.write(f"Found test set [{name}]\n")
        if name not in hypotheses:
            raise JarError(1, f"there is no set [{name}] in the test file")
        for system in hashtable_order(hypotheses[name]):
            streams.output.write(f"Found system [{system}]\n")
            _write(f"{name}.{system}.tst", f"system [{system}]", hypotheses[name][system], known[name], streams)
    for name in sorted(known, key=utf16_key):
        for reference in hashtable_order(references[name]):
            documents = references[name][reference]
            _write(f"{name}.{reference}.ref", f"reference [{reference}]", documents, known[name], streams)


def _known(references: Systems) -> dict[str, list[str]]:
    """Return the documents and segments that any reference has, sorted."""
    names: dict[str, list[str]] = {}
    for reference in hashtable_order(references):
        for document, segments in references[reference].items():
            names.setdefault(document, []).extend(hashtable_order(segments))
    # Java's comparison of ids is not always transitive: then the result depends on the order of input.
    return {
        document: sorted(hash_set_order(names[document]), key=lambda segment: by_document_and_segment(("", segment)))
        for document in sorted(names, key=utf16_key)
    }


def _write(path: str, owner: str, documents: Documents, known: dict[str, list[str]], streams: Streams) -> None:
    lines: list[str] = []
    for document, segments in known.items():
        if document not in documents:
            streams.warn(f"Warning: no document [{document}] for {owner} - writing blank lines")
            lines += [""] * len(segments)
            continue
        for segment in segments:
            if segment not in documents[document]:
                streams.warn(f"Warning: no segment [{document}][{segment}] for {owner} - writing blank line")
            lines.append(documents[document].get(segment, ""))
    with Path(path).open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in lines)
