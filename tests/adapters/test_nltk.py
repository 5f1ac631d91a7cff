"""NLTK's functions, with a stemmer and a WordNet made for the tests: NLTK itself is not needed."""

from types import SimpleNamespace

import pytest

import bolide
from bolide.adapters.nltk import meteor_score, signature, single_meteor_score


class Stemmer:
    """Takes off a final s."""

    def stem(self, word):
        return word.removesuffix("s")


class WordNet:
    """Knows a few synonyms, one of them of two words."""

    SYNSETS = ({"car", "auto", "motor_car"}, {"big", "large"}, {"large", "great"})

    def synsets(self, word):
        return [
            SimpleNamespace(lemmas=lambda names=names: [SimpleNamespace(name=lambda name=name: name) for name in names])
            for names in self.SYNSETS
            if word in names
        ]


OPTIONS = {"stemmer": Stemmer(), "wordnet": WordNet()}


@pytest.mark.parametrize(
    ("hypothesis", "reference", "matches", "chunks"),
    [
        ("a b c", "a b c", 3, 1),
        ("a b c", "c b a", 3, 3),
        ("cats sleep", "cat sleeps", 2, 1),
        ("big car", "large auto", 2, 1),
        ("bigs", "larges", 1, 1),  # synonyms of stems
        ("car", "motor_car", 0, 0),  # a lemma of two words is never a synonym
        ("large", "large big great", 1, 1),
        ("a a b", "a b", 2, 1),  # the last a is matched, next to b
        ("", "", 0, 0),
        ("a", "", 0, 0),
        ("a b a", "a b", 2, 2),  # greedy: the last a crosses, though the first would not
    ],
)
def test_matches_and_chunks(hypothesis, reference, matches, chunks):
    """The score follows from the number of matches and chunks, by the formula of 2007."""
    hypothesis, reference = hypothesis.split(), reference.split()
    expected = 0.0
    if matches:
        precision, recall = matches / len(hypothesis), matches / len(reference)
        f_mean = precision * recall / (0.9 * precision + 0.1 * recall)
        expected = f_mean * (1 - 0.5 * (chunks / matches) ** 3)
    assert single_meteor_score(reference, hypothesis, **OPTIONS) == pytest.approx(expected, abs=1e-15)


def test_options():
    """Tokens are compared after `preprocess`; alpha, beta and gamma are those of the formula."""
    score = single_meteor_score(["a", "b"], ["b", "a", "c", "d"], alpha=0.5, beta=1.0, gamma=0.2, **OPTIONS)
    assert score == pytest.approx(2 / 3 * (1 - 0.2), abs=1e-15)
    assert single_meteor_score(["A"], ["a"], str, **OPTIONS) == 0.0
    assert single_meteor_score(["A!"], ["a"], lambda token: token.strip("!").lower(), **OPTIONS) == 0.5


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
