"""A second language by configuration alone: Bhojpuri."""

from __future__ import annotations

from surroundings import ROOT

from bolide import Meteor
from bolide.hindi.language import indic_language
from bolide.metric.option_table import FEATURES as ALL_FEATURES

# Those of the paper: that of paraphrases needs a table.
FEATURES = tuple(name for name in ALL_FEATURES if name != "paraphrase")


def test_no_code_names_a_language():
    """What is particular to a language stands in its description: no module mentions Bhojpuri."""
    for file in (ROOT / "src" / "bolide" / "hindi").glob("*.py"):
        assert "bho" not in file.read_text(encoding="utf-8").lower().replace("both", ""), file


def test_scores():
    """Spellings, roots and synonyms of Bhojpuri match; there is no tagger, so parts of speech are not among its features."""
    meteor = Meteor("bho")
    assert meteor.parameters.features == ("exact", "stem", "synonym")
    counts = meteor.segment("ऊ लइकी घरे गइलन आ किताब पढ़लस ।", "उ बिटिया घर गइल अउर पोथी पढ़ल ।").statistics
    assert [int(counts[f"matched_{name}"][0]) for name in ("exact", "stem", "synonym")] == [1, 4, 8]
    assert meteor.segment("कऽ", "क").score == 1.0


def test_groups_and_clauses_by_word_lists():
    """Without a treebank, tags come from the word lists, and groups and clauses from them."""
    (parse,) = Meteor("bho", features=FEATURES).parse(("हम अपना घर में बइठल रहीं आ ऊ लइका बाजार से ना आवत रहे ।",))
    assert parse.words(parse.groups) == ("हम", "अपना", "घर में", "बइठल रहीं", "ऊ", "लइका", "बाजार से", "ना आवत रहे")
    assert parse.words(parse.clauses) == ("हम अपना घर में बइठल रहीं", "आ ऊ लइका बाजार से ना आवत रहे")


def test_descriptions_are_complete():
    """Every tag of a description has a class, and roles, lists and endings name only its tags."""
    for code in ("hi", "bho"):
        rules = indic_language(code).tags
        named = (
            {tag for tags in rules.roles.values() for tag in tags} | {*rules.words} | {*rules.endings} | {rules.default}
        )
        assert named <= {*rules.classes}
