"""What is evaluated and tuned: a metric of the family for any language, or any other metric, all asked in the same way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bolide.analysis.judged_sets import JudgementSet, read_scores
from bolide.errors import ConfigurationError, InputError
from bolide.metric.known_presets import DEFAULT_PRESET
from bolide.metric.meteor import Meteor
from bolide.metric.option_table import load_files
from bolide.metric.statistics import Floats, Integers, Statistics
from bolide.records import record

if TYPE_CHECKING:
    from bolide.analysis.evaluation import Systems
    from bolide.metric.protocol import Metric

# Stands for the preset that each language has by default.
OF_THE_LANGUAGE = "default"


@record
class MetricChoice:
    """A metric for any language: a preset, and options that are the same or different from language to language.

    `by_language` has values of options by the code of their language, or under "" for all other languages.
    """

    preset: str = DEFAULT_PRESET
    task: str | None = None
    options: Mapping[str, Any] = {}
    by_language: Mapping[str, Mapping[str, Any]] = {}

    @property
    def name(self) -> str:
        """The preset with task and aligner, as `split_choice` reads it."""
        named = ((":", self.task), ("@", self.options.get("aligner")))
        return self.preset + "".join(f"{sign}{value}" for sign, value in named if value)

    def metric(self, judged: JudgementSet) -> Meteor:
        """Return the metric for the language of a set."""
        if judged.language is None:
            raise InputError(
                f"the language of {judged.name} is unknown: its name does not say it, as wmt.cs-en.tsv would; give --language CODE"
            )
        given = {"preset": None if self.preset == OF_THE_LANGUAGE else self.preset, "task": self.task, **self.options}
        given |= {name: values.get(judged.language, values.get("")) for name, values in self.by_language.items()}
        return Meteor(judged.language, **load_files(given))

    def candidate(self, threads: int | None = None) -> Candidate:
        """Return it as something to be evaluated."""
        return Candidate(self.name, self.metric, threads=threads)


def split_choice(text: str) -> tuple[str, str | None, str | None]:
    """Split `PRESET[:TASK][@ALIGNER]`, where the preset may be a file.

    >>> split_choice("meteor-1.5:adq@java")
    ('meteor-1.5', 'adq', 'java')
    """
    if Path(text).is_file():
        return text, None, None
    rest, _, aligner = text.partition("@")
    preset, _, task = (rest, "", "") if Path(rest).is_file() else rest.partition(":")
    if not preset:
        raise ConfigurationError(f"{text!r} does not name a preset: write PRESET[:TASK][@ALIGNER]")
    return preset, task or None, aligner or None


class Candidate:
    """A metric that is held against judgements. Counts every set once; its systems and samples are scored from sums.

    Errors, such as TER's, are taken as their negatives: a higher number is better.
    """

    def __init__(self, name: str, make: Callable[[JudgementSet], Metric], *, threads: int | None = None) -> None:
        """Take what makes the metric for a set, the language of which may decide its data: `MetricChoice.metric`, or any function."""
        self.name, self.signatures = name, list[str]()
        self._make, self._threads = make, threads
        self._known: dict[str, tuple[Metric, Statistics]] = {}

    def _counted(self, judged: JudgementSet) -> tuple[Metric, Statistics]:
        if judged.name not in self._known:
            metric, numbers = self._make(judged), range(len(judged.translations))
            rows = metric.rows(judged.hypotheses, judged.references, numbers, self._threads)
            self._known[judged.name] = metric, rows
            self.signatures = [*dict.fromkeys((*self.signatures, str(metric.signature)))]
        return self._known[judged.name]

    def _scores(self, judged: JudgementSet, statistics: Statistics) -> Floats:
        metric, _ = self._counted(judged)
        return metric.scores(statistics)["score"] * (1.0 if metric.higher_is_better else -1.0)

    def segment_scores(self, judged: JudgementSet) -> Floats:
        """Return a score for each translation of a set."""
        return self._scores(judged, self._counted(judged)[1])

    def system_scores(self, judged: JudgementSet, members: Sequence[Integers]) -> Floats:
        """Return a score for each system, given the numbers of its translations."""
        rows = self._counted(judged)[1]
        return np.concatenate([self._scores(judged, rows.take(numbers).total()) for numbers in members])

    def drawn_system_scores(self, judged: JudgementSet, systems: Systems, draws: Floats) -> Floats:
        """Return a score for each system on samples of the segments, a row for each sample; NaN where a sample has none of it."""
        found, columns = self._counted(judged)[1], []
        for numbers in systems.members:
            drawn = draws[:, systems.segments[numbers]]
            scores = self._scores(judged, replace(found, rows=drawn @ found.rows[numbers].astype(np.float64)))
            columns.append(np.where(drawn.any(axis=1), scores, np.nan))
        return np.stack(columns, axis=1)


def other_candidate(name: str) -> Candidate:
    """Return one of `OTHER_METRICS` as something to be evaluated."""
    from bolide.metric.other_metrics import OTHER_METRICS

    metric = OTHER_METRICS[name]()
    return Candidate(metric.name, lambda _: metric)


def file_candidate(name: str, path: str) -> Candidate:
    """Return scores in a file, or in a folder with a file `SET.txt` (or `.tsv`, or none, or with `.gz`) for each set."""
    from bolide.metric.other_metrics import GivenScores

    def given(judged: JudgementSet) -> Metric:
        endings = (".txt.gz", ".txt", ".tsv", ".tsv.gz", "") if Path(path).is_dir() else ()
        found = [file for ending in endings if Path(file := f"{path}/{judged.name}{ending}").is_file()]
        if endings and not found:
            raise InputError(f"{path} has no scores for {judged.name}: no file {judged.name}.txt")
        file = found[0] if found else path
        return GivenScores(name, dict(enumerate(read_scores(file, judged).tolist())), file)

    return Candidate(name, given)
