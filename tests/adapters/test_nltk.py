"""NLTK's functions, with a made-up NLTK: tests/clients has the real one."""

import sys
from types import ModuleType

import pytest

import bolide
from bolide.adapters import hook
from bolide.adapters.nltk import meteor_score, signature, single_meteor_score


class Stemmer:
    """Does nothing."""


class WordNet:
    """Knows nothing."""


OPTIONS = {"stemmer": Stemmer(), "wordnet": WordNet()}


def test_preset_nltk_asks_nltk(monkeypatch):
    """NLTK's function gets all arguments, in its order, and texts as lists; its best score comes back, under `bolide run` too."""
    for name in ("nltk", "nltk.translate"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    module = ModuleType("nltk.translate.meteor_score")
    module.single_meteor_score = lambda *arguments: asked.append(arguments) or len(arguments[0]) / 8
    module.meteor_score = lambda *_: pytest.fail("it calls the other, which may be replaced")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    for patch in (lambda *_: None, hook._patch_nltk):
        patch(module, "nltk")
        asked = []
        assert meteor_score([iter("ab"), iter("c")], iter("de"), str.upper, beta=2.0, **OPTIONS) == 0.25
        assert single_meteor_score(["a"], ["b"], **OPTIONS, gamma=0.2) == 0.125
        assert asked == [
            (["a", "b"], ["d", "e"], str.upper, OPTIONS["stemmer"], OPTIONS["wordnet"], 0.9, 2.0, 0.5),
            (["c"], ["d", "e"], str.upper, OPTIONS["stemmer"], OPTIONS["wordnet"], 0.9, 2.0, 0.5),
            (["a"], ["b"], str.lower, OPTIONS["stemmer"], OPTIONS["wordnet"], 0.9, 3.0, 0.2),
        ]
    assert module.single_meteor_score(["a"], ["b"], **OPTIONS) == 0.125


@pytest.mark.parametrize("preset", ["nltk", "meteor-1.5"])
@pytest.mark.parametrize(
    ("references", "hypothesis", "message"),
    [
        ([["a"]], "a b", "the hypothesis must be a list of tokens (Iterable[str]), not the string 'a b'"),
        (["a"], ["a"], "the reference must be a list of tokens (Iterable[str]), not the string 'a'"),
        ("a", ["a"], "the reference must be a list of tokens (Iterable[str]), not the string 'a'"),
    ],
)
def test_strings_are_refused(preset, references, hypothesis, message):
    """As in NLTK, a string where tokens belong is a TypeError."""
    with pytest.raises(TypeError) as caught:
        meteor_score(references, hypothesis, preset=preset)
    assert str(caught.value) == message


def test_preset_meteor_joins_the_tokens():
    """Meteor 1.5 scores the text that the tokens make."""
    score = meteor_score([["a", "casa"], ["os", "gatos."]], ["o", "gato."], preset="meteor-1.5", language="pt")
    assert score == bolide.Meteor("pt").segment("o gato.", ["a casa", "os gatos."]).score


def test_signatures_tell_the_presets_apart():
    """Each names its preset, and what decides its scores."""
    assert signature(**OPTIONS, beta=2.0) == (
        f"bolide:{bolide.__version__}|preset:nltk|text:str.lower|matchers:exact+stem+synonym|aligner:greedy-2007"
        f"|parameters:0.9,2.0,0.5|stems:{Stemmer.__module__.partition('.')[0]}-Stemmer|synonyms:WordNet"
    )
    assert signature(preset="meteor-1.5", language="pt") == str(bolide.Meteor("pt").signature)
