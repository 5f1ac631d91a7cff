"""The differential fuzz itself: the same cases for the same seed, and what counts as a difference."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from dataclasses import replace

import pytest
from differential.cases import Outcome, Programs, find_difference
from differential.kinds import KINDS, make_case
from surroundings import ROOT

DIGEST = "import test_differential; print(test_differential.digest())"


def digest() -> str:
    """Return a hash of some cases of each kind."""
    shown = [repr(make_case(kind, 7, number)) for kind in KINDS for number in range(5)]
    return hashlib.sha256("\n".join(shown).encode("utf-8", "surrogateescape")).hexdigest()


def test_cases_are_those_of_their_seed():
    """A case is the same in every process, whatever the hash seed, and another one for another number or seed."""
    path = os.pathsep.join([str(ROOT / "tests"), str(ROOT / "tests" / "fuzz")])
    environment = {**os.environ, "PYTHONHASHSEED": "99", "PYTHONPATH": path}
    other = subprocess.run([sys.executable, "-c", DIGEST], env=environment, capture_output=True, check=True, text=True)
    assert other.stdout.strip() == digest()
    assert len({make_case("text", seed, number) for seed in (1, 2) for number in (1, 2)}) == 4


WELL = Outcome(code=0, output=b"Final score:            0.5\n", errors=b"", files={"meteor-align.out": b"x\n"})
DIFFERENCES = {
    "nothing": ({}, None),
    "code": ({"code": 1, "errors": b"reason\n"}, ("exit code", b"0 ", b"1 reason")),
    "output": ({"output": b"Final score:  0.6\n"}, ("output", WELL.output[:-1], b"Final score:  0.6")),
    "last digit of a sum": ({"output": b"Final score:            0.5000000000000001\n"}, None),
    "errors": ({"errors": b"Warning: x\n"}, ("errors", b"", b"Warning: x")),
    "file": ({"files": {}}, ("meteor-align.out", b"x", b"(not written)")),
}


@pytest.mark.parametrize("name", DIFFERENCES)
def test_differences(name):
    """Exit codes, standard output, standard error and files count; the last digit of a sum's power does not."""
    changes, expected = DIFFERENCES[name]
    found = find_difference(WELL, replace(WELL, **changes))
    assert (found and (found.where, found.jar, found.bolide)) == expected
    failed = replace(WELL, code=1, errors=b"Exception\n\tat x\n")  # Of a jar that fails, only output is compared.
    assert find_difference(failed, replace(failed, errors=b"reason\n", files={})) is None


@pytest.mark.java
@pytest.mark.english
@pytest.mark.parametrize("kind", KINDS)
def test_the_jar_and_bolide_do_the_same(kind, java_meteor, resource_folder):
    """Cases of each kind, most of them of text in any language, have no difference."""
    programs = Programs([*java_meteor._command[:-2], "-cp", java_meteor._command[-1]], resource_folder)
    for number in range(1, 6 if kind == "text" else 2):
        assert programs.difference(make_case(kind, 1, number)) is None
