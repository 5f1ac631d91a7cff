"""Judgements of every format become the same sets, and scores of other metrics join them; bad rows are named, or counted."""

from __future__ import annotations

import gzip

import numpy as np
import pytest
from judged import ranking_tsv, score_tsv

from bolide.analysis.judged_sets import Reading, read_judgements, read_scores
from bolide.errors import InputError


def test_scores(write):
    """A table of scores becomes a set with a score for each translation, in the language that its name says."""
    (judged,) = read_judgements(write("made-up.en-pt.tsv", score_tsv(3, 2)))
    assert (judged.name, judged.language, len(judged), judged.is_ranking) == ("made-up.en-pt", "pt", 6, False)
    assert judged.human is not None
    assert judged.human[0] == float(score_tsv(3, 2).split("\n")[1].split("\t")[5])
    assert judged.translations[1].system == "sys1"


def test_rankings(write):
    """A table of preferences numbers every translation once, puts the better one first, and leaves out ties."""
    text = "seg_id\treference\tsysA\thypA\tsysB\thypB\tpreferred\n" + "".join(
        f"1\to gato\t{row}\n"
        for row in ("x\to gato\ty\tum cão\tA", "y\tum cão\tx\to gato\tB", "x\to gato\tz\tgato\ttie")
    )
    (judged,) = read_judgements(write("r.tsv", text))
    assert [item.system for item in judged.translations] == ["x", "y"]
    assert judged.second is not None
    assert (judged.first.tolist(), judged.second.tolist()) == ([0, 0], [1, 1])
    assert judged.swapped.tolist() == [0, 1]
    assert judged.language is None


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("1\ta\t-\t\tx\t1", "the reference is missing"),
        ("1\ta\t-\tr\tx\tNaN", "the human score is 'NaN', which is not a finite number"),
        ("1\ta\t-\tr\tx\t", "the human score is '', which is not a finite number"),
        ("1\ta\t-\tr\tx", "the row has 5 cells and the header 6"),
    ],
)
def test_bad_rows(write, row, fault):
    """A bad row is an error with file and line; with leave to pass over such rows it is counted."""
    path = write("bad.tsv", score_tsv(1, 1) + row + "\n")
    with pytest.raises(InputError) as error:
        read_judgements(path)
    assert str(error.value) == f"{path}:3: {fault}: fix the row, or skip bad rows with --skip-bad-rows"
    reading = Reading(skip_bad_rows=True)
    assert len(read_judgements(path, reading)[0]) == 1
    assert reading.bad_rows == 1


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ([], "unexpected end of data"),
        (["r,h,1"] * 40_000, "field larger than field limit (131072)"),
        (["r,h,1"] * 500 + ['"r ""x""",h,1'], "',' expected after '\"'"),
        (["r,h,1"] * 500 + ['r",h,1'], "it closes in line 504"),
        (["r,h,1"] * 500 + ['r",h'], "it closes in line 504"),
    ],
)
def test_an_open_quotation_mark(write, more, reason):
    """A CSV quotation mark that swallows rows is an error with its line, even if rows may be skipped; in TSV it is text."""
    lines = ["ref,mt,score", '"r, s",h,1', '"r,h,1', *more]
    path = write("open.csv", "\n".join(lines) + "\n")
    for reading in (Reading(), Reading(skip_bad_rows=True)):
        with pytest.raises(InputError) as error:
            read_judgements(path, reading)
        assert str(error.value).startswith(
            f"{path}:3: a quotation mark opens a cell that does not end in its row ({reason}): close every quotation mark"
        )
    tabs = write("open.tsv", 'ref\tmt\tscore\n"r\th\t1\nr\th"\t2\n')
    assert read_judgements(tabs)[0].references == (('"r',), ("r",))


def test_cells_of_several_lines(write):
    """A cell in quotes may have line breaks; rows after it are named by their line in the file."""
    path = write("lines.csv", 'ref,mt,score\n"r, s\nt",h,1\nr,h,bad\nr,h,2\n')
    with pytest.raises(InputError, match=r"lines\.csv:4: the human score is 'bad'"):
        read_judgements(path)
    judged = read_judgements(path, Reading(skip_bad_rows=True))[0]
    assert judged.references == (("r, s\nt",), ("r",))
    assert judged.rows.tolist() == [0, 2]


def test_missing_columns(write):
    """A header that lacks a column is an error even where bad rows are passed over."""
    path = write("x.tsv", "seg_id\thypothesis\thuman\n1\ta\t2\n")
    with pytest.raises(InputError, match=r"x\.tsv:1: found seg_id, hypothesis, human; needed reference/ref: "):
        read_judgements(path, Reading(skip_bad_rows=True))


def test_nothing_left(write):
    """A file without a judgement is an error."""
    with pytest.raises(InputError, match="has no usable judgement"):
        read_judgements(write("x.tsv", score_tsv(0, 0)))


HEADER = (
    "srclang,trglang,srcIndex,documentId,segmentId,judgeId,"
    + ",".join(f"system{i}Number,system{i}Id" for i in range(1, 6))
    + ","
    + ",".join(f"system{i}rank" for i in range(1, 6))
)


@pytest.fixture
def wmt(tmp_path):
    """Return a ranking file and its folder of texts."""
    folder = tmp_path / "texts" / "cs-en"
    folder.mkdir(parents=True)
    for name in "abcde":
        (folder / f"newstest.cs-en.{name}").write_text(f"one {name}\ntwo {name}\n", encoding="utf-8")
    (tmp_path / "texts" / "newstest-ref.en").write_text("one\ntwo\n", encoding="utf-8")
    path = tmp_path / "wmt.csv"
    row = "Czech,English,2,doc,7,judge,1,a,2,b,3,c,4,d,5,e,1,1,3,-1,2"
    path.write_text(f"{HEADER}\n{row}\n", encoding="utf-8")
    return path


def test_wmt_rankings(wmt):
    """A row of five ranks becomes its pairs, without ties and without ranks of -1."""
    (judged,) = read_judgements(str(wmt), Reading(texts=wmt.parent / "texts"))
    pairs = {
        (judged.translations[a].system, judged.translations[b].system)
        for a, b in zip(judged.first.tolist(), judged.second.tolist(), strict=True)
    }
    assert pairs == {("a", "c"), ("a", "e"), ("b", "c"), ("b", "e"), ("e", "c")}
    assert (judged.name, judged.language) == ("wmt.cs-en", "en")
    assert judged.translations[0].hypothesis == "two a"
    assert judged.translations[0].references == ("two",)


def test_wmt_unknown_system(wmt):
    """A system without a file is a bad row; without a folder there is nothing to read."""
    wmt.write_text(wmt.read_text(encoding="utf-8").replace(",5,e,", ",5,f,"), encoding="utf-8")
    with pytest.raises(InputError, match=r"wmt\.csv:2: the system 'f' is unknown: no file in .* ends in \.f"):
        read_judgements(str(wmt), Reading(texts=wmt.parent / "texts"))
    with pytest.raises(InputError, match="with --texts FOLDER"):
        read_judgements(str(wmt))


def test_wmt_bad_rows(wmt):
    """A row that cannot be read is named with its line, or counted once, for any number of language pairs."""
    text = wmt.read_text(encoding="utf-8")
    texts = wmt.parent / "texts"
    (texts / "en-pt").mkdir()
    for name in "abcde":
        (texts / "en-pt" / f"newstest.en-pt.{name}").write_text(f"um {name}\ndois {name}\n", encoding="utf-8")
    (texts / "newstest-ref.pt").write_text("um\n\n", encoding="utf-8")
    good = text.splitlines()[1]
    other = good.replace("Czech,English,2", "English,pt,1")
    bad = [
        "Czech,English,2",
        good.replace("English,2", "English,9"),
        other.replace(",1,doc", ",2,doc"),
        "," + other.split(",", 1)[1],
    ]
    wmt.write_text(f'{HEADER}\n{good}\n"{other}\n{good}\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"wmt\.csv:3: a quotation mark opens a cell"):
        read_judgements(str(wmt), Reading(texts=texts, skip_bad_rows=True))
    faults = [
        "wmt.csv:4: the row has 3 cells and the header 21",
        "wmt.csv:4: there is no line 9 in ",
        "wmt.csv:4: the reference is missing",
        "wmt.csv:4: srclang or trglang is missing",
    ]
    wmt.write_text("\n".join([HEADER, good, other, *bad]) + "\n", encoding="utf-8")
    reading = Reading(texts=texts, skip_bad_rows=True)
    sets = read_judgements(str(wmt), reading)
    assert [(judged.name, judged.language, len(judged)) for judged in sets] == [
        ("wmt.cs-en", "en", 5),
        ("wmt.en-pt", "pt", 5),
    ]
    assert reading.bad_rows == len(bad)
    for row, fault in zip(bad, faults, strict=True):
        wmt.write_text(f"{HEADER}\n{good}\n{other}\n{row}\n", encoding="utf-8")
        with pytest.raises(InputError, match="fix the row, or skip bad rows") as error:
            read_judgements(str(wmt), Reading(texts=texts))
        assert fault in str(error.value)


def test_wmt_languages(wmt):
    """With a language, only pairs into it are read; references that name another pair are not this one's."""
    texts = wmt.parent / "texts"
    (texts / "newstest-csen-ref.en").write_text("own one\nown two\n", encoding="utf-8")
    row = wmt.read_text(encoding="utf-8").splitlines()[1]
    wmt.write_text(f"{HEADER}\n{row.replace('English', 'Klingon')}\n{row}\n", encoding="utf-8")
    (judged,) = read_judgements(str(wmt), Reading(texts=texts, language="en"))
    assert judged.translations[0].references == ("own two",)
    with pytest.raises(InputError, match="has no usable judgement into de"):
        read_judgements(str(wmt), Reading(texts=texts, language="de"))
    with pytest.raises(InputError, match="there is no folder"):
        read_judgements(str(wmt), Reading(texts=texts / "nowhere"))


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("wmt12.cs-en.tsv", "en"),
        ("wmt15-da.cs-en.tsv.gz", "en"),
        ("a.hi-bho.tsv", "bho"),
        ("wmt-da.tsv", None),
        ("dev-set.tsv", None),
    ],
)
def test_languages_in_names(write, name, language):
    """A name says the language by a pair of codes; words that merely look like codes say nothing."""
    text = score_tsv(2, 2)
    (judged,) = read_judgements(write(name, gzip.compress(text.encode()) if name.endswith(".gz") else text))
    assert judged.language == language


def _sgml(kind: str, name: str, texts: list[str]) -> str:
    segments = "\n".join(f'<seg id="{i}"> {text} </seg>' for i, text in enumerate(texts, 1))
    return f'<{kind} setid="s" srclang="any" trglang="any">\n<doc docid="d" sysid="{name}">\n{segments}\n</doc>\n</{kind}>\n'


@pytest.fixture
def trainer(tmp_path):
    """Return a folder of the jar's Trainer."""
    (tmp_path / "xx-pt.a.sgm").write_text(_sgml("tstset", "a", ["o gato", "a casa"]), encoding="utf-8")
    (tmp_path / "xx-pt.b.sgm").write_text(_sgml("tstset", "b", ["um gato", "casa"]), encoding="utf-8")
    (tmp_path / "xx-pt.ref.sgm").write_text(_sgml("refset", "ref", ["o gato &amp; eu", "a casa"]), encoding="utf-8")
    (tmp_path / "xx-pt.rank").write_text("1\txx-pt\ta\txx-pt\tb\n2\txx-pt\tb\txx-pt\ta\n", encoding="utf-8")
    return tmp_path


def test_trainer_rankings(trainer):
    """A folder with a .rank file becomes a set of rankings."""
    (judged,) = read_judgements(str(trainer))
    assert (judged.name, judged.language, len(judged)) == ("xx-pt", "pt", 2)
    assert judged.translations[judged.first[1]].hypothesis == "casa"
    assert judged.translations[0].references == ("o gato & eu",)


def test_trainer_unknown_system(trainer):
    """A preference about a system without a file is a bad row."""
    (trainer / "xx-pt.rank").write_text("1\txx-pt\ta\txx-pt\tc\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"xx-pt\.rank:1: the system 'c' is unknown"):
        read_judgements(str(trainer))


def test_trainer_scores(trainer):
    """A folder with a .ter file becomes a set of scores; a segment without text is a bad row."""
    (trainer / "xx-pt.rank").unlink()
    (trainer / "s.tst").write_text(_sgml("tstset", "a", ["o gato"]), encoding="utf-8")
    (trainer / "s.ref").write_text(_sgml("refset", "r", ["o gato"]), encoding="utf-8")
    (trainer / "s.ter").write_text("d 1 0.5\n", encoding="utf-8")
    (judged,) = read_judgements(str(trainer), Reading(language="pt"))
    assert judged.human is not None
    assert np.array_equal(judged.human, [0.5])
    (trainer / "s.ter").write_text("d 2 0.5\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"s\.ter:1: segment d 2 has no hypothesis"):
        read_judgements(str(trainer))
    (trainer / "s.ref").write_text(_sgml("refset", "r", [""]), encoding="utf-8")
    (trainer / "s.ter").write_text("d 1 0.5\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"s\.ter:1: the reference is missing"):
        read_judgements(str(trainer))


def test_an_empty_folder(tmp_path):
    """A folder without judgements is an error."""
    with pytest.raises(InputError, match=r"it has no \.ter file and no \.rank file"):
        read_judgements(str(tmp_path))


@pytest.fixture
def rankings(write):
    """Return a set of rankings of three systems."""
    (judged,) = read_judgements(write("r.en-pt.tsv", ranking_tsv(4, 3)))
    return judged


def test_rows(write):
    """A line for each row: its number is the score of the translation there."""
    (judged,) = read_judgements(write("s.en-pt.tsv", score_tsv(3, 2)))
    scores = read_scores(write("x", "".join(f"{place}\n" for place in range(6))), judged)
    np.testing.assert_array_equal(scores[judged.first], range(6))


def test_names(write, rankings):
    """A table gives every translation the score of its system and segment, in any order and with further columns."""
    rows = [f"{segment}\tm\t{segment}.{system}\tsys{system}" for segment in range(1, 5) for system in range(3)]
    table = write("x.tsv", "\n".join(["Segment\tmetric\tscore\tsystem", *reversed(rows)]) + "\n")
    scores = read_scores(table, rankings)
    for number, translation in enumerate(rankings.translations):
        judgement = np.flatnonzero((rankings.first == number) | (rankings.second == number))[0]
        segment = rankings.segments[rankings.groups[judgement]]
        assert scores[number] == float(f"{segment}.{translation.system[-1]}")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("1 2\n", "has 1 line, but r.en-pt has 12 rows"),
        ("1 2\n" * 13, "has 13 lines, but r.en-pt has 12 rows"),
        ("1\n" * 12, ":1: found 1 numbers, expected 2"),
        ("1 x\n" * 12, ":1: the score is 'x', which is not a finite number"),
        ("", "has 0 lines, but r.en-pt has 12 rows"),
        ("system\tseg_id\tscore\nsys0\t1\tinf\n", ":2: the score is 'inf', which is not a finite number"),
        ("system\tseg_id\tscore\nsys0\t1\n", ":2: the row has 2 cells, fewer than the header"),
        (
            "system\tseg_id\tscore\nsys0\t1\t2\nsys0\t1\t3\n",
            ":3: the system 'sys0' already has another score for segment 1",
        ),
        ("system\tseg_id\tscore\nsys0\t1\t2\n", "has no score for the system"),
    ],
)
def test_files_that_do_not_fit(write, rankings, text, fault):
    """A file for other judgements, or a damaged one, is refused with its place."""
    path = write("x.tsv", text)
    with pytest.raises(InputError) as error:
        read_scores(path, rankings)
    assert str(error.value).startswith(path)
    assert fault in str(error.value)


def test_systems_without_names(write):
    """A table of systems is of no use where the judgements do not name them."""
    (judged,) = read_judgements(write("s.tsv", "seg_id\treference\thypothesis\thuman\n1\ta\tb\t1\n"))
    with pytest.raises(InputError, match="s does not name its systems"):
        read_scores(write("x", "system\tseg_id\tscore\na\t1\t2\n"), judged)
