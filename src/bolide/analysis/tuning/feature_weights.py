"""Tuning METEOR-Hindi: the weights of its features, fitted to human scores of segments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bolide._core import VERSION
from bolide.analysis.evaluation.candidates import MetricChoice
from bolide.analysis.evaluation.judgements import JudgementSet
from bolide.analysis.resampling import SEED
from bolide.analysis.tuning.learned_weights import Learned, learn_weights, validate_weights
from bolide.analysis.tuning.preset_file import Value, render_preset
from bolide.errors import InputError
from bolide.metric.meteor import Meteor
from bolide.metric.parameters import FeatureParameters, only_features
from bolide.metric.statistics import Floats, feature_table
from bolide.show.tables import Document, render

__all__ = ["TunedFeatures", "tune_features"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TunedFeatures:
    """What was learned. `validation` holds tau of learned and of published weights on parts that nothing was learned from."""

    meteor: Meteor
    sets: tuple[JudgementSet, ...]
    segments: int
    features: tuple[str, ...]
    learned: Learned
    validation: tuple[float, float] | None
    seed: int

    def __str__(self) -> str:
        """Return it as text, with a line of weights that `--weights` takes."""
        taus = self.learned.tau, self.learned.published_tau
        facts = [
            ("judgements", f"{sum(map(len, self.sets))}, of {self.segments} segments"),
            ("features", ",".join(self.features)),
            ("choice", self.learned.choice),
            ("--weights", ",".join(map(str, self.learned.weights))),
            ("tau", f"{taus[0]:.4f} on unseen segments; with the published weights {taus[1]:.4f}"),
            ("seed", self.seed),
        ]
        if self.validation:
            learned, published = self.validation
            text = f"{learned:.4f} with weights learned from the other parts, {published:.4f} published"
            facts.append(("validation", text))
        return render(Document(facts=facts), "text").removesuffix("\n")

    def preset_text(self, name: str) -> str:
        """Return the text of a preset file, which depends on nothing but the judgements and the metric."""
        source = f"bolide tune, on {sum(map(len, self.sets))} judgements: tau {self.learned.tau:.6f}"
        row: dict[str, Value] = {
            "task": "tuned",
            "languages": [self.meteor.pipeline.language.code],
            "features": list(self.features),
            "weights": list(self.learned.weights),
            "source": source,
        }
        judged = [f"{judged.name}: {len(judged)}, sha256 {judged.digest()[:16]}" for judged in self.sets]
        provenance: dict[str, Value] = {
            "bolide": VERSION,
            "judgements": judged,
            "signature": str(self.meteor.signature),
        }
        return render_preset(name, self.meteor.pipeline, [row], source=source, provenance=provenance)


def tune_features(
    sets: Sequence[JudgementSet],
    choice: MetricChoice,
    *,
    free: bool = False,
    folds: int | None = None,
    seed: int = SEED,
) -> TunedFeatures:
    """Fit weights to all human scores of sets of one language, each set's brought to mean 0 and deviation 1."""
    if len({judged.language for judged in sets}) != 1:
        raise InputError("the weights of features are fitted for one language: give judgements of one")
    meteor = choice.metric(sets[0])
    parameters = only_features(meteor.parameters, f"the preset {meteor.pipeline.preset} has no features to weigh")
    tables, scores, segments = zip(*(_judged(judged, meteor, parameters) for judged in sets), strict=True)
    table, human = np.concatenate(tables), np.concatenate(scores)
    names = [name for of_set in segments for name in of_set]
    validation = None
    if folds:
        validation = validate_weights(table, human, names, parameters.weights, free=free, folds=folds, seed=seed)
    return TunedFeatures(
        meteor=meteor,
        sets=tuple(sets),
        segments=len(set(names)),
        features=parameters.features,
        learned=learn_weights(table, human, names, parameters.weights, free=free, seed=seed),
        validation=validation,
        seed=seed,
    )


def _judged(
    judged: JudgementSet, meteor: Meteor, parameters: FeatureParameters
) -> tuple[Floats, Floats, list[tuple[str, ...]]]:
    """Return features, human scores and segments of a set, which are known by their references."""
    if judged.human is None:
        raise InputError(f"{judged.name} holds rankings: the weights of features are fitted to scores")
    references = [judged.references[place] for place in judged.first]
    statistics = meteor.statistics([judged.hypotheses[place] for place in judged.first], references)
    best, _ = statistics.best(parameters)
    spread = float(judged.human.std()) or 1.0
    return feature_table(best, parameters.features), (judged.human - judged.human.mean()) / spread, references
