"""The parameters: the numbers that turn statistics into a score, as values, made from options and a preset's row."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bolide import _core
from bolide.data.languages import JAVA_MATCHERS, Language
from bolide.errors import ConfigurationError, MissingKnowledgeWarning
from bolide.metric.option_table import BLANKS, DROPPED, FEATURES, HINDI, JAVA, KEPT, PENALTIES
from bolide.metric.statistics import SCHEMAS
from bolide.records import differing, record

if TYPE_CHECKING:
    from bolide.metric.known_presets import Asked, ParameterRow

CUSTOM = "custom"
VALUES = ("alpha", "beta", "gamma", "delta")
# The optional parts of a score beside Meteor's: each is an option, a field of `Parameters`, and a part of the score.
SHARES: tuple[str, ...] = tuple(_core.PARTS)
# Settings of the parts, with their defaults: each is an option and a field, and belongs to the part that its name begins with.
SETTINGS: dict[str, float | str] = {"chrf_blanks": DROPPED, "lcs_alpha": 0.5}


class WithFormula:
    """Parameters with their formula for the core and the columns of statistics that it reads: both are made once."""

    __slots__ = ("columns", "formula")
    columns: tuple[str, ...]
    formula: Any

    def _derive(self, formula: _core.MeteorFormula | _core.FeatureFormula, *schemas: str) -> None:
        object.__setattr__(self, "formula", formula)
        object.__setattr__(self, "columns", sum((SCHEMAS[schema] for schema in schemas), ()))


@record
class Parameters(WithFormula):
    """The numbers that turn statistics into a score (Denkowski and Lavie 2014, section 2).

    alpha weights recall against precision; beta and gamma shape the fragmentation penalty; delta weights content against function
    words; there is one weight for each matcher, in their order. `copy_x` reduces the weight of unmatched copy words (X of Guo, Ruan and
    Hu 2018, section 3.2), and `copy_slope` is added to X for each copy word; None: copy words do not count. With `penalty` `paper`, a
    segment that is matched completely in one chunk has a penalty too, as in the papers; in the jar it has none. `chrf` is the share of
    chrF (Popović 2015) in the score, `lcs` that of the longest common subsequence of characters, `semantics` that of the similarity of
    words by an encoder, and Meteor's is the rest; None: not counted. With `chrf_blanks` `kept`, chrF counts blanks as characters;
    `lcs_alpha` weights recall against precision of the common subsequence.

    All numbers are finite and at least 0; alpha, gamma, delta, weights and shares are at most 1, all shares together too.
    `ConfigurationError` for others.
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
    chrf_blanks: str = DROPPED
    lcs: float | None = None
    lcs_alpha: float = 0.5
    semantics: float | None = None

    def __post_init__(self) -> None:
        self.check()
        settings = {name: getattr(self, name) for name in _core.SETTINGS}
        penalty = getattr(_core.Penalty, self.penalty)
        formula = _core.MeteorFormula(settings, self.weights, self.copy, penalty, self.core_shares)
        self._derive(formula, "meteor", *self.shares)

    def check(self) -> None:
        """Refuse numbers that are out of their range."""
        optional = ("copy_x", *SHARES)
        for name in (*VALUES, "copy_slope", "lcs_alpha", *optional):
            if (value := getattr(self, name)) is not None or name not in optional:
                object.__setattr__(self, name, in_range(name, value))
        object.__setattr__(self, "weights", numbers_in_range("weights", self.weights))
        check_choice("penalty", self.penalty, PENALTIES)
        check_choice("way to treat blanks in chrF", self.chrf_blanks, BLANKS)
        if sum(self.shares.values()) > 1 + 1e-9:
            raise ConfigurationError(f"the shares of {' and '.join(self.shares)} are more than 1 together")

    def __repr__(self) -> str:
        """Return the call that makes it, without defaults."""
        values = {name: getattr(self, name) for name in (*VALUES, "weights")} | differing(self)
        return f"Parameters({', '.join(f'{name}={value!r}' for name, value in values.items())})"

    @property
    def values(self) -> tuple[float, float, float, float]:
        """Alpha, beta, gamma and delta."""
        return self.alpha, self.beta, self.gamma, self.delta

    @property
    def copy(self) -> tuple[float, float] | None:
        """X and its slope; None if copy words do not count."""
        return None if self.copy_x is None else (self.copy_x, self.copy_slope)

    @property
    def shares(self) -> dict[str, float]:
        """The other parts of the weighted sum, with their shares; Meteor's share is the rest."""
        return {name: share for name in SHARES if (share := getattr(self, name)) is not None}

    @property
    def core_shares(self) -> list[_core.Share]:
        """The shares for the core."""
        keeps_blanks = self.chrf_blanks == KEPT
        return [
            _core.Share(getattr(_core.Part, name), share, alpha=self.lcs_alpha, keeps_blanks=keeps_blanks)
            for name, share in self.shares.items()
        ]


@record
class FeatureParameters(WithFormula):
    """The weights that turn the features of METEOR-Hindi into a score: two per feature, for its precision and its recall.

    Weights are finite numbers of at least 0, and not all 0. `ConfigurationError` for others.
    """

    features: tuple[str, ...]
    weights: tuple[float, ...]

    def __post_init__(self) -> None:
        listed = counted("weights", self.weights, 2 * len(self.features), "precision and recall of each feature")
        weights = numbers_in_range("weights of features", listed)
        if not any(weights):
            raise ConfigurationError("at least one weight must be above 0")
        object.__setattr__(self, "weights", weights)
        self._derive(_core.FeatureFormula(self.features, weights), "features")


def choose_parameters(asked: Asked, matchers: Sequence[str]) -> Parameters:
    """Return the given numbers, completed by those of the task."""
    weights = asked.get("weights", ())
    if asked.row and not asked.is_given("weights"):
        weights = _weights_for(matchers, asked.row, asked.language)
    weights = counted("weights", weights, len(matchers), ", ".join(matchers))
    # Parts without a share are not counted.
    shares = {name: in_range(name, asked.get(name, 0)) or None for name in SHARES}
    numbers = {"weights": weights, "copy_x": asked.get("copy_x"), **shares}
    for name, default in SETTINGS.items():
        part = name.partition("_")[0]
        if shares[part] is not None:
            numbers[name] = asked.get(name, default)
        elif asked.is_given(name) and asked.get(name) != default:
            raise ConfigurationError(f"{name} has no effect without a share of {part} in the score: give {part}, too")
    return make_parameters(asked.get("parameters"), **numbers, penalty=asked.get("penalty", JAVA))


def choose_features(asked: Asked, matchers: Sequence[str]) -> FeatureParameters:
    """Return the requested features, or the task's; features of words need the matchers of their names."""
    row, language = asked.needed_row.options, asked.language
    names = check_names("features", "feature", asked.get("features"), FEATURES)
    names = tuple(name for name in FEATURES if name in names)
    if not asked.is_given("features"):
        lacking = [name for name in names if name not in _available(names, asked)]
        names = tuple(name for name in names if name not in lacking)
        if lacking and language.folder:
            warnings.warn(
                f"{language.folder} has no data for the features {' '.join(lacking)} of {language.name}: the score is without them",
                MissingKnowledgeWarning,
                stacklevel=5,
            )
    if lost := [name for name in names if name in JAVA_MATCHERS and name not in matchers]:
        raise ConfigurationError(f"the features {' '.join(lost)} need matchers of the same names")
    known = dict(zip(row["features"], zip(row["weights"][::2], row["weights"][1::2], strict=True), strict=True))
    weights = tuple(weight for name in names for weight in known.get(name, (1.0, 1.0)))
    return FeatureParameters(features=names, weights=asked.get("weights") if asked.is_given("weights") else weights)


def _available(names: Sequence[str], asked: Asked) -> tuple[str, ...]:
    """Return the features with data for the language; a given tagger provides parts of speech."""
    known = asked.language.features
    given = ("pos",) if asked.is_given("tagger") else ()
    return tuple(name for name in names if known is None or name in known or name in given)


def is_custom(asked: Asked) -> bool:
    """Whether the user gave numbers or features other than the task's."""
    if asked.preset.formula == HINDI and asked.is_given("features"):
        own = asked.needed_row.options["features"]
        if set(asked.get("features")) not in (set(own), set(_available(own, asked))):
            return True
    return asked.is_given("weights") or asked.is_given("parameters")


def check_options(formula: str, options: Mapping[str, Any]) -> None:
    """Refuse parameters of a preset's row that are not numbers."""
    if formula == HINDI:
        FeatureParameters(features=options.get("features", ()), weights=options.get("weights", ()))
    else:
        numbers = {name: options.get(name) for name in ("weights", "copy_x", *SHARES)}
        settings = {name: options.get(name, default) for name, default in SETTINGS.items()}
        make_parameters(options.get("parameters"), **numbers, **settings)


def make_parameters(values: Any, *, copy_x: Any = None, **others: Any) -> Parameters:
    """Return parameters from alpha, beta, gamma and delta, X of copy words with or without its slope, and others by name."""
    named = dict(zip(VALUES, counted("parameters", values, 4, ", ".join(VALUES)), strict=True))
    if copy_x is not None:
        listed = tuple(copy_x) if isinstance(copy_x, Iterable) else (copy_x,)
        if len(listed) not in (1, 2):
            raise ConfigurationError(f"copy_x must be a number, or two with its slope, not {copy_x!r}")
        named |= dict(zip(("copy_x", "copy_slope"), listed, strict=False))
    return Parameters(**named, **others)


def check_alike(parameters: Parameters | FeatureParameters, ours: Parameters | FeatureParameters, preset: str) -> None:
    """Refuse parameters that need statistics which a metric with ours does not count."""
    is_same = type(parameters) is type(ours) and getattr(parameters, "features", 0) == getattr(ours, "features", 0)
    if not is_same:
        raise ConfigurationError(f"these parameters do not belong to the preset {preset}")
    if isinstance(ours, Parameters) and isinstance(parameters, Parameters):
        for name in ("copy_x", *SHARES):
            if (getattr(parameters, name) is None) != (getattr(ours, name) is None):
                raise ConfigurationError(f"{name} cannot be added or taken away here: make another Meteor(...)")
        if parameters.chrf_blanks != ours.chrf_blanks:
            raise ConfigurationError("chrf_blanks cannot be changed here: make another Meteor(...)")
    counted("weights", parameters.weights, len(ours.weights), "as many as this metric has")


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


# The largest value of each, by default 1; the smallest is 0. Low enough that no sum of them overflows.
_MOST = dict.fromkeys(("beta", "copy_x", "copy_slope", "weights of features"), 1e100)


def counted(what: str, values: object, count: int, names: str) -> tuple[Any, ...]:
    """Return a list of `count` values; `ConfigurationError` for anything else."""
    listed = tuple(values) if isinstance(values, Iterable) and not isinstance(values, (str, bytes)) else None
    if listed is None or len(listed) != count:
        raise ConfigurationError(f"{what} must be {count} numbers ({names}), not {values!r}")
    return listed


def in_range(name: str, value: object, *, shown: str | None = None) -> float:
    """Return a parameter as a plain number; `ConfigurationError` if it is not a finite number in its range.

    `shown` is its name in the message.

    >>> in_range("alpha", 1)
    1.0
    """
    most = _MOST.get(name, 1.0)
    try:
        number = None if isinstance(value, (str, bytes, bool)) else float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        number = None
    if number is None or not 0 <= number <= most:
        raise ConfigurationError(f"{shown or name} must be a number from 0 to {most:g}, not {value!r}")
    return number


def numbers_in_range(name: str, values: object) -> tuple[float, ...]:
    """Return parameters of a kind, each in its range; `ConfigurationError` if it is not a list of them.

    >>> numbers_in_range("weights", [1, 0.6])
    (1.0, 0.6)
    """
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise ConfigurationError(f"{name} must be a list of numbers, not {values!r}")
    return tuple(in_range(name, value, shown=f"each of the {name}") for value in values)


def check_choice(what: str, value: Any, allowed: Sequence[str]) -> str:
    """Return a value that must be one of some names; `ConfigurationError` names them."""
    if value not in allowed:
        raise ConfigurationError(f"unknown {what} {value!r}: choose one of {' '.join(allowed)}")
    return str(value)


def check_names(what: str, one: str, names: Any, allowed: Sequence[str]) -> tuple[str, ...]:
    """Return a list of different names, all of them among `allowed`."""
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise ConfigurationError(f"{what} must be a list of names, not {names!r}")
    for name in names:
        check_choice(one, name, allowed)
    if len(set(names)) != len(names) or not names:
        raise ConfigurationError(f"{what} must be named once each, and at least one of them")
    return tuple(names)
