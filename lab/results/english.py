"""The parts about English: agreement with rankings and with direct assessment, parameters of Meteor 1.3."""

from results.data import Data, markdown
from results.points import HEADINGS, PUBLISHED, point_of, row_of

from bolide.analysis.evaluation import AVERAGE
from bolide.analysis.grid import Grid
from bolide.analysis.judged_sets import Candidate, MetricChoice, other_candidate
from bolide.analysis.sweep import Objective, prepare, sweep
from bolide.data import processor_cores

__all__ = ["assessment", "parameters", "rankings"]

_RANKINGS = """## Universal: table 3, Kendall's τ with rankings

The paper gives .214 for English on WMT13 (full), .206 (universal) and .124 for BLEU, over five directions with the ties of that year's
script; here are four, by two tie rules: tau-wmt12 counts equal scores as wrong, tau-wmt13 leaves them out. `jar` is the Java program's own
output (`-l en -norm`).

"""


def _family() -> list[Candidate]:
    """Return the presets for English, some of them with several tasks."""
    tasks = (
        ("meteor-1.5", ("rank", "adq", "universal", "li", "tune")),
        ("meteor-1.5-paper", ("rank", "adq", "universal")),
        ("universal", (None,)),
        ("meteor-1.3", (None,)),
        ("meteor-next", (None,)),
        ("meteor++", ("rank", "universal")),
        ("universal+", (None,)),
        ("bolide", ("tuned", "letters")),
        ("bolide++", ("rank", "universal", "letters")),
    )
    choices = [MetricChoice(preset=name, task=task) for name, some in tasks for task in some]
    return [choice.candidate() for choice in choices]


def rankings(data: Data) -> str:
    """Universal, table 3: agreement with rankings."""
    candidates = [data.jar, *_family(), other_candidate("bleu")]
    parts = []
    for year in (12, 13):
        found = data.evaluated(f"wmt{year}-rank.*-en.tsv.gz", candidates, ("tau-wmt12", "tau-wmt13"))
        parts.append(f"### WMT{year} into English\n\n{markdown(found)}")
    return _RANKINGS + "\n".join(parts)


def parameters(data: Data, grid: Grid) -> str:
    """Version 1.3, tables 4 and 7: English parameters learned again, and tested on what they were not learned from."""
    learned = (
        ("ranking", "English", "tau", "wmt12-rank.*-en.tsv.gz", "wmt13-rank.*-en.tsv.gz"),
        ("adequacy", "English, adequacy", "pearson", "wmt1[56]-da.*-en.tsv.gz", "wmt17-da.*-en.tsv.gz"),
    )
    lines, gains = [], []
    for task, published, objective, train, test in learned:
        material, unseen = (
            prepare(data.sets(part), MetricChoice(), Objective.of([objective])) for part in (train, test)
        )
        best = sweep(material, grid, threads=processor_cores()).best[0].parameters
        points = (point_of(PUBLISHED[published]), best)
        tuned, tested = material.values(points), unseen.values(points)
        for label, point, *values in zip(("paper", "ours"), points, tuned, tested, strict=True):
            cells = " | ".join(f"{value:.4f}" for value in values)
            lines.append(f"| {task} | {label} | {row_of(point)} | {cells} |")
        gains.append(f"{tested[1] - tested[0]:+.4f} ({task})")
    table = "\n".join(lines)
    return f"""## Version 1.3: tables 4 and 7, parameters for English

Ranking: τ pooled, learned on WMT12 and tested on WMT13 (the paper: WMT09 and WMT10). Adequacy: mean Pearson's r, learned on WMT15 and
WMT16 and tested on WMT17 (the paper: NIST MT08 and MT09, length-weighted). All four matchers, java aligner; the grid has {len(grid):,}
points: `{grid}`.
The data of the papers' H-TER task (GALE) are not free; its parameters are not confirmed here. Those for tuning systems were not
learned: the paper chose them to be balanced.

| task | | {HEADINGS} | learned on | unseen |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
{table}

On what they were not learned from, ours differ from the paper's by {" and ".join(gains)}: the paper's parameters are confirmed.
"""


def assessment(data: Data) -> str:
    """Pearson's r with direct assessment of three years."""
    candidates = [data.jar, *_family(), *(other_candidate(name) for name in ("bleu", "chrf++", "ter"))]
    parts = []
    for year in (15, 16, 17):
        found = data.evaluated(f"wmt{year}-da.*-en.tsv.gz", candidates, ("pearson",))
        value = next(item.value for item in found.agreements if (item.judgements, item.metric) == (AVERAGE, "jar"))
        parts.append(f"### WMT{year}\n\nThe jar's average is {value:.3f}.\n\n{markdown(found)}")
    return "## Direct assessment: Pearson's r of segments, into English\n\n" + "\n".join(parts)
