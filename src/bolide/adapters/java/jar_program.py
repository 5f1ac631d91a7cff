"""The jar's main program: plain text, SGML, and the start of the line protocol."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from functools import cmp_to_key
from pathlib import Path
from typing import TextIO

import numpy as np

from bolide import ConfigurationError, Meteor, Parameters, Scores, Statistics, score_statistics
from bolide.adapters import hook
from bolide.adapters.java.jar_options import (
    Choice,
    JarError,
    Options,
    Streams,
    check_weights,
    choose,
    find_int,
    make_metric,
    parse_int,
    parse_options,
    stopping,
)
from bolide.adapters.java.jar_output import alignment_block, header, score_fields, serve, statistics_lines, summary
from bolide.files.java_files import Documents, Systems, java_lines, read_sgml
from bolide.files.plain import open_kept
from bolide.metric.signature import double


def java_hash(text: str) -> int:
    """Return Java's hash of a string, as an unsigned 32-bit number.

    >>> java_hash("Aa") == java_hash("BB")
    True
    """
    value = 0
    encoded = text.encode("utf-16-le", "surrogatepass")
    for low, high in zip(encoded[::2], encoded[1::2], strict=True):
        value = (31 * value + (high << 8) + low) & 0xFFFFFFFF
    return value


def hashtable_order(keys: Iterable[str]) -> list[str]:
    """Return keys, inserted in this order, in the order of iteration of a `Hashtable` of default size.

    >>> hashtable_order(["R", "R2", "R3"])
    ['R3', 'R2', 'R']
    """
    table: list[list[str]] = [[] for _ in range(11)]
    for count, key in enumerate(keys):
        added = [key]
        if count >= len(table) * 3 // 4:
            added = [kept for bucket in reversed(table) for kept in bucket] + added
            table = [[] for _ in range(2 * len(table) + 1)]
        for new in added:
            table[(java_hash(new) & 0x7FFFFFFF) % len(table)].insert(0, new)
    return [key for bucket in reversed(table) for key in bucket]


def hash_set_order(keys: Iterable[str]) -> list[str]:
    """Return keys, inserted in this order, in the order of iteration of a `HashSet` of default size.

    >>> hash_set_order(["1", "2", "10", "11"])
    ['11', '1', '2', '10']
    """
    unique = list(dict.fromkeys(keys))
    size = 16
    while len(unique) > size * 3 // 4:
        size *= 2

    def place(key: str) -> int:
        value = java_hash(key)
        return (value ^ value >> 16) & (size - 1)

    return sorted(unique, key=place)


def utf16_key(text: str) -> bytes:
    """Return a key that sorts strings as Java does: by UTF-16 units."""
    return text.encode("utf-16-be", "surrogatepass")


def _compare_segments(left: tuple[str, str], right: tuple[str, str]) -> int:
    """Compare documents as strings, then segments as whole numbers if both are, else as strings."""
    one, other = find_int(left[1]), find_int(right[1])
    if left[0] == right[0] and one is not None and other is not None:
        return (one > other) - (one < other)
    first, second = (tuple(map(utf16_key, pair)) for pair in (left, right))
    return (first > second) - (first < second)


by_document_and_segment = cmp_to_key(_compare_segments)


# A segment to score: document, segment, hypothesis, references.
Item = tuple[str, str, str, list[str]]


def read_sets(path: str) -> dict[str, Systems]:
    """Return the sets of a file."""
    with Path(path).open("rb") as stream:
        return read_sgml(java_lines(stream))


class Run:
    """Scores segments of plain text or SGML, and writes the output that the options request."""

    def __init__(self, options: Options, choice: Choice, streams: Streams) -> None:
        self.options, self.flags, self.choice, self.streams = options, options.flags, choice, streams
        self.meteor, self.parameters = make_metric(choice), choice.scoring

    def score(
        self, hypotheses: Sequence[str], references: Sequence[list[str]], titles: Iterable[tuple[str, ...]]
    ) -> tuple[Statistics, Scores, list[str]]:
        """Return the statistics and scores against the best references, and the alignments to write, if any, with titles."""
        check_weights(self.parameters, len(self.choice.matchers))
        best, chosen = self.meteor.statistics(hypotheses, references).best(self.parameters)
        scores = score_statistics(best, self.parameters)
        if "-writeAlignments" not in self.flags:
            return best, scores, [""] * len(hypotheses)
        picked = [group[place] for group, place in zip(references, chosen.tolist(), strict=True)]
        aligned = zip(titles, score_fields(scores), self.meteor.align_all(hypotheses, picked), strict=False)
        blocks = [
            alignment_block(("Alignment", *title, *parts), found, self.choice.matchers)
            for title, parts, found in aligned
        ]
        return best, scores, blocks

    def open(self, name: str) -> TextIO:
        """Open a file to write."""
        return Path(f"{self.options.values.get('-f', 'meteor')}-{name}").open("w", encoding="utf-8", newline="\n")

    def run_plain(self) -> int:
        """Score plain text in batches: segments as they come, then the summary."""
        per_segment = max(parse_int(self.options.values.get("-r", "1")), 1)
        paths = self.options.hypothesis, self.options.reference
        with ExitStack() as stack:
            files = [stack.enter_context(open_kept(path)) for path in paths]
            segments, lines = (sum(1 for _ in java_lines(file, path)) for file, path in zip(files, paths, strict=True))
            for file in files:
                file.seek(0)
            hypotheses, references = map(java_lines, files, paths)
            if segments != -(-lines // per_segment):
                self.streams.warn("Error: test and reference not same length")
                return 0
            out = stack.enter_context(self.open("align.out")) if "-writeAlignments" in self.flags else None
            total: Statistics | None = None
            for first in range(0, segments, BATCH):
                batch = list(itertools.islice(hypotheses, BATCH))
                taken = list(itertools.islice(references, len(batch) * per_segment))
                groups = [taken[start : start + per_segment] for start in range(0, len(taken), per_segment)]
                whole = _complete(groups[-1], per_segment, self.choice.text)
                if not whole:
                    batch, groups = batch[:-1], groups[:-1]
                if batch:
                    best, scores, blocks = self.score(
                        batch, groups, ((str(number),) for number in itertools.count(first + 1))
                    )
                    total = best.total() if total is None else total + best.total()
                    self._write_segments(best, scores, first + 1)
                    if out:
                        out.writelines(blocks)
                if not whole:
                    raise JarError(1, f"the last segment has fewer than {per_segment} references")
            if total is None:
                raise JarError(1, "there are no segments to score")
        self._write_total(total)
        return 0

    def _write_segments(self, best: Statistics, scores: Scores, first: int) -> None:
        out = self.streams.output
        if "-ssOut" in self.flags:
            out.writelines(f"{line}\n" for line in statistics_lines(best))
        elif "-q" in self.flags and "-vOut" not in self.flags:
            self.streams.errors.writelines(f"{double(value)}\n" for value in scores.score.tolist())
        else:
            for number, fields in enumerate(score_fields(scores), first):
                out.write(f"Segment {number} score:\t" + self._told(fields) + "\n")

    def _write_total(self, total: Statistics) -> None:
        scores = score_statistics(total, self.parameters)
        if "-q" in self.flags and "-ssOut" not in self.flags:
            self.streams.output.write(f"{double(scores.score[0])}\n")
        elif "-ssOut" not in self.flags:
            self.streams.output.write(f"\nSystem level statistics:\n\n\n{summary(total, scores, self.choice)}")

    def _told(self, fields: Sequence[str]) -> str:
        return "\t".join(fields) if "-vOut" in self.flags else fields[-1]

    def run_sgml(self) -> int:
        """Score all systems of all sets; write three files of scores, sorted."""
        self.blocks: list[tuple[str, str]] = []
        self.lines: dict[str, list[str]] = {"doc": [], "sys": []}
        hypotheses, references = read_sets(self.options.hypothesis), read_sets(self.options.reference)
        for name in hash_set_order([*hashtable_order(hypotheses), *hashtable_order(references)]):
            if name not in hypotheses:
                raise JarError(1, f"there is no set [{name}] in the test file")
            for system in hashtable_order(hypotheses[name]):
                if name not in references:
                    raise JarError(1, f"there is no set [{name}] in the references")
                self._score_system(name, system, hypotheses[name][system], references[name])
        segments = sorted(self.blocks, key=lambda entry: by_document_and_segment(_segment_key(entry[0])))
        files = {"align.out": [block for _, block in segments]} if "-writeAlignments" in self.flags else {}
        files["seg.scr"] = [f"{line}\n" for line, _ in segments]
        for kind, lines in self.lines.items():
            files[f"{kind}.scr"] = [
                f"{line}\n" for line in sorted(lines, key=lambda line: utf16_key(line.rpartition("\t")[0]))
            ]
        for name, pieces in files.items():
            with self.open(name) as file:
                file.writelines(pieces)
        return 0

    def _score_system(self, name: str, system: str, test: Documents, references: Systems) -> None:
        """Score a system, print its summary, and keep its lines."""
        items = list(_items(name, system, test, references, self.streams))
        if not items:
            raise JarError(1, f"there is nothing to score in [{name}][{system}]")
        documents, segments, hypotheses, groups = zip(*items, strict=True)
        titles = [(name, system, *ids) for ids in zip(documents, segments, strict=True)]
        best, _, blocks = self.score(hypotheses, groups, titles)
        key, total = f"{name}\t{system}", best.total()
        for title, line, block in zip(titles, self._values(best, summed=False), blocks, strict=True):
            self.blocks.append(("\t".join((*title, line)), block))
        places: dict[str, list[int]] = {}
        for place, document in enumerate(documents):
            places.setdefault(document, []).append(place)
        rows = [Statistics(best.rows[of_document]).total().rows for of_document in places.values()]
        for document, line in zip(places, self._values(Statistics(np.concatenate(rows))), strict=True):
            self.lines["doc"].append(f"{key}\t{document}\t{line}")
        self.lines["sys"].append(f"{key}\t{next(self._values(total))}")
        if "-ssOut" not in self.flags:
            text = summary(total, score_statistics(total, self.parameters), self.choice)
            self.streams.output.write(f"[{name}][{system}] \n\n{text}\n")

    def _values(self, statistics: Statistics, *, summed: bool = True) -> Iterator[str]:
        """Return the end of each line of a score file."""
        if "-ssOut" in self.flags:
            return statistics_lines(statistics, summed=summed)
        return map(self._told, score_fields(score_statistics(statistics, self.parameters)))


def _complete(group: list[str], wanted: int, text: str) -> bool:
    """Fill up the last group of references; return whether the jar can score it.

    Parity: the normaliser turns a missing reference into the text `null`; without it the jar crashes.
    """
    missing = wanted - len(group)
    group.extend(["null"] * missing)
    return not missing or text in ("norm", "nopunct")


def _segment_key(line: str) -> tuple[str, str]:
    """Return the text before the last two tabs of a line, and the text between them.

    Parity: with -vOut these are tabs between scores, and the order follows them.
    """
    document, segment, _ = line.rsplit("\t", 2)
    return document, segment


def _items(name: str, system: str, test: Documents, references: Systems, streams: Streams) -> Iterator[Item]:
    """Return the segments of a system, with warnings about missing ones; the jar ends at a document without segments."""
    order = hashtable_order(references)
    documents = [document for reference in order for document in hashtable_order(references[reference])]
    for document in hash_set_order([*hashtable_order(test), *documents]):
        place = f"[{name}][{document}]"
        if document not in test:
            streams.warn(f"Warning: no data for system [{system}] on document {place} - skipping this document")
            continue
        texts = {reference: references[reference][document] for reference in order if document in references[reference]}
        for reference in order:
            if reference not in texts:
                streams.warn(f"Warning: no data for reference [{reference}] on document {place}")
        if not texts:
            streams.warn(f"Warning: no usable references for document {place} - skipping this document")
            continue
        found = list(_segments((name, system, document), test[document], texts, streams))
        if not found:
            raise JarError(1, f"there is nothing to score in [{name}][{system}], document [{document}]")
        yield from found


def _segments(
    owner: tuple[str, str, str], test: dict[str, str], texts: dict[str, dict[str, str]], streams: Streams
) -> Iterator[Item]:
    name, system, document = owner
    names = [segment for reference in texts.values() for segment in hashtable_order(reference)]
    for segment in hash_set_order([*hashtable_order(test), *names]):
        place = f"[{name}][{document}][{segment}]"
        if segment not in test:
            streams.warn(f"Warning: no data for system [{system}] on segment {place} - scoring empty segment")
        for reference, segments in texts.items():
            if segment not in segments:
                streams.warn(f"Warning: no data for reference [{reference}] on segment {place}")
        found = [segments[segment] for segments in texts.values() if segment in segments]
        if found:
            yield document, segment, test.get(segment, ""), found
        else:
            streams.warn(f"Warning: no usable references for segment {place} - skipping this segment")


BATCH = 4096
USAGE = """\
usage: bolide java TEST REFERENCE [options]     (the arguments of meteor-1.5.jar)

-l LANGUAGE          en (default), cz, de, es, fr, ru; da fi hu it nl no pt ro se tr ar-bw-red; other
-t TASK              rank adq hter li tune util universal
-p 'A B G D'         alpha, beta, gamma, delta
-m 'NAME ...'        modules: exact stem synonym paraphrase
-w 'W ...'           weights of the modules
-r N                 references per segment (plain text)
-x N                 beam (40)
-s FILE              function words
-d FOLDER            synonyms
-a FILE              paraphrase table
-f PREFIX            of written files (meteor)
-new FOLDER          a language of your own: function.words and paraphrase.gz
-norm -lower -noPunct -ch             how text is read and counted
-sgml -stdio                          other kinds of input
-vOut -ssOut -q -writeAlignments      what is written"""


def run_meteor(arguments: Sequence[str], streams: Streams, *, dialect: str = "coco") -> int:
    """Do the same as `java -jar meteor-1.5.jar`; return its exit code. `JarError` ends it early."""
    if len(arguments) < 2:
        raise JarError(2, *USAGE.split("\n"))
    options = parse_options(arguments)
    choice = choose(options)
    if len(choice.weights) < len(choice.matchers):
        streams.warn("Warning: More modules than weights specified - modules with no weights will not be counted.")
    if options.flags & {"-stdio", "-mira"}:
        if "-sgml" in options.flags:
            streams.warn("Warning: Stdio incompatible with other modes - using Stdio only")
        meteor = make_metric(choice)
        _cite(meteor, choice)
        return serve(meteor, choice.scoring, streams, dialect=dialect)
    if not options.flags & {"-ssOut", "-q"}:
        streams.output.write(header(choice, "SGML" if "-sgml" in options.flags else "plaintext"))
    run = Run(options, choice, streams)
    _cite(run.meteor, choice)
    streams.output.flush()
    if "-sgml" in options.flags:
        with stopping("Error: Could not score SGML files:", ours=False):
            return run.run_sgml()
    with stopping("Error: Could not score text files:"):
        return run.run_plain()


def _cite(meteor: Meteor, choice: Choice) -> None:
    """Record the signature of the score, for the end of `bolide run`."""
    if hook.VARIABLE in os.environ:
        with suppress(ConfigurationError):  # Weights that do not fit the matchers: the jar's own error follows.
            alpha, beta, gamma, delta = choice.scoring.values
            scoring = Parameters(alpha=alpha, beta=beta, gamma=gamma, delta=delta, weights=choice.scoring.weights)
            hook.cite("java -jar meteor", str(meteor.with_parameters(scoring).signature))
