"""The jar and `bolide java`, run on the same case, and what they do differently."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from differential.cases import STDIN, Case

__all__ = ["Difference", "Outcome", "Programs", "find_difference"]

SECONDS = 60
# With a beam of 0 the jar warns once for each word.
NOISE = b"Warning: unexpected"
# Sums over a corpus take powers of numbers that are in no table of Java's oddities (docs/parity.md, floating point).
SUMMED = re.compile(rb"(Fragmentation penalty|Final score):\s+\S+")


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What a program did; the exit code is None where it did not end in time."""

    code: int | None
    output: bytes
    errors: bytes
    files: dict[str, bytes]


@dataclass(frozen=True, kw_only=True)
class Difference:
    """Where two outcomes differ, and a line of each."""

    where: str
    jar: bytes
    bolide: bytes

    def show(self) -> str:
        """Return it in three lines."""
        return f"{self.where}\n  jar:    {self.jar!r}\n  bolide: {self.bolide!r}"


class Programs:
    """Runs cases, each in a folder of its own."""

    def __init__(self, java: Sequence[str], home: Path) -> None:
        self.unfinished = 0
        self._java = list(java)
        self._environment = {**os.environ, "BOLIDE_HOME": str(home), "BOLIDE_OFFLINE": "1", "PYTHONUTF8": "1"}

    def difference(self, case: Case) -> Difference | None:
        """Return the first difference; None if there is none, or the jar does not end, which is counted."""
        theirs = self._run(case, [*self._java, case.program])
        if theirs.code is None:
            self.unfinished += 1
            return None
        ours = self._run(case, [sys.executable, "-m", "bolide", "java", "--class", case.program])
        return find_difference(theirs, ours)

    def _run(self, case: Case, command: Sequence[str]) -> Outcome:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            case.write(folder)
            stdin = (folder / STDIN).read_bytes() if STDIN in case.files else b""
            try:
                result = subprocess.run(
                    [*command, *case.arguments],
                    cwd=folder,
                    env=self._environment,
                    input=stdin,
                    capture_output=True,
                    timeout=SECONDS,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                return Outcome(code=None, output=b"", errors=b"", files={})
            written = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
            files = {name: written[name].read_bytes() for name in sorted(written) if name not in case.files}
            return Outcome(code=result.returncode, output=result.stdout, errors=result.stderr, files=files)


def find_difference(jar: Outcome, bolide: Outcome) -> Difference | None:
    """Compare exit codes and standard output; where both end well, standard error and written files, too."""
    if jar.code != bolide.code:
        codes = str(jar.code).encode(), str(bolide.code).encode()
        jar_word, bolide_word = (
            code + b" " + _last(errors) for code, errors in zip(codes, (jar.errors, bolide.errors), strict=True)
        )
        return Difference(where="exit code", jar=jar_word, bolide=bolide_word)
    texts = [("output", jar.output, bolide.output)]
    if jar.code == 0:
        texts.append(("errors", jar.errors, bolide.errors))
        names = sorted(jar.files.keys() | bolide.files.keys())
        texts += [(name, *(outcome.files.get(name, b"(not written)") for outcome in (jar, bolide))) for name in names]
    for where, theirs, ours in texts:
        if lines := _first_difference(theirs, ours):
            return Difference(where=where, jar=lines[0], bolide=lines[1])
    return None


def _last(errors: bytes) -> bytes:
    """Return the line that names a failure: Java's first, or Python's last."""
    lines = [line for line in errors.splitlines() if not line.startswith((b"\tat ", NOISE))]
    return lines[-1][:300] if lines else b""


def _first_difference(theirs: bytes, ours: bytes) -> tuple[bytes, bytes] | None:
    """Return the first lines that differ, apart from the last digit of a power over a corpus."""
    left, right = ([line for line in text.split(b"\n") if not line.startswith(NOISE)] for text in (theirs, ours))
    for one, other in zip(left, right, strict=False):
        if one != other and not _is_power(one, other):
            return one, other
    if len(left) != len(right):
        shorter = min(len(left), len(right))
        return (left[shorter:] or [b"(end)"])[0], (right[shorter:] or [b"(end)"])[0]
    return None


def _is_power(one: bytes, other: bytes) -> bool:
    if not (SUMMED.fullmatch(one) and SUMMED.fullmatch(other)):
        return False
    first, second = float(one.split()[-1]), float(other.split()[-1])
    return abs(first - second) <= 4e-16 * abs(first)
