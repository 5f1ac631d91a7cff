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
from bolide.records import record
from bolide.show.tables import Document, render

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


def segment_folds(segments: Sequence[object], folds: int, seed: int) -> Integers:
    """Return the fold of each judgement: those of one segment are in one fold."""
    names = list(dict.fromkeys(segments))
    if len(names) < max(folds, FEWEST_SEGMENTS):
        raise InputError(
            f"there are judgements of {len(names)} segments: at least {max(folds, FEWEST_SEGMENTS)} are needed"
        )
    fold = dict(zip(names, agreement.folds(agreement.generator(seed), folds, len(names)), strict=True))
    return np.array([fold[name] for name in segments], dtype=np.int64)


def pairwise_logistic(table: Floats, human: Floats, seed: int) -> Floats:
    """Return the weights of at least 0 that best predict which of two judgements is higher (logistic regression on pairs)."""
    differences, _ = _pairs(table, human, seed)
    weights = np.ones(table.shape[1])
    if not differences.size:
        return weights
    for _ in range(SWEEPS):  # Newton's steps, one weight after the other.
        for place in range(len(weights)):
            wrong = _wrong(differences, weights)
            slope = float((wrong * differences[place]).sum())
            bend = float((wrong * (1 - wrong) * differences[place] ** 2).sum())
            weights[place] = min(STEEPEST, max(0.0, weights[place] + slope / bend)) if bend > 0 else 0.0
    return weights


def _pairs(table: Floats, human: Floats, seed: int) -> tuple[Floats, Integers]:
    """Return the differences of features, a row each, between the better and the worse of random pairs; and the pairs."""
    first, second = np.triu_indices(len(human), 1)
    drawn = agreement.generator(seed).permutation(len(first))[:MOST_PAIRS]
    first, second = first[drawn], second[drawn]
    sign = np.sign(human[first] - human[second])
    pairs = np.stack([first, second], axis=1)[sign != 0]
    return np.ascontiguousarray(((table[first] - table[second]) * sign[:, None])[sign != 0].T), pairs


def _wrong(differences: Floats, weights: Floats) -> Floats:
    """Return the probability of each pair to be in the wrong order.

    NumPy adds here and below, in an order of its own: that of BLAS depends on its threads.
    """
    likely: Floats = 1 / (1 + np.exp(np.clip((differences.T * weights).T.sum(axis=0), -50, 50)))
    return likely


def clearness(sides: Floats, human: Floats, segments: Sequence[object], share: float, seed: int) -> float:
    """Return the distance, in standard errors, of the fitted share of recall (of precision and recall) above a given one.

    The errors are those of the pairs' slopes summed by segment, since pairs that share a segment are not independent.
    """
    differences, pairs = _pairs(sides, human, seed)
    weights = pairwise_logistic(sides, human, seed)
    if not differences.size or weights.sum() <= 0:
        return 0.0
    wrong = _wrong(differences, weights)
    bend = [[(one * other * wrong * (1 - wrong)).sum() for other in differences] for one in differences]
    numbers = {name: place for place, name in enumerate(dict.fromkeys(segments))}
    first, second = np.array([numbers[name] for name in segments])[pairs].T
    slopes = np.zeros((len(numbers), 2))
    np.add.at(slopes, first, (differences * wrong).T)
    np.add.at(slopes, second, (differences * (wrong * (first != second))).T)
    moves = slopes * (np.linalg.pinv(bend) @ (np.array([-weights[1], weights[0]]) / weights.sum() ** 2))
    error = float(np.sqrt((moves.sum(axis=1) ** 2).sum()))
    return float(weights[1] / weights.sum() - share) / error if error else 0.0


def learn_weights(
    table: Floats,
    human: Floats,
    segments: Sequence[object],
    published: Sequence[float],
    *,
    seed: int = agreement.SEED,
) -> Learned:
    """Return weights fitted to human scores, or the published ones if it is not clear that others are better.

    `table` has a column for each weight, precision and recall in turn. Only the balance of precision and recall is fitted, and used if
    its direction is `CLEAR`.
    """
    start = np.array(published, dtype=np.float64)

    def fit(seen: Floats, judged: Floats, _names: Sequence[object]) -> Floats:
        return _fit(seen, judged, start, seed)

    reached, first = _taus(table, human, segments, start, folds=INNER_FOLDS, seed=seed, fit=fit).T
    weights, is_better = _choose(table, human, segments, start, seed)
    return Learned(
        weights=tuple(float(round(weight, 4)) for weight in weights),
        choice="fitted" if is_better else "published",
        tau=float((reached if is_better else first).mean()),
        published_tau=float(first.mean()),
    )


def _choose(table: Floats, human: Floats, segments: Sequence[object], start: Floats, seed: int) -> tuple[Floats, bool]:
    """Return the weights to use, and whether they are the fitted ones."""
    share = float(start[1::2].sum() / start.sum())
    is_better = abs(clearness(_sides(table, start), human, segments, share, seed)) >= CLEAR
    return (_fit(table, human, start, seed) if is_better else start), is_better


def _taus(
    table: Floats,
    human: Floats,
    segments: Sequence[object],
    start: Floats,
    *,
    folds: int,
    seed: int,
    fit: Callable[[Floats, Floats, Sequence[object]], Floats],
) -> Floats:
    """Return tau on each part of the segments: with weights fitted to the other parts, and with the initial weights."""
    numbers, taus = segment_folds(segments, folds, seed), []
    for fold in range(folds):
        seen, unseen = numbers != fold, numbers == fold
        weights = fit(table[seen], human[seen], list(compress(segments, seen)))
        values = correlate("kendall", [(table[unseen] * one).sum(axis=1) for one in (weights, start)], human[unseen])
        taus.append(np.nan_to_num(values))  # 0 if it is undefined
    return np.array(taus)


def _sides(table: Floats, published: Floats) -> Floats:
    """Return precision and recall of each judgement, each by its published weights."""
    return np.stack([(table[:, side::2] * published[side::2]).sum(axis=1) for side in (0, 1)], axis=1)


def _fit(table: Floats, human: Floats, published: Floats, seed: int) -> Floats:
    """Return weights with the sum of the published ones."""
    fitted = published * np.tile(pairwise_logistic(_sides(table, published), human, seed), len(published) // 2)
    if fitted.sum() <= 0:
        return published
    weights: Floats = fitted * published.sum() / fitted.sum()
    return weights


def validate_weights(
    table: Floats,
    human: Floats,
    segments: Sequence[object],
    published: Sequence[float],
    *,
    folds: int = 10,
    seed: int = agreement.SEED,
) -> tuple[float, float]:
    """Return the mean tau of learned and of published weights on parts not used for learning."""
    start = np.array(published, dtype=np.float64)

    def fit(seen: Floats, judged: Floats, names: Sequence[object]) -> Floats:
        return _choose(seen, judged, names, start, seed)[0]

    learned, first = _taus(table, human, segments, start, folds=folds, seed=seed, fit=fit).mean(axis=0).tolist()
    return learned, first


@record
class TunedFeatures:
    """The result of learning. `validation` has tau of learned and of published weights on parts not used for learning."""

    meteor: Meteor
    sets: tuple[JudgementSet, ...]
    segments: int
    features: tuple[str, ...]
    learned: Learned
    validation: tuple[float, float] | None
    seed: int

    def __str__(self) -> str:
        """Return it as text, with a line of weights for `--weights`."""
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
        """Return the text of a preset file, which depends only on the judgements and the metric."""
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
    folds: int | None = None,
    seed: int = SEED,
) -> TunedFeatures:
    """Fit weights to all human scores of sets of one language, each set scaled to mean 0 and deviation 1."""
    if len({judged.language for judged in sets}) != 1:
        raise InputError("the weights of features are fitted for one language: give judgements of one language")
    meteor = choice.metric(sets[0])
    parameters = meteor.parameters
    if not isinstance(parameters, FeatureParameters):
        raise ConfigurationError(f"the preset {meteor.pipeline.preset} has no features to fit weights for")
    tables, scores, segments = zip(*(_judged(judged, meteor, parameters) for judged in sets), strict=True)
    table, human = np.concatenate(tables), np.concatenate(scores)
    names = [name for of_set in segments for name in of_set]
    validation = None
    if folds:
        validation = validate_weights(table, human, names, parameters.weights, folds=folds, seed=seed)
    return TunedFeatures(
        meteor=meteor,
        sets=tuple(sets),
        segments=len(set(names)),
        features=parameters.features,
        learned=learn_weights(table, human, names, parameters.weights, seed=seed),
        validation=validation,
        seed=seed,
    )


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
