"""`bolide mbr`: the candidate that agrees best with all of them."""

import pytest

from bolide import Meteor
from bolide.metric.other_metrics import OTHER_METRICS

FILES = ["o gato\na\n", "um gato\nb\n", "o gato\r\nb"]


def test_several_files(bolide, write):
    """Line n of every file is a candidate for segment n; the first of equals wins."""
    files = [write(f"c{i}", text) for i, text in enumerate(FILES)]
    result = bolide("mbr", *files, "-l", "pt")
    assert (result.code, result.out, result.err) == (0, "o gato\nb\n", "")


def test_one_file(bolide, write):
    """One file holds the candidates of each segment one after the other; TSV gives the chosen one, and its utility."""
    file = write("nbest", "o gato\num gato\no gato\na\nb\nb\n")
    result = bolide("mbr", "--candidates", "3", file, "-l", "pt", "--format", "tsv", "--threads", "2")
    (gato, _, _), (_, b, _) = Meteor("pt").utilities([["o gato", "um gato", "o gato"], ["a", "b", "b"]])
    expected = f"segment\tcandidate\tutility\ttext\n1\t1\t{gato!r}\to gato\n2\t2\t{b!r}\tb\n"
    assert (result.code, result.out, result.err) == (0, expected, "")


@pytest.mark.parametrize("name", OTHER_METRICS)
def test_other_metrics(bolide, write, name):
    """--by chooses by another metric: the candidate with the highest mean, or, of TER, the fewest errors."""
    texts = ["o gato dorme", "o gato dormia", "um rio"]
    files = [write(name, text + "\n") for name, text in zip("abc", texts, strict=True)]
    rows = [line.split("\t") for line in bolide("mbr", *files, "--by", name, "--format", "tsv").out.splitlines()]
    own = OTHER_METRICS[name]()
    sign = 1 if own.higher_is_better else -1
    means = [sum(float(own.scores(own.rows([text], [[other]]))["score"][0]) for other in texts) / 3 for text in texts]
    best = max(range(3), key=lambda place: sign * means[place])
    assert rows[1][1] == str(best + 1)
    assert float(rows[1][2]) == pytest.approx(sign * means[best])


def test_tables_are_refused(bolide, write):
    """Files of another format are not candidates: their lines would be scored as text."""
    files = [write(f"{name}.jsonl", '{"hypothesis": "o gato"}\n') for name in "ab"]
    result = bolide("mbr", *files, "-l", "pt")
    assert (result.code, result.out) == (2, "")
    assert "reads plain text, a candidate on each line, not jsonl" in result.err
