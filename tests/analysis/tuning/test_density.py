"""X by the density of copy words: what is counted, the line through judged sets, and what the commands say."""

from __future__ import annotations

import json

import pytest

from bolide import Meteor
from bolide.analysis.tuning.density import line_through, measure_density
from bolide.errors import InputError

WORDS = "rio\nfaro\n"
HEADER = "seg_id\tsystem\tsource\treference\thypothesis\thuman\n"


def _judged(references, rows):
    """Return judgements: a line for each hypothesis, its score, and the reference that belongs to it."""
    lines = [
        f"{place}\ts\t-\t{references[place % len(references)]}\t{text}\t{score}\n" for place, (text, score) in rows
    ]
    return HEADER + "".join(lines)


def test_copy_words_are_counted_by_reference():
    """Every token that is a copy word counts, in batches as in one go; nothing cannot be counted."""
    meteor = Meteor("pt", copy_words=["rio", "faro"], copy_x=1)
    found = measure_density(meteor, ["o rio rio", "um gato", "faro"] * 5000)
    assert (found.references, found.copy_words, found.density) == (15_000, 15_000, 1.0)
    with pytest.raises(InputError, match="no references"):
        measure_density(meteor, [])


def test_the_line_goes_through_points_that_lie_on_one():
    """Least squares; sets of one density decide nothing."""
    line = line_through([(1.0, 3.0), (2.0, 13.0), (3.0, 23.0)])
    assert (line.start, line.slope) == pytest.approx((-7.0, 10.0))
    assert line.x(0.1) == 1.0
    with pytest.raises(InputError, match="differ in density"):
        line_through([(1.0, 3.0), (1.0, 5.0)])


def test_density_of_references(bolide, write):
    """A row for each file; X by the line that is given; none for copy words that no line was learned for."""
    options = ("copy-words", "--density", write("r", "o rio\num rio e um faro\n"), "-l", "pt")
    words = ("--copy-words", write("words", WORDS))
    (row,) = json.loads(bolide(*options, *words, "--format", "json").out)
    assert {name: row[name] for name in row if name != "file"} == {"references": 2, "copy words": 3, "density": 1.5}
    line = bolide(*options, *words, "--line=-10,12", "--format", "text").out.splitlines()
    assert line[0].split() == ["file", "references", "copy", "words", "density", "X"]
    assert line[1].split()[1:] == ["2", "3", "1.500", "8.0"]
    wrong = bolide(*options, *words, "--line", "many")
    assert (wrong.code, "is not START,SLOPE" in wrong.err) == (2, True)
    alone = bolide("copy-words", write("p.tsv", "text1\ttext2\n"), "--line", "1,2")
    assert (alone.code, alone.err) == (2, "bolide copy-words: --line goes with --density\n")


@pytest.mark.english
def test_entities_are_counted_by_default(bolide, write):
    """Without options it is meteor++ and the line of WMT16."""
    rows = [f"Angela Merkel met Barack Obama in Berlin {number} .\n" for number in ("once", "twice")]
    shown = bolide("copy-words", "--density", write("r", "".join(rows))).out.splitlines()
    assert shown[0] == "file\treferences\tcopy words\tdensity\tX"
    density, x = map(float, shown[1].split("\t")[3:])
    assert (density, x) == (5.0, pytest.approx(-11.26 + 11.88 * 5))


def test_x_is_found_for_each_set_alone(bolide, write):
    """Where people forgive a missed copy word X is large, where they do not it is small; the line goes through both."""
    mild = [("o gato viu um barco", 0.9), ("o gato viu um rio", 1.0), ("uma casa azul", 0.0), ("o gato", 0.5)]
    strict = [("o gato viu um barco", 0.1), ("o gato viu um rio", 1.0), ("um gato viu o rio", 0.9), ("viu um", 0.2)]
    files = [
        write("mild.xx-pt.tsv", _judged(["o gato viu um rio"], enumerate(mild))),
        write("strict.xx-pt.tsv", _judged(["o gato viu um rio", "o rio viu um rio"], enumerate(strict))),
    ]
    options = ("--copy-words", write("words", WORDS), "--copy-x", "3", "--objective", "pearson", "--x-by-density")
    result = bolide("tune", *files, *options, "--grid", "preset x=.5,1,30", "--format", "json")
    found = json.loads(result.out)
    assert [one["density"] for one in found["sets"]] == [1.0, 1.5]
    assert [one["x"] for one in found["sets"]] == [30.0, 0.5]
    assert found["slope"] == pytest.approx((0.5 - 30) / 0.5)
    text = bolide("tune", *files, *options, "--grid", "preset x=.5,1,30").out
    assert "\nX for other text: bolide copy-words --density --line=89.00,-59.00 REFERENCES\n" in text
    refused = bolide("tune", *files, *options, "--folds", "2")
    assert (refused.code, refused.err) == (2, "bolide tune: --folds does not go with --x-by-density\n")
