"""A language of the user's own: a folder that describes it for METEOR-Hindi."""

from __future__ import annotations

import pytest

from bolide import ConfigurationError, Meteor, MissingKnowledgeWarning

DESCRIPTIONS = {
    "gu": ('[tags.words]\nPSP = "માં થી ને"\nVAUX = "છે"\n', "ઘરમાં ઘર", "છોકરો ઘરમાં છે", "છોકરો ઘર માં છે"),
    "mr": ('[roots.endings]\n"ात" = ""\n', "घर सदन", "मुलगा घरात आहे", "मुलगा सदन आहे"),
    "bn": ('[roots.exceptions]\n"বাড়িতে" = "বাড়ি"\n', "ঘর বাড়ি", "সে বাড়িতে আছে", "সে ঘর আছে"),
}


def _folder(path, code: str, **files: str) -> str:
    text, synonyms, *_ = DESCRIPTIONS[code]
    for name, body in ({"language.toml": f'code = "{code}"\n{text}', "synonyms.txt": f"{synonyms}\n"} | files).items():
        (path / name).write_text(body, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("code", DESCRIPTIONS)
def test_a_folder_is_a_language(tmp_path, code):
    """Roots and synonyms match; features without data are left out and named; the signature reads back with the folder."""
    folder = _folder(tmp_path, code)
    *_, hypothesis, reference = DESCRIPTIONS[code]
    with pytest.warns(MissingKnowledgeWarning, match="has no data for the features .*pos"):
        meteor = Meteor(resources=folder)
    again = Meteor.from_signature(str(meteor.signature), resources=folder)
    assert (meteor.pipeline.language.code, meteor.pipeline.preset) == (code, "meteor-hindi")
    exact = Meteor(resources=folder, matchers=("exact",), features=("exact",))
    assert meteor.segment(hypothesis, reference).score > exact.segment(hypothesis, reference).score
    assert again.pipeline == meteor.pipeline
    if code != "gu":
        assert [match.matcher for match in meteor.align(hypothesis, reference).matches][1] == "synonym"


def test_word_lists_make_groups(tmp_path, bolide, write):
    """Case markers belong to the word before them."""
    text = write("t.txt", "છોકરો ઘર માં છે\n")
    outcome = bolide("hindi", "parse", text, "--resources", _folder(tmp_path, "gu"))
    assert outcome.out.splitlines()[1] == "groups   છોકરો | ઘર માં છે"


def test_roots_and_a_tagger_of_the_users_own(tmp_path, bolide, write):
    """Roots come from the endings that words of a text share, tags from a treebank; then no feature is left out."""
    pytest.importorskip("pycrfsuite")
    folder = _folder(tmp_path, "gu")
    words = ["ઘર", "નદી", "વાત", "રાત", "મેજ", "ગામ", "દેશ", "શહેર", "બાગ"]
    text = write("t.txt", "".join(f"{word} {word}માં\n" for word in words))
    made = bolide("hindi", "roots", "--text", text, "--resources", folder, "-o", str(tmp_path / "roots.txt"))
    assert (made.code, "9 forms" in made.err) == (0, True)
    rows = "1\tઘર\tઘર\tNOUN\t_\t_\t0\troot\t_\t_\n2\tમાં\tમાં\tADP\t_\t_\t1\tcase\t_\t_\n\n"
    bank = write("t.conllu", rows * 3)
    assert bolide("hindi", "train", bank, "--resources", folder, "-o", str(tmp_path / "words.tagger")).code == 0
    meteor = Meteor(resources=folder)
    assert meteor.pipeline.parameters.features == ("exact", "stem", "synonym", "pos")
    assert [match.matcher for match in meteor.align("ગામ નદી", "ગામમાં નદી").matches] == ["stem", "exact"]


def test_other_languages_are_refused(tmp_path):
    """One that nothing describes, and one that the folder does not describe."""
    with pytest.raises(ConfigurationError, match="preset meteor-hindi knows nothing of Marathi: give a folder"):
        Meteor("mr", preset="meteor-hindi")
    with pytest.raises(ConfigurationError, match="describes Gujarati, not Marathi"):
        Meteor("mr", resources=_folder(tmp_path, "gu"))
