"""Grids: the values that each parameter takes in a sweep."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import product
from math import prod

from bolide import _core
from bolide.data.languages import JAVA_MATCHERS, MATCHERS
from bolide.errors import ConfigurationError
from bolide.metric.parameters import SHARES, Parameters, in_range
from bolide.records import record, replace

SHAPE = ("alpha", "beta", "gamma", "delta")
# X of copy words, and its increase with each of them (Guo, Ruan and Hu 2018).
COPY = ("x", "slope")
# The shares of other parts in the score, and their settings.
MIX = (*SHARES, "lcs_alpha")
# The weight of exact matches stays 1, since a common factor of all weights would only scale the score; or 0, if it is 0 initially.
PARAMETERS = (*SHAPE, *MATCHERS[1:], *COPY, *MIX)
# Their order in a sweep, the innermost last.
AXES = (*MATCHERS[1:], *MIX, *COPY, "delta", "alpha", "beta", "gamma")
# The fields of `Parameters` for parameters with another name here.
_FIELDS = dict.fromkeys(MATCHERS[1:], "weights") | dict(zip(COPY, ("copy_x", "copy_slope"), strict=True))


@record
class Grid:
    """The rising values of parameters by their names, `PARAMETERS`; a parameter without values keeps that of the initial preset.

    >>> len(NAMED_GRIDS["paper"])
    40007520
    """

    values: Mapping[str, tuple[float, ...]] = {}

    def __post_init__(self) -> None:
        for name in PARAMETERS:
            for value in self[name]:
                in_range(_FIELDS.get(name, name), value, shown=repr(name))

    def __len__(self) -> int:
        return prod(max(len(self[name]), 1) for name in PARAMETERS)

    def __getitem__(self, name: str) -> tuple[float, ...]:
        """Return the values of a parameter."""
        return self.values.get(name, ())

    def replaced(self, **values: tuple[float, ...]) -> Grid:
        """Return the grid with other values of some parameters."""
        return Grid(values={**self.values, **values})

    @property
    def weights(self) -> list[tuple[float, ...]]:
        """All combinations of weights of a fitted grid; that of exact matches is always the same."""
        return list(product(*(self[name] for name in MATCHERS)))

    @property
    def copy(self) -> list[tuple[float, float]]:
        """All combinations of X and its slope; none if copy words do not count."""
        return list(product(self["x"], self["slope"]))

    def shares(self, start: Parameters) -> list[list[_core.Share]]:
        """Return all combinations of shares of a fitted grid for the core: a single empty one if there are none."""
        moved = [name for name in MIX if self[name]]
        combinations = product(*(self[name] for name in moved))
        return [replace(start, **dict(zip(moved, values, strict=True))).core_shares for values in combinations]

    def fitted(self, matchers: tuple[str, ...], start: Parameters) -> Grid:
        """Return the grid for a metric: without weights of matchers that it lacks, and with its own value where the grid has none.

        `ConfigurationError` for values of X if copy words do not count, and for shares of parts that are not counted.
        """
        for name in MIX:
            part = name.partition("_")[0]
            if self[name] and part not in start.shares:
                raise ConfigurationError(
                    f"the grid has values of {name!r}, which are for metrics with a share of {part}: leave them out, or give --{part} .5"
                )
        if start.copy is None and (self["x"] or self["slope"]):
            raise ConfigurationError(
                "the grid has values of x or slope, which are for metrics that count copy words: leave them out, "
                "or choose a preset such as meteor++"
            )
        own = values_of(start)
        filled = {name: self[name] or ((own[name],) if name in own else ()) for name in PARAMETERS}
        filled |= {name: (0.0,) for name in MATCHERS[1:] if name not in matchers}
        return Grid(values=filled | {"exact": (1.0 if start.weights[0] else 0.0,)})

    def thinned(self, most: int, kept: Parameters) -> Grid:
        """Return a fitted grid without every other value of its longest axes, until it has at most `most` points.

        The point `kept` of the grid stays in it.
        """
        grid, values = self, values_of(kept)
        while len(grid) > most and max(len(grid[name]) for name in PARAMETERS) > 1:
            longest = max(PARAMETERS, key=lambda name: len(grid[name]))
            begin = grid[longest].index(values[longest]) % 2
            grid = grid.replaced(**{longest: grid[longest][begin::2]})
        return grid

    def point(self, index: int, start: Parameters) -> Parameters:
        """Return a point of a fitted grid by its place, in the order of `AXES`; other parameters are those of `start`."""
        values: dict[str, float] = {}
        for name in reversed(AXES):
            if self[name]:
                index, place = divmod(index, len(self[name]))
                values[name] = self[name][place]
        return replace(
            start,
            **{name: values[name] for name in (*SHAPE, *MIX) if name in values},
            weights=(*self["exact"], *(values[name] for name in MATCHERS[1:])),
            copy_x=values.get("x"),
            copy_slope=values.get("slope", 0.0),
        )

    def __str__(self) -> str:
        """Return the grid as text for `parse_grid`."""
        absent = [name for name in MATCHERS if name not in JAVA_MATCHERS and self[name] == (0.0,)]
        named = " ".join(f"{name}={_write(self[name])}" for name in PARAMETERS if self[name] and name not in absent)
        return named if all(self[name] for name in (*SHAPE, *JAVA_MATCHERS[1:])) else f"preset {named}".strip()


def values_of(parameters: Parameters) -> dict[str, float]:
    """Return parameters by their names in a grid; X and its slope, and shares of other parts, only if they count."""
    values = (*parameters.values, *parameters.weights[1:], *(parameters.copy or ()))
    mix = {name: getattr(parameters, name) for name in MIX if name.partition("_")[0] in parameters.shares}
    return dict(zip(PARAMETERS, values, strict=False)) | mix


def steps(first: float, last: float, step: float) -> tuple[float, ...]:
    """Return the values from first to last, each the double nearest to its decimal number."""
    count = int((last - first) / step + 1e-9)
    return tuple(round(first + place * step, 10) for place in range(count + 1))


def _named(step: float, beta: tuple[float, ...], weight: float) -> Grid:
    side, weights = steps(0, 1, step), steps(0, 1, weight)
    of_matchers = dict.fromkeys(JAVA_MATCHERS[1:], weights)
    return Grid(values={"alpha": side, "beta": beta, "gamma": side, "delta": side, **of_matchers})


# `paper` has the steps of the papers, without a beta of 0: it makes the penalty constant, as a gamma of 0 does.
# `preset` has no values: those to sweep follow it.
NAMED_GRIDS = {
    "paper": _named(0.05, steps(0.1, 2, 0.1), 0.2),
    "coarse": _named(0.1, steps(0.2, 2, 0.2), 0.25),
    "rough": _named(0.2, steps(0.4, 2, 0.4), 0.5),
    "fine": _named(0.025, steps(0.05, 2.5, 0.05), 0.1),
    "preset": Grid(),
}
_ENTRY = re.compile(r"([a-z_]+)=(.+)")


def parse_grid(text: str) -> Grid:
    """Read a grid: a name, then changes to it, such as `paper beta=0:2.5:.1 stem=.5` or `preset x=1:20:1`.

    >>> parse_grid("coarse alpha=.5:.7:.1 stem=0")["alpha"]
    (0.5, 0.6, 0.7)
    """
    grid = NAMED_GRIDS["paper"]
    for place, part in enumerate(text.split()):
        if part in NAMED_GRIDS and place == 0:
            grid = NAMED_GRIDS[part]
            continue
        found = _ENTRY.fullmatch(part)
        if not found or found[1] not in PARAMETERS:
            raise ConfigurationError(
                f"{part!r} is not part of a grid: write one of {' '.join(NAMED_GRIDS)}, then PARAMETER=FIRST:LAST:STEP or "
                f"PARAMETER=VALUE[,VALUE...] for any PARAMETER of {'|'.join(PARAMETERS)}"
            )
        grid = grid.replaced(**{found[1]: _values(*found.groups())})
    return grid


_MOST_VALUES = 10_000


def _values(name: str, text: str) -> tuple[float, ...]:
    try:
        if ":" in text:
            first, last, step = map(float, text.split(":"))
            values = steps(first, last, step) if step > 0 and last - first < _MOST_VALUES * step else ()
        else:
            values = tuple(sorted({float(part) for part in text.split(",")}))
    except (ValueError, OverflowError):
        values = ()
    if not values:
        raise ConfigurationError(
            f"{name}={text} must be numbers: FIRST:LAST:STEP, rising and at most {_MOST_VALUES:,}, or VALUE,VALUE,..."
        )
    return values


def _write(values: tuple[float, ...]) -> str:
    if len(values) > 2:
        step = round(values[1] - values[0], 10)
        if steps(values[0], values[-1], step) == values:
            return f"{values[0]:g}:{values[-1]:g}:{step:g}"
    return ",".join(f"{value:g}" for value in values)
