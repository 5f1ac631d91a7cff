"""The formulas of the family: the columns of the statistics that each is a function of, and parameters in the core's form."""

from __future__ import annotations

from bolide import _core
from bolide.family.formulas import FeatureParameters, Parameters

__all__ = ["SCHEMAS", "Formula", "columns_for", "formula_of", "matcher_columns", "meteor_formula"]

Formula = _core.MeteorFormula | _core.FeatureFormula

# The names of the columns of each formula, which the core defines.
SCHEMAS: dict[str, tuple[str, ...]] = {
    formula: tuple(name for name, *_ in columns) for formula, columns in _core.SCHEMAS.items()
}


def formula_of(parameters: Parameters | FeatureParameters) -> Formula:
    """Return parameters as the core takes them, which is also the formula that they belong to."""
    if isinstance(parameters, FeatureParameters):
        return _core.FeatureFormula(parameters.features, parameters.weights)
    return meteor_formula(parameters)


def meteor_formula(parameters: Parameters) -> _core.MeteorFormula:
    """Return the parameters of Meteor's own formula as the core takes them."""
    return _core.MeteorFormula(
        parameters.values, parameters.weights, parameters.copy, getattr(_core.Penalty, parameters.penalty)
    )


def columns_for(parameters: Parameters | FeatureParameters) -> tuple[str, ...]:
    """Return the columns of the statistics that parameters score."""
    return SCHEMAS[formula_of(parameters).schema]


def matcher_columns(place: int) -> tuple[str, ...]:
    """Return the columns of the matcher at a place, from 0 on, always in the same order.

    >>> matcher_columns(1)
    ('hypothesis_content_2', 'reference_content_2', 'hypothesis_function_2', 'reference_function_2')
    """
    return tuple(name for name, _, _, owner in _core.SCHEMAS["meteor"] if owner == place + 1)
