"""NIST's SGML is read as the jar reads it: by the look of its tags, in any surroundings."""

import pytest

from bolide.errors import InputError
from bolide.files.java_files import read_sgml

HEAD = '<tstset setid="s" sysid="a"><doc docid="d">'


def segments(*lines: str) -> dict[str, str]:
    return read_sgml([HEAD, *lines])["s"]["a"]["d"]


@pytest.mark.parametrize(
    ("tag", "name"),
    [
        ('<seg id="1">', "1"),
        ("<seg id=1>", "1"),
        ("<SEG\tID = 1 >", "1"),
        ("<segid=1>", "1"),
        ('<seg id="1>', "1"),
        ('<seg id=1">', "1"),
        ('<seg id=" 1 ">', " 1 "),
        ('<seg id= ">', " "),
        ('<seg id="  >', " "),
        ('<seg id="">', None),
        ("<seg id=>", None),
        ('<seg id="1" lang="en">', None),
        ('<seg lang="en" id="1">', None),
        ('<seg id="" ><seg id=2>', "2"),
        ("<ſeg id=1>", None),
    ],
)
def test_ids(tag, name):
    """Quotes may be missing; blanks belong to the id, unless no quote follows them; nothing but the id may be in the tag."""
    assert list(segments(f"{tag}text</seg>")) == ([] if name is None else [name])


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (["<seg id=1> a\tb </seg>"], "a b"),
        (["<seg id=1>a", "b</se", "g > c</seg>"], "ab</seg > c"),
        (["<seg id=1>a</seg> b </seg>"], "a</seg> b"),
        (["<seg id=1>a</ seg></seg>"], "a</ seg>"),
        (["<segment x>b<seg id=1>a</seg>"], "b<seg id=1>a"),
        (["<seg id=1>a</seg>\u2028</seg>"], "a"),
        (["\u2029<seg id=1>a</seg>"], "a"),
        (["<seg id=1>a\x85</seg><seg>b</seg>"], "b"),
        (["</seg><seg id=1>a", "b</seg>"], None),
        (["<seg id=1>a\u2028b</seg>"], None),
        (["<seg id=1>\x1c&amp;lt;&QUOT;</seg>"], '&lt;"'),
        (["<seg id=1>&Apos;&apo\u017f;&amp;amp;</seg>"], "'&apo\u017f;&amp;"),
    ],
)
def test_texts(lines, text):
    """A text goes from the first tag that looks like a segment's to the last end, and over no line separator of Java's."""
    if text is None:
        with pytest.raises(InputError, match="Couldn't read segment from line: "):
            segments(*lines)
    else:
        assert segments(*lines) == {"1": text}


def test_the_first_name_counts():
    """A system may be called by sysid or refid, with blanks around the sign; the first of both counts."""
    lines = ['<refset setid = "s" refid= "a" sysid="b">', '<doc docid ="d">', "<seg id=1>x</seg>"]
    assert read_sgml(lines) == {"s": {"a": {"d": {"1": "x"}}}}


def test_a_segment_without_an_end_is_refused():
    """Where the jar reads for ever, the error shows the segment."""
    with pytest.raises(InputError, match="a segment has no end: <seg id=1>a"):
        segments("<seg id=1>a", "b")


def test_long_runs_of_blanks_and_lines_are_read_in_one_go():
    """Blanks in a tag and lines of a segment take time in proportion to their number, or this would not come to an end."""
    blanks = " " * 20_000
    assert segments(f'<seg id={blanks}"x', f'<seg id={blanks}"">', *["<seg id=1>", *["x"] * 20_000, "</seg>"]) == {
        "1": "x" * 20_000
    }
