"""Interpreters and their lock: other threads run while the core works, and sub-interpreters are refused."""

import subprocess
import sys
import threading

import pytest

from bolide import Meteor

# The names that the module of sub-interpreters had in time; before 3.12 there was one kind of them.
SUB_INTERPRETER = """
import sys
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
from bolide import Meteor

kind, other_first = sys.argv[1], sys.argv[2] == "other first"
own = None if other_first else Meteor(language="pt").score(["o gato"], ["os gatos"])
for _ in range(2):
    if kind == "isolated":
        other = interpreters.create()
    elif sys.version_info >= (3, 13):
        other = interpreters.create("legacy")
    else:
        other = interpreters.create(isolated=False)
    try:
        refusal = interpreters.run_string(other, "import bolide._core")
    except Exception as error:
        refusal = error
    print(refusal)
    interpreters.destroy(other)
    again = Meteor(language="pt").score(["o gato"], ["os gatos"])
    assert own in (None, again)
print("closed")
"""


@pytest.mark.parametrize("order", ["main first", "other first"])
@pytest.mark.parametrize("kind", ["isolated", "legacy"])
def test_sub_interpreters(kind, order):
    """A sub-interpreter gets an error for loading the core; it can be closed, and the main one scores as before."""
    command = [sys.executable, "-c", SUB_INTERPRETER, kind, order]
    result = subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stderr
    *refusals, end = result.stdout.splitlines()
    assert end == "closed"
    assert len(refusals) == 2
    # An isolated one is refused by Python itself, from 3.12 on.
    assert all("bolide" in line and ("sub-interpreter" in line or "subinterpreter" in line) for line in refusals)


def test_other_threads_run_meanwhile():
    """While a batch is scored, another thread runs, though Python switches between threads only where the lock is given away."""
    meteor = Meteor(language="pt")
    batch = [f"o gato {number} dormia na casa branca" for number in range(2000)]
    begin, ran = threading.Lock(), []
    thread = threading.Thread(target=lambda: begin.acquire() and ran.append(True))
    interval = sys.getswitchinterval()
    begin.acquire()
    thread.start()
    sys.setswitchinterval(3600)
    try:
        begin.release()
        for _ in range(1000):
            meteor.score(batch, batch, threads=1)
            if ran:
                break
        assert ran
    finally:
        sys.setswitchinterval(interval)
        thread.join()
