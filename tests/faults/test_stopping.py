"""Ctrl-C and other signals end what the core does at once, not after it is done.

No test looks at a clock: a timer of the processor's time sends the signal, and what was spent is held against what the whole work takes.
"""

import gc
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec

import numpy as np
import pytest
from commands import environment

from bolide import Meteor, _core, chrf
from bolide.build.databases import open_engine
from bolide.build.request import EngineOptions
from bolide.copy_words.marking import find_recogniser

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="timers as POSIX has them")

# Processor seconds: what the work would take at the least, when the signal comes, and what may be spent until it has ended the work.
WHOLE, EARLY, MOST = 1.5, 0.1, 0.7

CHANCE = random.Random(1)
WORDS = [f"w{number}" for number in range(500)]
LINES = [" ".join(CHANCE.choices(WORDS, k=25)) for _ in range(50)]
OTHERS = [" ".join(CHANCE.sample(line.split(), 20) + CHANCE.choices(WORDS, k=5)) for line in LINES]
ROW = "Ähnlich GROSS ||| ALIKE ||| 0.5 0.5 0.5 0.5\n".encode()
LINKS = " ".join(f"{place}-{place}" for place in range(25))
HINDI = "मोहन ने अपने पुराने घर में किताब पढ़ी और बाज़ार गया"

LONG = "Das ist, wie gesagt, 3.5 mal U.S. so-viel ... \u201cx\u201d. "

Work = Callable[[int], Callable[[], object]]


class Stop(BaseException):
    """The exception raised by the signal."""


@contextmanager
def _signal_after(seconds: float):
    """Send a signal after this many seconds of processor time."""

    def stop(*_):
        raise Stop

    before = signal.signal(signal.SIGPROF, stop)
    gc.disable()  # What is raised while Hypothesis counts collections is lost.
    signal.setitimer(signal.ITIMER_PROF, seconds)  # Counts what `process_time` counts, the system's share included.
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        gc.enable()
        signal.signal(signal.SIGPROF, before)


def _spent(action: Callable[[], object]) -> float:
    before = time.process_time()
    action()
    return time.process_time() - before


@cache
def _meteor(language: str, **options: object) -> Meteor:
    return Meteor(language, **options)


def _plain() -> Meteor:
    return _meteor("other", preset="meteor-1.5", matchers=("exact",))


def _of(call: Callable[..., object], *arguments: object) -> Callable[[], object]:
    return lambda: call(*arguments)


def _long_segment(meteor: Meteor, words: int) -> Callable[[], object]:
    chance = random.Random(2)
    here, there = (" ".join(chance.choices(WORDS, k=words)) for _ in range(2))
    return lambda: meteor.segment(here, there)


def _sweep(measure: _core.Measure, method: _core.Method, times: int) -> Callable[[], object]:
    rows = np.tile(_plain().statistics(LINES, OTHERS).statistics.rows, (20, 1))
    count = len(rows)
    places = np.arange(count)
    is_ranking = measure in (_core.Measure.tau, _core.Measure.consistency)
    human = np.empty(0) if is_ranking else np.sin(places)
    group = (measure, 1.0, places, (places * 7 + 1) % count, np.ones(count, dtype=np.int64), human, human**2)
    values = [place / 20 for place in range(1, 21)]
    start, weights = _plain().parameters.formula, [[1.0, 0.5]] * times
    return lambda: _core.sweep(
        rows, places + 1, [group], start, values, values, values, [0.5], weights, [], [[]], method, 1
    )


def _build(call: Callable[[bytes, bytes, bytes], object], times: int) -> Callable[[], object]:
    text, links = "".join(f"{line}\n" for line in LINES * times).encode(), f"{LINKS}\n".encode() * (len(LINES) * times)
    return lambda: call(text, text, links)


def _entities(times: int) -> Callable[[], object]:
    tokeniser = _core.Tokeniser(normaliser=None, lowercase=False)
    return lambda: find_recogniser("crf", "en").marks(tokeniser, LINES * times, tokenised=False)


WORK: dict[str, Work] = {
    "score with threads": lambda times: lambda: _meteor("other").score(LINES * times, OTHERS * times, threads=3),
    "align_packed": lambda times: lambda: _meteor("other").align_packed(LINES * times, OTHERS * times),
    "chrf": lambda times: lambda: chrf(LINES * times, OTHERS * times, word_order=2),
    "Hindi": lambda times: lambda: _meteor("hi").score([HINDI] * (50 * times), [HINDI[5:]] * (50 * times)),
    "entities": _entities,
    "long segment": lambda times: _long_segment(_meteor("other"), 200 * times),
    "long segment of meteor-1.5": lambda times: _long_segment(_plain(), 200 * times),
    "long segment of Hindi": lambda times: lambda: _meteor("hi").segment(HINDI * times, f"x {HINDI * times}"),
    "long line": lambda times: _of(
        _meteor("de", preset="meteor-1.5", matchers=("exact",)).tokens, LONG * (1000 * times)
    ),
    "sweep of rankings": lambda times: _sweep(_core.Measure.tau, _core.Method.quick, times),
    "plain sweep": lambda times: _sweep(_core.Measure.kendall, _core.Method.plain, times),
    "count of phrases": lambda times: _build(_core.PhraseCounter(longest=7, threads=2).count, times),
    "phrase table": lambda times: _of(_core.PhraseTableReader(lowercase=True, minimum=0.9).feed, ROW * (1000 * times)),
}


@pytest.mark.filterwarnings("ignore::bolide.MissingKnowledgeWarning")
@pytest.mark.parametrize("name", WORK)
def test_a_signal_stops_the_core(name):
    """A signal's exception leaves a call before most of its work is done; the next call works as usual."""
    work = WORK[name]
    work(1)()  # Opens what is opened once.
    times = 1
    while (spent := _spent(work(times))) < EARLY:
        times *= 2
    whole = work(times * (int(WHOLE / spent) + 1))

    def stopped():
        with pytest.raises(Stop), _signal_after(EARLY):
            whole()

    # On a busy machine the same steps take more processor time, now and then several times as much; what does not stop takes it always.
    assert any(_spent(stopped) < MOST for _ in range(5))
    work(1)()


def test_a_handler_that_returns_stops_nothing():
    """A handler that does not raise does not end the work, and may score too."""
    meteor, seen = _meteor("other"), []
    expected = meteor.score(LINES * 2000, OTHERS * 2000, threads=2).score
    before = signal.signal(signal.SIGVTALRM, lambda *_: seen.append(meteor.score(LINES, OTHERS).score))
    signal.setitimer(signal.ITIMER_VIRTUAL, 0.02, 0.02)
    try:
        assert meteor.score(LINES * 2000, OTHERS * 2000, threads=2).score == expected
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    assert set(seen) == {meteor.score(LINES, OTHERS).score}


# Runs a command, and sends a signal to itself in the midst of the work; the last line says how much work came after it.
COMMAND = """
import os, signal, sys, threading, time
from bolide.cli import main

def send():
    while time.process_time() < 1:
        time.sleep(0.001)
    global sent
    sent = time.process_time()
    os.kill(os.getpid(), int(sys.argv[1]))

signal.signal(signal.SIGINT, signal.default_int_handler)  # Also where what runs the tests ignores it.
threading.Thread(target=send).start()
code = main(sys.argv[2:])
print(time.process_time() - sent, file=sys.stderr)
sys.exit(code)
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "terminated"])
def test_a_command_ends_at_once(number, tmp_path, resource_folder):
    """Ctrl-C and SIGTERM end a command in the midst of a batch: one line, no traceback, and nothing of the batch."""
    for name in ("h", "r"):
        (tmp_path / name).write_text("".join(f"{' '.join(CHANCE.choices(WORDS[:20], k=2000))}\n" for _ in range(300)))
    texts, out = [str(tmp_path / name) for name in ("h", "r")], tmp_path / "out"
    choice = ["-l", "other", "--preset", "meteor-1.5", "--matchers", "exact", "-q"]
    arguments = ["score", *texts, *choice, "--output", str(out)]
    command = [sys.executable, "-c", COMMAND, str(int(number)), *arguments]
    done = subprocess.run(command, capture_output=True, check=False, timeout=600, env=environment(resource_folder))
    said, spent = done.stderr.decode().splitlines()
    assert (done.returncode, done.stdout) == (128 + number, b"")
    assert said == "bolide score: interrupted after 0 of 300 segments"
    assert float(spent) < MOST
    assert not out.exists()


AT_EXIT = """
import sys, threading, time
from bolide import Meteor
meteor, line = Meteor("other"), " ".join(map(str, range(40)))
threading.Thread(target=lambda: meteor.score([line] * 2_000_000, [line[5:]] * 2_000_000), daemon=True).start()
while time.process_time() < 1:
    time.sleep(0.01)
"""


FORKED = """
import os, signal, sys, threading, time
from bolide import Meteor
meteor, line = Meteor("other"), " ".join(map(str, range(40)))

def fork():
    if os.fork() == 0:
        signal.signal(signal.SIGVTALRM, lambda *_: os._exit(time.process_time() < 1))
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.1)
        meteor.score([line] * 300_000, [line[5:]] * 300_000)
    global status
    status = os.wait()[1]

thread = threading.Thread(target=fork)
thread.start()
thread.join()
sys.exit(os.waitstatus_to_exitcode(status))
"""


@pytest.mark.parametrize(("script", "code"), [(AT_EXIT, 0), (FORKED, 1)], ids=["at the end", "in a fork"])
def test_other_threads(script, code, resource_folder):
    """A thread that scores when a program ends does not crash it; a process that a thread has forked hears signals."""
    command = [sys.executable, "-X", "dev", "-W", "ignore", "-c", script]
    done = subprocess.run(command, capture_output=True, check=False, timeout=600, env=environment(resource_folder))
    assert (done.returncode, done.stdout, done.stderr) == (code, b"", b"")


@pytest.mark.skipif(find_spec("ibis") is None, reason="bolide[build] is not installed")
def test_ctrl_c_while_duckdb_works(tmp_path):
    """A signal that DuckDB wraps becomes Ctrl-C again."""
    import ibis

    rows, columns = (ibis.range(4000).unnest().name(name).as_table() for name in ("row", "column"))
    table = rows.cross_join(columns)
    with open_engine(EngineOptions(memory="1G", threads=2), tmp_path / "scratch") as engine:
        assert engine.value(rows.count()) == 4000  # Loads what Ibis loads on first use.
        with pytest.raises(KeyboardInterrupt), _signal_after(EARLY):
            engine.value((table.row * table.column % 1_000_003).nunique())
