"""Measures a sweep beside the jar's Trainer, on the same judgements in one run; prints Markdown.

python bench/tuning.py SCORES.tsv RANKINGS.tsv
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from dataclasses import dataclass
from html import escape
from itertools import accumulate
from pathlib import Path

import numpy as np
from measure import run
from peers import UnavailableError, fetch_jar

from bolide import Meteor, _core
from bolide.analysis.evaluation.judgements import JudgementSet, Reading, read_judgements
from bolide.metric.meteor import processor_cores

NONE, NO_NUMBERS = np.empty(0, dtype=np.int64), np.empty(0)
# The vectors of the Trainer: alpha beta gamma delta and four weights. The long grid less the short one is what is timed.
FIRST = (0.5, 0.2, 0.3, 0.5, 1.0, 0.6, 0.8, 0.6)
STEPS = (0.05, 0.1, 0.05, 0.05, 0.2, 0.2, 0.2, 0.2)
SHORT, LONG = (1, 1, 1, 1, 1, 1, 1, 1), {"rank": (3, 5, 10, 8, 1, 1, 1, 1), "other": (10, 16, 10, 10, 1, 1, 1, 1)}


@dataclass(frozen=True)
class Speed:
    rate: float
    cpu_rate: float


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scores", help="judgements with scores")
    parser.add_argument("rankings", help="judgements with rankings")
    options = parser.parse_args()
    try:
        jar = fetch_jar()
    except UnavailableError as error:
        print(error, file=sys.stderr)
        return 1
    print(
        f"load {os.getloadavg()[0]:.1f} on {processor_cores()} cores; grid points x judgements per second, bolide on all cores, by CPU on one\n"
    )
    print("| objective | judgements | jar | bolide | ratio | jar, by CPU | bolide, by CPU | ratio | difference |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        for mode, path in (("rank", options.rankings), ("segcor", options.scores), ("spearman", options.scores)):
            (judged,) = read_judgements(path, Reading(language="en"))
            work = Path(folder) / mode
            work.mkdir()
            (_write_rankings if judged.is_ranking else _write_scores)(judged, work)
            _compare(mode, judged, jar, work)
    return 0


def _compare(mode: str, judged: JudgementSet, jar: Path, work: Path) -> None:
    sizes = LONG.get(mode, LONG["other"])
    points = int(np.prod(sizes))
    short, long = (_run_jar(jar, mode, work, grid) for grid in (SHORT, sizes))
    done = (points - 1) * len(judged)
    theirs = Speed(done / (long[1] - short[1]), done / (long[2] - short[2]))
    values, ours = _run_bolide(mode, judged, sizes)
    gap = np.abs(np.sort(np.array(long[0])) - np.sort(values)).max()
    print(
        f"| {mode} | {len(judged)} | {theirs.rate:.3g} | {ours.rate:.3g} | {ours.rate / theirs.rate:.0f} | {theirs.cpu_rate:.3g} "
        f"| {ours.cpu_rate:.3g} | {ours.cpu_rate / theirs.cpu_rate:.0f} | {gap:.1e} |"
    )


def _axes(sizes: tuple[int, ...]) -> list[list[float]]:
    """Return the values of each parameter as the Trainer makes them: by adding, rounding and all."""
    return [
        list(accumulate([first, *[step] * (size - 1)])) for first, step, size in zip(FIRST, STEPS, sizes, strict=True)
    ]


def _run_jar(jar: Path, mode: str, work: Path, sizes: tuple[int, ...]) -> tuple[list[float], float, float]:
    last = [axis[-1] for axis in _axes(sizes)]
    vectors = [" ".join(f"{value:g}" for value in vector) for vector in (FIRST, last, STEPS)]
    arguments = ("-i", vectors[0], "-f", vectors[1], "-s", vectors[2])
    command = [
        "java",
        "-Dfile.encoding=UTF-8",
        "-Xmx3G",
        "-cp",
        str(jar),
        "Trainer",
        mode,
        str(work),
        "-l",
        "en",
        *arguments,
    ]
    with tempfile.TemporaryDirectory() as folder:
        before = Path.cwd()
        os.chdir(folder)
        try:
            printed, cost = run(command)
        finally:
            os.chdir(before)
    return [float(line.split()[0]) for line in printed.splitlines()], cost.wall, cost.cpu


def _run_bolide(mode: str, judged: JudgementSet, sizes: tuple[int, ...]) -> tuple[np.ndarray, Speed]:
    """Sweep the Trainer's points for the difference, and the papers' alphas, betas, gammas and deltas for the speed."""
    ranking = mode == "rank"
    matchers = ("exact", "paraphrase") if ranking else ("exact", "stem", "synonym", "paraphrase")
    meteor = Meteor(
        "en",
        text="lower" if ranking else "norm",
        matchers=matchers,
        parameters=(0.5,) * 4,
        weights=(0.5,) * len(matchers),
    )
    found = meteor.statistics(judged.hypotheses, judged.references)
    if ranking:
        ones = np.ones(len(judged), dtype=np.int64)
        group = (_core.Measure.tau, 1.0, judged.first, judged.second, ones, NO_NUMBERS, NO_NUMBERS)
    else:
        kind = _core.Measure.spearman if mode == "spearman" else _core.Measure.weighted_pearson
        lengths = found.statistics["reference_length"].astype(np.float64)[judged.first]
        group = (kind, 1.0, judged.first, NONE, NONE, judged.human, lengths)
    axes = _axes(sizes)
    weights = [tuple(axis[0] for axis in axes[4:])]
    threads = processor_cores()
    values = _core.sweep(
        found.statistics.rows, found.ends, [group], *axes[:4], weights, [], _core.Method.quick, threads
    )
    side = [round(0.05 * place, 10) for place in range(21)]
    betas = [round(0.1 * place, 10) for place in range(1, 21)]
    rates = []
    for clock, used in ((time.perf_counter, threads), (time.process_time, 1)):
        start = clock()
        swept = _core.sweep(
            found.statistics.rows, found.ends, [group], side, betas, side, side, weights, [], _core.Method.quick, used
        )
        rates.append(swept.size * len(judged) / (clock() - start))
    return values.ravel(), Speed(*rates)


def _sgml(kind: str, name: str, texts: dict[str, str]) -> str:
    lines = [f'<seg id="{key}"> {escape(text, quote=False)} </seg>' for key, text in texts.items()]
    return (
        f'<{kind} setid="s" srclang="any" trglang="any">\n<doc docid="d" sysid="{name}">\n'
        + "\n".join(lines)
        + f"\n</doc>\n</{kind}>\n"
    )


def _write_scores(judged: JudgementSet, folder: Path) -> None:
    numbered = {str(i): item for i, item in enumerate(judged.translations, 1)}
    (folder / "a.tst").write_text(
        _sgml("tstset", "a", {k: t.hypothesis for k, t in numbered.items()}), encoding="utf-8"
    )
    (folder / "a.ref").write_text(
        _sgml("refset", "r", {k: t.references[0] for k, t in numbered.items()}), encoding="utf-8"
    )
    lines = [
        f"d {place + 1} {human}\n" for place, human in zip(judged.first.tolist(), judged.human.tolist(), strict=True)
    ]
    (folder / "a.ter").write_text("".join(lines), encoding="utf-8")


def _write_rankings(judged: JudgementSet, folder: Path) -> None:
    """Write a folder in which each judgement is a segment of its own, of two systems."""
    pairs = list(zip(judged.first.tolist(), judged.second.tolist(), strict=True))
    items = judged.translations
    texts = {
        "xx-en.better.sgm": ("tstset", {str(i): items[a].hypothesis for i, (a, _) in enumerate(pairs, 1)}),
        "xx-en.worse.sgm": ("tstset", {str(i): items[b].hypothesis for i, (_, b) in enumerate(pairs, 1)}),
        "xx-en.ref.sgm": ("refset", {str(i): items[a].references[0] for i, (a, _) in enumerate(pairs, 1)}),
    }
    for name, (kind, segments) in texts.items():
        (folder / name).write_text(_sgml(kind, name.split(".")[1], segments), encoding="utf-8")
    lines = [f"{i}\txx-en\tbetter\txx-en\tworse\n" for i in range(1, len(pairs) + 1)]
    (folder / "xx-en.rank").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
