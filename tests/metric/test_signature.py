"""A signature has everything that determines a score, before scoring, and reads back."""

from __future__ import annotations

import gzip
import json

import pytest

from bolide import ConfigurationError, Meteor, __version__, parse_signature
from bolide.metric.signature import ALWAYS


@pytest.fixture
def table(write) -> str:
    return write("table.gz", gzip.compress(b"0.5\na b\nc\n"))


def test_signature_is_spelt_out():
    """Every choice is in the line, by its name."""
    assert str(Meteor("pt").signature) == (
        f"bolide:{__version__}|format:1|preset:meteor-1.5|task:li|language:pt|text:lower|matchers:exact+stem|aligner:java"
        "|beam:40|unit:words|parameters:0.75,1.4,0.7,0.5|weights:1.0,0.5|function_words:49ea80453a59"
        "|stems:snowball-meteor-1.5|synonyms:none|paraphrases:none"
    )


@pytest.mark.parametrize("line", ["", "x", "bolide:1", "a:b|c:d", "preset:meteor-1.5|preset", "|||"])
def test_other_lines_are_refused(line):
    """Anything but a signature is refused, and shown."""
    with pytest.raises(ConfigurationError) as caught:
        parse_signature(line)
    assert str(caught.value).startswith(f"not a complete signature: {line!r}: give")


@pytest.mark.parametrize("field", ALWAYS)
def test_every_field_is_needed(field):
    """A signature that lacks a field (but for copy words, which not all have), or has one too many, is refused."""
    parts = str(Meteor("pt").signature).split("|")
    without = "|".join(part for part in parts if not part.startswith(f"{field}:"))
    with pytest.raises(ConfigurationError):
        parse_signature(without)
    with pytest.raises(ConfigurationError):
        parse_signature("|".join([*parts, f"more_{field}:1"]))


def test_contents_of_resources_show(write):
    """Tables of other contents have other signatures; the same contents under another name, the same."""
    files = [
        write("one.gz", gzip.compress(b"0.5\na\nb\n", mtime=1)),
        write("two.gz", gzip.compress(b"0.5\na\nc\n", mtime=1)),
        write("three.gz", gzip.compress(b"0.5\na\nb\n", mtime=2)),
    ]
    first, second, third = (Meteor("pt", task="universal", paraphrases=file).signature for file in files)
    assert first.paraphrases != second.paraphrases
    assert first == third


def test_function_words_show_by_their_contents():
    """Order and repetition of function words decide nothing, so they do not show."""
    signatures = {str(Meteor("pt", function_words=words).signature) for words in (["a", "b"], ["b", "a", "a"])}
    assert len(signatures) == 1
    assert Meteor("pt", function_words=[]).signature.function_words == "none"


@pytest.mark.english
def test_english_signature_names_its_resources():
    """The resources of English are named by the SHA-256 that the catalogue pins."""
    signature = Meteor().signature
    assert (signature.synonyms, signature.paraphrases) == ("b6664fdc7de3", "6517f02111d8")
    assert parse_signature(str(signature)) == signature


@pytest.mark.parametrize(
    ("language", "options", "expected"),
    [
        ("pt", {}, "meteor-1.5-wo-pt-lc_only-0.75_1.4_0.7_0.5-ex_st-1.0_0.5"),
        ("sv", {"text": "raw"}, "meteor-1.5-wo-se-no_norm-0.75_1.4_0.7_0.5-ex_st-1.0_0.5"),
        (
            "en",
            {"matchers": ["exact"], "text": "nopunct", "unit": "characters"},
            "meteor-1.5-ch-en-norm_nopunct-0.85_0.2_0.6_0.75-ex-1.0",
        ),
        ("other", {"preset": "meteor-1.5"}, "meteor-1.5-wo-other-lc_only-0.75_1.4_0.7_0.5-ex-1.0"),
    ],
)
def test_eval_id(language, options, expected):
    """The jar's identifier is next to the signature."""
    assert Meteor(language, **options).eval_id == expected


def test_eval_id_of_a_language_that_the_jar_does_not_know(table):
    """To the jar it is an other one."""
    meteor = Meteor("el", preset="universal", paraphrases=table)
    assert meteor.eval_id == "meteor-1.5-wo-other-lc_only-0.7_1.4_0.3_0.7-ex_pa-1.0_0.6"


@pytest.mark.parametrize(
    ("language", "options"),
    [
        ("pt", {"aligner": "java-maxacc"}),
        ("pt", {"aligner": "paper"}),
        ("pt", {"aligner": "paper-count"}),
        ("pt", {"preset": "meteor-1.5-paper"}),
        ("pt", {"preset": "meteor-1.5-paper", "aligner": "java"}),
        ("pt", {"text": "unicode"}),
        ("pt", {"unit": "length"}),
        ("pt", {"matchers": ["exact", "spelling"], "weights": [1, 0.5]}),
        ("pt", {"text": str.split}),
        ("pt", {"copy_words": ["rio"], "copy_x": 8}),
        ("hi", {"preset": "meteor-1.5", "task": "li", "matchers": ["exact"], "text": "norm"}),
    ],
    ids=str,
)
def test_no_eval_id_of_what_the_jar_cannot_compute(language, options):
    """Another search, comparison of words or text, or copy words: such scores are not the jar's, and lack its identifier."""
    assert Meteor(language, **options).eval_id is None


def test_commands_leave_out_the_eval_id_of_what_the_jar_cannot_compute(bolide, files):
    """Text has no such line, JSON null."""
    arguments = ("score", files[0], files[2], "-l", "pt", "--aligner", "paper")
    assert "eval id" not in bolide(*arguments).out
    assert json.loads(bolide(*arguments, "--format", "json").out)["eval_id"] is None
    *_, last = map(json.loads, bolide(*arguments, "--format", "jsonl").out.splitlines())
    assert last["eval_id"] is None


def test_eval_id_of_small_and_large_parameters():
    """Numbers that Java writes with a power of ten are written so."""
    meteor = Meteor("other", parameters=(0.0005, 1e7, 0.5, 0.5), weights=(1,))
    assert meteor.eval_id == "meteor-1.5-wo-other-lc_only-5.0E-4_1.0E7_0.5_0.5-ex-1.0"
