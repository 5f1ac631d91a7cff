"""`bolide java xray`: the jar's alignment files, printed and as pages. Files that are something else are refused in test_refusals.py."""

import gzip

import pytest
from report_data import data_of

HEAD = "Line2Start:Length\tLine1Start:Length\tModule\t\tScore\n"
FILE = (
    f"Alignment\t1\t1.0\t0.75\t0.25\t0.5625\no gato velho\no gato muito velho\n{HEAD}"
    "0:1\t\t\t0:1\t\t\t0\t\t1.0\n1:1\t\t\t1:1\t\t\t0\t\t1.0\n3:1\t\t\t2:1\t\t\t1\t\t1.0\n\n"
    f"Alignment\tset\tA\tdoc\t2\tNaN\t0.0\tNaN\t0.0\n\nalgo\n{HEAD}\n"
)


def test_pictures(bolide, write):
    """Without -o, alignments are printed with the jar's own numbers and names: all, or those that are asked for."""
    path = write("a-align.out", FILE)
    result = bolide("java", "xray", path)
    assert result.code == 0
    assert "\nvelho  · · · ◐\n" in result.out
    assert "score 0.5625  P 1.0000  R 0.7500  penalty 0.2500  chunks 2" in result.out
    only = bolide("java", "xray", path, "--segment", "2").out
    assert only.startswith("segment doc:2\n")
    assert result.out.endswith(only)
    assert "○ synonym" in bolide("java", "xray", path, "--matchers", "exact,synonym").out


def test_a_page_of_two_systems(bolide, write, tmp_path):
    """With -o, files become systems, named after them; scores are means of what the jar wrote."""
    other = FILE.replace("0.5625", "0.3625")
    first, second = write("a-align.out", FILE), write("b-align.out.gz", gzip.compress(other.encode()))
    page = ("-o", str(tmp_path / "x.html"), "--samples", "50")
    result = bolide("java", "xray", first, second, *page)
    found = data_of(tmp_path / "x.html")
    assert (result.code, result.out) == (0, "")
    assert [system["name"] for system in found["systems"]] == ["a", "b"]
    assert [system["score"] for system in found["comparison"]["systems"]] == pytest.approx([0.28125, 0.18125])
    assert found["comparison"]["systems"][0]["f_mean"] is None
    assert found["heading"]["corpus"].startswith("means over segments")
    assert found["systems"][0]["matches"] == ["0:0aa 3:2b", ""]
    assert found["systems"][0]["values"]["precision"] == [10000, None]
    assert found["ids"] == ["1", "doc:2"]
    longer = bolide("java", "xray", first, f"B={write('c', FILE * 2)}", *page).err
    assert longer.endswith("must have the same segments, but these differ in their number: a has 2, B has 4\n")
