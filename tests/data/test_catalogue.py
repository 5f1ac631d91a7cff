"""The catalogue of language data: what it names exists and is pinned."""

from __future__ import annotations

import re

import pytest

from bolide import ConfigurationError
from bolide.data.catalogue import find_resource, resources, resources_of
from bolide.data.languages import find_language


def test_entries_are_complete():
    """Each resource has its own id, a known language, a licence and a member of the distribution."""
    assert len({entry.id for entry in resources()}) == len(resources())
    for entry in resources():
        assert entry.id == f"{entry.kind}-{find_language(entry.language).code}"
        assert entry.licence
        assert entry.members


def test_what_is_fetched_is_pinned():
    """Everything that comes out of a package has the SHA-256 of the package and of its own text."""
    fetched = [entry for entry in resources() if entry.package]
    assert {entry.language for entry in fetched} == {"en", "ar-bw-red"}
    for entry in fetched:
        assert re.fullmatch("[0-9a-f]{64}", entry.source_sha256)
        assert re.fullmatch("[0-9a-f]{64}", entry.package.sha256)
        assert re.fullmatch(r"[a-z]+==[\d.]+", entry.package.requirement)


def test_finding():
    """Resources are found by kind and language, under any name of the language."""
    assert find_resource("synonyms", "en").id == "synonyms-en"
    assert find_resource("synonyms", "de") is None
    assert [entry.id for entry in resources_of("Czech")] == ["paraphrases-cs", "synonyms-cs"]


def test_a_language_without_data():
    """A language that needs nothing says so, with those that do."""
    with pytest.raises(ConfigurationError) as caught:
        resources_of("tlh")
    assert str(caught.value).startswith(
        "there is nothing to install for tlh; bolide resources list shows what there is"
    )


def test_commands():
    """The command that installs a resource needs an origin where nothing can be fetched."""
    assert find_resource("synonyms", "en").install_command == "bolide resources install en"
    assert (
        find_resource("paraphrases", "ru").install_command == "bolide resources install ru --from METEOR-1.5-DIRECTORY"
    )
