"""What the Python interface refuses, verbatim: values, segments, statistics, and frames that do not fit, and packages that are missing."""

import re
import subprocess
import sys
from types import SimpleNamespace

import pytest

from bolide import InputError, Meteor, MissingResourceError, frames
from bolide.adapters.nltk import meteor_score

PT = Meteor("pt")
ROW = PT.statistics(["a"], ["a"]).statistics


def _hindi():
    return Meteor("hi").statistics(["a"], ["a"]).statistics


REFUSED = {
    "align() needs exactly one reference per hypothesis": lambda: PT.align("a", ["a", "b"]),
    "there are no segments to score": lambda: PT.score([], []),
    "threads must be a whole number from 1 to 2147483647, not 0": lambda: PT.score(["a"], ["a"], threads=0),
    "threads must be a whole number from 1 to 2147483647, not True": lambda: PT.score(["a"], ["a"], threads=True),
    "threads must be a whole number from 1 to 2147483647, not 1.5": lambda: PT.score(["a"], ["a"], threads=1.5),
    "threads must be a whole number from 1 to 2147483647, not 2147483648": lambda: PT.score(["a"], ["a"], threads=2**31),
    "hypothesis 1 must be a string (strings and lists of tokens do not mix), not list (\"['xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\")": lambda: PT.score(["a", ["x" * 1000]], ["a", "b"]),
    "copy_from must be a list of names, not 'numbers'": lambda: Meteor("pt", copy_from="numbers", copy_x=3),
    "copy_x has no effect without copy words: give copy_words or copy_from, or use preset meteor++": lambda: Meteor("pt", copy_x=3),
    "these parameters do not belong to the preset meteor-1.5": lambda: PT.with_parameters(Meteor("hi").parameters),
    "these statistics belong to another formula than these parameters": lambda: Meteor("hi").score_statistics(PT.statistics(["a"], ["a"])),
    "tables with different columns cannot be added: they come from different formulas": lambda: ROW + _hindi(),
    "tables of 1 and 2 rows cannot be added row by row": lambda: ROW + PT.statistics(["a", "b"], ["a", "b"]).statistics,
    "there is no reference to score against": lambda: meteor_score([], ["a"]),
    "unknown preset '1.5': choose one of nltk meteor-1.5": lambda: meteor_score([["a"]], ["a"], preset="1.5"),
    "preset 'meteor-1.5' has its own text, resources and parameters: configure bolide.Meteor for others": lambda: meteor_score([["a"]], ["a"], preset="meteor-1.5", alpha=0.8),
    "expected a frame of pandas, Polars, Arrow or Spark, or an Arrow stream, found list": lambda: frames.score([1], metric=PT),
}  # fmt: skip


@pytest.mark.parametrize("message", REFUSED)
def test_what_does_not_fit_is_refused(message):
    """The message says what is wrong, and every such error is a ValueError."""
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        REFUSED[message]()


def test_columns_of_frames():
    """A frame is not scored twice under the same names, and what was not scored has no corpus score."""
    table = pytest.importorskip("pyarrow").table({"hypothesis": ["um"], "references": ["um"]})
    scored = frames.score(table, metric=PT, statistics=True)
    assert frames.corpus_score(frames.score(scored, metric=PT, prefix="x_"), PT).score == 1
    for message, action in (
        ("the frame has a column 'meteor_score' already: drop it, or", lambda: frames.score(scored, metric=PT)),
        ("there is no column 'x_hypothesis_length' in the", lambda: frames.corpus_score(scored, PT, prefix="x_")),
        ("there is no column 'system' in the frame to group by", lambda: frames.corpus_scores(scored, PT)),
    ):
        with pytest.raises(InputError, match=f"^{re.escape(message)}"):
            action()


MISSING = {
    "nltk": ("bolide.adapters.nltk needs nltk: pip install 'bolide[nltk]'", lambda _: meteor_score([["a"]], ["a"])),
    "spacy": ("the recogniser spacy needs spaCy: pip install spacy", lambda _: Meteor("en", matchers=["exact"], copy_x=3, copy_from=["entities"], recogniser="spacy:x")),
    "shtab": ("bolide completion: completion needs shtab: run: pip install 'bolide[completion]'\n", lambda bolide: bolide("completion", "bash").err),
    "thot": ("bolide build: the aligner 'thot' needs sil-thot, which is not installed: pip install 'bolide[build]'\n", lambda bolide: bolide("build", "no", "--source", __file__, "--target", __file__, "-l", "pt").err),
    "duckdb": ("bolide build: building with duckdb needs duckdb, which is not installed: pip install 'bolide[build]'\n", lambda bolide: bolide("build", "no", "--source", __file__, "--target", __file__, "-l", "pt").err),
}  # fmt: skip


@pytest.mark.parametrize("package", MISSING)
def test_a_missing_package_is_named_with_its_extra(monkeypatch, tmp_path, bolide, package):
    """The error says what to install."""
    monkeypatch.chdir(tmp_path)
    message, action = MISSING[package]
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    try:
        said = action(bolide)
    except (ImportError, MissingResourceError) as error:
        said = str(error)
    assert said == message


RETRIES = "WARNING: Retrying (Retry(total=0)) after connection broken by '{}': /simple/x/\n"
FULL = 'ERROR: Exception:\nTraceback (most recent call last):\n  File "x", line 1, in y\nOSError: [Errno 28] No space left\n'


@pytest.mark.parametrize(
    ("errors", "reason"),
    [
        (RETRIES.format("E('[Errno -2] Name not known')"), "there is no connection to the package index (Name not known)"),
        (FULL, "No space left"),
        ("ERROR: Could not find a version\nERROR: No matching distribution\n", "Could not find a version"),
        ("", "it does not say why"),
        (None, None),
    ],
)  # fmt: skip
def test_what_pip_says_becomes_one_sentence(bolide, monkeypatch, errors, reason):
    """Neither its tries nor a traceback come before the reason and what to do; so it is said where there is no pip."""
    monkeypatch.delenv("BOLIDE_OFFLINE")
    if errors is None:
        monkeypatch.setitem(sys.modules, "pip", None)
        monkeypatch.setenv("PATH", "")
    else:
        done = SimpleNamespace(returncode=1, stderr=errors.encode())
        monkeypatch.setattr(subprocess, "run", lambda *_, **__: done)
    first = (
        f"pip could not fetch pycocoevalcap==1.2: {reason}"
        if errors is not None
        else "fetching pycocoevalcap==1.2 needs pip, which is not installed"
    )
    hand = "Fetch it anywhere with: pip download --no-deps pycocoevalcap==1.2; then: bolide resources install en --from FILE.whl"
    assert bolide("resources", "install", "en").err.splitlines()[-1] == f"bolide resources: {first}. {hand}"
