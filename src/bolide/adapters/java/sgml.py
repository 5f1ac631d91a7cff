"""The jar's SGML mode: sets of systems and references in, scores of segments, documents and systems out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from bolide import InputError, Meteor, Statistics, score_statistics
from bolide.adapters.java.metric import check_weights
from bolide.adapters.java.options import Choice, Options
from bolide.adapters.java.ordering import by_document_and_segment, hash_set_order, hashtable_order, utf16_key
from bolide.adapters.java.printing import alignment_block, score_fields, statistics_lines, summary
from bolide.adapters.java.stop import Stop
from bolide.adapters.java.streams import Streams
from bolide.files.java_files import Documents, Systems, java_lines, read_sgml

__all__ = ["read_sets", "run_sgml"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A segment to score."""

    document: str
    segment: str
    hypothesis: str
    references: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
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
    run = Run(options=options, choice=choice, meteor=meteor, streams=streams)
    try:
        hypotheses, references = read_sets(options.hypothesis), read_sets(options.reference)
        for name in hash_set_order([*hashtable_order(hypotheses), *hashtable_order(references)]):
            if name not in hypotheses:
                raise Stop(1, f"there is no set [{name}] in the test file")
            for system in hashtable_order(hypotheses[name]):
                if name not in references:
                    raise Stop(1, f"there is no set [{name}] in the references")
                run.score_system(Owner(set=name, name=system), hypotheses[name][system], references[name])
        run.write_files()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Stop(1, "Error: Could not score SGML files:", f"{error.filename} ({error.strerror})") from error
    except InputError as error:
        raise Stop(1, "Error: Could not score SGML files:", str(error)) from error
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Scores systems one after the other and keeps the lines of the files, and the alignments of the segments."""

    options: Options
    choice: Choice
    meteor: Meteor
    streams: Streams
    segments: list[tuple[str, str]] = field(default_factory=list)
    documents: list[str] = field(default_factory=list)
    systems: list[str] = field(default_factory=list)

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
