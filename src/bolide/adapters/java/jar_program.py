"""The jar's main program: plain text, SGML, and the way to the line protocol."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from functools import cmp_to_key
from itertools import islice
from pathlib import Path
from typing import TextIO

import numpy as np

from bolide import Meteor, Parameters, Scores, Statistics, score_statistics
from bolide.adapters.java.jar_options import (
    Choice,
    Options,
    Stop,
    Streams,
    check_weights,
    choose,
    find_int,
    make_metric,
    parse_int,
    parse_options,
    stopping,
)
from bolide.adapters.java.jar_output import alignment_block, header, score_fields, statistics_lines, summary
from bolide.adapters.java.stdio import serve
from bolide.files.java_files import Documents, Systems, java_lines, read_sgml
from bolide.files.plain import open_kept
from bolide.metric.signature import double
from bolide.records import record


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
    """Return keys, put in one after the other, in the order in which a `Hashtable` of its default size gives them.

    >>> hashtable_order(["R", "R2", "R3"])
    ['R3', 'R2', 'R']
    """
    table: list[list[str]] = [[] for _ in range(11)]
    for count, key in enumerate(keys):
        if count >= len(table) * 3 // 4:
            table = _rehashed(table)
        table[(java_hash(key) & 0x7FFFFFFF) % len(table)].insert(0, key)
    return [key for bucket in reversed(table) for key in bucket]


def _rehashed(old: list[list[str]]) -> list[list[str]]:
    table: list[list[str]] = [[] for _ in range(2 * len(old) + 1)]
    for bucket in reversed(old):
        for key in bucket:
            table[(java_hash(key) & 0x7FFFFFFF) % len(table)].insert(0, key)
    return table


def hash_set_order(keys: Iterable[str]) -> list[str]:
    """Return keys, put in one after the other, in the order in which a `HashSet` of its default size gives them.

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
    """Return what sorts strings as Java compares them: by UTF-16 units."""
    return text.encode("utf-16-be", "surrogatepass")


def _compare_segments(left: tuple[str, str], right: tuple[str, str]) -> int:
    """Compare documents as strings, then segments as whole numbers if both are, else as strings."""
    one, other = find_int(left[1]), find_int(right[1])
    if left[0] == right[0] and one is not None and other is not None:
        return (one > other) - (one < other)
    first, second = (tuple(map(utf16_key, pair)) for pair in (left, right))
    return (first > second) - (first < second)


by_document_and_segment = cmp_to_key(_compare_segments)


@record
class Item:
    """A segment to score."""

    document: str
    segment: str
    hypothesis: str
    references: list[str]


@record
class Owner:
    """A system of a set."""

    set: str
    name: str


def read_sets(path: str) -> dict[str, Systems]:
    """Return the sets of a file."""
    with Path(path).open("rb") as stream:
        return read_sgml(java_lines(stream))


def run_sgml(options: Options, choice: Choice, meteor: Meteor, streams: Streams) -> int:
    """Score all systems of all sets; write three files of scores."""
    run = Run(options, choice, meteor, streams)
    with stopping("Error: Could not score SGML files:", ours=False):
        hypotheses, references = read_sets(options.hypothesis), read_sets(options.reference)
        for name in hash_set_order([*hashtable_order(hypotheses), *hashtable_order(references)]):
            if name not in hypotheses:
                raise Stop(1, f"there is no set [{name}] in the test file")
            for system in hashtable_order(hypotheses[name]):
                if name not in references:
                    raise Stop(1, f"there is no set [{name}] in the references")
                run.score_system(Owner(set=name, name=system), hypotheses[name][system], references[name])
        run.write_files()
    return 0


def _items(owner: Owner, test: Documents, references: Systems, streams: Streams) -> Iterator[Item]:
    """Return the segments of a system, with warnings about all that is missing."""
    order = hashtable_order(references)
    documents = [document for reference in order for document in hashtable_order(references[reference])]
    for document in hash_set_order([*hashtable_order(test), *documents]):
        place = f"[{owner.set}][{document}]"
        if document not in test:
            streams.warn(f"Warning: no data for system [{owner.name}] on document {place} - skipping this document")
            continue
        for reference in order:
            if document not in references[reference]:
                streams.warn(f"Warning: no data for reference [{reference}] on document {place}")
        texts = {name: references[name][document] for name in order if document in references[name]}
        if texts:
            yield from _segments(owner, document, test[document], texts, streams)
        else:
            streams.warn(f"Warning: no usable references for document {place} - skipping this document")


def _segments(
    owner: Owner, document: str, test: dict[str, str], texts: dict[str, dict[str, str]], streams: Streams
) -> Iterator[Item]:
    """Return the segments of a document; the jar ends at one that has none."""
    names = [segment for reference in texts.values() for segment in hashtable_order(reference)]
    is_empty = True
    for segment in hash_set_order([*hashtable_order(test), *names]):
        place = f"[{owner.set}][{document}][{segment}]"
        if segment not in test:
            streams.warn(f"Warning: no data for system [{owner.name}] on segment {place} - scoring empty segment")
        for reference, segments in texts.items():
            if segment not in segments:
                streams.warn(f"Warning: no data for reference [{reference}] on segment {place}")
        found = [segments[segment] for segments in texts.values() if segment in segments]
        if found:
            is_empty = False
            yield Item(document=document, segment=segment, hypothesis=test.get(segment, ""), references=found)
        else:
            streams.warn(f"Warning: no usable references for segment {place} - skipping this segment")
    if is_empty:
        raise Stop(1, f"there is nothing to score of [{owner.set}][{owner.name}] in document [{document}]")


class Run:
    """Scores systems one after the other and keeps the lines of the files, and the alignments of the segments."""

    def __init__(self, options: Options, choice: Choice, meteor: Meteor, streams: Streams) -> None:
        self.options, self.choice, self.meteor, self.streams = options, choice, meteor, streams
        self.segments: list[tuple[str, str]] = []
        self.documents: list[str] = []
        self.systems: list[str] = []

    def score_system(self, owner: Owner, test: Documents, references: Systems) -> None:
        """Score a system, print its summary, and keep its lines."""
        items = list(_items(owner, test, references, self.streams))
        if not items:
            raise Stop(1, f"there is nothing to score of [{owner.set}][{owner.name}]")
        parameters = self.choice.scoring
        check_weights(parameters, len(self.choice.matchers))
        statistics = self.meteor.statistics([item.hypothesis for item in items], [item.references for item in items])
        best, chosen = statistics.best(parameters)
        blocks = self._alignments(owner, items, best, chosen.tolist())
        key = f"{owner.set}\t{owner.name}"
        for item, line, block in zip(items, self._values(best, summed=False), blocks, strict=True):
            self.segments.append((f"{key}\t{item.document}\t{item.segment}\t{line}", block))
        totals = _document_totals(items, best)
        lines = self._values(Statistics(np.concatenate([table.rows for table in totals.values()])))
        for document, line in zip(totals, lines, strict=True):
            self.documents.append(f"{key}\t{document}\t{line}")
        total = best.total()
        self.systems.append(f"{key}\t{next(self._values(total))}")
        if "-ssOut" not in self.options.flags:
            text = summary(total, score_statistics(total, parameters), self.choice)
            self.streams.output.write(f"[{owner.set}][{owner.name}] \n\n{text}\n")

    def _alignments(self, owner: Owner, items: Sequence[Item], best: Statistics, chosen: Sequence[int]) -> list[str]:
        if "-writeAlignments" not in self.options.flags:
            return [""] * len(items)
        picked = [item.references[place] for item, place in zip(items, chosen, strict=True)]
        aligned = self.meteor.align_all([item.hypothesis for item in items], picked)
        fields = score_fields(score_statistics(best, self.choice.scoring))
        return [
            alignment_block(
                ("Alignment", owner.set, owner.name, item.document, item.segment, *parts),
                alignment,
                self.choice.matchers,
            )
            for item, parts, alignment in zip(items, fields, aligned, strict=True)
        ]

    def _values(self, statistics: Statistics, *, summed: bool = True) -> Iterator[str]:
        """Return what stands at the end of each line of a score file."""
        if "-ssOut" in self.options.flags:
            yield from statistics_lines(statistics, summed=summed)
            return
        for fields in score_fields(score_statistics(statistics, self.choice.scoring)):
            yield "\t".join(fields) if "-vOut" in self.options.flags else fields[-1]

    def write_files(self) -> None:
        """Write the files, sorted."""
        segments = sorted(self.segments, key=lambda entry: by_document_and_segment(_segment_key(entry[0])))
        if "-writeAlignments" in self.options.flags:
            self._write("align.out", (block for _, block in segments))
        self._write("seg.scr", (f"{line}\n" for line, _ in segments))
        for kind, lines in (("doc", self.documents), ("sys", self.systems)):
            ordered = sorted(lines, key=lambda line: utf16_key(line.rpartition("\t")[0]))
            self._write(f"{kind}.scr", (f"{line}\n" for line in ordered))

    def _write(self, name: str, pieces: Iterable[str]) -> None:
        with Path(f"{self.options.prefix}-{name}").open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(pieces)


def _segment_key(line: str) -> tuple[str, str]:
    """Return what stands before the last two tabs of a line, and between them.

    Parity: with -vOut these are tabs between scores, and the order follows them.
    """
    document, segment, _ = line.rsplit("\t", 2)
    return document, segment


def _document_totals(items: Sequence[Item], best: Statistics) -> dict[str, Statistics]:
    totals: dict[str, Statistics] = {}
    for place, item in enumerate(items):
        row = Statistics(best.rows[place : place + 1])
        totals[item.document] = totals[item.document] + row if item.document in totals else row
    return totals


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
    """Run what `java -jar meteor-1.5.jar` runs; return its exit code. `Stop` ends it early."""
    if len(arguments) < 2:
        raise Stop(2, *USAGE.split("\n"))
    options = parse_options(arguments)
    choice = choose(options)
    for line in choice.warnings:
        streams.warn(line)
    if options.is_stdio:
        if "-sgml" in options.flags:
            streams.warn("Warning: Stdio incompatible with other modes - using Stdio only")
        return serve(make_metric(choice), choice.scoring, streams, dialect=dialect)
    if not options.flags & {"-ssOut", "-q"}:
        streams.output.write(header(choice, "SGML" if "-sgml" in options.flags else "plaintext"))
    meteor, parameters = make_metric(choice), choice.scoring
    streams.output.flush()
    if "-sgml" in options.flags:
        return run_sgml(options, choice, meteor, streams)
    with stopping("Error: Could not score text files:"):
        return _run_plain(options, choice, meteor, parameters, streams)


def _run_plain(options: Options, choice: Choice, meteor: Meteor, parameters: Parameters, streams: Streams) -> int:
    per_segment = max(parse_int(options.values.get("-r", "1")), 1)
    with ExitStack() as stack:
        paths = options.hypothesis, options.reference
        files = [stack.enter_context(open_kept(path)) for path in paths]
        segments, lines = (sum(1 for _ in java_lines(file, path)) for file, path in zip(files, paths, strict=True))
        for file in files:
            file.seek(0)
        hypotheses, references = map(java_lines, files, paths)
        if segments != -(-lines // per_segment):
            streams.warn("Error: test and reference not same length")
            return 0
        writer = Writer(options, choice, parameters, streams)
        if "-writeAlignments" in options.flags:
            path = Path(f"{options.prefix}-align.out")
            writer.alignments = stack.enter_context(path.open("w", encoding="utf-8", newline="\n"))
        while batch := list(islice(hypotheses, BATCH)):
            taken = list(islice(references, len(batch) * per_segment))
            groups = [taken[start : start + per_segment] for start in range(0, len(taken), per_segment)]
            whole = _complete(groups[-1], per_segment, choice.text)
            if not whole:
                batch, groups = batch[:-1], groups[:-1]
            if batch:
                writer.write(meteor, batch, groups)
            if not whole:
                raise Stop(1, f"the last segment has fewer than {per_segment} references")
        if not segments:
            raise Stop(1, "there are no segments to score")
        writer.finish()
    return 0


def _complete(group: list[str], wanted: int, text: str) -> bool:
    """Fill up the last group of references; return whether the jar can score it.

    Parity: the normaliser turns a reference that is not there into the text `null`; without it the jar dies.
    """
    missing = wanted - len(group)
    group.extend(["null"] * missing)
    return not missing or text in ("norm", "nopunct")


class Writer:
    """Writes the segments of plain text as they come, and then the summary."""

    def __init__(self, options: Options, choice: Choice, parameters: Parameters, streams: Streams) -> None:
        self.alignments: TextIO | None = None
        self._flags = options.flags
        self._choice = choice
        self._parameters = parameters
        self._streams = streams
        self._total: Statistics | None = None
        self._segments = 0

    def write(self, meteor: Meteor, hypotheses: list[str], references: list[list[str]]) -> None:
        """Score and write a batch of segments."""
        check_weights(self._parameters, len(self._choice.matchers))
        best, chosen = meteor.statistics(hypotheses, references).best(self._parameters)
        scores = score_statistics(best, self._parameters)
        self._total = best.total() if self._total is None else self._total + best.total()
        self._write_segments(best, scores)
        if self.alignments:
            picked = [group[place] for group, place in zip(references, chosen.tolist(), strict=True)]
            aligned = meteor.align_all(hypotheses, picked)
            for number, (fields, alignment) in enumerate(
                zip(score_fields(scores), aligned, strict=True), self._segments + 1
            ):
                title = ("Alignment", str(number), *fields)
                self.alignments.write(alignment_block(title, alignment, self._choice.matchers))
        self._segments += len(hypotheses)

    def _write_segments(self, best: Statistics, scores: Scores) -> None:
        out = self._streams.output
        if "-ssOut" in self._flags:
            out.writelines(f"{line}\n" for line in statistics_lines(best))
        elif "-vOut" in self._flags:
            for number, fields in enumerate(score_fields(scores), self._segments + 1):
                out.write(f"Segment {number} score:\t" + "\t".join(fields) + "\n")
        elif "-q" in self._flags:
            self._streams.errors.writelines(f"{double(value)}\n" for value in scores.score.tolist())
        else:
            out.writelines(
                f"Segment {number} score:\t{double(value)}\n"
                for number, value in enumerate(scores.score.tolist(), self._segments + 1)
            )

    def finish(self) -> None:
        """Write what stands after the segments."""
        if self._total is None or "-ssOut" in self._flags:
            return
        scores = score_statistics(self._total, self._parameters)
        if "-q" in self._flags:
            self._streams.output.write(f"{double(scores.score[0])}\n")
            return
        self._streams.output.write("\nSystem level statistics:\n\n\n")
        self._streams.output.write(summary(self._total, scores, self._choice))
