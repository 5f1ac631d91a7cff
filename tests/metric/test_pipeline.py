"""A metric is a value: its options, its signature and its pipeline say the same."""

from __future__ import annotations

import gzip
import pickle

import pytest

from bolide import ConfigurationError, Meteor, parse_signature
from bolide.cli import build_parser
from bolide.metric.configuration import describe
from bolide.metric.known_presets import presets
from bolide.metric.option_table import FIELDS
from bolide.metric.signature import asked_by, sign

ROWS = [
    (preset.name, row.task, {"*": "pt", "indic": "bho"}.get(code, code))
    for preset in presets()
    for row in preset.rows
    for code in row.languages
    if not row.needs
]


def _read_back(pipeline, **data):
    return describe(**asked_by(parse_signature(str(sign(pipeline, data)))))


def test_the_command_line_has_every_option():
    """The command line takes every option of Python, under the same name."""
    given = vars(build_parser(["score"]).parse_args(["score", "a", "b"]))
    assert {field.name for field in FIELDS} <= given.keys()


@pytest.mark.filterwarnings("ignore::bolide.MissingKnowledgeWarning")
@pytest.mark.parametrize(("preset", "task", "code"), ROWS)
def test_a_signature_reads_back_into_an_equal_value(preset, task, code):
    """Every row of every preset, for each of its languages."""
    pipeline = describe(language=code, preset=preset, task=task)
    assert _read_back(pipeline, copy_words=pipeline.copy_words.sources or None) == pipeline


@pytest.mark.parametrize(
    "options",
    [
        {"beam": 7, "aligner": "paper-count", "unit": "characters"},
        {"parameters": (0.1, 1e-9, 1 / 3, 0.2)},
        {"weights": (0.3, 0.4)},
        {"text": "unicode"},
        {"matchers": ("stem", "exact")},
        {"language": "hi", "features": ("exact", "lwg"), "weights": (1, 0, 0.5, 2)},
        {"language": "hi", "matchers": ("exact",), "features": ("exact",)},
        {"copy_from": ("numbers",), "copy_x": (3, 0.5)},
    ],
    ids=str,
)
def test_options_of_ones_own_read_back(options):
    """The signature of any request makes the same request."""
    pipeline = describe(**{"language": "pt", **options})
    assert _read_back(pipeline, copy_words=pipeline.copy_words.sources or None) == pipeline


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"language": "pt", "roots": "x"}, "the preset meteor-1.5 has no option roots: it belongs to meteor-hindi"),
        ({"language": "hi", "unit": "words"}, "the preset meteor-hindi has no option unit"),
        ({"language": "hi", "parameters": (1, 1, 1, 1)}, "the preset meteor-hindi has no option parameters"),
        (
            {"language": "pt", "paraphrases": "t.gz"},
            "t.gz has no effect without the matcher 'paraphrase': add it to exact stem",
        ),
    ],
)
def test_an_option_belongs_to_a_choice(options, message):
    """Options that no part has are refused by name."""
    with pytest.raises(ConfigurationError) as caught:
        describe(**options)
    assert str(caught.value) == message


def test_a_metric_from_its_signature(write):
    """The same metric, from the line alone where it needs no file, else with its files; a wrong file is refused."""
    first, second = (write(f"{word}.gz", gzip.compress(f"0.5\na b\n{word}\n".encode())) for word in "cd")
    meteor = Meteor("pt", task="universal", paraphrases=first, function_words=["o"])
    line = str(meteor.signature)
    again = Meteor.from_signature(line, paraphrases=first, function_words=["o"])
    assert (again.pipeline, again.signature) == (meteor.pipeline, meteor.signature)
    with pytest.raises(ConfigurationError, match=r"paraphrases is [0-9a-f]{12} here, [0-9a-f]{12} in the signature"):
        Meteor.from_signature(line, paraphrases=second, function_words=["o"])
    with pytest.raises(ConfigurationError, match="function_words is 49ea80453a59 here"):
        Meteor.from_signature(line, paraphrases=first)


def test_a_tokeniser_of_ones_own_has_to_be_given_again():
    """A signature knows a function by its name only."""
    meteor = Meteor("pt", text=str.split)
    assert Meteor.from_signature(meteor.signature, text=str.split).pipeline == meteor.pipeline
    with pytest.raises(ConfigurationError, match="text is lower here, function-split in the signature"):
        Meteor.from_signature(meteor.signature)


def test_a_pipeline_is_a_value():
    """It is frozen and hashable, can be pickled, and makes the metric that it came from."""
    meteor = Meteor("pt", beam=3)
    pipeline = pickle.loads(pickle.dumps(meteor.pipeline))
    assert (pipeline, hash(pipeline)) == (meteor.pipeline, hash(meteor.pipeline))
    assert Meteor.of(pipeline).signature == meteor.signature
