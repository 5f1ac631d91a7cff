"""The page about meaning: presets with vectors of words beside those without, on judgements that nothing was chosen or learned on."""

from dataclasses import replace

import numpy as np
from results.data import Data, markdown

from bolide.analysis.evaluation import AVERAGE, Evaluation, evaluate
from bolide.analysis.judged_sets import Candidate, JudgementSet, MetricChoice

__all__ = ["meaning"]

_EVERY = 20  # Every 20th segment of WMT13, which has many systems: an encoder reads every translation.
_CHOICES = (("bolide", None), ("bolide++", None))
_MEANING = (("bolide-meaning", "graded"), ("bolide-meaning", "soft"))


def _candidates(*choices: tuple[str, str | None]) -> list[Candidate]:
    return [MetricChoice(preset=preset, task=task).candidate() for preset, task in choices]


def sampled(judged: JudgementSet, every: int) -> JudgementSet:
    """Return the rankings of every `every`-th segment, with their translations."""
    kept = judged.groups % every == 0
    first, second = judged.first[kept], judged.second[kept]
    used, places = np.unique(np.concatenate([first, second]), return_inverse=True)
    return replace(
        judged,
        translations=tuple(judged.translations[number] for number in used),
        first=places[: len(first)],
        second=places[len(first) :],
        rows=judged.rows[kept],
        swapped=judged.swapped[kept],
        groups=judged.groups[kept],
        row_count=None,
    )


def meaning(data: Data) -> str:
    """Return the page."""
    scores = data.evaluated("wmt17-da.*-en.tsv.gz", _candidates(*_CHOICES, *_MEANING), ("pearson",))
    rankings = evaluate(
        [sampled(judged, _EVERY) for judged in data.sets("wmt13-rank.*-en.tsv.gz")],
        _candidates(_CHOICES[0], *_MEANING),
        measures=("tau-wmt12", "tau-wmt13"),
        samples=data.samples,
    )
    return f"""What the presets do is on [the page about meaning](../../../docs/meaning.md). The head of `meaning-en` learned from WMT15, WMT16 and
rankings of WMT12. On WMT17 nothing was chosen, though older heads of these presets were measured there before. WMT13 had a part in the choice of learned
layers, and of the penalty and the share of the common subsequence of task `soft`. p-values are against preset `bolide`.

## Direct assessment: Pearson's r of segments, WMT17 into English

{_interval(scores)}

{markdown(scores)}
## Rankings: Kendall's τ, WMT13 into English

One segment in {_EVERY}, with all rankings of it.

{markdown(rankings)}"""


def _interval(found: Evaluation) -> str:
    """Return the averages with their 95 % intervals."""
    lines = [
        f"| `{each.metric}` | {each.value:.3f} | {each.low:.3f} to {each.high:.3f} |"
        for each in found.agreements
        if each.judgements == AVERAGE
    ]
    return "\n".join(["| average | r | 95 % interval |", "|---|--:|---|", *lines])
