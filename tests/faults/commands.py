"""Running bolide as others run it, in surroundings that are not kind to it."""

import gzip
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from made_up_meteor import make_distribution

__all__ = ["BOLIDE", "big_distribution", "big_table", "environment", "mounted", "rounds", "run", "tree"]

BOLIDE = [sys.executable, "-m", "bolide"]
# `make faults` asks for many more repetitions than every run of the tests has time for.
IS_LONG = os.environ.get("BOLIDE_FAULTS") == "long"


def rounds(few: int, many: int) -> int:
    """Return how often something is tried: a few times in every run, many times in a long one."""
    return many if IS_LONG else few


def environment(home: Path, **changes: str | None) -> dict[str, str]:
    """Return the variables of a process with a separate resource folder, offline; None removes one."""
    wanted = os.environ | {"BOLIDE_HOME": str(home), "BOLIDE_OFFLINE": "1"} | changes
    return {name: value for name, value in wanted.items() if value is not None}


def run(*arguments: str | Path, home: Path, seconds: float = 120, **options) -> subprocess.CompletedProcess[bytes]:
    """Run a command; a hang is a failure. Keyword arguments are those of `subprocess.run`."""
    options.setdefault("env", environment(home))
    if "stdout" not in options:
        options["capture_output"] = True
    return subprocess.run([*BOLIDE, *map(str, arguments)], check=False, timeout=seconds, **options)


def tree(folder: Path) -> dict[str, bytes]:
    """Return all files in a folder, by their paths."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def big_table(entries: int, seed: int = 1) -> bytes:
    """Return a paraphrase table that takes some time to compile, and more room than a small disk has."""
    chance = random.Random(seed)
    words = [f"w{number}" for number in range(2000)]
    lines = []
    for _ in range(entries):
        first, second = (" ".join(chance.choices(words, k=chance.randint(1, 4))) for _ in range(2))
        lines.append(f"0.5\n{first}\n{second}\n")
    return "".join(lines).encode()


def big_distribution(folder: Path, entries: int = 30_000) -> Path:
    """Return a Meteor distribution with a large English table."""
    table = gzip.compress(big_table(entries), compresslevel=1, mtime=0)
    return make_distribution(folder, changes={"data/paraphrase-en.gz": table})


@contextmanager
def mounted(folder: Path, *options: str) -> Iterator[Path | None]:
    """Give a file system in memory, mounted at a folder; None where this user may not mount."""
    folder.mkdir(exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", ",".join(options), "tmpfs", str(folder)]
    try:
        made = os.name == "posix" and not subprocess.run(command, check=False, capture_output=True).returncode
    except FileNotFoundError:
        made = False
    try:
        yield folder if made else None
    finally:
        if made:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)
