"""Choices of a metric: accepted, filled in, and refused."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from bolide import ConfigurationError, Meteor
from bolide.metric.configuration import Aligner, describe
from bolide.metric.known_presets import presets
from bolide.metric.option_table import ALIGNERS

PRESETS = " ".join(preset.name for preset in presets())
REFUSED = {
    "language": (
        {"language": "zz", "preset": "meteor-1.5"},
        "'zz' is not a language: give a code such as de, deu or pt-BR, a name such as German or Deutsch, or other",
    ),
    "preset": (
        {"preset": "meteor-9"},
        f"unknown preset 'meteor-9': did you mean 'meteor-1.5'? Else choose one of {PRESETS}, or give a preset file (.toml)",
    ),
    "task": (
        {"task": "foo"},
        "preset meteor-1.5 has no task 'foo': for English, choose one of adq hter li rank tune universal util",
    ),
    "task of another language": (
        {"language": "pt", "task": "rank"},
        "preset meteor-1.5 has no parameters for task 'rank' in Portuguese: choose one of li tune universal, or give your own parameters and weights",
    ),
    "matches by degrees in features": (
        {"language": "hi", "matchers": ("exact", "spelling")},
        "the preset meteor-hindi counts whole matches: leave out the matcher 'spelling'",
    ),
    "text mode": (
        {"text": "x"},
        "unknown text mode 'x': choose one of norm nopunct unicode any stripped ptb lower raw",
    ),
    "normaliser": (
        {"language": "pt", "text": "norm"},
        "there is no normaliser for Portuguese: use text='unicode', or pass tokenised text with text='lower' (the default) or text='raw'",
    ),
    "matcher": (
        {"matchers": ["x"]},
        "unknown matcher 'x': choose one of exact stem synonym paraphrase spelling meaning nearest",
    ),
    "matchers as a string": ({"matchers": "exact"}, "matchers must be a list of names, not 'exact'"),
    "matchers twice": (
        {"matchers": ["exact", "exact"]},
        "matchers must be named once each, and at least one of them",
    ),
    "stemmer": (
        {"language": "cs", "matchers": ["exact", "stem"]},
        "there is no stemmer for Czech: leave out the matcher 'stem'",
    ),
    "weight of a matcher": (
        {"language": "de", "matchers": ["exact", "synonym"]},
        "the preset has no weight for synonym: give weights for all of exact synonym, or choose a preset that has one",
    ),
    "weights": ({"weights": (1,)}, "weights must be 4 numbers (exact, stem, synonym, paraphrase), not (1,)"),
    "a string as parameters": (
        {"parameters": "0101"},
        "parameters must be 4 numbers (alpha, beta, gamma, delta), not '0101'",
    ),
    "aligner": ({"aligner": "greedy"}, f"unknown aligner 'greedy': choose one of {' '.join(ALIGNERS)}"),
    "unit": ({"unit": "bytes"}, "unknown unit 'bytes': choose one of words characters length"),
    "function words": ({"function_words": "the"}, "function_words must be a list of words, not 'the'"),
    "penalty": ({"penalty": "none"}, "unknown penalty 'none': choose one of java paper"),
    "beam": ({"beam": -1}, "the beam must be a whole number from 0 to 2147483647, not -1"),
    "beam of the papers": (
        {"aligner": "paper", "beam": 100_001},
        "the beam must be a whole number from 0 to 100000, not 100001",
    ),
}


@pytest.mark.parametrize(("options", "message"), REFUSED.values(), ids=REFUSED)
def test_what_does_not_exist_is_refused(options, message):
    """The message names the request and the possible choices."""
    with pytest.raises(ConfigurationError) as caught:
        describe(**options)
    assert str(caught.value) == message
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    "options",
    [{"language": 5}, {"parameters": 0.5}, {"weights": 1}, {"matchers": 5}, {"beam": 10**30}],
    ids=str,
)
def test_values_of_a_wrong_kind_are_refused_by_name(options):
    """A value of a wrong type or size is a ConfigurationError too, not an accident further inside."""
    with pytest.raises(ConfigurationError):
        Meteor(**{"language": "pt"} | options)


def test_the_task_chooses_the_matchers_also_beside_parameters():
    """Task universal means exact and paraphrase matches, whether or not all numbers are the user's."""
    chosen = describe(task="universal", parameters=(1, 1, 1, 1), weights=(1, 0.5))
    assert chosen.matchers.names == ("exact", "paraphrase")


# The jar's choices for each language, by its own list of defaults: matchers, task, text.
DEFAULTS = {
    "en": ("exact stem synonym paraphrase", "rank", "norm"),
    "cs": ("exact paraphrase", "rank", "norm"),
    **dict.fromkeys(("fr", "es", "de", "ru"), ("exact stem paraphrase", "rank", "norm")),
    **dict.fromkeys(("pt", "da", "ro", "hu", "tr", "fi", "nl", "it", "no", "sv"), ("exact stem", "li", "lower")),
    "ar-bw-red": ("exact stem", "li", "raw"),  # in which capitals are letters of their own
    "other": ("exact", "li", "lower"),
}


@pytest.mark.parametrize("code", DEFAULTS)
def test_defaults_are_the_jars(code):
    """Each language has the jar's matchers and task; the text is normalised where the jar can."""
    chosen = describe(language=code, preset="meteor-1.5")
    assert (" ".join(chosen.matchers.names), chosen.task, chosen.text.mode) == DEFAULTS[code]
    assert (chosen.aligner, chosen.unit) == (Aligner(name="java", beam=40, equality="java_hash"), "words")


@pytest.mark.parametrize(
    ("options", "values", "weights"),
    [
        ({}, (0.85, 0.2, 0.6, 0.75), (1.0, 0.6, 0.8, 0.6)),
        ({"language": "cs"}, (0.95, 0.2, 0.6, 0.8), (1.0, 0.4)),
        ({"language": "fr"}, (0.9, 1.4, 0.6, 0.65), (1.0, 0.2, 0.4)),
        ({"language": "es"}, (0.65, 1.3, 0.5, 0.8), (1.0, 0.8, 0.6)),
        ({"language": "de"}, (0.95, 1.0, 0.55, 0.55), (1.0, 0.8, 0.2)),
        ({"language": "ru"}, (0.75, 1.4, 0.7, 0.5), (1.0, 0.5, 0.5)),
        ({"task": "adq"}, (0.75, 1.4, 0.45, 0.7), (1.0, 1.0, 0.6, 0.8)),
        ({"task": "hter"}, (0.4, 1.5, 0.35, 0.55), (1.0, 0.2, 0.6, 0.8)),
        ({"task": "util"}, (0.65, 0.1, 0.55, 0.65), (1.0, 0.0, 0.0, 0.8)),
        ({"task": "li"}, (0.75, 1.4, 0.7, 0.5), (1.0, 0.5, 0.5, 0.5)),
        ({"task": "tune"}, (0.5, 1.0, 0.5, 0.5), (1.0, 0.5, 0.5, 0.5)),
        ({"task": "universal"}, (0.7, 1.4, 0.3, 0.7), (1.0, 0.6)),
        ({"language": "tr"}, (0.75, 1.4, 0.7, 0.5), (1.0, 0.5)),
        ({"language": "other", "task": "universal"}, (0.7, 1.4, 0.3, 0.7), (1.0, 0.6)),
    ],
)
def test_parameters_are_the_jars(options, values, weights):
    """Each task and language has the jar's parameters and weights."""
    parameters = describe(preset="meteor-1.5", **options).parameters
    assert (parameters.values, parameters.weights) == (values, weights)


def test_weights_follow_their_matchers():
    """Leaving a matcher out leaves the weights of the others as they were: they go by name, not by place."""
    assert describe(matchers=["exact", "paraphrase"]).parameters.weights == (1.0, 0.6)
    assert describe(matchers=["synonym", "exact"]).parameters.weights == (0.8, 1.0)


def test_own_numbers_make_a_custom_task():
    """Parameters or weights of one's own are a task named custom; the other half stays the language's."""
    chosen = describe(parameters=(0.5, 1, 0.5, 0.5))
    assert chosen.task == "custom"
    assert chosen.parameters.weights == (1.0, 0.6, 0.8, 0.6)
    assert describe(weights=(1, 0, 0, 0)).parameters.values == (0.85, 0.2, 0.6, 0.75)


NEEDING = (("meteor-next", "terp"), ("meteor-hindi", "paraphrase"))


def _choices() -> dict[str, dict[str, str]]:
    """Return the choices of every task of every preset in a language that has it, and the defaults of languages."""
    asked = {
        f"{preset.name}:{task}": (preset.name, task)
        for preset in presets()
        for task in sorted({row.task for row in preset.rows})
    }
    found = {}
    for name, (preset, task) in asked.items():
        language = "hi" if preset == "meteor-hindi" else "en"
        needed = {"paraphrases": "x"} if (preset, task) in NEEDING else {}
        found[name] = describe(language, preset=preset, task=task, **needed)
    found |= {f"-l {code}": describe(code) for code in ("en", "de", "hi", "pt", "ja", "sw", "other")}
    parts = ("text", "matchers", "aligner", "parameters", "unit", "function_words", "copy_words", "tagger")
    return {
        name: {"preset": pipeline.preset, "task": pipeline.task}
        | {part: repr(getattr(pipeline, part)) for part in parts}
        for name, pipeline in found.items()
    }


def test_every_preset_is_what_it_was():
    """No choice of a preset changes unnoticed: BOLIDE_UPDATE=1 writes them anew, for a change listed in the changelog."""
    path = Path(__file__).parents[1] / "golden" / "own" / "presets.json"
    if os.environ.get("BOLIDE_UPDATE"):
        path.write_text(json.dumps(_choices(), indent=1) + "\n", encoding="utf-8")
    assert _choices() == json.loads(path.read_text(encoding="utf-8"))
