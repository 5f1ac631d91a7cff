"""Every input format with anything in it: read, or refused with the file named; no other exception, no hang.

Each format begins with a right example and is changed by a seeded mutator. A command may end with 0, 1 or 2; with 2, standard error
begins with its name, after notes, and names one of the files. `tests/fuzz` and `tests/files` hold the properties of what is read.
"""

import os
import random
import shutil
import signal
import warnings
import zlib
from importlib.util import find_spec
from pathlib import Path

import pytest
from commands import rounds
from input_cases import CASES, InputCase
from mutation import mutate

SECONDS = 60
# What is wrong with files that are right one by one, and do not fit together: the error names systems and segments.
TOGETHER = (
    "preset mine has no ",
    "the systems differ in",
    "there are no segments to score",
    "without a reference",
    "the n-best list has ",
    "all human scores of ",
    "resources: data/paraphrase-en.gz",
    "resources: synonym/english.",
    "the encoder computes values that are not numbers",
)
# Builds take half a second each, and what reads models takes a tenth.
SLOW = {"alignments": 12, "phrase table": 12, "recogniser": 8, "tagged text": 4, "encoder": 4, "rankings of WMT": 2}


def _too_long(*_: object) -> None:
    pytest.fail(f"it takes more than {SECONDS} seconds")


@pytest.fixture(autouse=True)
def no_hang():
    """End everything that does not end by itself."""
    if os.name != "posix":
        yield
        return
    before = signal.signal(signal.SIGALRM, _too_long)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def _run(bolide, arguments: list[str]):
    """Run a command in this process, within a time."""
    if os.name == "posix":
        signal.alarm(SECONDS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # A language without all of its data is scored with a warning.
        return bolide(*arguments)


def _fresh(folder: Path) -> Path:
    """Return an empty folder for the files of a case."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_mutated_inputs(case: InputCase, bolide, tmp_path):
    """An input that was tampered with is read or refused with its file named, and takes no exception of Python's to do so."""
    if case.needs and not find_spec(case.needs):
        pytest.skip(f"{case.needs} is not installed")
    folder = tmp_path / "files"
    right = _run(bolide, case.write(_fresh(folder), {}))
    assert right.code == 0, right.err
    chance = random.Random(zlib.crc32(case.name.encode()))
    codes = set()
    slowness = SLOW.get(case.name, 1)
    for turn in range(max(3, rounds(24, 400) // slowness)):
        name = chance.choice(list(case.files))
        changed = {name: mutate(case.files[name], chance)}
        result = _run(bolide, case.write(_fresh(folder), changed))
        codes.add(result.code)
        assert result.code in (0, 1, 2), (turn, changed)
        assert "Traceback" not in result.err, (turn, changed)
        if result.code == 2 and not case.arguments.startswith("java "):
            said = [line for line in result.err.splitlines() if not line.startswith(("note: ", "warning: "))]
            assert said[0].startswith("bolide "), (turn, changed, result.err)
            assert str(folder) in result.err or any(part in result.err for part in TOGETHER), (
                turn,
                changed,
                result.err,
            )
    assert codes
