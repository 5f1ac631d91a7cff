"""A case of the differential fuzz (a program of the jar, its options, its files as blocks of lines), and both programs run on it."""

import gzip
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

STDIN = "stdin"
Block = tuple[tuple[str, str], ...]  # Lines kept or dropped together, each with the name of its file.


def block(*lines: tuple[str, str]) -> Block:
    """Return lines, each with its file, that belong together: a segment and its references, an entry of a table."""
    return lines


@dataclass(frozen=True, kw_only=True)
class Case:
    """One call. `files` are written also if no line is left for them; bytes that are not UTF-8 are surrogates in lines."""

    files: tuple[str, ...]
    options: tuple[tuple[str, ...], ...]
    blocks: tuple[Block, ...]
    tail: Block = ()  # Lines that files always end with.
    inputs: tuple[str, str] = ("hyp", "ref")
    program: str = "Meteor"

    @property
    def arguments(self) -> list[str]:
        """The arguments after the name of the program."""
        return [*self.inputs, *(word for option in self.options for word in option)]

    @property
    def words(self) -> int:
        """How many words its lines have."""
        return sum(len(line.split()) for lines in self.blocks for _, line in lines)

    def command(self) -> str:
        """Return the call of `bolide java` for a shell."""
        own = ["--class", self.program] if self.program != "Meteor" else []
        call = shlex.join(["bolide", "java", *own, *self.arguments])
        return f"{call} < {STDIN}" if STDIN in self.files else call

    def content(self) -> dict[str, bytes]:
        """Return the bytes of every file."""
        lines: dict[str, list[str]] = {name: [] for name in self.files}
        for entry in (*self.blocks, self.tail):
            for name, line in entry:
                lines[name].append(line)
        return {name: "".join(f"{line}\n" for line in lines[name]).encode("utf-8", "surrogateescape") for name in lines}

    def write(self, folder: Path) -> None:
        """Put its files into a folder."""
        for name, data in self.content().items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(gzip.compress(data, mtime=0) if name.endswith(".gz") else data)


SECONDS = 60
# With a beam of 0 the jar warns once for each word.
NOISE = b"Warning: unexpected"
# Sums over a corpus take powers of numbers that are in no table of Java's oddities (docs/parity.md, floating point).
SUMMED = re.compile(rb"(Fragmentation penalty|Final score):\s+\S+")


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """The outcome of a program; the exit code is None if it did not end in time."""

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
    """Runs cases, each in a separate folder."""

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
