"""Records: values that cannot be changed, and that `dataclasses` takes for its own."""

from __future__ import annotations

import copy
import dataclasses
import pickle

import pytest

from bolide.records import field_names, record


@record
class Word:
    """A record with a default."""

    text: str
    length: int = 0

    def twice(self) -> str:
        return 2 * self.text


@record
class Tagged(Word):
    """A record with the fields of another."""

    tag: str


def test_fields_are_given_by_name():
    """A field is an attribute; a default stands in for what is left out; methods are kept."""
    word = Word(text="a")
    assert (word.text, word.length, word.twice()) == ("a", 0, "aa")
    assert repr(word) == "Word(text='a', length=0)"
    assert field_names(word) == ("text", "length")


@pytest.mark.parametrize("values", [{}, {"length": 1}, {"text": "a", "other": 1}])
def test_wrong_arguments(values):
    """Missing and unknown fields are refused, each by name."""
    with pytest.raises(TypeError, match="'text'" if "text" not in values else "'other'"):
        Word(**values)


def test_equality_and_hash():
    """Records are equal where class and fields are, and hash alike then."""
    assert Word(text="a") == Word(text="a", length=0)
    assert hash(Word(text="a")) == hash(Word(text="a", length=0))
    assert Word(text="a") != Word(text="b")
    assert Tagged(text="a", tag="N") != Word(text="a")


@pytest.mark.parametrize("name", ["text", "length", "other"])
def test_frozen(name):
    """Nothing can be set or deleted, neither a field nor anything new."""
    word = Word(text="a")
    with pytest.raises(dataclasses.FrozenInstanceError, match=name):
        setattr(word, name, "b")
    with pytest.raises(dataclasses.FrozenInstanceError, match=name):
        delattr(word, name)
    assert not hasattr(word, "__dict__")


def test_dataclasses_take_records_for_their_own():
    """`fields`, `asdict` and `replace` work as they do on dataclasses."""
    tagged = Tagged(text="a", tag="N")
    assert dataclasses.is_dataclass(Tagged)
    assert [field.name for field in dataclasses.fields(Tagged)] == ["text", "length", "tag"]
    assert [field.default for field in dataclasses.fields(Word)] == [dataclasses.MISSING, 0]
    assert dataclasses.asdict(tagged) == {"text": "a", "length": 0, "tag": "N"}
    assert dataclasses.replace(tagged, length=3) == Tagged(text="a", length=3, tag="N")


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_copies(protocol):
    """Pickles and copies are equal to the record."""
    tagged = Tagged(text="a", tag="N")
    assert pickle.loads(pickle.dumps(tagged, protocol)) == tagged
    assert copy.copy(tagged) == copy.deepcopy(tagged) == tagged
