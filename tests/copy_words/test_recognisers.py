"""Recognisers of entities: the one that ships, training, and spaCy."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from surroundings import ROOT

from bolide import InputError, Meteor, MissingResourceError, _core, copy_words
from bolide.copy_words.entity_training import TrainingOptions, read_training_files, train
from bolide.copy_words.marking import find_recogniser

NAMES = ("Anna", "Bela", "Cora", "Dora", "Ella", "Fred", "Gina", "Hugo")
PLACES = ("Rome", "Oslo", "Bonn", "Lima", "Kiev", "Brno")


@pytest.fixture(scope="module")
def tagged(tmp_path_factory) -> str:
    """Return a file of made-up tagged text."""
    lines = []
    for i, name in enumerate(NAMES * 6):
        place = PLACES[i % len(PLACES)]
        lines.append(f"{name}\tB-PER\nlives\tO\nin\tO\n{place}\tB-LOC\n.\tO\n")
        lines.append("the\tO\ncat\tO\nsleeps\tO\nhere\tO\n.\tO\n")
    path = tmp_path_factory.mktemp("tagged") / "made-up.iob2"
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


def test_training_twice_gives_the_same_bytes(tagged, tmp_path):
    """A model is decided by its text and options; it knows what it was taught, also in lower case."""
    pytest.importorskip("pycrfsuite")
    segments = read_training_files([tagged])
    paths = [tmp_path / name for name in ("a.entities", "b.entities")]
    for path in paths:
        assert train(segments, TrainingOptions(), {"sources": ["made-up"]}, path) > 0
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.entities", "b.entities"]
    recogniser = find_recogniser(f"crf:{paths[0]}", "pt")
    assert recogniser.types([["anna", "lives", "in", "rome", "."], []]) == [["PER", "O", "O", "LOC", "O"], []]
    meteor = Meteor("pt", copy_from=["entities"], copy_x=14, recogniser=f"crf:{paths[0]}")
    assert f"copy_words:entities-{recogniser.identity}" in str(meteor.signature)
    assert meteor.align("Anna lives", "Anna").hypothesis_copy == (True, False)


def test_vague_entities_have_to_be_sure(write, tmp_path):
    """A token tagged MISC that is nearly as likely to be none is none, unless doubtful ones are requested too."""
    pytest.importorskip("pycrfsuite")
    unsure = "he\tO\nbought\tO\na\tO\nZune\t{}\n\n"
    segments = read_training_files([write("unsure.iob2", unsure.format("B-MISC") * 28 + unsure.format("O") * 12)])
    path = tmp_path / "unsure.entities"
    train(segments, TrainingOptions(keep_plain=1.0, sure_misc=0.99), {}, path)
    recogniser, tokens = find_recogniser(f"crf:{path}", "pt"), ["he", "bought", "a", "Zune"]
    assert recogniser.types([tokens]) == [["O", "O", "O", "O"]]
    assert recogniser.types([tokens], sure=False) == [["O", "O", "O", "MISC"]]
    meteor = Meteor("pt", copy_from=["entities"], copy_x=14, recogniser=f"crf:{path}")
    assert meteor.align(" ".join(tokens), "Zune").hypothesis_copy == (False, False, False, True)


def test_the_core_gives_the_types_of_crfsuite(tmp_path):
    """The model that ships decides in the core as it does in CRFsuite itself, on lines of the golden texts."""
    crfsuite = pytest.importorskip("pycrfsuite")
    with zipfile.ZipFile(Path(copy_words.__file__).parent / "english.entities") as archive:
        weights, gazetteer = archive.read("model.crf"), archive.read("gazetteer.tsv").decode()
    seen, recogniser, tagger = _core.EntityAttributes(gazetteer), find_recogniser("crf", "en"), crfsuite.Tagger()
    tagger.open_inmemory(weights)
    lines = (ROOT / "tests" / "golden" / "own" / "en.ref").read_text(encoding="utf-8").splitlines()
    texts = [
        *(line.split() for line in lines),
        ["Mr", "Obama", "met", "Angela", "Merkel", "in", "BERLIN", "on", "Monday"],
    ]
    texts += [[token.lower() for token in tokens] for tokens in texts]
    found = recogniser.types(texts, sure=False)
    assert found == [tagger.tag(seen.see(tokens)) for tokens in texts]
    assert any(kind != "O" for types in found for kind in types)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Rome B-LOC\n", "1: expected a token, a tab and a tag such as B-PER or O, found 'Rome B-LOC'"),
        ("a\tO\n\nRome\tLOC\n", "3: expected a token, a tab and a tag such as B-PER or O, found 'Rome\\\\tLOC'"),
        ("a\tO\n", "there is no entity in it: is it a file of tagged text"),
        ("", "there is no entity in it"),
    ],
)
def test_files_that_are_not_tagged_text(write, text, message):
    """The message names file and line."""
    with pytest.raises(InputError, match=message):
        read_training_files([write("bad.iob2", text)])


def test_spacy(tmp_path):
    """A pipeline of spaCy serves as a recogniser, on the metric's own tokens."""
    spacy = pytest.importorskip("spacy")
    pipeline = spacy.blank("en")
    pipeline.add_pipe("entity_ruler").add_patterns([{"label": "GPE", "pattern": "Rome"}])
    pipeline.to_disk(tmp_path / "model")
    recogniser = find_recogniser(f"spacy:{tmp_path / 'model'}", "en")
    assert recogniser.types([["in", "Rome", "it", "'s", "hot"], []]) == [["O", "GPE", "O", "O", "O"], []]
    with pytest.raises(MissingResourceError, match="spaCy has no model 'no_such_model'"):
        find_recogniser("spacy:no_such_model", "en")
