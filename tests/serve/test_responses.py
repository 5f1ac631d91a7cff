"""Responses of the server: the metric's numbers, for text and for statistics, and reports."""

from __future__ import annotations

import json

import pytest

from bolide import Meteor
from bolide.metric.other_metrics import find_metric

SEGMENTS = [
    {"hypothesis": "o gato dormia", "references": ["os gatos dormiam bem", "o gato preto dormia"]},
    {"hypothesis": "a casa", "references": ["a casa branca"]},
]


def test_scores_are_the_metrics_own(client):
    """Corpus and segments have the numbers of `Meteor.score`, and its signature."""
    meteor = Meteor("pt")
    wanted = meteor.score([row["hypothesis"] for row in SEGMENTS], [row["references"] for row in SEGMENTS])
    answer = client.post("/score", json={"segments": SEGMENTS}).json()
    for part in ("score", "precision", "recall", "f1", "f_mean", "fragmentation", "penalty"):
        assert answer[part] == getattr(wanted, part)
        assert [row[part] for row in answer["segments"]] == getattr(wanted.segments, part).tolist()
    assert [row["reference"] for row in answer["segments"]] == [1, 0]
    one = {"hypothesis": "a casa", "reference": "a casa branca"}
    assert client.post("/score", json={"segments": [SEGMENTS[0], one]}).json() == answer
    assert answer["signature"] == str(meteor.signature)
    assert answer["parameters"] == {"alpha": 0.75, "beta": 1.4, "gamma": 0.7, "delta": 0.5}
    assert answer["weights"] == {"exact": 1.0, "stem": 0.5}


@pytest.mark.parametrize("name", ["chrf", "chrf++", "bleu", "ter"])
def test_other_metrics(client, name):
    """A request may name other metrics: their scores come beside Meteor's, and stand in the table of a report."""
    if name in ("bleu", "ter"):
        pytest.importorskip("sacrebleu")
    metric = find_metric(name)
    rows = metric.rows([row["hypothesis"] for row in SEGMENTS], [row["references"] for row in SEGMENTS])
    plain = client.post("/score", json={"segments": SEGMENTS}).json()
    answer = client.post("/score", json={"segments": SEGMENTS, "also": [name]}).json()
    other = answer.pop("also")[name]
    assert answer == plain
    assert (other["score"], other["segments"]) == (metric.scores(rows.total())["score"][0], metric.scores(rows)["score"].tolist())  # fmt: skip
    assert other["signature"] == str(metric.signature)
    question = {"systems": {"A": ["o gato"]}, "references": [["o gato preto"]], "also": [name]}
    assert f'"head":["system","{name}"]' in client.post("/report", json=question).text


def test_statistics_take_other_parameters(client):
    """The statistics of an answer, scored with other parameters, give what the text gives with them."""
    numbers = {"parameters": [0.5, 1, 0.3, 0.9], "weights": [0.8, 0.2]}
    text = [row | {"references": row["references"][:1]} for row in SEGMENTS]
    first = client.post("/score", json={"segments": text}).json()
    rows = [row["statistics"] for row in first["segments"]]
    moved = client.post("/score", json={"statistics": rows} | numbers).json()
    again = client.post("/score", json={"segments": text} | numbers).json()
    assert moved == again
    assert moved["score"] != first["score"]
    assert moved["signature"] == str(Meteor("pt", parameters=[0.5, 1, 0.3, 0.9], weights=[0.8, 0.2]).signature)
    assert client.post("/score", json={"statistics": [first["statistics"]]}).json()["score"] == first["score"]


def test_an_alignment(client):
    """Tokens and matches are those of `Meteor.align`; the picture comes on request."""
    question = {"hypothesis": "O gato dormia", "reference": "os gatos dormiam bem"}
    answer = client.post("/align", json=question).json()
    wanted = Meteor("pt").align(*question.values())
    assert answer["hypothesis"] == list(wanted.hypothesis)
    assert [match["matcher"] for match in answer["matches"]] == [match.matcher for match in wanted.matches]
    assert answer["score"] == wanted.score
    assert "picture" not in answer
    picture = client.post("/align", json=question | {"picture": True}).json()["picture"]
    assert (picture["format"], picture["systems"][0]["name"]) == (1, "hypothesis")


def test_what_is_undefined_is_null(client):
    """JSON has no NaN: the precision of nothing is null."""
    answer = client.post("/align", json={"hypothesis": "", "reference": ""})
    assert answer.json()["precision"] is None
    assert "NaN" not in answer.text


def test_another_metric(client):
    """A request may choose language, preset, task and matchers."""
    question = {"hypothesis": "the cats", "reference": "the cat", "matchers": ["exact"], "preset": "meteor-1.3"}
    answer = client.post("/align", json=question | {"language": "English"}).json()
    assert answer["signature"].startswith("bolide:0.1.0|format:1|preset:meteor-1.3|task:rank|language:en")
    assert answer["weights"] == {"exact": 1.0}


def test_a_report(client):
    """The page of a report is returned, in a sandbox."""
    question = {"systems": {"A": ["o gato"], "<b>B": ["um gato"]}, "references": [["o gato preto"]], "title": "<i>T"}
    answer = client.post("/report", json=question)
    assert answer.headers["content-type"].startswith("text/html")
    assert "sandbox" in answer.headers["content-security-policy"]
    data = json.loads(answer.text.split('id="data">')[1].split("</script>")[0])
    assert [system["name"] for system in data["systems"]] == ["A", "<b>B"]
    assert "<title>&lt;i&gt;T" in answer.text


PAIR = {"hypothesis": "a", "reference": "b"}
MANY = {str(number): ["a"] for number in range(201)}
TWICE = b'{"systems": {"A": ["a"], "A": ["b"]}, "references": [["a"]]}'


@pytest.mark.parametrize(
    ("path", "question", "status", "message"),
    [
        ("/align", {"hypothesis": "a"}, 400, "'reference' is missing"),
        ("/align", PAIR | {"synonyms": "/etc/passwd"}, 400, "unknown field 'synonyms'"),
        ("/align", PAIR | {"picture": 1}, 400, "'picture' must be true or false"),
        ("/align", PAIR | {"parameters": [True]}, 400, "each of 'parameters' must be a number, not True"),
        ("/align", PAIR | {"parameters": [-1]}, 400, "'parameters' must be a list of numbers from 0 up"),
        ("/align", PAIR | {"parameters": [1]}, 409, "parameters must be 4 numbers (alpha, beta, gamma, delta)"),
        ("/align", PAIR | {"weights": [1, 1, 1]}, 409, "weights must be 2 numbers"),
        ("/align", PAIR | {"language": "xx yy"}, 409, "'xx yy' is not a language"),
        ("/align", PAIR | {"language": "en"}, 409, "run: bolide resources install en"),
        ("/align", PAIR | {"preset": "/etc/passwd"}, 409, "unknown preset '/etc/passwd'"),
        ("/align", PAIR | {"language": "hi\n"}, 400, "'language' must be a name"),
        ("/align", PAIR | {"language": "hi\ud800"}, 400, r"'language' contains half of a character, \ud800"),
        ("/align", PAIR | {"reference": "\ud83d b", "picture": True}, 400, r"'reference' contains half of a character"),
        ("/align", PAIR | {"hypothesis": "a" * 100_001}, 400, "'hypothesis' is longer than 100,000 characters"),
        (
            "/score",
            {"segments": SEGMENTS, "also": ["comet"]},
            409,
            "unknown metric 'comet': choose one of bleu bleu-unsmoothed chrf",
        ),
        ("/score", {"statistics": [[1]], "also": ["chrf"]}, 400, "unknown field 'also'"),
        ("/score", {}, 400, "give either 'segments' or 'statistics'"),
        ("/score", {"segments": []}, 400, "'segments' must have at least one entry"),
        ("/score", {"segments": [PAIR | {"references": ["b"]}]}, 400, "'hypothesis' and 'references' or 'reference'"),
        ("/score", {"statistics": [[1, 2]]}, 409, "numbers in each row: take them from an answer of /score"),
        ("/score", {"statistics": [[1 << 32]]}, 400, "whole numbers from 0 to 2^32 - 1"),
        ("/score", {"statistics": [[0.5]]}, 400, "whole numbers"),
        ("/score", {"statistics": [1]}, 400, "'statistics' must be a list"),
        ("/report", {"systems": ["a"], "references": [["a"]]}, 400, "'systems' must be "),
        ("/report", {"systems": {"A": ["a"] * 2}, "references": [["a"]]}, 409, "A has 2 lines, reference 1 has 1"),
        ("/report", {"systems": {"a\n": ["a"]}, "references": [["a"]]}, 409, "control character"),
        ("/report", {"systems": {"a\ud800": ["a"]}, "references": [["a"]]}, 409, "control character"),
        ("/report", {"systems": {"A": ["a \udfff"]}, "references": [["a"]]}, 400, "'systems' contains half"),
        ("/report", {"systems": {"A": ["a"]}, "references": [["a"]], "title": "\ud800"}, 400, "'title' contains half"),
        (
            "/report",
            {"systems": MANY, "references": [["a"]]},
            409,
            "201 systems, but at most 200 can be scored at once",
        ),
    ],
)
def test_a_wrong_request_is_told_what_is_wrong(client, path, question, status, message):
    """The answer names the part that is wrong, and what to do; nothing is downloaded."""
    answer = client.post(path, content=json.dumps(question), headers={"content-type": "application/json"})
    assert answer.status_code == status
    assert message in answer.json()["error"]


def test_too_many_pairs(client, monkeypatch):
    """A request that pairs more hypotheses with references than may be is refused, before anything is scored."""
    monkeypatch.setattr("bolide.serve.requests.MOST_PAIRS", 3)
    report = {"systems": {"A": ["a", "b"], "B": ["a", "b"]}, "references": [["a", "b"]]}
    for path, question in (
        ("/score", {"segments": [*SEGMENTS, SEGMENTS[0]]}),
        ("/score", {"statistics": [[0]] * 4}),
        ("/report", report),
    ):
        answer = client.post(path, json=question)
        assert answer.status_code == 400
        assert "pairs of a hypothesis and a reference, but a request may have 3: send several" in answer.json()["error"]
    assert client.post("/score", json={"segments": SEGMENTS}).status_code == 200


@pytest.mark.parametrize("body", [b"", b"[", b"[]", b"\xff", b'{"a": NaN}', b"[" * 9000, TWICE], ids=repr)
def test_what_is_not_json(client, body):
    """Anything but a JSON object is refused."""
    answer = client.post("/score", content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, "error" in answer.json()) == (400, True)
    twice = "the key 'A' occurs twice in one object: remove one of them"
    assert (answer.json()["error"] == twice) == (body == TWICE)


def test_choices(client):
    """Languages and presets are listed, and what the server was started with."""
    choices = client.get("/choices").json()
    for code, name, is_known, preset in (
        ("pt", "Portuguese", True, "meteor-1.5"),
        ("sw", "Swahili", False, "universal+"),
    ):
        assert {"code": code, "name": name, "is_known": is_known, "preset": preset} in choices["languages"]
    assert "meteor-1.5" in [preset["name"] for preset in choices["presets"]]
    assert (choices["language"], choices["preset"]) == ("pt", "meteor-1.5")
