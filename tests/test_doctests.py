"""The examples in docstrings run, in the package as it is installed."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import bolide

MODULES = [
    module.name for module in pkgutil.walk_packages(bolide.__path__, "bolide.") if not module.name.endswith("__main__")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    """Every example gives what stands under it."""
    try:
        module = importlib.import_module(name)
    except ImportError as error:
        if not name.startswith("bolide.adapters."):
            raise
        pytest.skip(str(error))
    assert doctest.testmod(module).failed == 0


def test_there_are_examples():
    """The examples are found at all: those of the metric, the signature and the statistics among them."""
    finder = doctest.DocTestFinder(exclude_empty=True)
    names = (
        "bolide.metric.meteor",
        "bolide.metric.signature",
        "bolide.metric.statistics",
        "bolide.text",
        "bolide.data.languages",
    )
    for name in names:
        assert any(found.examples for found in finder.find(importlib.import_module(name))), name
