"""The file of a tagger: a text header, then the weights of a conditional random field. Described in docs/formats.md."""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bolide import _core
from bolide.data import read_bytes, sha256
from bolide.errors import ConfigurationError, DamagedResourceError, ResourceError
from bolide.files.boundary import check_shape, reading
from bolide.hindi.language import IndicLanguage, TagRules
from bolide.records import record

MAGIC = b"bolide tagger 1\n"
# Weights are stored as multiples of this: far too small to change a tag, and half the size.
STEP = 1 / 512
_SHAPE = {"attributes": int, "metadata": dict, "name_bytes": int, "sha256": str, "tags": [str], "weights": int}
# The types of the arrays of a model, in the order in which they are stored.
_ARRAYS = {"starts": "<u4", "attribute_tags": "u1", "weights": "<i2", "transitions": "<i2"}
_MEND = "; make it again: bolide hindi train"


@record
class TaggerModel:
    """The weights of a tagger: those of attribute a are the places `starts[a]` up to `starts[a + 1]`."""

    tags: tuple[str, ...]
    attributes: tuple[str, ...]
    starts: NDArray[np.uint32]
    attribute_tags: NDArray[np.uint8]
    weights: NDArray[np.int16]
    transitions: NDArray[np.int16]
    identity: str = "none"
    metadata: Mapping[str, str] = {}

    def grammar(self, rules: TagRules, *, is_strict: bool = False) -> _core.Grammar:
        """Return the tagger for the core, with the word lists of the language and the class and roles of each tag.

        Tags of one class are the same part of speech; if it `is_strict`, every tag is a separate class.
        """
        classes = {tag: tag for tag in self.tags} if is_strict else rules.classes
        names = sorted(set(classes.values()))
        roles = {
            tag: sum(_core.TAG_ROLES[role] for role, tags in rules.roles.items() if tag in tags) for tag in self.tags
        }
        with reading("the tagger", DamagedResourceError, "is damaged", _MEND):
            return _core.Grammar(
                word_classes=rules.word_classes,
                tags=list(self.tags),
                names=list(self.attributes),
                starts=self.starts,
                attribute_tags=self.attribute_tags,
                weights=self.weights.astype(np.float32) * np.float32(STEP),
                transitions=self.transitions.astype(np.float32).reshape(-1) * np.float32(STEP),
                uses=[(names.index(classes[tag]), roles[tag]) for tag in self.tags],
            )


def open_model(language: IndicLanguage, file: str | os.PathLike[str] | None = None) -> TaggerModel:
    """Return the tagger of a file, else that of the language, else one made of its word lists."""
    if file is not None:
        path = Path(file)
        with reading(path, ResourceError):
            model = decode_model(path.read_bytes(), str(path))
        if unknown := [tag for tag in model.tags if tag not in language.tags.classes]:
            raise ConfigurationError(f"{path}: {language.name} does not have its tags {' '.join(unknown)}")
        return model
    if language.tags.model is None:
        return listed_model(language.tags)
    name = f"hindi/models/{language.tags.model}"
    return decode_model(read_bytes(name), name)


def quantise(values: ArrayLike) -> NDArray[np.int16]:
    """Return weights as multiples of the step."""
    return np.clip(np.rint(np.asarray(values, dtype=np.float64) / STEP), -32767, 32767).astype(np.int16)


def encode_model(model: TaggerModel) -> bytes:
    """Return a model as the bytes of a file."""
    names = "\n".join(model.attributes).encode()
    parts = [getattr(model, name).astype(kind).tobytes() for name, kind in _ARRAYS.items()]
    payload = zlib.compress(b"".join([names, *parts]), 9)
    counts = {"attributes": len(model.attributes), "name_bytes": len(names), "weights": len(model.weights)}
    header = counts | {"metadata": model.metadata, "sha256": sha256(payload), "tags": list(model.tags)}
    return MAGIC + json.dumps(header, ensure_ascii=False, sort_keys=True).encode() + b"\n" + payload


def decode_model(data: bytes, name: str) -> TaggerModel:
    """Read the bytes of `encode_model`; `DamagedResourceError` for anything else."""
    if not data.startswith(MAGIC):
        raise DamagedResourceError(f"{name}: not a tagger of this version of bolide; make one: bolide hindi train")
    with reading(name, DamagedResourceError, "is damaged", _MEND):
        line, _, payload = data[len(MAGIC) :].partition(b"\n")
        header = json.loads(line)
        check_shape(header, _SHAPE)
        if sha256(payload) != header["sha256"]:
            raise ValueError("its checksum does not match")
        unpacked = zlib.decompress(payload)
        counts = (header["attributes"] + 1, header["weights"], header["weights"], len(header["tags"]) ** 2)
        at = header["name_bytes"]
        names = unpacked[:at].decode()
        arrays: dict[str, Any] = {}
        for (array, kind), count in zip(_ARRAYS.items(), counts, strict=True):
            arrays[array] = np.frombuffer(unpacked, dtype=kind, count=count, offset=at)
            at += arrays[array].nbytes
        if at != len(unpacked):
            raise ValueError("its length does not match")
        return TaggerModel(
            tags=tuple(header["tags"]),
            attributes=tuple(names.split("\n")) if names else (),
            **arrays,
            identity=header["sha256"][:12],
            metadata=header["metadata"],
        )


def listed_model(rules: TagRules) -> TaggerModel:
    """Return a model made only of the word lists and endings of a language, for languages without a treebank."""
    tags = tuple(rules.classes)
    weights: dict[str, dict[int, float]] = {}
    for word, classes in rules.word_classes.items():
        weights[f"0word={word}"] = {tags.index(classes.partition("|")[0]): 8.0}
    for tag, endings in rules.endings.items():
        for ending in endings:
            weights[f"0suffix={ending}"] = {tags.index(tag): 2.0 + len(ending)}
    weights["0script=mark"] = {tags.index("SYM"): 6.0}
    weights["0script=number"] = {tags.index("QC"): 6.0}
    for length in range(1, 8):
        weights[f"0length={length}"] = {tags.index(rules.default): 1.0}
    return make_model(tags, weights, np.zeros((len(tags), len(tags))), {"origin": "word lists"})


def make_model(
    tags: tuple[str, ...],
    weights: dict[str, dict[int, float]],
    transitions: NDArray[np.float64],
    metadata: dict[str, str],
) -> TaggerModel:
    """Return a model from weights by attribute and tag; weights that round to 0 are left out."""
    kept = {
        name: [(tag, value) for tag, value in sorted(of_name.items()) if abs(value) > STEP / 2]
        for name, of_name in sorted(weights.items())
    }
    kept = {name: values for name, values in kept.items() if values}
    pairs = [pair for values in kept.values() for pair in values]
    model = TaggerModel(
        tags=tags,
        attributes=tuple(kept),
        starts=np.cumsum([0, *map(len, kept.values())]).astype(np.uint32),
        attribute_tags=np.array([tag for tag, _ in pairs], dtype=np.uint8),
        weights=quantise([value for _, value in pairs]),
        transitions=quantise(transitions).reshape(-1),
        metadata=metadata,
    )
    return decode_model(encode_model(model), "the model")


@record
class Parse:
    """Tokens with their tags; `groups` and `clauses` hold the places of their words."""

    tokens: tuple[str, ...]
    tags: tuple[str, ...]
    groups: tuple[tuple[int, ...], ...]
    clauses: tuple[tuple[int, ...], ...]

    def words(self, phrases: tuple[tuple[int, ...], ...]) -> tuple[str, ...]:
        """Return phrases as text."""
        return tuple(" ".join(self.tokens[place] for place in phrase) for phrase in phrases)

    def __str__(self) -> str:
        """Return three lines: words with tags, word groups, clauses."""
        tagged = " ".join(f"{token}/{tag}" for token, tag in zip(self.tokens, self.tags, strict=True))
        groups, clauses = (" | ".join(self.words(phrases)) for phrases in (self.groups, self.clauses))
        return f"tags     {tagged}\ngroups   {groups}\nclauses  {clauses}"
