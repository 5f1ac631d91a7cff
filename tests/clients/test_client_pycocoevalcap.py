"""pycocoevalcap's own class, with Java, beside ours."""

import shutil

import pytest

pytestmark = [pytest.mark.clients, pytest.mark.english, pytest.mark.java]

AWKWARD = [
    ("a ||| b", ["a b", "a ||| b"]),
    ("|||", ["a"]),
    ("a||||b", ["a |b", "c||||d"]),
    ("a    b  c", ["a b c"]),
    ("", ["a cat"]),
    ("a cat", [""]),
    ("", [""]),
    ("   ", ["  ", "\t"]),
    ("\t a cat \x0b", ["\x01a cat", "\x1c a cat\x1f"]),
    ("a\u2028cat\u0085sat", ["a cat sat", "a\xa0cat\u3000sat"]),
    ("a cat", []),
    ('"quoted" text, isn\'t it?', ["'quoted' text is it not?"]),
    ("ÀÉÎ İstanbul ΟΔΟΣ 🙂 日本", ["àéî istanbul οδος 🙂 日本語"]),
    ("caf\x00e", ["caf e"]),
]


def test_equals_the_stock_class(client, captions):
    """Over 300 captions, and everything the protocol of the stock class can carry, give its scores and statistics."""
    if not shutil.which("java"):
        pytest.skip("there is no java to run the stock class with")
    pairs = captions + AWKWARD
    assert len(captions) >= 300
    answers = client("pycocoevalcap").ask("captions.py", pairs)
    stock, ours = answers["stock"], answers["ours"]
    assert ours["statistics"] == stock["statistics"]
    assert ours["scores"] == pytest.approx(stock["scores"], abs=1e-15, rel=1e-15)
    assert ours["total"] == pytest.approx(stock["total"], abs=1e-15, rel=1e-15)
    assert ours["method"] == stock["method"]


def test_the_name_that_the_documentation_replaces_is_there(client):
    """COCOEvalCap takes its class from `pycocoevalcap.eval.Meteor`."""
    program = "import pycocoevalcap.eval as e, pycocoevalcap.meteor.meteor as m; assert e.Meteor is m.Meteor"
    client("pycocoevalcap").run("-c", program)
