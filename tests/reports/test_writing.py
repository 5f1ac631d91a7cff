"""Reports keep the original text: it is compressed, reads back exactly, and includes the source."""

import json
import re

from hypothesis import given
from hypothesis import strategies as st

from bolide import Meteor
from bolide.analysis.comparison import PairedComparison, verdict
from bolide.reports.aligned_words import pack_writing

TEXT = st.text(alphabet=st.sampled_from("abB İıß.,-=CJ“\" 0'"), max_size=20)


def read_back(packed, tokens):
    """Return the text, as the page does."""
    if packed is None:
        return " ".join(tokens)
    if packed.startswith("="):
        return packed[1:]
    special = {}
    for part in packed.split(" ") if packed else []:
        place, joined, how = re.fullmatch(r"(\d+)(J[^C=]?)?(C|=.*)?", part, re.DOTALL).groups()
        special[int(place)] = joined, how
    written = ""
    for place, token in enumerate(tokens):
        joined, how = special.get(place, (None, None))
        written += "" if place == 0 else " " if joined is None else joined[1:]
        written += token if how is None else token[:1].upper() + token[1:] if how == "C" else how[1:]
    return written


@given(TEXT, st.sampled_from(["norm", "lower", "raw"]))
def test_what_was_written_reads_back(text, mode):
    """Whatever a text looks like and however it is tokenised, the packed form gives it back."""
    tokens = METRICS[mode].tokens(text)
    packed = pack_writing(text, tokens)
    if packed is not None or text == " ".join(tokens):
        assert read_back(packed, tokens) == text


METRICS = {mode: Meteor("en", matchers=["exact"], text=mode) for mode in ("norm", "lower", "raw")}


def test_the_source(bolide, files, write, tmp_path):
    """`--src` goes into the page; a file of another length is refused."""
    target = tmp_path / "out.html"
    common = ("report", "--ref", files[2], "--system", f"A={files[0]}", "-l", "pt", "-o", str(target))
    assert bolide(*common, "--src", write("s.txt", "one\ntwo\nthree\n")).code == 0
    data = json.loads(re.search(r'id="data">(.*?)</script>', target.read_text(encoding="utf-8"), re.DOTALL)[1])
    assert data["sources"] == ["one", "two", "three"]
    done = bolide(*common, "--src", write("short.txt", "one\n"))
    assert done.code == 2
    assert "short.txt has 1 lines, but there are 3 segments" in done.err


def test_the_verdict():
    """It says who is better and how sure that is, or that nobody is clearly better: by the test that is less sure.

    The difference has the decimals of the table above it.
    """
    numbers = {"interval": None, "wins": 1, "ties": 1, "losses": 1}

    def said(difference, chance, shuffled=0.0, digits=4):
        chances = {"bootstrap_p": chance, "randomisation_p": shuffled}
        pair = PairedComparison(system="B", baseline="A", difference=difference, **chances, **numbers)
        return verdict(pair, digits)

    assert said(0.0182, 0.0004) == "B is better than A: +.0182, p < .001"
    assert said(-0.2, 0.04) == "A is better than B: +.2000, p = .040"
    assert said(0.0001, 0.4) == "B and A do not differ clearly: +.0001 for B, p = .400"
    assert said(0.17748, 0.0004, digits=3) == "B is better than A: +.177, p < .001"
    assert said(0.0, 1.0) == "B and A have the same score"
    assert said(0.3, 0.0004, 0.26) == "B and A do not differ clearly: +.3000 for B, p = .260"
