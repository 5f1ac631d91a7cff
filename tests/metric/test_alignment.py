"""An alignment: its matches and chunks, and the pictures of it."""

from __future__ import annotations

import gzip

import pytest

from bolide import Match, Meteor
from bolide.metric.alignment import Evidence


@pytest.fixture(scope="module")
def meteor() -> Meteor:
    return Meteor("pt")


@pytest.fixture
def table(write) -> str:
    return write("table.gz", gzip.compress(b"0.5\nbig house\nlarge building\n0.1\nx y z\nq\n"))


def test_matches_say_where_what_and_how(meteor):
    """Each match has both places, both texts, its matcher and its chunk; matches go by the reference."""
    alignment = meteor.align("o gato dormia hoje no tapete", "o gatos dormia no tapete")
    assert [(m.hypothesis, m.reference, m.matcher, m.chunk) for m in alignment.matches] == [
        ("o", "o", "exact", 0),
        ("gato", "gatos", "stem", 0),
        ("dormia", "dormia", "exact", 0),
        ("no", "no", "exact", 1),
        ("tapete", "tapete", "exact", 1),
    ]
    assert alignment.matches[3] == Match(
        hypothesis_start=4,
        hypothesis_length=1,
        reference_start=3,
        reference_length=1,
        matcher="exact",
        chunk=1,
        hypothesis="no",
        reference="no",
    )
    assert alignment.chunks == 2


@pytest.mark.parametrize(
    ("hypothesis", "reference", "expected"),
    [
        ("a", "a b a", [(0, 2)]),
        ("x a x", "a x a", [(0, 1), (1, 2)]),
        ("a b c a", "a b a c", [(0, 0), (1, 1), (2, 3), (3, 2)]),
        ("a a a", "a a", [(0, 0), (1, 1)]),
        ("b a", "a b", [(1, 0), (0, 1)]),
    ],
)
def test_ambiguous_words_are_aligned_as_by_the_jar(meteor, hypothesis, reference, expected):
    """Repeated words go where the jar's search puts them, quirks included (kind: Java)."""
    found = {(m.hypothesis_start, m.reference_start) for m in meteor.align(hypothesis, reference).matches}
    assert found == set(expected)


def test_notebook_picture_escapes_words():
    """Words are text in HTML, never markup."""
    picture = Meteor("other", text="raw").align('<script> & "q" \'', "<b> &")._repr_html_()
    assert "&lt;script&gt;" in picture
    assert "&quot;q&quot;" in picture
    assert "&lt;b&gt;" in picture
    assert "<script>" not in picture
    assert "<b>" not in picture
    assert "<title>&amp; = &amp;: exact, chunk 1</title>" in picture


def _evidence(meteor: Meteor, hypothesis: str, reference: str) -> list[Evidence]:
    return [meteor.evidence(match) for match in meteor.align(hypothesis, reference).matches]


def test_paraphrases_have_probabilities(tmp_path):
    """A paraphrase match has the probability of each direction that the table lists."""
    table = tmp_path / "t.gz"
    table.write_bytes(gzip.compress(b"0.25\ngood morning\nhello\n0.5\nbye\nsee you\n0.125\nsee you\nbye\n"))
    meteor = Meteor(
        "other", matchers=["exact", "paraphrase"], weights=[1, 0.5], parameters=[0.7, 1, 0.5, 0.5], paraphrases=table
    )
    first, second = _evidence(meteor, "hello x bye", "good morning y see you")
    assert first == Evidence(matcher="paraphrase", reference_to_hypothesis=0.25)
    assert second == Evidence(matcher="paraphrase", reference_to_hypothesis=0.125, hypothesis_to_reference=0.5)
    assert str(second) == "paraphrase reference → hypothesis 0.125, hypothesis → reference 0.5"


@pytest.mark.english
def test_synsets():
    """A synonym match names the synsets that both words are in."""
    meteor = Meteor()
    alignment = meteor.align("the big automobile", "the big car")
    found = [meteor.evidence(match) for match in alignment.matches if match.matcher == "synonym"]
    assert len(found) == 1
    assert found[0].synsets
    assert str(found[0]) == "synset " + ", ".join(map(str, found[0].synsets))


def test_hindi_names_roots_and_groups_of_synonyms():
    """METEOR-Hindi shows the root, or the group of the thesaurus, of a match; spelling variants are exact."""
    pytest.importorskip("simplemma")
    found = _evidence(Meteor("hi"), "मैंने किताब हिन्दी लड़के", "मैंने पुस्तक हिंदी लड़का")
    assert [one.matcher for one in found] == ["exact", "synonym", "exact", "stem"]
    assert found[3].stem == "लडका"
    assert len(found[1].synsets) == 1
    assert str(found[1]).startswith("synset ")


@pytest.fixture(scope="module")
def metric():
    return Meteor("tr", preset="universal+", matchers=("exact", "spelling"), weights=(1.0, 1.0))


def test_a_match_by_spelling_shows_how_alike_its_words_are(metric):
    """Similarity, evidence and picture say the same."""
    alignment = metric.align("Bu kitap çok güzel.", "Bu kitabı çok güzel.")
    match = alignment.matches[1]
    assert (match.matcher, match.similarity) == ("spelling", 644 / 1024)
    assert str(metric.evidence(match)) == "spelling 0.629"
    assert "kitap ~ kitabı .63" in str(alignment)
    assert "kitap ~ kitabı .63: spelling" in alignment.svg()
