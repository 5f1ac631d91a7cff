"""Compare `bolide java` with the jar, to the last digit, on text and options that nobody wrote: `make fuzz-java`.

python tests/fuzz_java.py [--seed N] [--minutes M] [--only KIND ...] [--first N] [--cases N] [--jar FILE]

Cases have a seed and a number, and come out the same for both. The first line that differs is printed, and the
files of its case are kept in build/fuzz-java, with the call that repeats it. The exit code is 1 if anything differed.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from differential.cases import Case, Programs
from differential.kinds import KINDS, make_case
from java_meteor import fetch_jar

from bolide.data.catalogue import find_resource
from bolide.data.home import resource_path
from bolide.data.opening import ensure

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "fuzz-java"
MOST_FOUND = 5


def main() -> int:
    """Run cases until the time is over or enough was found."""
    options = _options()
    programs = _programs(options.jar)
    end = time.monotonic() + 60 * options.minutes
    cases = words = found = 0
    for kind, number in _numbers(options):
        if time.monotonic() > end or found == MOST_FOUND:
            break
        case = make_case(kind, options.seed, number)
        cases, words = cases + 1, words + case.words
        found += _try(programs, case, f"--seed {options.seed} --only {kind} --first {number} --cases 1")
    print(f"{cases} cases, {words} words, {found} that differ, {programs.unfinished} runs that the jar did not finish")
    return 1 if found else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1, help="of the cases (default: 1)")
    parser.add_argument("--minutes", type=float, default=5, help="how long (default: 5)")
    parser.add_argument("--only", choices=KINDS, action="append", help="this kind of cases; may be given several times")
    parser.add_argument("--first", type=int, default=1, metavar="N", help="the number of the first case (default: 1)")
    parser.add_argument(
        "--cases", type=int, metavar="N", help="so many of each kind (default: as many as there is time for)"
    )
    parser.add_argument("--jar", type=Path, metavar="FILE", help="meteor-1.5.jar (default: fetched once, by pip)")
    return parser.parse_args()


def _numbers(options: argparse.Namespace) -> Iterator[tuple[str, int]]:
    """Return kinds in turn, each with a number."""
    number = options.first
    while options.cases is None or number < options.first + options.cases:
        yield from ((kind, number) for kind in options.only or KINDS)
        number += 1


def _programs(jar: Path | None) -> Programs:
    """Return the two programs; the English synonyms are there for both, and no other data that a case does not bring along."""
    java = shutil.which("java")
    if java is None:
        sys.exit("fuzz-java: there is no java on the PATH")
    FOLDER.mkdir(parents=True, exist_ok=True)
    if jar is None:
        jar = FOLDER / "meteor-1.5.jar"
        if not jar.exists():
            fetch_jar(jar)
    home = FOLDER / "home"
    shutil.rmtree(home, ignore_errors=True)
    synonyms = find_resource("synonyms", "en")
    ensure(synonyms)
    installed = resource_path(synonyms)
    linked = home / installed.parent.name / installed.name
    linked.parent.mkdir(parents=True)
    shutil.copyfile(installed, linked)
    return Programs([java, "-Dfile.encoding=UTF-8", "-Duser.language=en", "-Xmx1G", "-cp", str(jar.resolve())], home)


def _try(programs: Programs, case: Case, arguments: str) -> bool:
    """Return whether a case differs; if so, print where, and keep it."""
    difference = programs.difference(case)
    if difference is None:
        return False
    kept = FOLDER / arguments.replace("--", "").replace(" ", "-")
    shutil.rmtree(kept, ignore_errors=True)
    case.write(kept)
    print(
        f"== {difference.show()}\n  again: python tests/fuzz_java.py {arguments}\n  cd {kept.relative_to(ROOT)} && {case.command()}\n",
        flush=True,
    )
    return True


if __name__ == "__main__":
    sys.exit(main())
