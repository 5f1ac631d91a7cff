"""Counts the instructions that the core spends on a segment, and compares them with those kept in `instructions.json`.

Unlike times, they hardly change with what else the machine does. Needs valgrind, CMake and a C++ compiler.

python bench/instructions.py              fails (1) if a part of the core takes over 5 % more than it did
python bench/instructions.py --update     keeps what is counted now
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from corpora import ROOT

KEPT = ROOT / "bench" / "instructions.json"
BUILD = ROOT / "build" / "instructions"
EXAMPLES = ROOT / "examples"
MOST = 1.05
# Parts that take less than this share of the whole are not compared by themselves.
LEAST_SHARE = 0.03


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true", help="keep what is counted now")
    options = parser.parse_args()
    if missing := [tool for tool in ("valgrind", "cmake") if not shutil.which(tool)]:
        print(f"bench/instructions.py needs {' and '.join(missing)}", file=sys.stderr)
        return 2
    counted = {"compiler": _build(), "instructions per segment": _count()}
    if options.update:
        KEPT.write_text(json.dumps(counted, indent=1) + "\n", encoding="utf-8")
        return 0
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    if kept["compiler"] != counted["compiler"]:
        print(f"kept with {kept['compiler']}, counted with {counted['compiler']}: differences may be the compiler's")
    return _compare(kept["instructions per segment"], counted["instructions per segment"])


def _compare(kept: dict[str, int], counted: dict[str, int]) -> int:
    """Print both beside each other; return 1 if something has grown too much."""
    grown = []
    for part in sorted(kept.keys() | counted.keys(), key=lambda part: -counted.get(part, 0)):
        before, now = kept.get(part, 0), counted.get(part, 0)
        if now > MOST * before and now > LEAST_SHARE * counted["all"]:
            grown.append(part)
        change = f"{100 * (now / before - 1):+.1f} %" if before else "new"
        print(f"{part:12} {before:>9,} {now:>9,}  {change}{'  too much' if part in grown else ''}")
    return 1 if grown else 0


def _build() -> str:
    """Build the driver as the package is built; return the name and version of the compiler."""
    settings = ("-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS=-g", "-DBOLIDE_PYTHON=OFF", "-DBOLIDE_BENCH=ON")
    subprocess.run(["cmake", "-S", ROOT, "-B", BUILD, *settings], check=True, stdout=sys.stderr)
    subprocess.run(["cmake", "--build", BUILD, "--target", "bench_driver"], check=True, stdout=sys.stderr)
    cache = (BUILD / "CMakeCache.txt").read_text(encoding="utf-8")
    compiler = re.search(r"^CMAKE_CXX_COMPILER:\w+=(.*)$", cache, re.MULTILINE)
    found = subprocess.run([compiler[1], "--version"], check=True, capture_output=True, text=True)
    return found.stdout.splitlines()[0]


def _count() -> dict[str, int]:
    """Return the instructions per segment of known words, by folder of the core."""
    once, twice = _run(1), _run(2)
    segments = len((EXAMPLES / "reference.txt").read_text(encoding="utf-8").splitlines())
    parts = {part: round((twice[part] - once[part]) / segments) for part in twice}
    return {"all": sum(parts.values())} | {part: count for part, count in parts.items() if count > 0}


def _run(passes: int) -> Counter[str]:
    from bolide.data.catalogue import find_resource
    from bolide.data.opening import ensure

    tables = [ensure(find_resource(kind, "en")) for kind in ("synonyms", "paraphrases")]
    words = ROOT / "src" / "bolide" / "data" / "function_words" / "english.txt"
    files = (EXAMPLES / "system-a.txt", EXAMPLES / "reference.txt", *tables, words, str(passes))
    with tempfile.TemporaryDirectory() as folder:
        profile = Path(folder) / "profile"
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", BUILD / "bench_driver", *files]
        subprocess.run(command, check=True, capture_output=True)
        return read_profile(profile.read_text(encoding="utf-8"))


def read_profile(text: str) -> Counter[str]:
    """Return the instructions of a callgrind profile by folder of the core; those of libraries as `libraries`."""
    names: dict[str, str] = {}
    counts: Counter[str] = Counter()
    part, is_call = "libraries", False
    for line in text.splitlines():
        if place := re.match(r"(c?)f[lie]=(\(\d+\))(?: (.*))?", line):
            called, number, name = place.groups()
            if name:  # A file is named where it first occurs, and numbered from then on.
                folder = re.search(r"/core/(\w+)/[^/]+$", name)
                names[number] = folder[1] if folder else "libraries"
            part = part if called else names[number]
        elif line.startswith("calls="):
            is_call = True  # The next line has the cost of what is called, which is counted there.
        elif cost := re.match(r"[+*-]?\d* ?(\d+)$", line):
            if not is_call:
                counts[part] += int(cost[1])
            is_call = False
    return counts


if __name__ == "__main__":
    sys.exit(main())
