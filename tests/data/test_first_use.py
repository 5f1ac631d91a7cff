"""Synonyms are fetched on the first use of a language: once, told of, never where that is forbidden, and scores come without them too."""

from __future__ import annotations

import hashlib
import os
import warnings
from pathlib import Path

import pytest
from made_up_wordnets import WORDNETS, serving

from bolide import Meteor, MissingKnowledgeWarning
from bolide.data import wordnets
from bolide.data.first_use import PAUSE_SECONDS
from bolide.data.home import compiled_folder

FILE = "wn-wikt-swa.tab"
PAIR = "motokaa nzuri", "gari nzuri"


@pytest.fixture
def catalogue(monkeypatch):
    """Return a function that says where the Swahili synonyms are."""

    def at(address):
        data = WORDNETS[FILE]
        row = [
            f"wns/{FILE}",
            str(len(data)),
            hashlib.sha256(data).hexdigest(),
            "CC-BY-SA-3.0",
            "Wiktionary",
            "http://x/",
        ]
        monkeypatch.setattr(wordnets, "ADDRESS", f"{address}/")
        monkeypatch.setattr(wordnets, "_rows", lambda: {"sw": [row]})
        wordnets.wordnet_resource.cache_clear()

    monkeypatch.delenv("BOLIDE_OFFLINE")
    yield at
    monkeypatch.undo()
    wordnets.wordnet_resource.cache_clear()


def _whole(handler, _range):
    handler.send_response(200)
    handler.send_header("Content-Length", str(len(WORDNETS[FILE])))
    handler.end_headers()
    handler.wfile.write(WORDNETS[FILE])


def _busy(handler, _range):
    handler.send_error(503)


def test_the_first_use_fetches(catalogue, capsys):
    """A line on standard error tells what comes, how large it is and under which licence; the second use is silent."""
    with serving(_whole) as (address, asked):
        catalogue(address)
        meteor = Meteor("sw")
        told = capsys.readouterr().err
        assert told.startswith(
            "bolide: fetching the Swahili synonyms (Wiktionary): 0.0 MB, CC-BY-SA-3.0, once; --offline"
        )
        assert [match.matcher for match in meteor.align(*PAIR).matches] == ["synonym", "exact"]
        assert Meteor("sw").signature == meteor.signature
        assert (len(asked), capsys.readouterr().err) == (1, "")


def test_the_command_line_does_the_same(catalogue, bolide, write):
    """What is fetched counts in the first score already."""
    files = [write(name, f"{text}\n") for name, text in zip("hr", PAIR, strict=True)]
    with serving(_whole) as (address, asked):
        catalogue(address)
        first, second = (bolide("score", *files, "-l", "sw") for _ in range(2))
    assert (first.code, first.out, len(asked)) == (0, second.out, 1)
    assert "fetching the Swahili synonyms" in first.err
    assert "fetching" not in second.err


@pytest.mark.parametrize("way", ["option", "environment"])
def test_where_it_is_forbidden(catalogue, monkeypatch, way):
    """Nothing is asked of any server; the warning names the command."""
    options = {"offline": True} if way == "option" else {}
    if way == "environment":
        monkeypatch.setenv("BOLIDE_OFFLINE", "1")
    with serving(_whole) as (address, asked):
        catalogue(address)
        with pytest.warns(MissingKnowledgeWarning, match=r"synonyms: bolide resources install sw$"):
            meteor = Meteor("sw", **options)
    assert asked == []
    assert "synonym" not in meteor.pipeline.matchers.names


def test_a_server_that_fails_is_asked_once_a_day(catalogue):
    """The score comes without synonyms, and says why; a day later it is tried again."""
    with serving(_busy) as (address, asked):
        catalogue(address)
        with pytest.warns(
            MissingKnowledgeWarning, match=r"synonyms: bolide resources install sw \(cannot fetch .* 503 "
        ):
            meteor = Meteor("sw")
        assert "synonym" not in meteor.pipeline.matchers.names
        with pytest.warns(MissingKnowledgeWarning, match=r"synonyms: bolide resources install sw$"):
            Meteor("sw")
        assert len(asked) == 1
    with serving(_whole) as (address, asked):
        catalogue(address)
        stamp = Path(compiled_folder(), "downloads", "synonyms-sw.unreached")
        old = stamp.stat().st_mtime - PAUSE_SECONDS - 1
        os.utime(stamp, (old, old))
        assert "synonym" in Meteor("sw").pipeline.matchers.names
        assert (len(asked), stamp.exists()) == (1, False)


@pytest.mark.parametrize(
    "options", [{"matchers": ["exact", "spelling"]}, {"preset": "universal"}, {"language": "other"}]
)
def test_who_has_no_use_for_synonyms(catalogue, options):
    """Nothing is fetched for a metric that would not use it."""
    with serving(_whole) as (address, asked), warnings.catch_warnings():
        warnings.simplefilter("ignore", MissingKnowledgeWarning)
        catalogue(address)
        weights = {"weights": [1, 1]} if "matchers" in options else {}
        Meteor(**{"language": "sw"} | options | weights)
    assert asked == []
