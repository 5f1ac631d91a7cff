"""The parameters: what turns statistics into a score, with its numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bolide import _core
from bolide.data.languages import JAVA_MATCHERS, Language
from bolide.errors import ConfigurationError
from bolide.metric.fields import (
    NAMES,
    NUMBER,
    NUMBERS,
    WORD,
    Field,
    check_choice,
    check_names,
    counted,
    in_range,
    numbers_in_range,
)
from bolide.metric.opener import Opened
from bolide.records import field_names, record

if TYPE_CHECKING:
    from bolide.metric.configuration import Pipeline
    from bolide.metric.known_presets import Asked, ParameterRow

CUSTOM = "custom"
JAVA, PAPER = PENALTIES = ("java", "paper")
# The features of METEOR-Hindi (Gupta, Venkatapathy and Sangal 2010, section 6.3), and paraphrases, its future work.
FEATURES: tuple[str, ...] = _core.FEATURES
_WEIGHTS = Field(
    name="weights",
    kind=NUMBERS,
    help="one for each matcher, 0 to 1; meteor-hindi: two for each feature (precision, recall)",
    default="the task's, by name",
)


@record
class Parameters:
    """What turns statistics into a score (Denkowski and Lavie 2014, section 2).

    alpha weighs recall against precision; beta and gamma shape the fragmentation penalty; delta weighs content against function
    words; there is one weight for each matcher, in their order. `copy_x` is how lightly unmatched copy words weigh (X of Guo,
    Ruan and Hu 2018, section 3.2), and `copy_slope` what X gains with each copy word; None: copy words do not count. `penalty` is
    `paper` where a segment that is matched whole in one chunk has a penalty too, as the papers say; the jar gives it none. `chrf`
    is the share of chrF (Popović 2015) in the score, and Meteor's is the rest; None: chrF is not counted.

    All are finite numbers of at least 0; alpha, gamma, delta, weights and the share of chrF are at most 1. `ConfigurationError` for others.
    """

    alpha: float
    beta: float
    gamma: float
    delta: float
    weights: tuple[float, ...]
    copy_x: float | None = None
    copy_slope: float = 0.0
    penalty: str = JAVA
    chrf: float | None = None

    FORMULA = "meteor"
    IS_FITTED = False
    VALUES = ("alpha", "beta", "gamma", "delta")
    FIELDS = (
        Field(name="parameters", kind=NUMBERS, help="alpha, beta, gamma, delta", default="the task's"),
        _WEIGHTS,
        Field(
            name="copy_x",
            kind=NUMBERS,
            help="X of Meteor++: the larger it is, the less an unmatched copy word costs; a second number is added to X for each copy word",
            default="the task's",
        ),
        Field(
            name="penalty",
            kind=WORD,
            choices=PENALTIES,
            help="whether a segment that is matched whole in one chunk is penalised: java, no, as the jar has it; paper, yes, as the "
            "papers' formula says",
            default="the preset's",
        ),
        Field(
            name="chrf",
            kind=NUMBER,
            help="share of chrF in the score, from 0 (none) to 1; the rest is Meteor's",
            default="the task's",
        ),
    )
    SIGNED = (("parameters", NUMBERS), ("weights", NUMBERS), ("copy_x", NUMBERS), ("penalty", WORD), ("chrf", NUMBER))

    def __post_init__(self) -> None:
        for name in ("alpha", "beta", "gamma", "delta", "copy_slope"):
            object.__setattr__(self, name, in_range(name, getattr(self, name)))
        object.__setattr__(self, "weights", numbers_in_range("weights", self.weights))
        if self.copy_x is not None:
            object.__setattr__(self, "copy_x", in_range("copy_x", self.copy_x))
        check_choice("penalty", self.penalty, PENALTIES)
        if self.chrf is not None:
            object.__setattr__(self, "chrf", in_range("chrf", self.chrf))

    @classmethod
    def choose(cls, asked: Asked) -> Parameters:
        """Return the numbers that were asked for; what was not given is the task's."""
        matchers = asked.chosen["matchers"].names
        weights = asked.get("weights", ())
        if asked.row and not asked.is_given("weights"):
            weights = _weights_for(matchers, asked.row, asked.language)
        weights = counted("weights", weights, len(matchers), ", ".join(matchers))
        share = in_range("chrf", asked.get("chrf", 0)) or None  # A metric without chrF does not count it.
        return make_parameters(
            asked.get("parameters"), weights, asked.get("copy_x"), asked.get("penalty", JAVA), chrf=share
        )

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Parameters:
        """Return the numbers of a preset's row, which are checked."""
        return make_parameters(
            options.get("parameters"), options.get("weights"), options.get("copy_x"), chrf=options.get("chrf")
        )

    @staticmethod
    def is_custom(asked: Asked) -> bool:
        """Whether numbers were asked for that are not the task's."""
        return asked.is_given("parameters") or asked.is_given("weights")

    def __repr__(self) -> str:
        """Return the call that makes it; copy words and chrF are named only where they count, the penalty only where it is the papers'."""
        left_out = {"copy_x", "copy_slope"} if self.copy_x is None else set()
        left_out |= {"penalty"} if self.penalty == JAVA else set()
        left_out |= {"chrf"} if self.chrf is None else set()
        shown = [name for name in field_names(self) if name not in left_out]
        return f"Parameters({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"

    @property
    def values(self) -> tuple[float, float, float, float]:
        """Alpha, beta, gamma and delta."""
        return self.alpha, self.beta, self.gamma, self.delta

    @property
    def schema(self) -> str:
        """What statistics it scores: Meteor's, or those with chrF's beside them."""
        return "meteor" if self.chrf is None else "mixed"

    @property
    def formula(self) -> _core.MeteorFormula | _core.MixedFormula:
        """The formula with these parameters, as the core takes it."""
        meteor = _core.MeteorFormula(self.values, self.weights, self.copy, getattr(_core.Penalty, self.penalty))
        return meteor if self.chrf is None else _core.MixedFormula(meteor, self.chrf)

    def is_like(self, other: Parameters | FeatureParameters) -> bool:
        """Whether others belong to the same formula."""
        return isinstance(other, Parameters)

    @property
    def is_of_jar(self) -> bool:
        """Whether the jar has this formula too."""
        return self.copy is None and self.penalty == JAVA and self.chrf is None

    @property
    def head(self) -> dict[str, str]:
        """What a preset file says of the formula, besides the numbers of its rows."""
        return {"formula": self.FORMULA} | ({"penalty": self.penalty} if self.penalty != JAVA else {})

    def weight_names(self, matchers: Sequence[str]) -> tuple[str, ...]:
        """Return what each weight is of."""
        return tuple(matchers)

    def explain(self, _statistics: bytes) -> dict[str, tuple[float, float]]:
        """Return nothing: the score is not a mean of features."""
        return {}

    def is_scored(self, feature: str) -> bool:  # noqa: ARG002 - all formulas are asked alike
        """Whether the score depends on a feature."""
        return False

    @property
    def copy(self) -> tuple[float, float] | None:
        """X and its slope; None where copy words do not count."""
        return None if self.copy_x is None else (self.copy_x, self.copy_slope)

    def sign(self) -> dict[str, Any]:
        """Return all numbers; X and chrF only where they count, X's slope only where there is one; the penalty unless it is the jar's."""
        signed: dict[str, Any] = {"parameters": self.values, "weights": self.weights}
        if self.copy is not None:
            signed["copy_x"] = self.copy if self.copy_slope else self.copy[:1]
        if self.penalty != JAVA:
            signed["penalty"] = self.penalty
        if self.chrf is not None:
            signed["chrf"] = self.chrf
        return signed

    def open(self, _pipeline: Pipeline, *, offline: bool | None) -> Opened:  # noqa: ARG002 - all parts are opened alike
        """Return what is counted; statistics are free of parameters."""
        return Opened(core={} if self.chrf is None else {"formula": _core.Formula.mixed})


@record
class FeatureParameters:
    """What turns the features of METEOR-Hindi into a score: two weights a feature, of its precision and of its recall.

    Weights are finite numbers of at least 0, and not all 0. `ConfigurationError` for others.
    """

    features: tuple[str, ...]
    weights: tuple[float, ...]

    FORMULA = schema = "features"
    IS_FITTED = True
    VALUES: tuple[str, ...] = ()
    FIELDS = (
        Field(
            name="features",
            kind=NAMES,
            help=f"meteor-hindi: {','.join(FEATURES)} or some of them",
            default="the task's",
        ),
        _WEIGHTS,
    )
    SIGNED = (("features", NAMES),)

    def __post_init__(self) -> None:
        listed = counted("weights", self.weights, 2 * len(self.features), "precision and recall of each feature")
        weights = numbers_in_range("weights of features", listed)
        if not any(weights):
            raise ConfigurationError("at least one weight has to be above 0")
        object.__setattr__(self, "weights", weights)

    @classmethod
    def choose(cls, asked: Asked) -> FeatureParameters:
        """Return the features that were asked for, or the task's; features of words need the matchers of their names."""
        row, matchers = asked.needed_row.options, asked.chosen["matchers"].names
        names = check_names("features", "feature", asked.get("features"), FEATURES)
        names = tuple(name for name in FEATURES if name in names)
        if lost := [name for name in names if name in JAVA_MATCHERS and name not in matchers]:
            raise ConfigurationError(f"the features {' '.join(lost)} need matchers of the same names")
        known = dict(zip(row["features"], zip(row["weights"][::2], row["weights"][1::2], strict=True), strict=True))
        weights = tuple(weight for name in names for weight in known.get(name, (1.0, 1.0)))
        return cls(features=names, weights=asked.get("weights") if asked.is_given("weights") else weights)

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> FeatureParameters:
        """Return the features and weights of a preset's row, which are checked."""
        return cls(features=options.get("features", ()), weights=options.get("weights", ()))

    @staticmethod
    def is_custom(asked: Asked) -> bool:
        """Whether features or weights were asked for that are not the task's."""
        other = set(asked.get("features")) != set(asked.needed_row.options["features"])
        return other or asked.is_given("weights")

    @property
    def values(self) -> tuple[float, ...]:
        """Nothing: there is no alpha, beta, gamma and delta."""
        return ()

    @property
    def copy(self) -> None:
        """Nothing: copy words do not count."""
        return

    @property
    def is_of_jar(self) -> bool:
        """The jar has no features."""
        return False

    @property
    def head(self) -> dict[str, str]:
        """What a preset file says of the formula, besides the numbers of its rows."""
        return {"formula": self.FORMULA}

    def weight_names(self, _matchers: Sequence[str]) -> tuple[str, ...]:
        """Return what each weight is of."""
        return tuple(f"{feature} {side}" for feature in self.features for side in ("precision", "recall"))

    def sign(self) -> dict[str, Any]:
        """Return features and weights."""
        return {"parameters": (), "weights": self.weights, "features": self.features}

    @property
    def formula(self) -> _core.FeatureFormula:
        """The formula with these parameters, as the core takes it."""
        return _core.FeatureFormula(self.features, self.weights)

    def is_like(self, other: Parameters | FeatureParameters) -> bool:
        """Whether others weigh the same features."""
        return isinstance(other, FeatureParameters) and other.features == self.features

    def explain(self, statistics: bytes) -> dict[str, tuple[float, float]]:
        """Return precision and recall of every feature in a row of statistics, also of those that the score leaves out."""
        values = memoryview(_core.measure_features(statistics, list(FEATURES))).cast("d")
        return dict(zip(FEATURES, zip(values[::2], values[1::2], strict=True), strict=True))

    def is_scored(self, feature: str) -> bool:
        """Whether the score depends on a feature."""
        return feature in self.features

    def open(self, pipeline: Pipeline, *, offline: bool | None) -> Opened:
        """Return what is counted; and roots, where no matcher needs them: synonyms and clauses look at them too."""
        from bolide.metric.matchers import Roots

        names = pipeline.matchers.names
        looks_at_roots = "stem" not in names and ("synonym" in names or pipeline.tagger is not None)
        core = Roots().open(pipeline.language, offline=offline).core if looks_at_roots else {}
        return Opened(core={"formula": _core.Formula.features, **core})


FORMULAS = {kind.FORMULA: kind for kind in (Parameters, FeatureParameters)}


def make_parameters(
    values: Any, weights: Any, copy_x: Any = None, penalty: str = JAVA, *, chrf: float | None = None
) -> Parameters:
    """Return parameters from alpha, beta, gamma and delta, the weights, and X of copy words with or without its slope."""
    alpha, beta, gamma, delta = counted("parameters", values, 4, "alpha, beta, gamma, delta")
    copy = {}
    if copy_x is not None:
        pair = copy_x if isinstance(copy_x, Iterable) else (copy_x,)
        if len(listed := tuple(pair)) not in (1, 2):
            raise ConfigurationError(f"copy_x has to be a number, or two with its slope, not {copy_x!r}")
        copy = dict(zip(("copy_x", "copy_slope"), listed, strict=False))
    return Parameters(
        alpha=alpha, beta=beta, gamma=gamma, delta=delta, weights=weights, penalty=penalty, chrf=chrf, **copy
    )


def only_meteor(parameters: Parameters | FeatureParameters, why: str) -> Parameters:
    """Return parameters of Meteor's formula; `ConfigurationError` says why it can be no other."""
    if isinstance(parameters, Parameters):
        return parameters
    raise ConfigurationError(why)


def only_features(parameters: Parameters | FeatureParameters, why: str) -> FeatureParameters:
    """Return parameters of METEOR-Hindi's formula; `ConfigurationError` says why it can be no other."""
    if isinstance(parameters, FeatureParameters):
        return parameters
    raise ConfigurationError(why)


def _weights_for(matchers: Sequence[str], row: ParameterRow, language: Language) -> tuple[float, ...]:
    """Return the weight of each matcher by its name.

    Differs: in the jar, leaving a matcher out shifts the weights of those after it.
    """
    weights = row.options["weights"]
    is_of_all = len(weights) == len(JAVA_MATCHERS) and "matchers" not in row.options
    names = JAVA_MATCHERS if is_of_all else row.matchers(language)
    by_name = dict(zip(names, counted("weights", weights, len(names), ", ".join(names)), strict=True))
    if missing := [name for name in matchers if name not in by_name]:
        raise ConfigurationError(
            f"the preset has no weight for {', '.join(missing)}: give weights for all of {' '.join(matchers)}, or choose a "
            "preset that has one"
        )
    return tuple(by_name[name] for name in matchers)
