"""Building beside the programs that it replaces: `PYTHONPATH=bench python lab/bench/build.py --source F --target E --phrase-table GZ --jar JAR`.

The pivot beside the jar's Parex on one phrase table, each in its own process, and on copies of it with other words, to see how cost
grows; phrase extraction beside NLTK's on one core. Prints Markdown; fails if a paraphrase differs from the jar's.
"""

from __future__ import annotations

import argparse
import gzip
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from measure import Cost, run

# Sums are rounded once here and at every step in the jar: a pair whose sum is just the threshold may fall on either side.
THRESHOLD, ROUNDING = 0.01, 1e-12


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", required=True, type=Path)
    parser.add_argument("--target", required=True, type=Path)
    parser.add_argument("--phrase-table", type=Path, help="what to pivot")
    parser.add_argument("--links", type=Path, help="symmetric links of the texts, to extract phrases from")
    parser.add_argument("--jar", type=Path)
    parser.add_argument("--copies", type=int, nargs="+", default=[1])
    parser.add_argument("--lines", type=int, default=2000, help="lines that NLTK extracts from")
    parser.add_argument("--memory", default="600MB")
    parser.add_argument("--heap", default="8G", help="the most memory that Java may take for its objects")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.phrase_table:
            print("| rows | tool | CPU s | wall s | MB | paraphrases |\n|---|---|---|---|---|---|")
            for copies in options.copies:
                _pivot(options, Path(folder), copies)
        if options.links:
            _extraction(options)


def _pivot(options: argparse.Namespace, folder: Path, copies: int) -> None:
    source, target, table, text = _copied(options, folder, copies)
    out = folder / f"bolide-{copies}"
    texts = ["--source", str(source), "--target", str(target), "--punctuation", "ascii", "--format", "json"]
    printed, cost = run(
        [sys.executable, "-m", "bolide", "build", str(out), *texts, "--phrase-table", str(table), "--target-text", str(text),
         "--memory", options.memory]
    )  # fmt: skip
    rows = printed.partition('"phrase_pairs": ')[2].partition(",")[0]
    ours = dict(_three_lines(out / "meteor-files" / "paraphrase.gz"))
    _print(rows, f"bolide build, --memory {options.memory}", cost, len(ours))
    if options.jar:
        _run_jar(options, (source, target, table, text), folder / f"jar-{copies}", rows, ours)
        shutil.rmtree(folder / f"jar-{copies}", ignore_errors=True)
    shutil.rmtree(out)


def _run_jar(
    options: argparse.Namespace, files: tuple[Path, ...], out: Path, rows: str, ours: dict[str, float]
) -> None:
    java = ["java", "-Dfile.encoding=UTF-8", f"-Xmx{options.heap}", "-cp", str(options.jar), "Parex"]
    start = time.perf_counter()
    try:
        _, cost = run([*java, *map(str, files), str(out)])
    except RuntimeError as error:
        reason = str(error).strip().splitlines()
        wanted = next((line for line in reason if "Exception" in line or "Error" in line), reason[-1])
        print(f"| {int(rows):,} | the jar's Parex, -Xmx{options.heap} | fails after {time.perf_counter() - start:.0f} s: {wanted} |", flush=True)  # fmt: skip
        return
    theirs = dict(_bars(out / "paraphrase.gz"))
    _print(rows, f"the jar's Parex, -Xmx{options.heap}", cost, len(theirs))
    _compare(ours, theirs)


def _copied(options: argparse.Namespace, folder: Path, copies: int) -> tuple[Path, Path, Path, Path]:
    """Return texts and table so many times over, the words of each copy marked by its number."""
    names = [folder / f"{name}-{copies}" for name in ("source", "target", "text")] + [folder / f"table-{copies}.gz"]
    with (
        names[0].open("w") as f,
        names[1].open("w") as e,
        names[2].open("w") as wanted,
        gzip.open(names[3], "wt", 1) as out,
    ):
        for copy in range(copies):
            f.writelines(_marked(line, copy) + "\n" for line in _lines(options.source))
            for number, line in enumerate(_lines(options.target)):
                e.write(_marked(line, copy) + "\n")
                if number < 10_000:
                    wanted.write(_marked(line, copy) + "\n")
            for line in _lines(options.phrase_table):
                one, other, rest = line.split(" ||| ", 2)
                out.write(f"{_marked(one, copy)} ||| {_marked(other, copy)} ||| {rest}\n")
    return names[0], names[1], names[3], names[2]


def _marked(phrase: str, copy: int) -> str:
    return " ".join(f"{word}{copy}" for word in phrase.split()) if copy else phrase


def _lines(path: Path) -> Iterator[str]:
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as file:
        for line in file:
            yield line.rstrip("\n")


def _three_lines(path: Path) -> Iterator[tuple[str, float]]:
    lines = _lines(path)
    for probability in lines:
        yield f"{next(lines)} ||| {next(lines)}", float(probability)


def _bars(path: Path) -> Iterator[tuple[str, float]]:
    for line in _lines(path):
        pair, _, probability = line.rpartition(" ||| ")
        yield pair, float(probability)


def _compare(ours: dict[str, float], theirs: dict[str, float]) -> None:
    lone = {pair: ours.get(pair, theirs.get(pair, 0.0)) for pair in ours.keys() ^ theirs.keys()}
    largest = max((abs(ours[pair] - theirs[pair]) for pair in ours.keys() & theirs.keys()), default=0.0)
    print(f"largest difference {largest}; on one side only, at the threshold: {len(lone)}", file=sys.stderr)
    if largest > ROUNDING or any(abs(probability - THRESHOLD) > ROUNDING for probability in lone.values()):
        raise SystemExit(f"the paraphrases differ: {largest}, {lone}")


def _print(rows: str, tool: str, cost: Cost, entries: int) -> None:
    print(
        f"| {int(rows):,} | {tool} | {cost.cpu:.1f} | {cost.wall:.1f} | {cost.memory:.0f} | {entries:,} |", flush=True
    )


def _extraction(options: argparse.Namespace) -> None:
    """Processor time for each line, on one core: NLTK on the first lines, bolide on ten times as many, in batches, as in a build."""
    from nltk.translate.phrase_based import phrase_extraction

    from bolide import _core

    rows = [list(islice(_lines(path), 10 * options.lines)) for path in (options.source, options.target, options.links)]
    start = time.process_time()
    for source, target, links in islice(zip(*rows, strict=True), options.lines):
        alignment = [tuple(map(int, link.split("-"))) for link in links.split()]
        if source and target and alignment:
            phrase_extraction(source, target, alignment, 7)
    nltk = (time.process_time() - start) / options.lines
    counter = _core.PhraseCounter(longest=7, threads=1)
    firsts = range(0, len(rows[0]), options.lines)
    batches = [
        ["".join(f"{line}\n" for line in row[at : at + options.lines]).encode() for row in rows] for at in firsts
    ]
    start = time.process_time()
    for batch in batches:
        counter.count(*batch)
    ours = (time.process_time() - start) / len(rows[0])
    print("\n| tool | lines | CPU µs for a line |\n|---|---|---|")
    print(f"| NLTK | {options.lines:,} | {1e6 * nltk:.0f} |\n| bolide | {len(rows[0]):,} | {1e6 * ours:.1f} |")
    print(f"\n{nltk / ours:.0f} times as fast on one core")


if __name__ == "__main__":
    main()
