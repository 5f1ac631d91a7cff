"""The class `Meteor` of pycocoevalcap and coco-caption, without Java: no child process, no pipe.

    import pycocoevalcap.eval
    from bolide.adapters.pycocoevalcap import Meteor
    pycocoevalcap.eval.Meteor = Meteor  # COCOEvalCap now scores with bolide

Captions are prepared as by the stock class and its jar, so that the scores are the same.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import TypeVar

import bolide
from bolide.adapters.java.jar_output import java_rows
from bolide.errors import InputError
from bolide.files.java_files import java_trim

__all__ = ["Meteor"]

_FIELD = "|||"
Image = TypeVar("Image")


class Meteor:
    """Scores captions. Safe to share between threads, to pickle, and to use on both sides of a fork.

    Args:
        metric: your own metric; by default Meteor 1.5 for English with normalisation, as in the stock class.
    """

    def __init__(self, metric: bolide.Meteor | None = None) -> None:
        self.metric = bolide.Meteor() if metric is None else metric
        # Not needed here; programs derived from coco-caption lock it around `_stat`.
        self.lock = threading.Lock()

    def __reduce__(self) -> tuple[type[Meteor], tuple[bolide.Meteor]]:
        return type(self), (self.metric,)

    def compute_score(
        self, gts: Mapping[Image, Sequence[str]], res: Mapping[Image, Sequence[str]]
    ) -> tuple[float, list[float]]:
        """Return the score of all captions, from the sum of their statistics, and the score of each, in the order of `gts`.

        Args:
            gts: the references of each image.
            res: a list with the only caption of each image.
        """
        if gts.keys() != res.keys():
            raise InputError(f"gts and res must have the same images: {_difference(gts, res)}")
        for key, captions in res.items():
            if isinstance(captions, str) or len(captions) != 1 or not isinstance(captions[0], str):
                raise InputError(f"image {key!r} must have a list of one caption, not {captions!r}")
        corpus = self.metric.score([_hypothesis(res[key][0]) for key in gts], [_references(gts[key]) for key in gts])
        return corpus.score, corpus.segments.values("score")

    def method(self) -> str:
        """Return the name under which coco-caption lists the score."""
        return "METEOR"

    def close(self) -> None:
        """Do nothing: there is no process to end."""

    def _stat(self, hypothesis_str: str, reference_list: Sequence[str]) -> str:
        """Return the statistics of a caption as the jar prints them: 23 numbers."""
        statistics = self._segment(hypothesis_str, reference_list).statistics
        return " ".join(map(str, java_rows(statistics)[0].astype(float).tolist()))

    def _score(self, hypothesis_str: str, reference_list: Sequence[str]) -> float:
        return self._segment(hypothesis_str, reference_list).score

    def _segment(self, hypothesis: str, references: Sequence[str]) -> bolide.SegmentScore:
        return self.metric.segment(_hypothesis(hypothesis), _references(references))


def _hypothesis(caption: str) -> str:
    """Return a caption as the jar receives it."""
    return java_trim(caption.replace(_FIELD, "").replace("  ", " "))


def _references(captions: Sequence[str]) -> list[str]:
    """Return references as the jar receives them.

    Parity: `|||` splits a reference into two, and no references mean one empty reference. A line break, which breaks the protocol
    between the stock class and the jar, is a blank here.
    """
    if isinstance(captions, str) or not all(isinstance(caption, str) for caption in captions):
        raise InputError(f"references must be a list of strings, not {captions!r}")
    return [java_trim(part) for part in f" {_FIELD} ".join(captions).split(_FIELD)]


def _difference(gts: Mapping[Image, object], res: Mapping[Image, object]) -> str:
    only = (("gts", gts.keys() - res.keys()), ("res", res.keys() - gts.keys()))
    return "; ".join(f"only in {name}: {', '.join(map(repr, list(keys)[:5]))}" for name, keys in only if keys)
