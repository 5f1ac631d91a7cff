"""sacreBLEU's command line, with METEOR among its metrics."""

import json
from pathlib import Path

import pytest

from bolide import Meteor

pytestmark = [pytest.mark.clients, pytest.mark.english]

EXAMPLES = Path(__file__).parents[2] / "examples"
REFERENCE = str(EXAMPLES / "reference.txt")
SECOND = str(EXAMPLES / "reference-2.txt")
A = str(EXAMPLES / "system-a.txt")
B = str(EXAMPLES / "system-b.txt")


@pytest.fixture
def sacrebleu(client):
    """Give a function that runs the command line."""
    return lambda *arguments: client("sacrebleu").run("-m", "bolide.adapters.sacrebleu", *arguments)


def lines(path):
    """Return the segments of a file."""
    return Path(path).read_text(encoding="utf-8").splitlines()


def expected(system, *references):
    """Return the results of `Meteor` for the examples."""
    return Meteor().score(lines(system), list(zip(*map(lines, references), strict=True)))


def test_score_and_signature(sacrebleu):
    """One system, two references: the score is that of the interface, beside sacreBLEU's own metrics."""
    answers = json.loads(sacrebleu(REFERENCE, SECOND, "-i", A, "-m", "meteor", "bleu", "-w", "9"))
    assert [answer["name"] for answer in answers] == ["BLEU", "METEOR"]
    meteor = answers[1]
    assert meteor["score"] == round(100 * expected(A, REFERENCE, SECOND).score, 9)
    assert meteor["nrefs"] == "2"
    assert meteor["preset"] == "meteor-1.5"
    assert meteor["language"] == "en"


def test_confidence(sacrebleu):
    """`-ci` gives an interval that holds the score, the same in every run."""
    arguments = (REFERENCE, "-i", A, "-m", "meteor", "-ci", "-w", "4")
    answer = json.loads(sacrebleu(*arguments))
    assert answer["score"] == round(100 * expected(A, REFERENCE).score, 4)
    assert 0 < answer["confidence_var"] < 20
    assert abs(answer["confidence_mean"] - answer["score"]) < answer["confidence_var"]
    assert answer["bs"] == "1000"
    assert json.loads(sacrebleu(*arguments)) == answer


@pytest.mark.parametrize("test", ["--paired-bs", "--paired-ar"])
def test_paired(sacrebleu, test):
    """Both paired tests find that the weaker system of the examples is weaker."""
    better, worse = json.loads(sacrebleu(REFERENCE, "-i", A, B, "-m", "meteor", test, "-f", "json"))
    assert better["METEOR"]["score"] == 100 * expected(A, REFERENCE).score
    assert worse["METEOR"]["score"] == 100 * expected(B, REFERENCE).score
    assert worse["METEOR"]["p_value"] < 0.01


def test_the_adapter_passes_its_tests(client):
    """Tests skipped elsewhere run here."""
    client("sacrebleu").check("tests/adapters/test_sacrebleu.py")
