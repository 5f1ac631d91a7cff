"""Languages that Meteor 1.5 does not know, and presets other than its own."""

from __future__ import annotations

import gzip
import json
import pickle
import unicodedata
import warnings

import pytest

from bolide import ConfigurationError, DamagedResourceError, Meteor, MissingKnowledgeWarning, MissingResourceError
from bolide.family.pipeline import describe
from bolide.family.presets import presets
from bolide.text.unicode import split_words


@pytest.fixture
def folder(tmp_path):
    """Return a folder of language data, in the layout of Meteor Universal."""
    (tmp_path / "function.words").write_text("και\nτο\n", encoding="utf-8")
    table = "0.5\nμεγάλο σπίτι\nμέγαρο\n".encode()
    (tmp_path / "paraphrase.gz").write_bytes(gzip.compress(table))
    return tmp_path


def test_a_folder_of_language_data(folder):
    """Function words and paraphrases of any language are used, with the parameters of Universal."""
    meteor = Meteor(resources=folder)
    alignment = meteor.align("και το μέγαρο", "και το μεγάλο σπίτι")
    assert [match.matcher for match in alignment.matches] == ["exact", "exact", "paraphrase"]
    assert alignment.hypothesis_function == (True, True, False)
    assert (meteor.signature.preset, meteor.signature.language, meteor.signature.text) == (
        "universal",
        "other",
        "lower",
    )
    assert meteor.parameters.values == (0.7, 1.4, 0.3, 0.7)
    assert pickle.loads(pickle.dumps(meteor)).signature == meteor.signature


def test_a_folder_that_bolide_built(folder):
    """What a build notes about language and text is taken from its description, unless something else is asked for."""
    nested = folder / "meteor-files"
    nested.mkdir()
    for name in ("function.words", "paraphrase.gz"):
        (folder / name).rename(nested / name)
    (folder / "resource.json").write_text(json.dumps({"language": "el", "options": {"text": "unicode"}}))
    signature = Meteor(resources=folder).signature
    assert (signature.language, signature.text) == ("el", f"unicode-{unicodedata.unidata_version}")
    assert Meteor("el", resources=folder, text="lower").signature.text == "lower"
    (folder / "resource.json").write_text("{")
    with pytest.raises(DamagedResourceError, match="make it again with: bolide build"):
        Meteor(resources=folder)


@pytest.mark.parametrize("name", ["function.words", "paraphrase.gz"])
def test_an_incomplete_folder(folder, name):
    """A file that is not there is named."""
    (folder / name).unlink()
    with pytest.raises(MissingResourceError, match=f"there is no .*{name}"):
        Meteor(resources=folder)


def test_a_language_without_data():
    """Exact matches only, and a warning that says what is missing and how to get it."""
    with pytest.warns(
        MissingKnowledgeWarning, match="no paraphrase table and are no function words for el.*bolide build"
    ):
        meteor = Meteor("el", preset="universal")
    assert (meteor.signature.language, meteor.signature.matchers) == ("el", ("exact",))
    assert meteor.score(["το σπίτι"], ["το σπίτι"]).score == 1


def test_a_language_without_data_but_with_files(folder):
    """With a table of the user's own nothing is missing."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        meteor = Meteor("el", preset="universal", paraphrases=folder / "paraphrase.gz")
    assert meteor.signature.matchers == ("exact", "paraphrase")


def test_other_presets_know_their_languages():
    """Any code will do for Universal only."""
    with pytest.raises(ConfigurationError, match="unknown language 'el'"):
        Meteor("el")
    with pytest.raises(ConfigurationError, match="unknown language 'no code'"):
        Meteor("no code", preset="universal")


def test_the_command_line_takes_a_folder(folder, bolide, write):
    """Scores and signature are those of Python."""
    hypothesis, reference = write("h", "και το μέγαρο\n"), write("r", "και το μεγάλο σπίτι\n")
    result = bolide("score", hypothesis, reference, "--resources", str(folder))
    assert result.code == 0
    assert str(Meteor(resources=folder).signature) in result.out
    noted = bolide("score", hypothesis, reference, "-l", "el", "--preset", "universal")
    assert (noted.code, noted.err.startswith("note: there is no paraphrase table")) == (0, True)


def test_a_tokeniser_of_the_users():
    """A function from text to tokens decides, is named in the signature, and its tokens are left as they are."""
    meteor = Meteor("pt", text=str.split)
    assert meteor.tokens("O gato, a Gata") == ("O", "gato,", "a", "Gata")
    assert meteor.signature.text == "function-split"
    assert meteor.eval_id is None  # The jar has no such text.
    assert meteor.segment("a b", ["c", "a b"]).reference == 1


def test_unicode_words():
    """Words of any script stay whole; they are lower-cased; signs and numbers stand alone."""
    meteor = Meteor("other", text="unicode")
    assert meteor.tokens("Η Αθήνα, 1.234,5!") == ("η", "αθήνα", ",", "1.234,5", "!")
    assert split_words("é") == ["é"]
    assert split_words("ภาษาไทย") == ["ภ", "า", "ษ", "า", "ไ", "ท", "ย"]
    assert split_words("لا أعرف، شكرا.") == ["لا", "أعرف", "،", "شكرا", "."]
    assert split_words("l'homme d’État") == ["l'homme", "d’État"]
    assert split_words(" \n") == []


NEXT = {
    ("en", "paraphrase"): (0.75, 0.60, 0.35),
    ("de", "plain"): (0.20, 0.75, 0.25),
    ("fr", "paraphrase"): (0.90, 0.85, 0.45),
}


@pytest.mark.parametrize(("language", "task"), NEXT)
def test_meteor_next(language, task):
    """The parameters are those of the paper's table; content and function words count alike."""
    pipeline = describe(language=language, preset="meteor-next", task=task)
    assert pipeline.parameters.values == (*NEXT[language, task], 0.5)
    assert (pipeline.function_words.of, pipeline.aligner.name) == ("none", "paper")


def test_paper_presets_use_own_function_words():
    """The jar uses English ones for every language; the papers' versions each language's own."""
    assert describe(language="de", preset="meteor-1.5").function_words.of == "en"
    assert describe(language="de", preset="meteor-1.5-paper").function_words.of == "de"
    assert describe(language="pt", preset="meteor-1.5-paper").function_words.of == "none"
    rows = {preset.name: preset.rows for preset in presets()}
    assert rows["meteor-1.5-paper"] == rows["meteor-1.5"]


def test_every_row_of_every_preset_is_complete():
    """Each row configures a metric for each of its languages."""
    for preset in presets():
        for row in preset.rows:
            for code in row.languages:
                language = "pt" if code == "*" else code
                pipeline = describe(language=language, preset=preset.name, task=row.task)
                weighed = 2 * len(pipeline.parameters.features) or len(pipeline.matchers.names)
                assert len(pipeline.parameters.weights) == weighed
