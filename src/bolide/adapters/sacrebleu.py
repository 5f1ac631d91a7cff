"""METEOR as a metric of sacreBLEU, for its Python interface and for its command line.

    python -m bolide.adapters.sacrebleu REF -i HYP -m meteor bleu chrf

is sacreBLEU with one more metric: `-sl`, `-ci`, `--paired-bs`, `--paired-ar`, `-f` and the rest work as for the others. Scores are
from 0 to 100, as usual there.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

import bolide
from bolide.adapters import missing_client
from bolide.metric.option_table import FIELDS

try:
    from sacrebleu.metrics import METRICS
    from sacrebleu.metrics.base import Metric, Score, Signature
except ImportError as error:
    raise missing_client("sacrebleu") from error

__all__ = ["METEOR", "METEORScore", "METEORSignature", "main", "register"]

_ABBREVIATIONS = {"bolide": "b", "format": "f", "stems": "st", "data": "dt"}
_ABBREVIATIONS |= {field.name: field.short for field in FIELDS if field.short}
_Kept = dict[str, list[str]]


class METEORScore(Score):
    """A score from 0 to 100, and its parts from 0 to 1."""

    def __init__(self, scores: bolide.Scores) -> None:
        super().__init__("METEOR", 100 * float(scores.score[0]))
        self.precision = float(scores.precision[0])
        self.recall = float(scores.recall[0])
        self.f_mean = float(scores.f_mean[0])
        self.penalty = float(scores.penalty[0])


class METEORSignature(Signature):
    """sacreBLEU's signature with the fields of bolide's; `version` is that of sacreBLEU, `bolide` that of bolide."""

    def __init__(self, arguments: dict[str, Any]) -> None:
        super().__init__(arguments)
        own = str(arguments["meteor"].signature)
        said = dict(part.split(":", 1) for part in own.split("|"))
        self._abbr.update({name: name for name in said} | _ABBREVIATIONS)
        self.info.update(said)


class METEOR(Metric):
    """METEOR for sacreBLEU.

    Args:
        lang: the language of the texts.
        references: reference documents to keep, for scoring many systems: one list of strings each, with `None` for a
            segment without this reference.
        options: other options of `bolide.Meteor`.
    """

    _SIGNATURE_TYPE = METEORSignature

    def __init__(self, lang: str = "en", references: Sequence[Sequence[str]] | None = None, **options: Any) -> None:
        super().__init__()
        self.meteor = bolide.Meteor(lang, **options)
        if references is not None:
            self._ref_cache = self._cache_references(references)

    def _cache_references(self, references: Sequence[Sequence[str]]) -> list[_Kept]:
        lengths = [len(document) for document in references]
        if len(set(lengths)) > 1:
            # Differs: sacreBLEU cuts all to the shortest.
            raise bolide.InputError(f"reference documents must be of the same length, not {lengths}")
        kept: list[_Kept] = super()._cache_references(references)
        return kept

    def _extract_corpus_statistics(
        self, hypotheses: Sequence[str], references: Sequence[Sequence[str]] | None
    ) -> list[list[int]]:
        """Return the statistics of all segments, each against its best reference, in one call."""
        cached = self._cache_references(references) if references else self._ref_cache
        if not cached:
            raise RuntimeError("there are no references: give them to corpus_score, or to METEOR")
        return self._best(list(hypotheses), [item["references"] for item in cached])

    def _compute_segment_statistics(self, hypothesis: str, ref_kwargs: _Kept) -> list[int]:
        return self._best([hypothesis], [ref_kwargs["references"]])[0]

    def _best(self, hypotheses: list[str], references: list[list[str]]) -> list[list[int]]:
        best, _ = self.meteor.statistics(hypotheses, references).best(self.meteor.parameters)
        rows: list[list[int]] = best.rows.tolist()
        return rows

    def _preprocess_segment(self, sent: str) -> str:
        return sent

    def _extract_reference_info(self, refs: Sequence[str]) -> _Kept:
        return {"references": list(refs)}

    def _aggregate_and_compute(self, stats: Sequence[Sequence[float]]) -> METEORScore:
        return self._compute_score_from_stats(np.asarray(stats).sum(axis=0))

    def _compute_score_from_stats(self, stats: Sequence[float] | NDArray[np.float64]) -> METEORScore:
        # Resampling sums whole numbers as float32: rounding restores them.
        rows = np.rint(np.asarray(stats, dtype=np.float64)).astype(np.int64)[np.newaxis]
        return METEORScore(
            bolide.score_statistics(bolide.Statistics(rows, self.meteor.columns), self.meteor.parameters)
        )


def register(**options: Any) -> None:
    """Register `-m meteor` with sacreBLEU, with some options of `METEOR` set."""
    METRICS["METEOR"] = partial(METEOR, **options)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run sacreBLEU's command line with METEOR among its metrics; sacreBLEU may end the process."""
    parser = argparse.ArgumentParser(
        prog="python -m bolide.adapters.sacrebleu",
        usage="%(prog)s [METEOR options] [sacreBLEU options]",
        add_help=False,
        allow_abbrev=False,
    )
    group = parser.add_argument_group("METEOR related arguments")
    helps = {
        "lang": ("CODE", "language of the texts (default: en)"),
        "preset": ("NAME", "version of the metric (default: meteor-1.5)"),
        "task": ("NAME", "the parameter set to use (default: the language's)"),
        "text": ("MODE", "norm, nopunct, unicode, lower or raw (default: norm, else lower)"),
    }
    for name, (value, told) in helps.items():
        group.add_argument(f"--meteor-{name}", metavar=value, help=told)
    options, rest = parser.parse_known_args(arguments)
    if {"-h", "--help"} & set(rest):
        parser.print_help()
    register(**{name.removeprefix("meteor_"): value for name, value in vars(options).items() if value is not None})
    # sacreBLEU reads the names of its metrics when its command line is imported, and its arguments from the process.
    from sacrebleu.sacrebleu import main as sacrebleu_main

    sys.argv = ["sacrebleu", *rest]
    sacrebleu_main()


if __name__ == "__main__":
    main()
