"""NLTK's function beside ours."""

import pytest

pytestmark = [pytest.mark.clients, pytest.mark.download]


def questions(captions):
    """Return pairs that match well, pairs that hardly match, several references, and other options."""
    tokens = [
        (hypothesis.split(), [reference.split() for reference in references]) for hypothesis, references in captions
    ]
    asked = [[references, hypothesis, {}] for hypothesis, references in tokens]
    asked += [
        [tokens[place - 1][1], hypothesis, {"alpha": 0.7, "beta": 1.5, "gamma": 0.3}]
        for place, (hypothesis, _) in enumerate(tokens)
    ]
    asked += [[references, hypothesis, {"stemmer": "lancaster"}] for hypothesis, references in tokens[:100]]
    joined = [word for hypothesis, _ in tokens[150:200] for word in hypothesis]
    return [*asked, [[joined[::-1]], joined, {}]]


def test_preset_nltk_gives_the_numbers_of_nltk(client, captions, nltk_data):
    """All scores are those of NLTK, for one reference and for several."""
    asked = questions(captions)
    assert len(asked) >= 500
    answers = client("nltk", NLTK_DATA=nltk_data).ask("nltk_scores.py", asked)
    assert len(answers["ours"]) == len(asked)
    assert answers["ours"] == answers["stock"]
    assert all(ours == stock for stock, ours in answers["single"])
    assert sum(score > 0 for score in answers["stock"]) >= 500
    assert "|preset:nltk|" in answers["signature"]
    assert answers["signature"].endswith("|stems:nltk-3.10.4-PorterStemmer|synonyms:wordnet-3.0")
