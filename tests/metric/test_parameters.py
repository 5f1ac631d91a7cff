"""Parameters are numbers in their ranges, wherever they come from; only the jar's command line takes any."""

from __future__ import annotations

import dataclasses
import math
import pickle

import numpy as np
import pytest

from bolide import ConfigurationError, Meteor, Parameters, score_statistics
from bolide.adapters.java.jar_options import choose, parse_options
from bolide.analysis.tuning import render_preset
from bolide.metric.configuration import describe
from bolide.metric.known_presets import find_preset
from bolide.metric.parameters import FeatureParameters
from bolide.records import replace

GOOD = {"alpha": 0.85, "beta": 0.2, "gamma": 0.6, "delta": 0.75, "weights": (1.0, 0.6)}
BAD = {
    "NaN": ("alpha", math.nan, "alpha must be a number from 0 to 1, not nan"),
    "above 1": ("alpha", 1e300, "alpha must be a number from 0 to 1, not 1e+300"),
    "below 0": ("gamma", -1, "gamma must be a number from 0 to 1, not -1"),
    "just above 1": ("delta", math.nextafter(1, 2), "delta must be a number from 0 to 1, not 1.0000000000000002"),
    "infinite": ("beta", math.inf, "beta must be a number from 0 to 1e+100, not inf"),
    "a string": ("beta", "1", "beta must be a number from 0 to 1e+100, not '1'"),
    "true": ("gamma", True, "gamma must be a number from 0 to 1, not True"),
    "nothing": ("delta", None, "delta must be a number from 0 to 1, not None"),
    "a weight": ("weights", (1.0, 1.5), "each of the weights must be a number from 0 to 1, not 1.5"),
    "no list": ("weights", 1.0, "weights must be a list of numbers, not 1.0"),
    "X": ("copy_x", -0.5, "copy_x must be a number from 0 to 1e+100, not -0.5"),
    "X so large that sums overflow": ("copy_x", 1e308, "copy_x must be a number from 0 to 1e+100, not 1e+308"),
    "the slope of X": ("copy_slope", math.nan, "copy_slope must be a number from 0 to 1e+100, not nan"),
}
ROW = {"task": "tuned", "languages": ["pt"], "matchers": ["exact", "stem"]}
ROW |= {"values": [0.5, 1.0, 0.5, 0.5], "weights": [1.0, 0.5], "source": "nowhere"}
PRESET = render_preset("mine", describe(language="pt"), [ROW], source="nowhere", provenance={})


@pytest.mark.parametrize(("name", "value", "message"), BAD.values(), ids=BAD)
def test_what_is_out_of_range_is_refused(name, value, message):
    """In silence it would give scores of 0, above 1, or infinite; the message says which parameter it is."""
    for make in (lambda: Parameters(**GOOD | {name: value}), lambda: replace(Parameters(**GOOD), **{name: value})):
        with pytest.raises(ConfigurationError) as caught:
            make()
        assert str(caught.value) == message


@pytest.mark.parametrize(
    "given",
    [
        (0, 1, 1, 0),
        (-0.0, -0.0, -0.0, -0.0),
        np.array([0.85, 0.2, 0.6, 0.75], dtype=np.float32),
        [np.float64(0.85), np.int64(3), 0.6, 0.75],
    ],
    ids=["whole numbers", "minus zero", "a short array", "NumPy's numbers"],
)
def test_numbers_of_any_kind_are_taken(given):
    """Whole numbers and NumPy's become plain ones, so that parameters compare, print and pickle alike."""
    parameters = Meteor("pt", parameters=given, weights=np.array([1, 0.5])).parameters
    assert [type(value) for value in (*parameters.values, *parameters.weights)] == [float] * 6
    assert parameters.values == tuple(float(value) for value in given)
    assert "np." not in repr(parameters)
    assert pickle.loads(pickle.dumps(parameters)) == dataclasses.replace(parameters) == parameters


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ((1, math.inf), "each of the weights of features must be a number from 0 to 1e+100, not inf"),
        ((1, -1), "each of the weights of features must be a number from 0 to 1e+100, not -1"),
        ((0, 0.0), "at least one weight must be above 0"),
        ((1,), "weights must be 2 numbers (precision and recall of each feature), not (1,)"),
    ],
)
def test_weights_of_features(weights, message):
    """They may be above 1, for only their shares count, but there must be one."""
    assert FeatureParameters(features=("exact",), weights=[0, 7]).weights == (0.0, 7.0)
    with pytest.raises(ConfigurationError) as caught:
        FeatureParameters(features=("exact",), weights=weights)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("0.5, 1.0, 0.5, 0.5", "nan, 1.0, 0.5, 0.5", "alpha must be a number from 0 to 1, not nan"),
        ("0.5, 1.0, 0.5, 0.5", "0.5, 1.0, 1.5, 0.5", "gamma must be a number from 0 to 1, not 1.5"),
        ("0.5, 1.0, 0.5, 0.5", "0.5", "parameters must be 4 numbers (alpha, beta, gamma, delta), not (0.5,)"),
        ("[1.0, 0.5]", "[1, true]", "each of the weights must be a number from 0 to 1, not True"),
        ("[1.0, 0.5]", "[1, 2]\ncopy_x = [3]", "each of the weights must be a number from 0 to 1, not 2"),
        ("[1.0, 0.5]", "[1, 0]\ncopy_x = [-3]", "copy_x must be a number from 0 to 1e+100, not -3"),
    ],
)
def test_preset_files(write, old, new, message):
    """A file is named with its task and what is wrong in it; whole numbers are numbers."""
    path = write("p.toml", PRESET.replace("[1.0, 0.5]", "[1, 0]"))
    assert Meteor("pt", preset=path).parameters.weights == (1.0, 0.0)
    with pytest.raises(ConfigurationError) as caught:
        find_preset(write("p.toml", PRESET.replace(old, new)))
    assert str(caught.value) == f"{path}, task 'tuned': {message}"


def test_preset_files_with_too_few_weights(write):
    """A row that does not fit the matchers is refused, not an accident further inside."""
    with pytest.raises(ConfigurationError, match=r"weights must be 2 numbers \(exact, stem\), not \(1,\)"):
        Meteor("pt", preset=write("p.toml", PRESET.replace("[1.0, 0.5]", "[1]")))


def test_the_command_line_of_the_jar_takes_any_number():
    """Any parameters that the jar takes are taken, and give its scores."""
    choice = choose(parse_options(["h", "r", "-l", "pt", "-p", "NaN -1 1e300 Infinity", "-w", "-7 2"]))
    parameters = choice.scoring
    assert repr(parameters.values) == "(nan, -1.0, 1e+300, inf)"
    assert parameters.weights == (-7.0, 2.0)
    statistics = Meteor("pt").score(["um gato"], ["o gato"]).statistics
    assert score_statistics(statistics, parameters).score.tolist() == [0.0]
