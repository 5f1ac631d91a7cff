"""First attempts of people who know other metrics: they work, or are explained."""

from __future__ import annotations

import json

import pytest

import bolide as package
from bolide import ConfigurationError, InputError, Meteor, score

HYPOTHESES, REFERENCES = ["o gato dormia", "a casa"], ["os gatos dormiam bem", "a casa azul"]
TUNED = """[[preset]]
name = "mine"
title = "mine"
source = "me"
aligner = "java"
beam = 40
equality = "text"
function_words = "en"
[[preset.parameters]]
task = "tuned"
languages = ["*"]
values = [0.5, 1, 0.5, 0.5]
weights = [1, 0.5]
source = "me"
"""


def test_results_as_values():
    """Results format as their scores, segments are a sequence of scores, and everything goes into JSON."""
    result = score(HYPOTHESES, REFERENCES, "pt")
    scores = result.segments.score.tolist()
    assert f"{result:.2f}" == f"{result.score:.2f}"
    assert f"{result}" == str(result)
    assert [*result.segments] == scores == [result.segments[0], result.segments[-1]] == result.segments[:2]
    with pytest.raises(IndexError):
        result.segments[2]
    told = json.loads(json.dumps(result.to_dict()))
    assert (told["score"], told["segments"], told["signature"]) == (result.score, scores, str(result.signature))
    one = Meteor("pt").segment(HYPOTHESES[0], REFERENCES)
    assert score(HYPOTHESES[0], REFERENCES, "pt").score == one.score == score(HYPOTHESES[:1], [REFERENCES], "pt").score
    assert json.loads(json.dumps(one.to_dict()))["recall"] == one.recall


def test_rows_of_comet():
    """Rows with mt and ref are hypotheses and references; other rows are refused, and missing references explained."""
    rows = [{"src": "", "mt": mt, "ref": ref} for mt, ref in zip(HYPOTHESES, REFERENCES, strict=True)]
    assert score(rows, language="pt") == score(HYPOTHESES, REFERENCES, "pt")
    for wrong in (HYPOTHESES, [{"mt": "a"}]):
        with pytest.raises(
            InputError, match='references are missing: give them after the hypotheses, or give rows with "mt"'
        ):
            Meteor("pt").score(wrong)


@pytest.fixture
def files(write):
    """Return files of two systems and a reference."""
    return [write(name, "".join(f"{line}\n" for line in lines)) for name, lines in (("h", HYPOTHESES), ("g", REFERENCES[::-1]), ("r", REFERENCES))]  # fmt: skip


def test_options_of_other_commands(bolide, files):
    """Files named as sacreBLEU and COMET name them are read; the source is explained."""
    first, second, reference = files
    expected = bolide("score", "-l", "pt", "--ref", reference, first, second).out
    assert "error" not in expected
    for names in (
        (reference, "-i", first, second),
        ("-t", first, second, "-r", reference),
        ("-hyp", first, second, "-ref", reference),
    ):
        assert bolide("score", "-l", "pt", *names).out == expected
    assert "there is no option '-norm': bolide java has it" in bolide("score", first, reference, "-norm").err
    result = bolide("score", "-s", reference, "-t", first, "-r", reference)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("bolide score: -s is the source of COMET's command, which METEOR does not use")


def test_options_between_files(bolide, files):
    """Options may stand between the files; what is neither is still an error, and an option is named first."""
    first, second, reference = files
    for words in (["score", first, "-l", "pt", reference, "--segments"], ["score", "-l", "pt", first, "--segments", reference],
                  ["compare", first, "--format", "markdown", second, reference, "-l", "pt"],
                  ["align", first, "-l", "pt", reference], ["mbr", first, "-l", "pt", second, reference]):  # fmt: skip
        given = [word for word in words[1:] if word in files]
        result = bolide(*words)
        assert result.code == 0
        assert result.out == bolide(words[0], *given, *(word for word in words[1:] if word not in files)).out
    assert "no option '--langage': did you mean" in bolide("score", first, "-q", reference, "--langage", "pt").err


@pytest.mark.parametrize("command", ["score", "compare"])
def test_a_published_signature(bolide, files, command):
    """`--signature` gives the same output as the options in it; other options are contradictions."""
    first, second, reference = files
    named = (command, "--ref", reference, first, second)
    options = ("-l", "pt", "--beam", "7", "--text", "raw")
    signature = str(Meteor("pt", beam=7, text="raw").signature)
    assert bolide(*named, "--signature", signature).out == bolide(*named, *options).out
    assert bolide(*named, "--signature", f"signature  {signature}\n").out == bolide(*named, *options).out
    for option, message in (
        ("--beam=8", "beam is 8 here, 7 in the"),
        ("--language=de", "language is de here, pt in the"),
    ):
        refused = bolide(*named, "--signature", signature, option)
        assert (refused.code, f"{message} signature" in refused.err) == (2, True)
    old = signature.replace(f"bolide:{package.__version__}", "bolide:0.0.1")
    assert "note: this signature is from bolide 0.0.1, but this is" in bolide(*named, "--signature", old).err


def test_a_cut_signature():
    """A line without its last parts is refused, unless its user says that they are other values; one out of LaTeX is read."""
    line = str(Meteor("pt", preset="universal+").signature)
    assert str(Meteor.from_signature(line.replace("_", r"\_")).signature) == line
    with pytest.raises(
        ConfigurationError, match=r"not preset universal\+, task letters: it lacks lcs, lcs_alpha: was it cut"
    ):
        Meteor.from_signature(line.partition("|lcs:")[0])
    other = Meteor("pt", preset="universal+", lcs_alpha=0.5)
    assert Meteor.from_signature(str(other.signature), lcs_alpha=0.5).pipeline == other.pipeline


def test_a_signature_of_a_tuned_metric(write):
    """It opens without the file of its preset, since it says what that says; what it does not say is still refused."""
    meteor = Meteor("pt", preset=write("mine.toml", TUNED), task="tuned")
    again = Meteor.from_signature(str(meteor.signature))
    assert again.signature == meteor.signature
    assert again.score(HYPOTHESES, REFERENCES) == meteor.score(HYPOTHESES, REFERENCES)
    with pytest.raises(ConfigurationError, match="this is not the metric of the signature"):
        Meteor.from_signature(
            str(meteor.signature).replace("function_words:49ea80453a59", "function_words:123456789012")
        )


@pytest.mark.parametrize(
    ("language", "options"), [("pt", {}), ("sv", {"text": "raw"}), ("pt", {"parameters": (0.5, 5e-4, 0.7, 0.5)})]
)
def test_an_eval_id_of_the_jar(language, options):
    """The identifier that the jar prints opens the metric that has it; what is none is refused."""
    meteor = Meteor(language, **options)
    again = Meteor.from_signature(meteor.eval_id)
    assert (again.eval_id, again.score(HYPOTHESES, REFERENCES)) == (
        meteor.eval_id,
        meteor.score(HYPOTHESES, REFERENCES),
    )
    with pytest.raises(ConfigurationError, match="not a signature, and not an Eval ID of Meteor"):
        Meteor.from_signature("meteor-1.4-wo-pt")
