"""METEOR as a metric of torchmetrics: a module with summed state, and a function.

    from bolide.adapters.torchmetrics import METEORScore

The state is the sum of the statistics of all segments, in whole numbers: merging processes adds them, and gives exactly the score of
one process with all segments.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import bolide
from bolide.adapters import missing_client

try:
    import torch
    from torchmetrics import Metric
except ImportError as error:
    raise missing_client("torchmetrics") from error

__all__ = ["METEORScore", "meteor_score"]

Texts = str | Sequence[str]
References = str | Sequence[str] | Sequence[Sequence[str]]


class METEORScore(Metric):
    """The corpus score of all segments seen so far, from 0 to 1, as a tensor of type float64.

    Args:
        metric: your own metric; by default Meteor 1.5 for English.
        return_sentence_level_score: make `compute` return the scores of the segments too.
        kwargs: arguments of `torchmetrics.Metric`.
    """

    is_differentiable: bool = False
    higher_is_better: bool = True
    full_state_update: bool = False
    plot_lower_bound: float = 0.0
    plot_upper_bound: float = 1.0

    statistics: torch.Tensor
    sentence_scores: list[torch.Tensor]

    def __init__(
        self, metric: bolide.Meteor | None = None, *, return_sentence_level_score: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.metric = bolide.Meteor() if metric is None else metric
        self.return_sentence_level_score = return_sentence_level_score
        self.add_state("statistics", torch.zeros(len(self.metric.columns), dtype=torch.int64), dist_reduce_fx="sum")
        if return_sentence_level_score:
            self.add_state("sentence_scores", [], dist_reduce_fx="cat")

    @property
    def signature(self) -> bolide.Signature:
        """Everything that determines the scores."""
        return self.metric.signature

    def update(self, preds: Texts, target: References) -> None:
        """Add segments: strings, each with one reference or a list of them."""
        corpus = self.metric.score(*_segments(preds, target))
        self.statistics += torch.tensor(corpus.statistics.rows[0], device=self.statistics.device)
        if self.return_sentence_level_score:
            self.sentence_scores.append(torch.tensor(corpus.segments.score, device=self.statistics.device))

    def compute(self) -> torch.Tensor | tuple[torch.Tensor, torch.Tensor]:
        """Return the score of the corpus; with `return_sentence_level_score`, also those of its segments."""
        rows = bolide.Statistics(self.statistics.cpu().numpy()[None], self.metric.columns)
        score = bolide.score_statistics(rows, self.metric.parameters).score
        corpus = torch.tensor(score[0], device=self.statistics.device)
        if not self.return_sentence_level_score:
            return corpus
        return corpus, _joined(self.sentence_scores)

    def set_dtype(self, dst_type: str | torch.dtype) -> METEORScore:  # noqa: ARG002  torchmetrics gives it
        """Do nothing: a smaller type could not hold the counts."""
        return self


def meteor_score(
    preds: Texts,
    target: References,
    *,
    metric: bolide.Meteor | None = None,
    return_sentence_level_score: bool = False,
) -> torch.Tensor | tuple[torch.Tensor, torch.Tensor]:
    """Return the score of a corpus, from 0 to 1; with `return_sentence_level_score`, also those of its segments."""
    corpus = (bolide.Meteor() if metric is None else metric).score(*_segments(preds, target))
    score = torch.tensor(corpus.score, dtype=torch.float64)
    return (score, torch.tensor(corpus.segments.score)) if return_sentence_level_score else score


def _segments(preds: Texts, target: References) -> tuple[Sequence[str], Sequence[str | Sequence[str]]]:
    """Return lists of hypotheses and references; if `preds` is a single string, `target` has its references."""
    if not isinstance(preds, str):
        return preds, target
    if isinstance(target, str) or all(isinstance(reference, str) for reference in target):
        return [preds], [target]  # type: ignore[list-item]
    return [preds], target


def _joined(scores: torch.Tensor | list[torch.Tensor]) -> torch.Tensor:
    """Return the scores of all updates; after a reduction they are joined already."""
    if isinstance(scores, torch.Tensor):
        return scores
    return torch.cat(scores) if scores else torch.zeros(0, dtype=torch.float64)
