"""Spark's frames get the scores of `Meteor.score`, bit for bit; what goes wrong on a worker says what and where."""

import pytest

pytest.importorskip("pyspark")

from bolide import InputError, Meteor, frames
from bolide.metric.other_metrics import find_metric
from bolide.metric.statistics import COLUMNS

pytestmark = [pytest.mark.spark, pytest.mark.filterwarnings("ignore")]  # Spark's, pandas' and py4j's

METEOR = Meteor("pt")
HYPOTHESES = [f"o gato {i % 7} dormia na casa {'branca' if i % 3 else 'verde'}" for i in range(500)]
SEVERAL = [["os gatos dormiam em casa", f"o gato {i % 5} dormiu"][: 1 + i % 2] for i in range(500)]
ONE = [references[0] for references in SEVERAL]


def _frame(spark, columns, schema):
    return spark.createDataFrame(list(zip(*columns, strict=True)), schema)


@pytest.mark.parametrize(("references", "kind"), [(ONE, "string"), (SEVERAL, "array<string>")])
def test_scores_are_those_of_the_metric(spark, references, kind):
    """Text and lists of text score as the metric does, in any partitions; columns stay, and new ones follow them."""
    frame = _frame(spark, [range(500), HYPOTHESES, references], f"id int, hyp string, refs {kind}").repartition(5)
    scored = frames.score(
        frame, hypothesis="hyp", references="refs", metric=METEOR, parts=("score", "reference"), statistics=True
    )
    assert scored.columns == [
        "id",
        "hyp",
        "refs",
        "meteor_score",
        "meteor_reference",
        *(f"meteor_{n}" for n in COLUMNS),
    ]
    rows = sorted(scored.collect())
    expected = METEOR.score(HYPOTHESES, references)
    assert [row["meteor_score"] for row in rows] == expected.segments.score.tolist()
    assert [row["meteor_reference"] for row in rows] == expected.segments.reference.tolist()
    assert [list(row[5:]) for row in rows] == expected.segments.statistics.rows.tolist()
    assert [row["refs"] for row in rows] == references


def test_the_score_of_the_corpus(spark):
    """Spark's sums of statistics score as the corpus does; by a column, as each of its groups."""
    systems = ["ab"[i % 2] for i in range(500)]
    frame = _frame(spark, [systems, HYPOTHESES, SEVERAL], "system string, hypothesis string, references array<string>")
    scored = frames.score(frame, metric=METEOR, statistics=True)
    total, expected = frames.corpus_score(scored, METEOR), METEOR.score(HYPOTHESES, SEVERAL)
    assert (total.score, total.statistics, total.segments) == (expected.score, expected.statistics, 500)
    found = {name: part.score for name, part in frames.corpus_scores(scored, METEOR).items()}
    assert found == {name: METEOR.score(HYPOTHESES[i::2], SEVERAL[i::2]).score for i, name in enumerate("ab")}
    with pytest.raises(InputError, match="there are no segments to score"):
        frames.corpus_score(scored.limit(0), METEOR)
    with pytest.raises(InputError, match="there is no column 'x_hypothesis_length'"):
        frames.corpus_score(scored, METEOR, prefix="x_")


@pytest.mark.parametrize("name", ["chrf", "bleu"])
def test_other_metrics(spark, name):
    """Any metric scores on Spark as it does here, rows and corpus."""
    if name == "bleu":
        pytest.importorskip("sacrebleu")
    metric = find_metric(name)
    frame = _frame(spark, [range(500), HYPOTHESES, SEVERAL], "id int, hypothesis string, references array<string>")
    scored = frames.score(frame, metric=name, statistics=True)
    rows, expected = sorted(scored.collect()), metric.rows(HYPOTHESES, SEVERAL)
    assert [row[f"{name}_score"] for row in rows] == metric.scores(expected)["score"].tolist()
    assert [list(row[4:]) for row in rows] == expected.rows.tolist()
    assert frames.corpus_score(scored, metric).score == metric.scores(expected.total())["score"][0]


def test_nulls(spark):
    """A null is refused with its row and partition; on demand it gives nulls, which count for nothing."""
    frame = spark.createDataFrame(
        [("um gato", ["um gato"]), (None, ["dois"])], "hypothesis string, references array<string>"
    )
    frame = frame.coalesce(1)
    with pytest.raises(Exception, match=r"row 1 of partition 0: the hypothesis is null \(beside .*dois"):
        frames.score(frame, metric=METEOR).collect()
    scored = frames.score(frame, metric=METEOR, nulls="skip", statistics=True)
    expected = METEOR.score(["um gato"], ["um gato"])
    assert sorted((row.meteor_score is None, row.meteor_score) for row in scored.collect()) == [(False, expected.score), (True, None)]  # fmt: skip
    assert frames.corpus_score(scored, METEOR).statistics == expected.statistics


def test_wrong_columns_are_refused_at_once(spark):
    """Missing columns are reported before Spark starts a job; a frame of Spark in the wrong place names the right one."""
    frame = spark.createDataFrame([("um", "dois")], "hypothesis string, references string")
    with pytest.raises(InputError, match="there is no column 'hyp' in the frame"):
        frames.score(frame, hypothesis="hyp", metric=METEOR)
    numbers = spark.createDataFrame([(1, "um", ["dois"])], "n int, text string, texts array<string>")
    for hypothesis, references, expected in [
        ("n", "text", "column 'n' holds int: text was expected"),
        ("text", "n", "column 'n' holds int: text or lists of text were expected"),
        ("texts", "text", "column 'texts' holds array<string>: text was expected"),
        ("text", ["texts"], "column 'texts' holds array<string>: text was expected"),
    ]:
        with pytest.raises(InputError, match=f"^{expected}$"):
            frames.score(numbers, hypothesis=hypothesis, references=references, metric=METEOR)


def test_names_with_dots(spark):
    """Columns, groups and prefixes may have names that Spark would read as fields of structs; other columns may share a name."""
    frame = _frame(
        spark,
        [HYPOTHESES, SEVERAL, "ab" * 250, range(500), range(500)],
        "h string, r array<string>, s string, n int, m int",
    )
    frame = frame.toDF("a.b", "refs.`all`", "sys.tem", "n", "n")
    scored = frames.score(frame, hypothesis="a.b", references="refs.`all`", metric=METEOR, prefix="x.", statistics=True)
    assert scored.columns[:6] == [*frame.columns, "x.score"]
    found = {name: part.score for name, part in frames.corpus_scores(scored, METEOR, by="sys.tem", prefix="x.").items()}
    assert found == {name: METEOR.score(HYPOTHESES[i::2], SEVERAL[i::2]).score for i, name in enumerate("ab")}


def test_a_function_of_the_user(spark):
    """A metric with a tokeniser of the user's own goes to the workers."""
    metric = Meteor("pt", text=lambda text: text.upper().split("-"))
    frame = spark.createDataFrame([("o-gato dorme", "O-gato")], "hypothesis string, references string")
    assert (
        frames.score(frame, metric=metric).collect()[0].meteor_score == metric.score(["o-gato dorme"], ["O-gato"]).score
    )
