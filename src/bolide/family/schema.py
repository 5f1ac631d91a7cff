"""The formulas of the family: the columns of the statistics that each is a function of, and parameters in the core's form."""

from __future__ import annotations

from bolide import _core
from bolide.family.formulas import FeatureParameters, Parameters

__all__ = ["SCHEMAS", "columns_for", "matcher_columns"]

# The names of the columns of each formula, which the core defines.
SCHEMAS: dict[str, tuple[str, ...]] = {
    formula: tuple(name for name, *_ in columns) for formula, columns in _core.SCHEMAS.items()
}


def columns_for(parameters: Parameters | FeatureParameters) -> tuple[str, ...]:
    """Return the columns of the statistics that parameters score."""
    return SCHEMAS[parameters.schema]


def matcher_columns(place: int) -> tuple[str, ...]:
    """Return the columns of the matcher at a place, from 0 on, always in the same order.

    >>> matcher_columns(1)
    ('hypothesis_content_2', 'reference_content_2', 'hypothesis_function_2', 'reference_function_2')
    """
    return tuple(name for name, _, _, owner in _core.SCHEMAS["meteor"] if owner == place + 1)
