"""The jar's main program: plain text, and the way to the other modes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TextIO

from bolide import InputError, Meteor, Parameters, Scores, Statistics, score_statistics
from bolide.adapters.java.metric import check_weights, make_metric
from bolide.adapters.java.numbers import double, parse_int
from bolide.adapters.java.options import Choice, Options, choose, parse_options
from bolide.adapters.java.printing import alignment_block, header, score_fields, statistics_lines, summary
from bolide.adapters.java.sgml import run_sgml
from bolide.adapters.java.stdio import serve
from bolide.adapters.java.stop import Stop
from bolide.adapters.java.streams import Streams
from bolide.files.java_files import JavaLineFile

__all__ = ["run_meteor"]

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
    try:
        return _run_plain(options, choice, meteor, parameters, streams)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        raise Stop(1, "Error: Could not score text files:", f"{error.filename} ({error.strerror})") from error
    except InputError as error:
        raise Stop(1, f"bolide java: {error}") from error


def _run_plain(options: Options, choice: Choice, meteor: Meteor, parameters: Parameters, streams: Streams) -> int:
    per_segment = max(parse_int(options.values.get("-r", "1")), 1)
    with ExitStack() as stack:
        hypotheses = stack.enter_context(JavaLineFile(options.hypothesis))
        references = stack.enter_context(JavaLineFile(options.reference))
        segments, lines = hypotheses.count(), references.count()
        if segments != -(-lines // per_segment):
            streams.warn("Error: test and reference not same length")
            return 0
        writer = Writer(options, choice, parameters, streams)
        if "-writeAlignments" in options.flags:
            path = Path(f"{options.prefix}-align.out")
            writer.alignments = stack.enter_context(path.open("w", encoding="utf-8", newline="\n"))
        while batch := hypotheses.take(BATCH):
            taken = references.take(len(batch) * per_segment)
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
