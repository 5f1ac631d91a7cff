"""Reports of METEOR-Hindi and Meteor++: what they know beyond matches is shown."""

import pytest
from report_data import data_of

from bolide import ConfigurationError, Meteor


def test_tags_groups_clauses_and_features_of_hindi(bolide, write, tmp_path):
    """A page about Hindi has the tags of its words, and a table of the features of each system."""
    pytest.importorskip("pycrfsuite")
    pytest.importorskip("simplemma")
    output = tmp_path / "page.html"
    hypothesis, reference = write("h", "राम ने किताब पढ़ी\n\n"), write("r", "राम ने पुस्तक पढ़ी\nवह गया\n")
    result = bolide("report", "--ref", reference, "--system", f"A={hypothesis}", "-l", "hi", "-o", str(output))
    assert result.code == 0
    data = data_of(output)
    (table,) = data["tables"]
    assert (table["title"], table["head"][:3]) == ("Features", ["system", "exact P", "exact R"])
    parsed = Meteor("hi").parse(["राम ने पुस्तक पढ़ी"])[0]
    assert set(parsed.tags) <= set(data["layers"]["tags"]["values"])


def test_only_hindi_is_parsed():
    """Other metrics do not look at parts of speech, and say so."""
    with pytest.raises(ConfigurationError, match="does not use parts of speech"):
        Meteor("pt").parse(["o gato"])
