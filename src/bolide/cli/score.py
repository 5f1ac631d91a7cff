"""`bolide score`: hypotheses against references, read in step and scored in batches, written as they are scored.

Each batch is written in one call, so that the output always ends in a complete line, except during that call.
"""

from __future__ import annotations

import argparse
import io
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import IO, TYPE_CHECKING, Any

from bolide.cli.command_parser import say, wants_colour
from bolide.cli.metric_options import Watch, make_metric
from bolide.cli.score_output import OWN_FORMATS, STEADY, Output, make_writer
from bolide.cli.system_input import INPUT_VALUES, keys_of, open_corpus, other_metrics
from bolide.errors import BolideError, InputError, SegmentError
from bolide.files import Progress
from bolide.files.corpus import Batch, Corpus
from bolide.metric.meteor import Meteor
from bolide.metric.statistics import SegmentScores, Statistics, score_statistics
from bolide.show.tables import FORMATS

if TYPE_CHECKING:
    from bolide.cli.also import Also

BATCH = 8192
VALUES = INPUT_VALUES | {"formats": "|".join((*FORMATS, *OWN_FORMATS))}


_MOST = 1 << 20  # Longer text is written before the end of its batch.


class Target:
    """Takes text, and writes it to a stream when a batch is complete; with a `path`, the stream is closed and errors name it.

    `done` segments were scored by an earlier run, and `totals` are the sums of their statistics.
    """

    can_resume = False

    def __init__(self, stream: IO[Any], path: str | None = None) -> None:
        self._stream, self._path, self._text = stream, path, io.StringIO()
        self.done = 0
        self.totals: dict[str, Statistics] = {}

    def write(self, text: str) -> None:
        """Take text."""
        self._text.write(text)
        if self._text.tell() > _MOST:
            self._drain()

    def _drain(self) -> None:
        """Write the collected text."""
        data = self._text.getvalue().encode("utf-8", "backslashreplace")
        self._text = io.StringIO()
        buffer = getattr(self._stream, "buffer", self._stream)
        with explained(self._path):
            if isinstance(buffer, io.StringIO):
                buffer.write(data.decode())
            else:  # An unbuffered stream may write only a part, and returns its length.
                left = memoryview(data)
                while left:
                    left = left[buffer.write(left) or 0 :]
            self._stream.flush()

    def commit(self, done: int, totals: dict[str, Statistics]) -> None:
        """Write the text of a batch; `done` segments have been scored, and `totals` are their sums."""
        self._drain()

    def finish(self) -> None:
        """Write the rest: the output is complete."""
        self._drain()

    def refusal(self, reason: str) -> InputError:
        """Return the error for an output that cannot be continued."""
        return InputError(
            f"cannot continue {self._path}: {reason}; repeat the options and files of the first run, or start over without --resume"
        )

    def __enter__(self) -> Target:
        return self

    def __exit__(self, *_: object) -> None:
        if self._path is not None:
            with suppress(OSError):
                self._stream.close()


@contextmanager
def explained(path: str | None) -> Iterator[None]:
    """Raise an error that names the file that could not be written, if it has a name; a broken pipe passes unchanged."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        if path is None:
            raise
        raise InputError(f"cannot write {path}: {error.strerror or error}") from error


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


def run(options: argparse.Namespace) -> int:
    """Score; for files, nothing is printed before their lengths are checked."""
    _check(options)
    with open_corpus(options, live=True, may_differ=True) as corpus:
        if corpus.note:
            say(options, corpus.note)
        meteor = make_metric(options)
        also = _also(options, corpus, meteor)
        target = _open_target(options, corpus, meteor, also)
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
            scoring.close()
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


def _also(options: argparse.Namespace, corpus: Corpus, meteor: Meteor) -> Also | None:
    """Return the other metrics, if any."""
    if not options.also:
        return None
    from bolide.cli.also import Also

    return Also(other_metrics(options.also, corpus.systems, meteor))


def _open_target(options: argparse.Namespace, corpus: Corpus, meteor: Meteor, also: Also | None) -> Target:
    """Return the output."""
    if corpus.apart and (options.resume or options.format == "mt-metrics-eval"):
        given = "--resume" if options.resume else "--format mt-metrics-eval"
        raise InputError(f"{given} needs systems that have the same segments")
    if not options.output or options.format == "mt-metrics-eval":
        return Target(sys.stdout)
    from bolide.cli.score_target import open_target

    inputs = [*(text.partition("=")[2] for text in options.system), *options.ref, *options.files]
    sizes = [f"{path} ({os.path.getsize(path):,} bytes)" if os.path.isfile(path) else path for path in inputs]
    origin = {
        "signature": " also ".join([str(meteor.signature), *options.also]),
        "format": options.format,
        "segments": "printed" if options.segments else "not printed",
        "systems": ", ".join(corpus.systems),
        "input": ", ".join(sizes),
    }
    return open_target(
        options.output,
        origin if options.format in STEADY and not corpus.apart else None,
        meteor.parameters.columns + (also.columns if also else ()),
        resume=options.resume,
        inputs=inputs,
    )


class Scoring:
    """One run over a corpus: `done` segments are scored and written, by this run or an earlier one."""

    def __init__(
        self, options: argparse.Namespace, corpus: Corpus, meteor: Meteor, also: Also | None, target: Target
    ) -> None:
        self._options = options
        self._corpus = corpus
        self._meteor = meteor
        self._target = target
        self._totals = dict(target.totals)
        self._places = dict.fromkeys(corpus.systems, 0)
        self._printed: dict[str, Statistics] = {}
        self._also = also
        self.done = target.done
        output = Output(
            write=target.write,
            tell=(lambda _: None) if options.quiet else sys.stderr.write,
            meteor=meteor,
            systems=corpus.systems,
            has_segments=options.segments,
            has_ids=corpus.has_ids,
            digits=options.digits,
            bold=not options.output and wants_colour(),
            prefix=options.output,
            totals=self._printed,
            apart=corpus.apart,
            also=also.notes if also else {},
        )
        self._writer = make_writer(options.format, output)
        self._watch = Watch(options, meteor)

    @property
    def advice(self) -> str:
        """How to continue after an interruption, if that is possible."""
        return "; --resume continues" if self._target.can_resume and self.done else ""

    def close(self) -> None:
        """Remove temporary files."""
        self._writer.close()

    def run(self, interrupts: Interrupts) -> None:
        """Score all remaining segments, then the corpus."""
        if not self.done:
            self._writer.begin()
        with Progress("scoring", self._corpus.count, is_shown=self._options.progress) as progress:
            for batch in self._unscored(progress):
                scored, totals = self._score(batch)
                with interrupts.held():
                    if self._options.segments or self._writer.needs_segments:
                        self._writer.segments(self._place(batch), scored, batch.ids)
                    self._target.commit(self.done + len(batch), totals)
                    self._totals.update(totals)
                    self._pass(batch)
                    self.done += len(batch)
                progress.advance(len(batch))
        with interrupts.held():
            scores = {}
            for name, total in self._totals.items():
                if self._also is None:
                    scores[name], self._printed[name] = score_statistics(total, self._meteor.parameters), total
                else:
                    scores[name], self._printed[name] = self._also.split(total, self._meteor.parameters)
            self._writer.corpus(scores, self.done)
            self._target.finish()

    def _unscored(self, progress: Progress) -> Iterator[Batch]:
        """Yield the segments that an earlier run has not scored."""
        left = self.done
        for batch in self._corpus.batches(BATCH):
            known, rest = batch.cut(left) if left else (None, batch)
            if known:
                self._pass(known)
                progress.advance(len(known))
                left -= len(known)
            if len(rest):
                yield rest
        if left:
            raise self._target.refusal(f"the input has fewer segments than the {self.done:,} that were scored")

    def _place(self, batch: Batch) -> int:
        """Return the number of segments that the systems of a batch had before it."""
        return max(self._places[name] for name in batch.hypotheses)

    def _pass(self, batch: Batch) -> None:
        """Count the segments of a batch for its systems."""
        self._places |= dict.fromkeys(batch.hypotheses, self._place(batch) + len(batch))

    def _score(self, batch: Batch) -> tuple[dict[str, SegmentScores], dict[str, Statistics]]:
        """Score the next segments of every system; also return the new totals."""
        scored, totals = {}, {}
        for name, hypotheses in batch.hypotheses.items():
            try:
                result = self._meteor.score(hypotheses, batch.references[name], threads=self._options.threads)
            except SegmentError as error:  # The command line counts from 1, and over all batches.
                raise SegmentError(self._place(batch) + error.segment + 1, error.reason) from error
            self._watch.look(name, hypotheses, batch.references[name], result.score)
            known, keys = self._totals.get(name), keys_of(name, self._place(batch), len(hypotheses))
            if self._also is None:
                scored[name] = result.segments
                totals[name] = result.statistics if known is None else known + result.statistics
            else:
                references = batch.references[name]
                scored[name], totals[name] = self._also.add(known, result, hypotheses, references, keys)
        return scored, totals
