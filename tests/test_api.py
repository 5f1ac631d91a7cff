"""The public interface: its names, and what can be done with a metric besides scoring."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import sys

import numpy as np
import pytest

import bolide
from bolide import Meteor
from bolide.metric.statistics import COLUMNS

HYPOTHESES = ["o gato dormia no tapete", "as casas grandes", "", "nada em comum"]
REFERENCES = ["os gatos dormiam no tapete velho", "a casa grande", "vazio", "tudo diferente aqui"]


def _score(meteor: Meteor) -> list[float]:
    return meteor.score(HYPOTHESES, REFERENCES).segments.score.tolist()


@pytest.fixture
def meteor() -> Meteor:
    return Meteor("pt")


def test_public_names_are_sorted_and_present():
    """Everything in `__all__` is there, once, in order; and nothing else looks public by accident."""
    assert bolide.__all__ == sorted(set(bolide.__all__))
    modules = {name for name in vars(bolide) if f"bolide.{name}" in sys.modules}
    public = {name for name in vars(bolide) if not name.startswith("_")} - modules - {"annotations", "TYPE_CHECKING"}
    assert public <= {*bolide.__all__}
    assert all(hasattr(bolide, name) for name in bolide.__all__)
    assert dir(bolide) == bolide.__all__
    with pytest.raises(AttributeError, match="no attribute 'anything'"):
        _ = bolide.anything


def test_version_is_that_of_the_distribution():
    """The version of the compiled core is the version of the installed package."""
    from importlib.metadata import version

    assert bolide.__version__ == version("bolide")


@pytest.mark.parametrize("name", ["signature", "parameters", "pipeline", "eval_id", "anything"])
def test_metric_cannot_be_changed(meteor, name):
    """A metric takes no assignment, to what it has or to anything new."""
    with pytest.raises(AttributeError):
        setattr(meteor, name, None)


def test_configuration_results_and_parameters_are_frozen(meteor):
    """Results of a metric cannot be changed either, arrays included."""
    result = meteor.score(HYPOTHESES, REFERENCES)
    for value in (meteor.pipeline, meteor.parameters, meteor.signature, result, result.segments):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(value, "preset" if value is meteor.signature else dataclasses.fields(value)[0].name, None)
    for array in (result.segments.score, result.statistics.rows, result.segments.statistics["chunks"]):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


def test_records_are_dataclasses_to_those_who_ask(meteor):
    """`fields`, `asdict` and `replace` work on them; they compare and hash by their values, and take their fields by name alone."""
    parameters = meteor.parameters
    assert dataclasses.is_dataclass(parameters)
    values = dataclasses.asdict(parameters)
    assert [*values] == [field.name for field in dataclasses.fields(parameters)]
    again = bolide.Parameters(**values)
    assert (again, hash(again)) == (parameters, hash(parameters))
    assert repr(again) == repr(parameters)
    assert dataclasses.replace(parameters, alpha=0.1) == bolide.Parameters(**values | {"alpha": 0.1}) != parameters
    assert copy.copy(parameters) == copy.deepcopy(parameters) == parameters
    for given, named in ((values | {"other": 1}, "'other'"), ({"alpha": 0.1}, "'beta'")):
        with pytest.raises(TypeError, match=named):
            bolide.Parameters(**given)
    with pytest.raises(TypeError):
        bolide.Parameters(0.1)
    with pytest.raises(dataclasses.FrozenInstanceError, match="alpha"):
        del parameters.alpha


def test_inputs_are_left_alone(meteor):
    """Scoring changes neither the lists that it is given nor what they hold."""
    hypotheses, references = [["um", "Gato"]], [[["Um", "gato"], ["gato"]]]
    before = copy.deepcopy((hypotheses, references))
    meteor.score(hypotheses, references)
    assert (hypotheses, references) == before


def test_statistics_do_not_freeze_the_callers_array():
    """A table of statistics made from an array leaves that array writable, and does not follow its changes."""
    rows = np.zeros((1, len(COLUMNS)), dtype=np.int64)
    statistics = bolide.Statistics(rows)
    rows[0, 0] = 5
    assert statistics["hypothesis_length"].tolist() == [0]


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_metric_survives_pickling(protocol):
    """An unpickled metric has the same signature and gives the same scores, with every option kept."""
    meteor = Meteor(
        "pt",
        text="raw",
        beam=3,
        unit="characters",
        parameters=[0.5, 1, 0.5, 0.5],
        weights=[1, 0.2],
        function_words=["o"],
    )
    restored = pickle.loads(pickle.dumps(meteor, protocol))
    assert restored.signature == meteor.signature
    assert _score(restored) == _score(meteor)
    assert copy.deepcopy(meteor).signature == meteor.signature


def test_results_survive_pickling(meteor):
    """Scores, statistics and alignments come back equal."""
    result = pickle.loads(pickle.dumps(meteor.score(HYPOTHESES, REFERENCES)))
    assert str(result) == str(meteor.score(HYPOTHESES, REFERENCES))
    assert result.segments.statistics == meteor.score(HYPOTHESES, REFERENCES).segments.statistics
    alignment = meteor.align(HYPOTHESES[0], REFERENCES[0])
    assert str(pickle.loads(pickle.dumps(alignment))) == str(alignment)


def test_the_short_way(meteor):
    """Functions score, compare and align as the metric does; a string is a corpus of one segment."""
    expected = meteor.score(HYPOTHESES, REFERENCES)
    assert bolide.score(HYPOTHESES, REFERENCES, "pt").score == expected.score
    assert bolide.score(HYPOTHESES[0], REFERENCES[0], language="pt").score == _score(meteor)[0]
    assert bolide.score(HYPOTHESES, REFERENCES, "pt", beam=3).signature.beam == 3
    assert str(bolide.align(HYPOTHESES[0], REFERENCES[0], "pt")) == str(meteor.align(HYPOTHESES[0], REFERENCES[0]))
    compared = bolide.compare({"A": HYPOTHESES, "B": REFERENCES}, REFERENCES, "pt", baseline="B", samples=50)
    assert [(pair.system, pair.baseline) for pair in compared.pairs] == [("A", "B")]
    assert compared.systems[0].score == expected.score
    with pytest.raises(bolide.InputError, match="systems must be a dictionary by name"):
        bolide.compare([HYPOTHESES], REFERENCES, "pt")


def test_options_that_there_are_not():
    """The error names the option that was meant."""
    with pytest.raises(TypeError, match="there is no option 'lang': did you mean 'language'"):
        Meteor(lang="pt")
    with pytest.raises(TypeError, match="there is no option 'wieghts': did you mean 'weights'"):
        bolide.score(["a"], ["a"], "pt", wieghts=(1, 1))
    with pytest.raises(TypeError, match="there is no option 'qqq': there are aligner, beam"):
        Meteor("pt", qqq=1)


def test_results_as_tables_of_pandas(meteor):
    """Segments and comparisons become tables of pandas."""
    pytest.importorskip("pandas")
    frame = meteor.score(HYPOTHESES, REFERENCES).to_pandas()
    assert frame["score"].tolist() == _score(meteor)
    assert [*frame.columns][:3] == ["score", "precision", "recall"]
    assert len(meteor.score(HYPOTHESES, REFERENCES).segments.to_pandas()) == 4
    compared = bolide.compare({"A": HYPOTHESES, "B": REFERENCES}, REFERENCES, "pt", samples=10).to_pandas()
    assert compared["system"].tolist() == ["A", "B"]
    assert compared["difference"].notna().tolist() == [False, True]


def test_results_print_short(meteor):
    """What a prompt shows is one line, however many segments there are."""
    result = meteor.score(HYPOTHESES * 500, REFERENCES * 500)
    assert repr(result) == f"<CorpusScore {result.score:.4f} of 2,000 segments>"
    assert repr(result.segments) == "<SegmentScores of 2,000 segments>"
    assert repr(meteor.align(HYPOTHESES[0], REFERENCES[0])).startswith("<Alignment 0.")
    assert (repr(meteor), repr(meteor.signature)) == (
        f"<Meteor {meteor.signature}>",
        f"Signature('{meteor.signature}')",
    )
    compared = bolide.compare({"A": HYPOTHESES, "B": REFERENCES}, REFERENCES, "pt", samples=10)
    assert repr(compared) == f"<Comparison on 4 segments: A {compared.systems[0].score:.4f}, B 1.0000>"


def test_signatures_name_copy_words_only_where_they_count(meteor):
    """Copy words and X are part of the signature, which reads back; without them it has neither."""
    copying = Meteor("pt", copy_words=["Lisboa", "porto"], copy_from=["numbers"], copy_x=(3, 0.5))
    assert str(copying.signature).endswith("|copy_words:numbers+words-2ba4e1ca2da1|copy_x:3.0,0.5")
    assert bolide.parse_signature(str(copying.signature)) == copying.signature
    assert "copy" not in str(meteor.signature)
