"""`bolide java xray`: the jar's alignment files, printed and as pages, and files that are something else."""

import gzip
import math

import pytest
from report_data import data_of

from bolide import Meteor
from bolide.files.java_files import read_alignments
from bolide.reports.corpus_report import to_alignment

FILE = """\
Alignment\t1\t1.0\t0.75\t0.25\t0.5625
o gato velho
o gato muito velho
Line2Start:Length\tLine1Start:Length\tModule\t\tScore
0:1\t\t\t0:1\t\t\t0\t\t1.0
1:1\t\t\t1:1\t\t\t0\t\t1.0
3:1\t\t\t2:1\t\t\t1\t\t1.0

Alignment\t2\tNaN\t0.0\tNaN\t0.0

algo
Line2Start:Length\tLine1Start:Length\tModule\t\tScore

"""


def test_pictures(bolide, write):
    """Without -o, each alignment is printed with the jar's own numbers."""
    result = bolide("java", "xray", write("a-align.out", FILE))
    assert result.code == 0
    assert "  velho  · · · ◐\n" in "  " + result.out.replace("\nvelho", "\n  velho")
    assert "score 0.5625  P 1.0000  R 0.7500  penalty 0.2500  chunks 2" in result.out
    assert "segment 2\n" in result.out


def test_a_page_of_two_systems(bolide, write, tmp_path):
    """With -o, files become systems, named after them; scores are means of what the jar wrote."""
    other = FILE.replace("0.5625", "0.3625")
    first, second = write("a-align.out", FILE), write("b-align.out.gz", gzip.compress(other.encode()))
    result = bolide("java", "xray", first, second, "-o", str(tmp_path / "x.html"), "--samples", "50")
    found = data_of(tmp_path / "x.html")
    assert (result.code, result.out) == (0, "")
    assert [system["name"] for system in found["systems"]] == ["a", "b"]
    assert [system["score"] for system in found["comparison"]["systems"]] == pytest.approx([0.28125, 0.18125])
    assert found["comparison"]["systems"][0]["f_mean"] is None
    assert found["heading"]["corpus"].startswith("means over segments")
    assert found["systems"][0]["matches"] == ["0:0aa 3:2b", ""]
    assert found["systems"][0]["values"]["precision"] == [10000, None]


@pytest.mark.shared
@pytest.mark.english
def test_the_jars_file_is_what_bolide_aligns(shared_golden):
    """The jar's alignments of its example, read back, are bolide's: every match, chunk and score."""
    folder = shared_golden / "xray"
    texts = [
        gzip.decompress((folder / name).read_bytes()).decode().split("\n")[:-1]
        for name in ("system1.hyp.gz", "reference.gz")
    ]
    meteor = Meteor()
    found = read_alignments(str(folder / "system1.rank-align.out.gz"))
    for written, alignment in zip(found, meteor.align_all(*texts), strict=True):
        read = to_alignment(written, meteor.pipeline.matchers.names)
        assert read.matches == alignment.matches
        assert (read.hypothesis, read.reference) == (alignment.hypothesis, alignment.reference)
        assert read.score == alignment.score
        assert read.statistics.rows[0, -3:].tolist() == alignment.statistics.rows[0, -3:].tolist()
        assert read.precision == alignment.precision or math.isnan(alignment.precision)
