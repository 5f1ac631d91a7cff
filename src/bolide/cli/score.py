"""`bolide score`: hypotheses against references, read in step and scored in batches, written as they are scored.

Each batch is written in one call, so that the output always ends in a complete line, except during that call.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING

from bolide.cli.metric_options import Watch, make_metric
from bolide.cli.score_output import OWN_FORMATS, STEADY, WRITERS, TableWriter
from bolide.cli.score_target import Target, open_target
from bolide.cli.system_input import INPUT_VALUES, open_corpus, other_metrics, rows_of
from bolide.errors import BolideError, InputError
from bolide.files import Progress
from bolide.files.corpus import Batch, Corpus
from bolide.metric.meteor import Meteor
from bolide.metric.parameters import FeatureParameters, Parameters
from bolide.metric.statistics import CorpusScore, Scores, SegmentScores, Statistics, score_statistics
from bolide.records import record
from bolide.show.tables import FORMATS

if TYPE_CHECKING:
    from bolide.metric.protocol import Metric
    from bolide.metric.statistics import Floats

BATCH = 8192
VALUES = INPUT_VALUES | {"formats": "|".join((*FORMATS, *OWN_FORMATS))}


class Terminated(KeyboardInterrupt):
    """SIGTERM was received: batch systems and `timeout` end programs by it."""


class Interrupts:
    """While it is entered, Ctrl-C and SIGTERM wait for the end of a `held` block; the second signal does not wait.

    If Python does not handle them (a job in the background ignores Ctrl-C), nothing is changed.
    """

    def __init__(self) -> None:
        self._is_held = False
        self._pending: type[KeyboardInterrupt] | None = None
        self._usual: dict[signal.Signals, Callable[[int, FrameType | None], object] | int | None] = {}

    def __enter__(self) -> Interrupts:
        """Take over the signals, in the main thread; other threads never receive them."""
        for number, usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGTERM, signal.SIG_DFL)):
            if signal.getsignal(number) == usual:
                with suppress(ValueError):
                    self._usual[number] = signal.signal(number, self._handle)
        return self

    def __exit__(self, *_: object) -> None:
        for number, usual in self._usual.items():
            signal.signal(number, usual)

    def _handle(self, number: int, _frame: FrameType | None) -> None:
        raised = Terminated if number == signal.SIGTERM else KeyboardInterrupt
        if not self._is_held or self._pending:
            raise raised
        self._pending = raised

    @contextmanager
    def held(self) -> Iterator[None]:
        """Finish the block before a signal takes effect."""
        self._is_held = True
        try:
            yield
        finally:
            self._is_held = False
        if self._pending:
            raised, self._pending = self._pending, None
            raise raised


@record
class _Beside(SegmentScores):
    """Scores with those of other metrics, by name."""

    others: Mapping[str, Sequence[float]]

    def row(self, index: int) -> dict[str, float]:
        """Return all parts of one row, and the other scores."""
        return Scores.row(self, index) | {name: values[index] for name, values in self.others.items()}

    def cells(self, part: str) -> memoryview[float]:
        """Return one part of all rows, or another score."""
        if part in self.others:
            from array import array

            return memoryview(array("d", self.others[part]))
        return Scores.cells(self, part)


class Also:
    """The metrics of `--also`, if any. Their sums, as doubles, follow those of Meteor in one row, so that one journal has them all."""

    def __init__(self, metrics: Mapping[str, Metric], threads: int | None) -> None:
        self._metrics, self._threads = metrics, threads
        self.columns = tuple(f"{name} {column}" for name, metric in metrics.items() for column in metric.columns)
        self.signatures = {name: str(metric.signature) for name, metric in metrics.items()}

    def add(
        self, known: Statistics | None, result: CorpusScore, batch: Batch, system: str, first: int
    ) -> tuple[SegmentScores, Statistics]:
        """Score a system's segments, which Meteor has scored; return all scores, and the sums of all counts so far."""
        found, own = result.segments, result.statistics
        if not self._metrics:
            return found, own if known is None else known + own
        import numpy as np

        others, sums = {}, []
        for name, metric in self._metrics.items():
            rows = rows_of(metric, batch, system, first, self._threads)
            others[name] = metric.scores(rows)["score"].tolist()
            sums.append(rows.rows.sum(axis=0, dtype=np.float64))
        rest = np.concatenate(sums)
        if known is not None:
            before, others_before = self._parts(known)
            own, rest = own + before, rest + others_before
        scores = _Beside(table=found.table, chosen=found.chosen, statistics=found.statistics, others=others)
        return scores, Statistics.from_bytes(own.to_bytes() + rest.tobytes(), own.columns + self.columns)

    def _parts(self, total: Statistics) -> tuple[Statistics, Floats]:
        """Return Meteor's sums, and all others."""
        import numpy as np

        width = len(total.columns) - len(self.columns)
        own = Statistics.from_bytes(total.to_bytes()[: 8 * width], total.columns[:width])
        return own, np.frombuffer(total.to_bytes()[8 * width :])

    def scores(self, total: Statistics, parameters: Parameters | FeatureParameters) -> SegmentScores:
        """Return the scores of sums, as a single row."""
        others: dict[str, list[float]] = {}
        if self._metrics:
            from bolide.metric.other_metrics import RealStatistics

            total, rest = self._parts(total)
            for name, metric in self._metrics.items():
                own, rest = rest[None, : len(metric.columns)], rest[len(metric.columns) :]
                others[name] = metric.scores(RealStatistics(own, metric.columns))["score"].tolist()
        table = score_statistics(total, parameters).table
        return _Beside(table=table, chosen=b"", statistics=total, others=others)


def run(options: argparse.Namespace) -> int:
    """Score; for files, nothing is printed before their lengths are checked."""
    _check(options)
    with open_corpus(options) as corpus:
        meteor = make_metric(options)
        also = Also(other_metrics(options.also, corpus.systems, meteor), options.threads)
        target = open_target(options, corpus, str(meteor.signature), meteor.columns + also.columns)
        scoring = Scoring(options, corpus, meteor, also, target)
        try:
            with target, Interrupts() as interrupts:
                scoring.run(interrupts)
        except KeyboardInterrupt as error:
            total = "" if corpus.count is None else f" of {corpus.count:,}"
            print(f"bolide score: interrupted after {scoring.done:,}{total} segments{scoring.advice}", file=sys.stderr)
            return 143 if isinstance(error, Terminated) else 130
        except BolideError as error:
            if scoring.advice and scoring.done > target.done:
                raise InputError(f"{error}; {scoring.done:,} segments are scored{scoring.advice}") from error
            raise
        finally:
            scoring.writer.close()
    return 0


def _check(options: argparse.Namespace) -> None:
    """Refuse options that cannot be combined."""
    if options.format == "mt-metrics-eval" and not options.output:
        raise InputError("--format mt-metrics-eval needs --output FILE")
    if options.format == "mt-metrics-eval" and options.also:
        raise InputError(
            "--also cannot be combined with --format mt-metrics-eval, which has one metric: choose another format"
        )
    if options.resume and not options.output:
        raise InputError("--resume continues a file: give it with --output FILE")
    if options.resume and options.format not in STEADY:
        raise InputError(
            f"--resume works only with --format {', '.join(STEADY)}: {options.format} is written in one piece"
        )


class Scoring:
    """One run over a corpus: `done` segments are scored and written, by this run or an earlier one."""

    def __init__(self, options: argparse.Namespace, corpus: Corpus, meteor: Meteor, also: Also, target: Target) -> None:
        self._options, self._corpus, self._meteor, self._also, self._target = options, corpus, meteor, also, target
        self._totals, self.done = dict(target.totals), target.done
        self._places: Counter[str] = Counter()  # The number of segments that each system had so far.
        self._watch = Watch(options, meteor)
        self.writer = WRITERS.get(options.format, TableWriter)(options, corpus, meteor, also.signatures)
        begin = self.writer.begin()
        self._head = "" if self.done else begin

    @property
    def advice(self) -> str:
        """How to continue after an interruption, if that is possible."""
        return "; --resume continues" if self._target.can_resume and self.done else ""

    def run(self, interrupts: Interrupts) -> None:
        """Score all remaining segments, then the corpus."""
        with Progress("scoring", self._corpus.count, is_shown=self._options.progress) as progress:
            for batch in self._unscored(progress):
                scored, totals = self._score(batch)
                with interrupts.held():
                    text, self._head = self._head, ""
                    if self._options.segments or self.writer.needs_segments:
                        text += self.writer.segments(self._place(batch), scored, batch.ids)
                    self._target.write(text)
                    self._target.commit(self.done + len(batch), totals)
                    self._totals.update(totals)
                    self._pass(batch, len(batch))
                    self.done += len(batch)
                progress.advance(len(batch))
        with interrupts.held():
            scores = {name: self._also.scores(total, self._meteor.parameters) for name, total in self._totals.items()}
            for text in self.writer.end(scores, self.done):
                self._target.write(text)
            self._target.finish()
            if not self._options.quiet:
                sys.stderr.write(self.writer.message(scores, self.done))

    def _unscored(self, progress: Progress) -> Iterator[Batch]:
        """Yield the segments that an earlier run has not scored."""
        left = self.done
        for batch in self._corpus.batches(BATCH):
            known = min(left, len(batch))
            self._pass(batch, known)
            progress.advance(known)
            left -= known
            if known < len(batch):
                yield batch.after(known) if known else batch
        if left:
            raise self._target.refusal(f"the input has fewer segments than the {self.done:,} that were scored")

    def _place(self, batch: Batch) -> int:
        """Return the number of segments that the systems of a batch had before it."""
        return self._places[next(iter(batch.hypotheses))]

    def _pass(self, batch: Batch, count: int) -> None:
        self._places.update(dict.fromkeys(batch.hypotheses, count))

    def _score(self, batch: Batch) -> tuple[dict[str, SegmentScores], dict[str, Statistics]]:
        """Score the next segments of every system; also return the new totals."""
        scored, totals, first = {}, {}, self._place(batch)
        for name, result in self._watch.score(batch, first):
            scored[name], totals[name] = self._also.add(self._totals.get(name), result, batch, name, first)
        return scored, totals
