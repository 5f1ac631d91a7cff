"""Reports of METEOR-Hindi and Meteor++: what they know beyond matches is shown."""

from __future__ import annotations

import json
import re

import pytest

from bolide import ConfigurationError, Meteor


def test_tags_groups_clauses_and_features_of_hindi(bolide, write, tmp_path):
    """A page about Hindi has the tags of its words, and a table of the features of each system."""
    pytest.importorskip("pycrfsuite")
    pytest.importorskip("simplemma")
    output = tmp_path / "page.html"
    hypothesis, reference = write("h", "राम ने किताब पढ़ी\n\n"), write("r", "राम ने पुस्तक पढ़ी\nवह गया\n")
    result = bolide("report", "--ref", reference, "--system", f"A={hypothesis}", "-l", "hi", "-o", str(output))
    assert result.code == 0
    page = output.read_text(encoding="utf-8")
    data = json.loads(re.search(r"<script[^>]*json[^>]*>(.*?)</script>", page, re.DOTALL)[1])
    (table,) = data["tables"]
    assert (table["title"], table["head"][:3]) == ("Features", ["system", "exact P", "exact R"])
    tags = {str(tag) for tag in _strings(data)}
    parsed = Meteor("hi").parse(["राम ने पुस्तक पढ़ी"])[0]
    assert set(parsed.tags) <= tags


def _strings(value: object) -> list[str]:
    if isinstance(value, dict):
        return [text for item in value.values() for text in _strings(item)]
    if isinstance(value, list):
        return [text for item in value for text in _strings(item)]
    return [value] if isinstance(value, str) else []


def test_only_hindi_is_parsed():
    """Other metrics do not look at parts of speech, and say so."""
    with pytest.raises(ConfigurationError, match="does not look at parts of speech"):
        Meteor("pt").parse(["o gato"])
