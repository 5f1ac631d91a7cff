"""The Java program itself, run on texts made up here, counts what bolide counts."""

from __future__ import annotations

import gzip
import random

import pytest
from agreement import assert_scores_agree
from java_output import read_verbose

from bolide import Meteor
from bolide.data.languages import function_words

pytestmark = pytest.mark.java

# Few words, so that most of them occur several times on both sides; inflected forms; words that begin or end phrases below.
_TEXT = """the a of in on to run runs running ran house houses building big large
cat cats dog animal quickly quick hope hopes hoping is was are due because despite spite"""
WORDS = _TEXT.split()
PHRASES = [
    ("big house", "large building"),
    ("large building", "big house"),
    ("because of", "due to"),
    ("in spite of", "despite"),
    ("the", "a"),
    ("dog", "animal"),
    ("dog animal", "cat"),
    ("run to the house", "running"),
]


def _words(source: random.Random) -> str:
    return " ".join(source.choices(WORDS, k=source.randint(1, 24)))


def _changed(source: random.Random, text: str) -> str:
    """Return a text that shares much with another: words dropped, doubled and moved."""
    words = text.split(" ")
    for _ in range(source.randint(0, 4)):
        place = source.randrange(len(words))
        words[place : place + 1] = source.choice(([], words[place : place + 1] * 2, source.choices(WORDS, k=1)))
        words = words or ["the"]
    if source.random() < 0.5:
        middle = source.randrange(len(words))
        words = words[middle:] + words[:middle]
    return " ".join(words)


# A blank inside of an argument is written as `_`.
IDENTIFIED = {
    "own words": ("pt", "-l pt -s {words} -lower", {"function_words": ["the", "dog"]}),
    "another beam": ("pt", "-l pt -x 1", {"beam": 1, "text": "raw"}),
    "the words of a language": (
        "fr",
        "-l fr -norm -s {french} -a {table} -p 0.9_1.4_0.6_0.65 -w 1_.2_.4",
        {"preset": "meteor-1.3"},
    ),
    "a language that the jar does not know": (
        "el",
        "-l xx -lower -m exact_paraphrase -a {table} -s {words} -p 0.7_1.4_0.3_0.7 -w 1_.6",
        {"preset": "universal", "function_words": ["the", "dog"]},
    ),
    "Hindi by exact words": (
        "hi",
        "-l other -ch",
        {"preset": "meteor-1.5", "task": "li", "matchers": ["exact"], "text": "raw", "unit": "characters"},
    ),
}


@pytest.mark.parametrize(("language", "flags", "options"), IDENTIFIED.values(), ids=IDENTIFIED)
def test_eval_id_is_that_of_a_run_with_the_same_scores(language, flags, options, java_meteor, write):
    """Whatever has an identifier is what the jar computes under it, with files of words and paraphrases that it does not name."""
    source = random.Random(language)
    hypotheses = [_words(source) for _ in range(100)]
    references = [_changed(source, text) for text in hypotheses]
    files = {
        "words": write("words", "the\ndog\n"),
        "french": write("french", "\n".join(function_words("fr")) + "\n"),
        "table": write("table.gz", gzip.compress("".join(f"0.5\n{a}\n{b}\n" for a, b in PHRASES).encode())),
    }
    printed = java_meteor.run(
        write("hypotheses", "\n".join(hypotheses) + "\n"),
        write("references", "\n".join(references) + "\n"),
        *(flag.replace("_", " ").format(**files) for flag in flags.split()),
        "-vOut",
    )
    own = {"paraphrases": files["table"]} if "{table}" in flags else {}
    meteor = Meteor(language, **options, **own)
    assert_scores_agree(meteor.score(hypotheses, references), meteor, read_verbose(printed))
