"""Frames of every kind get the scores of `Meteor.score`, bit for bit, and stay what they are."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from whole_frames import KINDS, make, read_back, whole

from bolide import ConfigurationError, InputError, Meteor, frames
from bolide.frames import corpus_score, corpus_scores, layout
from bolide.metric.other_metrics import GivenScores, find_metric
from bolide.metric.statistics import COLUMNS

score = partial(frames.score, statistics=True)
METEOR = Meteor("pt")
HYPOTHESES = ["o gato dormia", "", "A casa  branca é dele", "nada"]
ONE = ["os gatos dormiam bem", "algo", "a casa verde é dela", "nada"]
SEVERAL = [["os gatos dormiam", "o gato"], ["algo"], ["a casa verde", "é a casa branca dele", "casa"], ["nada"]]


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch):
    """Score three rows at a time, so that these frames have several chunks."""
    for module in ("bolide.frames", "bolide.frames.kinds"):
        monkeypatch.setattr(f"{module}.CHUNK", 3)


@pytest.mark.parametrize("references", [ONE, SEVERAL], ids=["one", "several"])
@pytest.mark.parametrize("kind", KINDS)
def test_scores_are_those_of_the_metric(kind, references):
    """Each kind of frame comes back as itself, its columns first, then scores and statistics; nothing changes in it."""
    frame = make(kind, {"id": [7, 8, 9, 10], "hyp": HYPOTHESES, "refs": references})
    parts = ("score", "precision", "reference")
    scored = score(frame, hypothesis="hyp", references="refs", metric=METEOR, parts=parts)
    assert type(scored) is (type(make("reader", {})) if kind == "capsule" else type(frame))
    columns = read_back(scored)
    expected = METEOR.score(HYPOTHESES, references).segments
    assert list(columns) == ["id", "hyp", "refs", *(f"meteor_{name}" for name in (*parts, *COLUMNS))]
    assert (columns["id"], columns["hyp"], columns["refs"]) == ([7, 8, 9, 10], HYPOTHESES, references)
    for part in parts:
        assert np.array(columns[f"meteor_{part}"]).tobytes() == np.ascontiguousarray(getattr(expected, part)).tobytes()
    for name in COLUMNS:
        assert columns[f"meteor_{name}"] == expected.statistics[name].tolist()
    if kind in ("pandas", "polars", "table", "batch"):
        assert list(read_back(frame)) == ["id", "hyp", "refs"]


@pytest.mark.parametrize("kind", KINDS)
def test_the_score_of_the_corpus(kind):
    """Sums of statistics score as the corpus does; by a column, as each of its groups."""
    columns = {"hypothesis": HYPOTHESES, "references": SEVERAL, "system": ["a", "b", "a", "b"]}
    scored = whole(score(make(kind, columns), metric=METEOR))
    total = corpus_score(scored.to_reader() if kind in ("reader", "capsule") else scored, METEOR)
    expected = METEOR.score(HYPOTHESES, SEVERAL)
    assert (total.score, total.segments, total.signature) == (expected.score, 4, METEOR.signature)
    assert total.statistics == expected.statistics
    assert str(total) == str(expected)
    systems = corpus_scores(scored, METEOR)
    assert {name: system.score for name, system in systems.items()} == {
        name: METEOR.score(HYPOTHESES[first::2], SEVERAL[first::2]).score for name, first in (("a", 0), ("b", 1))
    }
    assert corpus_scores(scored, METEOR, by=["system"]).keys() == {("a",), ("b",)}


@pytest.mark.filterwarnings("ignore::bolide.InputWarning")
@given(st.lists(st.tuples(st.text(), st.lists(st.text(), min_size=1, max_size=3)), min_size=1, max_size=8))
def test_any_text(segments):
    """Whatever the text, a table of Arrow and the metric itself agree."""
    pyarrow = pytest.importorskip("pyarrow")
    hypotheses, references = ([pair[side] for pair in segments] for side in (0, 1))
    scored = score(pyarrow.table({"hypothesis": hypotheses, "references": references}), metric=METEOR)
    expected = METEOR.score(hypotheses, references)
    assert scored["meteor_score"].to_pylist() == expected.segments.score.tolist()
    assert corpus_score(scored, METEOR).statistics == expected.statistics


@pytest.mark.parametrize("kind", KINDS)
def test_several_columns_of_references(kind):
    """Columns of one reference each serve as well as one of lists."""
    wide = {"hypothesis": HYPOTHESES, "a": ONE, "b": HYPOTHESES[::-1]}
    scored = score(make(kind, wide), references=["a", "b"], metric=METEOR, statistics=False)
    references = [list(pair) for pair in zip(ONE, HYPOTHESES[::-1], strict=True)]
    columns = read_back(scored)
    assert columns["meteor_score"] == METEOR.score(HYPOTHESES, references).segments.score.tolist()
    assert list(columns) == ["hypothesis", "a", "b", "meteor_score"]


@pytest.mark.parametrize("kind", KINDS)
def test_nulls_are_refused_with_their_row(kind):
    """A row with a null is named, with the text beside it."""
    frame = make(kind, {"hypothesis": ["um", "dois", "três", None], "references": ["um", "um", "um", "quatro"]})
    row = r"row \d of its batch" if kind == "lazy" else "row 3"
    raised = (
        Exception if kind == "lazy" else InputError
    )  # Some versions of Polars raise an error of theirs with ours inside.
    with pytest.raises(raised, match=rf"{row}: the hypothesis is null \(beside 'quatro'\); fill it in, or leave"):
        read_back(score(frame, metric=METEOR))


@pytest.mark.parametrize("kind", KINDS)
def test_nulls_can_be_skipped(kind):
    """On demand, rows without text get nulls and count for nothing; null references in a list are left out."""
    hypotheses = ["um gato", None, "dois gatos", "três", "gato"]
    references = [["um gato", None], ["um"], None, [], [None]]
    scored = whole(score(make(kind, {"hypothesis": hypotheses, "references": references}), metric=METEOR, nulls="skip"))
    columns = read_back(scored)
    expected = METEOR.score(["um gato"], ["um gato"])
    scores = [None if value != value else value for value in columns["meteor_score"]]  # noqa: PLR0124 - pandas has no other null
    assert scores == [expected.score, None, None, None, None]
    assert columns["meteor_chunks"] == [0, None, None, None, None]
    total = corpus_score(scored, METEOR)
    assert (total.statistics, total.segments) == (expected.statistics, 1)


@pytest.mark.parametrize(
    ("references", "fault"),
    [
        ([[]], "the list of references is empty"),
        ([["um", None]], "reference 1 is null"),
        ([None], r"the reference is null \(beside 'um'\)"),
    ],
)
def test_references_that_are_missing(references, fault):
    """Missing references are reported."""
    pyarrow = pytest.importorskip("pyarrow")
    kind = pyarrow.list_(pyarrow.string())
    table = pyarrow.table({"hypothesis": ["um"], "references": pyarrow.array(references, type=kind)})
    with pytest.raises(InputError, match=f"row 0: {fault}"):
        score(table, metric=METEOR)


@pytest.mark.parametrize("kind", KINDS)
def test_a_frame_without_rows(kind):
    """No rows, no scores: the columns are there all the same; a corpus of nothing has no score."""
    frame = make(kind, {"hypothesis": ["um"], "references": ["um"]}, rows=0)
    scored = whole(score(frame, metric=METEOR))
    columns = read_back(scored)
    assert columns["meteor_score"] == []
    assert len(columns) == 3 + len(COLUMNS)
    with pytest.raises(InputError, match="there are no segments to score"):
        corpus_score(scored, METEOR)


def test_a_chunk_is_what_is_scored_at_a_time(monkeypatch):
    """At most one chunk of rows is taken out of a frame at once, and a stream is read on demand."""
    pyarrow = pytest.importorskip("pyarrow")
    sizes = []
    counted = layout.score_rows
    monkeypatch.setattr("bolide.frames.score_rows", lambda *a, **k: (sizes.append(len(a[2][0])), counted(*a, **k))[1])
    table = pyarrow.table({"hypothesis": ["um"] * 8, "references": ["dois"] * 8})
    score(table, metric=METEOR)
    assert sizes == [3, 3, 2]
    reader = score(table.to_reader(), metric=METEOR)
    assert sizes == [3, 3, 2]
    reader.read_next_batch()
    assert sizes == [3, 3, 2, 3]


def test_types_of_arrow():
    """Large strings, views, dictionaries and all forms of lists are text; numbers are refused."""
    pa = pytest.importorskip("pyarrow")
    expected = METEOR.score(["um gato"] * 2, ["um"] * 2).segments.score.tolist()
    texts = [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())]
    lists = [pa.list_(pa.string()), pa.large_list(pa.large_string()), pa.list_(pa.string(), 1)]
    for text in texts:
        hypotheses = pa.array(["um gato"] * 2).cast(text) if not pa.types.is_dictionary(text) else pa.array(["um gato"] * 2).dictionary_encode()  # fmt: skip
        for kind in (*texts[:3], *lists):
            values = [["um"]] * 2 if kind in lists else ["um"] * 2
            table = pa.table({"hypothesis": hypotheses, "references": pa.array(values, type=kind)})
            assert score(table, metric=METEOR)["meteor_score"].to_pylist() == expected
    with pytest.raises(InputError, match=r"row 0: a reference must be text or a list of text, not int \('1'\)"):
        score(pa.table({"hypothesis": ["a"], "references": [1]}), metric=METEOR)


def test_pandas_keeps_its_index_and_takes_arrays():
    """An index with duplicates stays; cells with arrays, tuples or pandas' own null are understood; others are refused."""
    pandas = pytest.importorskip("pandas")
    cells = [np.array(["um", "dois"]), ("um",), ["dois"]]
    frame = pandas.DataFrame({"hypothesis": ["um", "um", "dois"], "references": cells}, index=["x", "x", "y"])
    scored = score(frame, metric=METEOR)
    assert scored.index.tolist() == ["x", "x", "y"]
    assert scored["meteor_score"].tolist() == METEOR.score(["um", "um", "dois"], [list(c) for c in cells]).segments.score.tolist()  # fmt: skip
    assert scored.dtypes["meteor_chunks"] == np.int64
    frame = pandas.DataFrame({"hypothesis": ["um", pandas.NA, float("nan")], "references": ["um"] * 3})
    assert score(frame, metric=METEOR, nulls="skip")["meteor_chunks"].isna().tolist() == [False, True, True]
    with pytest.raises(InputError, match="row 0: the hypothesis must be text, not int"):
        score(pandas.DataFrame({"hypothesis": [1], "references": ["um"]}), metric=METEOR)
    with pytest.raises(InputError, match="row 0: reference 1 must be text, not float"):
        score(pandas.DataFrame({"hypothesis": ["1"], "references": [["um", 1.5]]}), metric=METEOR, nulls="skip")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"hypothesis": "hyp"}, "there is no column 'hyp' in the frame: it has hypothesis references meteor_x"),
        ({"parts": ("score", "bleu")}, "unknown part of a score 'bleu': choose some of score precision"),
        ({"parts": "x"}, "unknown part of a score 'x'"),
        ({"parts": (), "statistics": False}, "there is nothing to add to the frame"),
        ({"nulls": "empty"}, "unknown nulls 'empty': choose one of error skip"),
        ({"references": []}, "give the column of references"),
        ({"references": ["references", "more"]}, "there is no column 'more' in the frame"),
    ],
)
def test_wrong_arguments(arguments, message):
    """Unsuitable input is refused before anything is scored."""
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table({"hypothesis": ["a"], "references": ["b"], "meteor_x": [1]})
    with pytest.raises((ConfigurationError, InputError), match=message):
        score(table, metric=METEOR, **arguments)


def test_segments_that_are_too_long(monkeypatch):
    """An error of a single segment names its row, even if rows before it have no text."""
    pyarrow = pytest.importorskip("pyarrow")
    long = " ".join(["um"] * 100_000)
    table = pyarrow.table({"hypothesis": [None, "um", long], "references": ["um", "um", long]})
    with pytest.raises(InputError, match=r"row 2: .*split it into shorter segments"):
        score(table, metric=METEOR, nulls="skip")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["chrf", "chrf++", "bleu", "bleu-unsmoothed", "ter"])
def test_other_metrics(name, kind):
    """Any metric adds its rows' scores under its name, and a corpus has the score of their sum; rows without text do not count."""
    if name not in ("chrf", "chrf++"):
        pytest.importorskip("sacrebleu")
    metric = find_metric(name)
    columns = {"hypothesis": [*HYPOTHESES, None], "references": [*SEVERAL, ["algo"]], "system": [*"abab", "a"]}
    scored = whole(score(make(kind, columns), metric=name, nulls="skip"))
    found = read_back(scored)
    rows = metric.rows(HYPOTHESES, SEVERAL)
    assert found[f"{name}_score"][:4] == metric.scores(rows)["score"].tolist()
    assert [found[f"{name}_{column}"][:4] for column in metric.columns] == rows.rows.T.tolist()
    total = corpus_score(scored, name)
    assert (float(total), total.segments) == (metric.scores(rows.total())["score"][0], 4)
    assert str(total) == f"{metric.name} {total.score!r} (4 segments)\n{metric.signature}"
    half = metric.rows(HYPOTHESES[::2], SEVERAL[::2]).total()
    assert corpus_scores(scored, metric)["a"].score == metric.scores(half)["score"][0]


def test_other_metrics_have_only_a_score():
    """A part that a metric does not have is refused, and so are names of no metric and scores that are looked up by segment."""
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table({"hypothesis": ["um"], "references": ["um"]})
    for metric, parts, message in (
        ("chrf", ("reference",), "unknown part of a score 'reference': choose some of score$"),
        ("comet", ("score",), "unknown metric 'comet': choose one of bleu bleu-unsmoothed chrf"),
        (
            GivenScores("comet", {}, "scores.tsv"),
            ("score",),
            "comet looks scores up: it needs the keys of the segments",
        ),
    ):
        with pytest.raises((ConfigurationError, InputError), match=message):
            score(table, metric=metric, parts=parts)
