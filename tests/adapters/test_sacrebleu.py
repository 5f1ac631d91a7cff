"""The metric for sacreBLEU, where sacreBLEU is installed."""

import json
import subprocess
import sys

import pytest

import bolide
from bolide.metric.signature import _KINDS

pytest.importorskip("sacrebleu", reason="sacreBLEU is not installed: pip install 'bolide[sacrebleu]'")
from bolide.adapters import sacrebleu as adapter
from bolide.adapters.sacrebleu import METEOR

HYPOTHESES = ["o gato dormia", "a casa velha", "", "os gatos dormem"]
FIRST = ["os gatos dormiam bem", "velha casa", "nada", "os gatos dormem"]
SECOND = ["o gato dormiu", None, None, "gatos"]


@pytest.fixture(scope="module")
def expected():
    references = [[x for x in pair if x is not None] for pair in zip(FIRST, SECOND, strict=True)]
    return bolide.Meteor("pt").score(HYPOTHESES, references)


def test_corpus_score(expected):
    """The score is a Python number, a hundred times that of the interface; references may be missing, or given once."""
    score = METEOR("pt").corpus_score(HYPOTHESES, [FIRST, SECOND])
    assert score.score == 100 * expected.score
    assert type(score.score) is float
    assert (score.name, score.recall) == ("METEOR", expected.recall)
    assert METEOR("pt", references=[FIRST, SECOND]).corpus_score(HYPOTHESES, None).score == score.score
    with pytest.raises(RuntimeError, match="there are no references: give them to corpus_score, or to METEOR"):
        METEOR("pt").corpus_score(HYPOTHESES, None)


@pytest.mark.parametrize(
    ("language", "options", "fields"),
    [
        ("pt", {"copy_words": ["gatos"], "copy_x": 8}, {"copy_x": "8.0"}),
        ("pt", {"copy_from": ["numbers"], "copy_x": (3, 0.5)}, {"copy_words": "numbers", "copy_x": "3.0,0.5"}),
        ("pt", {"text": str.split}, {"text": "function-split"}),
        ("pt", {"text": "unicode", "unit": "characters"}, {"unit": "characters"}),
        ("hi", {"features": ["exact", "lwg"], "weights": (1, 1, 2, 2)}, {"features": "exact+lwg", "weights": "1.0,1.0,2.0,2.0"}),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)  # fmt: skip
def test_every_member_of_the_family(language, options, fields):
    """Scores are those of the interface, and both forms of the signature have every field, with copy words or features too."""
    if language == "hi":
        pytest.importorskip("simplemma")
    metric, meteor = METEOR(language, **options), bolide.Meteor(language, **options)
    expected = meteor.score(HYPOTHESES, [[reference for reference in pair if reference] for pair in zip(FIRST, SECOND, strict=True)])  # fmt: skip
    assert metric.corpus_score(HYPOTHESES, [FIRST, SECOND]).score == 100 * expected.score
    assert metric.sentence_score(HYPOTHESES[1], [FIRST[1]]).score == 100 * expected.segments.score[1]
    assert metric.corpus_score(HYPOTHESES, [FIRST], n_bootstrap=20)._mean > 0
    assert str(metric.get_signature()).startswith("nrefs:1|")
    long, short = (metric.get_signature().format(short=short).split("|") for short in (False, True))
    assert fields.items() <= dict(part.split(":") for part in long).items()
    assert {*str(meteor.signature).split("|")} <= {*long}
    assert [part.split(":")[1] for part in short] == [part.split(":")[1] for part in long]
    assert len({part.split(":")[0] for part in short}) == len(long)


def test_every_field_has_a_short_name():
    """No field of a signature is without one, and none has one of another, or of sacreBLEU's own."""
    assert adapter._ABBREVIATIONS.keys() == _KINDS.keys()
    metric = METEOR("pt")
    metric.corpus_score(HYPOTHESES, [FIRST])
    names = metric.get_signature()._abbr
    assert len({*names.values()}) == len(names)


def _run(*arguments):
    """Return the output of sacreBLEU's command line with METEOR among its metrics."""
    command = [sys.executable, "-m", "bolide.adapters.sacrebleu", *arguments]
    done = subprocess.run(command, check=False, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("options", "expected"), [([], {}), (["--meteor-task", "tune", "--meteor-text", "raw"], {"task": "tune", "text": "raw"})]
)  # fmt: skip
def test_command_line(options, expected, write):
    """It scores beside sacreBLEU's metrics, as the options say."""
    files = [write(name, "\n".join(lines) + "\n") for name, lines in (("ref", FIRST), ("hyp", HYPOTHESES))]
    printed = _run(
        files[0], "-i", files[1], "-m", "meteor", "bleu", "--meteor-lang", "pt", *options, "-w", "9", "-f", "json"
    )
    bleu, meteor = json.loads(printed)
    score = bolide.Meteor("pt", **expected).score(HYPOTHESES, FIRST).score
    assert (meteor["name"], bleu["name"], meteor["score"]) == ("METEOR", "BLEU", round(100 * score, 9))
    assert {"language": "pt", **expected}.items() <= meteor.items()


@pytest.mark.parametrize(
    ("references", "message"),
    [
        ([FIRST, SECOND[:3]], "reference documents must be of the same length, not [4, 3]"),
        (
            [FIRST[:3]],
            "there are 4 hypotheses and 3 items of references: give one item for each hypothesis, a reference or a list of references",
        ),
    ],
)
def test_lengths_that_differ_are_refused(references, message):
    """No segment is dropped silently."""
    with pytest.raises(bolide.InputError) as caught:
        METEOR("pt").corpus_score(HYPOTHESES, references)
    assert str(caught.value) == message
