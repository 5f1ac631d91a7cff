"""Runs the jar on every case and writes what it does beside this file: `python regenerate.py PATH/TO/meteor-1.5.jar`."""

from __future__ import annotations

import csv
import gzip
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
OWN = HERE.parent / "own"


@dataclass(frozen=True)
class Case:
    """A call: arguments (a blank inside of one is written as `_`), the class that is run, and a file for standard input."""

    arguments: str
    program: str = "Meteor"
    stdin: str | None = None

    def argument_list(self) -> list[str]:
        """Return the arguments."""
        return [word.replace("_", " ") for word in self.arguments.split()]


def _read_cases() -> dict[str, Case]:
    with (HERE / "cases.tsv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {row["name"]: Case(row["arguments"], row["program"], row["stdin"] or None) for row in rows}


CASES = _read_cases()


def prepare(folder: Path) -> None:
    """Put the files of all cases into a folder."""
    shutil.copytree(HERE / "inputs", folder, dirs_exist_ok=True)
    for path in OWN.iterdir():
        if path.suffix in {".hyp", ".ref", ".refs", ".gz"}:
            shutil.copy(path, folder)


def run_in(folder: Path, call: Callable[[], tuple[int, bytes, bytes]]) -> str:
    """Make a call in a prepared folder; return exit code, output and new files as one text.

    What it says on standard error is kept where the jar ends well: elsewhere it is a stack trace.
    """
    before = {path for path in folder.rglob("*") if path.is_file()}
    code, out, err = call()
    parts = [f"== exit {code}\n", "== stdout\n", out.decode()]
    if code == 0:
        # Differs: with a beam of 0 the jar warns once for each word.
        lines = [line for line in err.decode().splitlines(keepends=True) if not line.startswith("Warning: unexpected")]
        parts += ["== stderr\n", *lines]
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and path not in before):
        data = path.read_bytes()
        text = gzip.decompress(data) if path.suffix == ".gz" else data
        parts += [f"== {path.relative_to(folder).as_posix()}\n", text.decode()]
    return "".join(parts)


def run_jar(java: list[str], jar: Path, case: Case) -> str:
    """Run a case with the jar."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepare(folder)

        def call() -> tuple[int, bytes, bytes]:
            stdin = (folder / (case.stdin or "empty")).read_bytes()
            command = [*java, "-cp", str(jar), case.program, *case.argument_list()]
            result = subprocess.run(command, cwd=folder, input=stdin, capture_output=True, check=False)
            return result.returncode, result.stdout, result.stderr

        return run_in(folder, call)


def main() -> None:
    """Write all goldens."""
    for name, case in CASES.items():
        text = run_jar(["java", "-Dfile.encoding=UTF-8"], Path(sys.argv[1]).resolve(), case)
        (HERE / f"{name}.txt").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
