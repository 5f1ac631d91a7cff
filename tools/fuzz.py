"""Fuzz the core, guided by coverage: run every target of core/tests/fuzz under libFuzzer for its share of the time.

python tools/fuzz.py PROGRAM [--seconds N] [--only NAME] [--keep]

PROGRAM is core_fuzz_guided (`make fuzz` builds it). Inputs that are known lie in core/tests/fuzz/corpus, one folder for each target; those
that reach something new go to `found` beside PROGRAM, and are used again in the next run. With --keep both become the new corpus: the
smallest inputs that reach all that was reached. The exit code is 1 if there is a defect; its input and the command that shows it again
are printed.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

CORPUS = Path(__file__).resolve().parent.parent / "core" / "tests" / "fuzz" / "corpus"
# Inputs need not be longer than this, or than the longest that is known: what is short is tried more often.
SHORT = 512


class Fuzzer:
    """The program, and the folders beside it."""

    def __init__(self, program: Path, scratch: str) -> None:
        self.program = program.resolve()
        self.found = self.program.parent / "found"
        self._environment = os.environ | {"TMPDIR": scratch}

    def run(self, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        """Run the program; what it says is read."""
        reading = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "encoding": "utf-8", "errors": "replace"}
        return subprocess.run([self.program, *arguments], check=False, env=self._environment, **reading)

    def fuzz(self, name: str, seconds: int) -> bool:
        """Look for defects of a target; tell what was done, and return whether there is none."""
        found, kept, defects = self.found / _folder(name), CORPUS / _folder(name), self.program.parent / "defects"
        for folder in (found, kept, defects):
            folder.mkdir(parents=True, exist_ok=True)
        longest = max([SHORT, *(file.stat().st_size for folder in (found, kept) for file in folder.iterdir())])
        options = [f"-max_len={longest}", f"-max_total_time={seconds}", "-timeout=3600", "-print_final_stats=1"]
        result = self.run(f"--only={name}", *options, f"-artifact_prefix={defects}/{_folder(name)}-", found, kept)
        inputs = re.findall(r"number_of_executed_units: (\d+)", result.stdout)
        reached = re.findall(r"cov: (\d+) ft: (\d+) corp: (\d+)/(\w+)", result.stdout)
        if result.returncode == 0 and inputs and reached:
            told = "{}: {} inputs, {} edges, {} features; corpus {}, {}".format(name, inputs[-1], *reached[-1])
            print(told, flush=True)
            return True
        print(result.stdout)
        named = re.findall(r"Test unit written to (.*)", result.stdout)
        print(f"FAILED: {name}; again: {self.program} '--only={name}' {' '.join(named)}")
        return False

    def keep(self, name: str) -> None:
        """Make the corpus of a target of what was known and what was found."""
        kept, found = CORPUS / _folder(name), self.found / _folder(name)
        with tempfile.TemporaryDirectory() as merged:
            self.run(f"--only={name}", "-merge=1", merged, kept, found)
            shutil.rmtree(kept)
            shutil.copytree(merged, kept)
        print(f"{name}: kept {len(list(kept.iterdir()))}, {sum(file.stat().st_size for file in kept.iterdir())} bytes")


def _folder(name: str) -> str:
    return name.replace(" ", "-")


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path, metavar="PROGRAM")
    parser.add_argument("--seconds", type=int, default=600, help="for all targets together (default: 600)")
    parser.add_argument("--only", metavar="NAME", help="one target; all by default")
    parser.add_argument("--keep", action="store_true", help="put what was found into the corpus")
    arguments = parser.parse_args()
    memory = Path("/dev/shm")  # Every table that is tried is a file.
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as scratch:
        fuzzer = Fuzzer(arguments.program, scratch)
        targets = fuzzer.run().stdout.splitlines()
        names = [name for name in targets if arguments.only in (None, name)]
        if not names:
            print(f"there is no target {arguments.only}: one of {', '.join(targets)}", file=sys.stderr)
            return 2
        sound = [fuzzer.fuzz(name, max(1, arguments.seconds // len(names))) for name in names]
        if arguments.keep and all(sound):
            for name in names:
                fuzzer.keep(name)
    return 0 if all(sound) else 1


if __name__ == "__main__":
    sys.exit(main())
