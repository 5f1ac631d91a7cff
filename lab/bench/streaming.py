"""Memory and speed of `bolide score` as its input grows: `PYTHONPATH=bench python lab/bench/streaming.py --segments 1000000 10000000`.

Two corpora are made of the texts that the benchmark uses: the same lines over and over, and lines that all bring new words.
Each is scored from files and from pipes, and what a run took is printed as a row.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from itertools import cycle, islice
from pathlib import Path

from corpora import load


def main() -> None:
    """Make the corpora, run the command, print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--segments", type=int, nargs="+", default=[100_000, 1_000_000])
    parser.add_argument("--corpora", nargs="+", choices=("repeated", "growing"), default=["repeated", "growing"])
    parser.add_argument("--ways", nargs="+", choices=("files", "pipe"), default=["files", "pipe"])
    parser.add_argument("--options", default="--segments --format tsv", help="of bolide score")
    parser.add_argument("--folder", type=Path, help="where the corpora are made (default: a temporary folder)")
    options = parser.parse_args()
    print(
        "| corpus | input | segments | MB of text | s | CPU s | segments/s | peak MB |\n|---|---|---|---|---|---|---|---|"
    )
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        pairs = _pairs(Path(folder))
        for kind in options.corpora:
            for count in options.segments:
                files = _make(Path(folder), pairs, kind, count)
                for way in options.ways:
                    _row(kind, way, count, files, options.options.split())
                for file in files:
                    file.unlink()


def _pairs(folder: Path) -> list[tuple[str, str]]:
    corpus, _ = load(None, None, folder)
    texts = [path.read_text(encoding="utf-8").splitlines() for path in (corpus.hypotheses, corpus.references)]
    return list(zip(*texts, strict=True))


def _make(folder: Path, pairs: list[tuple[str, str]], kind: str, count: int) -> list[Path]:
    """Write both files; in a growing corpus each line ends in words that no other line has, half of them in both."""
    files = [folder / f"{kind}-{count}.{side}" for side in ("hyp", "ref")]
    with files[0].open("w", encoding="utf-8") as hypotheses, files[1].open("w", encoding="utf-8") as references:
        for number, (hypothesis, reference) in enumerate(islice(cycle(pairs), count)):
            new = ("", "") if kind == "repeated" else (f" x{number}q y{number}q", f" x{number}q z{number}q")
            hypotheses.write(f"{hypothesis}{new[0]}\n")
            references.write(f"{reference}{new[1]}\n")
    return files


def _row(kind: str, way: str, count: int, files: list[Path], options: list[str]) -> None:
    """Run the command once and print what it took."""
    command = [
        sys.executable,
        "-m",
        "bolide",
        "score",
        "-" if way == "pipe" else str(files[0]),
        str(files[1]),
        *options,
    ]
    feeder = subprocess.Popen(["cat", files[0]], stdout=subprocess.PIPE) if way == "pipe" else None
    began = time.perf_counter()
    with Path(os.devnull).open("wb") as nowhere:
        process = subprocess.Popen(command, stdin=feeder.stdout if feeder else None, stdout=nowhere)
    _, status, usage = os.wait4(process.pid, 0)
    took = time.perf_counter() - began
    if feeder:
        feeder.stdout.close()
        feeder.wait()
    if status:
        raise SystemExit(f"bolide score ended with status {status}")
    size = sum(file.stat().st_size for file in files) / 1e6
    cpu = usage.ru_utime + usage.ru_stime
    print(
        f"| {kind} | {way} | {count:,} | {size:,.0f} | {took:.1f} | {cpu:.1f} | {count / took:,.0f} "
        f"| {usage.ru_maxrss / 1024:.0f} |",
        flush=True,
    )


if __name__ == "__main__":
    main()
