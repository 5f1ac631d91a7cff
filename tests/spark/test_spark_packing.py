"""A metric on its way to a worker, without Spark: packed, opened once, and refused where it would score otherwise."""

import gzip
import pickle

import pytest

from bolide import BolideError, Meteor, MissingResourceError
from bolide.frames.spark import open_metric, pack_metric
from bolide.metric.configuration import describe
from bolide.metric.other_metrics import find_metric

HYPOTHESES, REFERENCES = ["o gato dormia na casa verde"], [["o gato dormia no lar", "um gato"]]


@pytest.fixture
def built(tmp_path):
    """Return a folder of language data."""
    (tmp_path / "function.words").write_text("o\n", encoding="utf-8")
    (tmp_path / "paraphrase.gz").write_bytes(gzip.compress(b"0.5\ncasa verde\nlar\n"))
    return tmp_path


@pytest.mark.parametrize(
    "options",
    [
        {"language": "pt"},
        {"language": "other"},
        {"language": "hi"},
        {"language": "pt", "copy_from": ("numbers",), "copy_x": 0.5},
    ],
)
def test_a_packed_metric_scores_alike(options):
    """A worker's metric has the signature and the scores of the driver's, and is made once per process."""
    metric = Meteor(**options)
    opened = open_metric(pack_metric(metric), str(metric.signature))
    assert opened.signature == metric.signature
    assert opened.score(HYPOTHESES, REFERENCES).score == metric.score(HYPOTHESES, REFERENCES).score
    assert open_metric(pack_metric(metric), str(metric.signature)) is opened


@pytest.mark.parametrize("name", ["chrf++", "bleu", "ter"])
def test_other_metrics_are_packed(name):
    """Any metric reaches the worker."""
    if name != "chrf++":
        pytest.importorskip("sacrebleu")
    metric = find_metric(name)
    opened = open_metric(pack_metric(metric), str(metric.signature))
    assert opened.rows(HYPOTHESES, REFERENCES) == metric.rows(HYPOTHESES, REFERENCES)


def test_a_worker_without_language_data(monkeypatch):
    """A worker fetches nothing, even if it may: what it lacks is an error that names the worker and the command."""
    monkeypatch.delenv("BOLIDE_OFFLINE")
    metric = Meteor("pt")
    packed = pickle.dumps(describe(language="en"))
    with pytest.raises(
        MissingResourceError, match=r"on the worker .*: the English .*; run: bolide resources install en"
    ):
        open_metric(packed, str(metric.signature))


def test_a_worker_with_other_language_data(built):
    """A worker that would score by another table than the driver is refused; lists of words come from the driver."""
    metric = Meteor(resources=built)
    packed = pack_metric(metric)
    (built / "function.words").write_text("a\n", encoding="utf-8")
    assert open_metric(packed, str(metric.signature)).signature == metric.signature
    (built / "paraphrase.gz").write_bytes(gzip.compress(b"0.5\ncasa branca\nlar\n"))
    open_metric.cache_clear()
    with pytest.raises(
        BolideError, match=r"would score as .* and the driver as .*: install the same version of bolide"
    ):
        open_metric(packed, str(metric.signature))
