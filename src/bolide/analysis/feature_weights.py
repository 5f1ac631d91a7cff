"""Tunes METEOR-Hindi: learns the weights of its features from human scores, and uses them only if they agree better than the published ones.

The paper planned this (section 6.3: "currently all the weights are taken to be 1"). Features are strongly correlated, and judgements
are few: freely fitted weights agree worse with unseen segments than weights of 1 (docs/hindi.md has the figures). So only the balance of
precision and recall is fitted, by logistic regression on pairs of judgements, and used only if the judgements show clearly enough which
of the two matters more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress

import numpy as np

from bolide._core import VERSION
from bolide.analysis import agreement
from bolide.analysis.agreement import SEED, correlate
from bolide.analysis.judged_sets import JudgementSet, MetricChoice
from bolide.analysis.tuning import Value, render_preset
from bolide.errors import ConfigurationError, InputError
from bolide.metric.meteor import Meteor
from bolide.metric.parameters import FeatureParameters
from bolide.metric.statistics import Floats, Integers, feature_table
from bolide.records import record, replace
from bolide.show.tables import Document

FEWEST_SEGMENTS = 20
INNER_FOLDS = 10
# The number of pairs to draw, and of passes over the weights to fit.
MOST_PAIRS = 150_000
SWEEPS = 6
STEEPEST = 1e3  # The limit of a weight if all pairs are in the right order.
# The least distance of a balance from the published one, in standard errors: odds of three to one that it is on the right side of it.
CLEAR = 0.6745


@record
class Learned:
    """Weights, how they were chosen, and tau of them and of the published ones on unseen segments."""

    weights: tuple[float, ...]
    choice: str
    tau: float
    published_tau: float


def pairwise_logistic(differences: Floats) -> Floats:
    """Return the weights of at least 0 that best predict which of two judgements is higher (logistic regression on `pairs_of`)."""
    weights = np.ones(len(differences))
    for _ in range(SWEEPS if differences.size else 0):  # Newton's steps, one weight after the other.
        for place, difference in enumerate(differences):
            wrong = _wrong(differences, weights)
            slope = float((wrong * difference).sum())
            bend = float((wrong * (1 - wrong) * difference**2).sum())
            weights[place] = min(STEEPEST, max(0.0, weights[place] + slope / bend)) if bend > 0 else 0.0
    return weights


def pairs_of(table: Floats, human: Floats, seed: int) -> tuple[Floats, Integers]:
    """Return the differences of features, a row each, between the better and the worse of random pairs; and the pairs."""
    first, second = np.triu_indices(len(human), 1)
    drawn = agreement.generator(seed).permutation(len(first))[:MOST_PAIRS]
    first, second = first[drawn], second[drawn]
    sign = np.sign(human[first] - human[second])
    pairs = np.stack([first, second], axis=1)[sign != 0]
    return np.ascontiguousarray(((table[first] - table[second]) * sign[:, None])[sign != 0].T), pairs


def _wrong(differences: Floats, weights: Floats) -> Floats:
    """Return the probability of each pair to be in the wrong order.

    NumPy adds here and below, in a fixed order: that of BLAS depends on its threads.
    """
    likely: Floats = 1 / (1 + np.exp(np.clip((differences.T * weights).T.sum(axis=0), -50, 50)))
    return likely


@record
class JudgedFeatures:
    """The features of judged translations, their human scores and segments, and the published weights.

    `table` has a column for each weight, precision and recall in turn.
    """

    table: Floats
    human: Floats
    segments: Sequence[object]
    published: Floats
    seed: int = SEED

    def chosen(self) -> Floats:
        """Return the weights to use: fitted ones if the direction of their balance is `CLEAR`."""
        weights, clearness = self.fitted()
        return weights if abs(clearness) >= CLEAR else self.published

    def fitted(self) -> tuple[Floats, float]:
        """Fit the balance of precision and recall, each by its published weights; return weights with the sum of these, and how clear the balance is."""
        sides = [(self.table[:, side::2] * self.published[side::2]).sum(axis=1) for side in (0, 1)]
        differences, pairs = pairs_of(np.stack(sides, axis=1), self.human, self.seed)
        balance = pairwise_logistic(differences)
        weights = self.published * np.tile(balance, len(self.published) // 2)
        if weights.sum() <= 0:
            return self.published, 0.0
        clearness = self._clearness(balance, differences, pairs) if differences.size else 0.0
        return weights * self.published.sum() / weights.sum(), clearness

    def _clearness(self, balance: Floats, differences: Floats, pairs: Integers) -> float:
        """Return the distance, in standard errors, of the fitted share of recall (of precision and recall) above the published one.

        The errors are those of the pairs' slopes summed by segment, since pairs that share a segment are not independent.
        """
        wrong = _wrong(differences, balance)
        bend = [[(one * other * wrong * (1 - wrong)).sum() for other in differences] for one in differences]
        numbers = {name: place for place, name in enumerate(dict.fromkeys(self.segments))}
        first, second = np.array([numbers[name] for name in self.segments])[pairs].T
        slopes = np.zeros((len(numbers), 2))
        np.add.at(slopes, first, (differences * wrong).T)
        np.add.at(slopes, second, (differences * (wrong * (first != second))).T)
        moves = slopes * (np.linalg.pinv(bend) @ (np.array([-balance[1], balance[0]]) / balance.sum() ** 2))
        error = float(np.sqrt((moves.sum(axis=1) ** 2).sum()))
        share = float(self.published[1::2].sum() / self.published.sum())
        return float(balance[1] / balance.sum() - share) / error if error else 0.0

    def taus(self, folds: int, fit: Callable[[JudgedFeatures], Floats]) -> Floats:
        """Return tau on each part of the segments: with weights fitted to the other parts, and with the published weights."""
        names, least = list(dict.fromkeys(self.segments)), max(folds, FEWEST_SEGMENTS)
        if len(names) < least:
            raise InputError(f"there are judgements of {len(names)} segments: at least {least} are needed")
        parts = dict(zip(names, agreement.folds(agreement.generator(self.seed), folds, len(names)), strict=True))
        numbers, taus = np.array([parts[name] for name in self.segments]), []
        for fold in range(folds):
            seen, unseen = numbers != fold, numbers == fold
            segments = list(compress(self.segments, seen))
            weights = fit(replace(self, table=self.table[seen], human=self.human[seen], segments=segments))
            scores = [(self.table[unseen] * one).sum(axis=1) for one in (weights, self.published)]
            taus.append(np.nan_to_num(correlate("kendall", scores, self.human[unseen])))  # 0 if it is undefined
        return np.array(taus)


def learn_weights(judged: JudgedFeatures) -> Learned:
    """Return weights fitted to human scores, or the published ones if it is not clear that others are better.

    Only the balance of precision and recall is fitted.
    """
    reached, first = judged.taus(INNER_FOLDS, lambda part: part.fitted()[0]).T
    weights = judged.chosen()
    is_better = weights is not judged.published
    return Learned(
        weights=tuple(float(round(weight, 4)) for weight in weights),
        choice="fitted" if is_better else "published",
        tau=float((reached if is_better else first).mean()),
        published_tau=float(first.mean()),
    )


def tune_features(
    sets: Sequence[JudgementSet],
    choice: MetricChoice,
    *,
    name: str,
    folds: int | None = None,
    seed: int = SEED,
) -> tuple[Document, str]:
    """Fit weights to all human scores of sets of one language, each set scaled to mean 0 and deviation 1.

    Return the results, with tau on `folds` parts not used for learning, and the text of a preset file by this name, which depends only
    on the judgements and the metric.
    """
    if len({judged.language for judged in sets}) != 1:
        raise InputError("the weights of features are fitted for one language: give judgements of one language")
    meteor = choice.metric(sets[0])
    parameters = meteor.parameters
    if not isinstance(parameters, FeatureParameters):
        raise ConfigurationError(f"the preset {meteor.pipeline.preset} has no features to fit weights for")
    tables, scores, segments = zip(*(_judged(judged, meteor, parameters) for judged in sets), strict=True)
    judged = JudgedFeatures(
        table=np.concatenate(tables),
        human=np.concatenate(scores),
        segments=[name for of_set in segments for name in of_set],
        published=np.array(parameters.weights, dtype=np.float64),
        seed=seed,
    )
    validation = []
    if folds:
        mine, published = judged.taus(folds, JudgedFeatures.chosen).mean(axis=0)
        told = f"{mine:.4f} with weights learned from the other parts, {published:.4f} published"
        validation.append(("validation", told))
    learned = learn_weights(judged)
    facts: list[tuple[str, object]] = [
        ("judgements", f"{sum(map(len, sets))}, of {len(set(judged.segments))} segments"),
        ("features", ",".join(parameters.features)),
        ("choice", learned.choice),
        ("--weights", ",".join(map(str, learned.weights))),
        ("tau", f"{learned.tau:.4f} on unseen segments; with the published weights {learned.published_tau:.4f}"),
        ("seed", seed),
    ]
    return Document(facts=[*facts, *validation]), _preset_text(name, meteor, sets, parameters.features, learned)


def _preset_text(
    name: str, meteor: Meteor, sets: Sequence[JudgementSet], features: Sequence[str], learned: Learned
) -> str:
    source = f"bolide tune, on {sum(map(len, sets))} judgements: tau {learned.tau:.6f}"
    row: dict[str, Value] = {
        "task": "tuned",
        "languages": [meteor.pipeline.language.code],
        "features": list(features),
        "weights": list(learned.weights),
        "source": source,
    }
    provenance: dict[str, Value] = {
        "bolide": VERSION,
        "judgements": [f"{judged.name}: {len(judged)}, sha256 {judged.digest()[:16]}" for judged in sets],
        "signature": str(meteor.signature),
    }
    return render_preset(name, meteor.pipeline, [row], source=source, provenance=provenance)


def _judged(
    judged: JudgementSet, meteor: Meteor, parameters: FeatureParameters
) -> tuple[Floats, Floats, list[tuple[str, ...]]]:
    """Return features, human scores and segments of a set; segments are identified by their references."""
    if judged.human is None:
        raise InputError(f"{judged.name} holds rankings: the weights of features are fitted to scores")
    references = [judged.references[place] for place in judged.first]
    statistics = meteor.statistics([judged.hypotheses[place] for place in judged.first], references)
    best, _ = statistics.best(parameters)
    spread = float(judged.human.std()) or 1.0
    return feature_table(best, parameters.features), (judged.human - judged.human.mean()) / spread, references
