"""The multilingual universal sentence encoder (Yang et al. 2019): makes a graph of its weights and a head, and a tokeniser of its pieces.

A piece is a row of a table. Three branches read two, three and five pieces at a time, twice; their states and the row, normalised, are
the features of a piece, and the head turns them into its vector. With `int8`, products are of whole numbers with scales from the head.
"""

from __future__ import annotations

import os
import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from onnx import helper

from bolide.errors import ResourceError
from bolide.files.boundary import reading
from bolide.meaning.graph import INPUT, ZERO, Nodes
from bolide.meaning.weights import Tensors, multiplied, read_changes

if TYPE_CHECKING:
    from numpy.typing import NDArray

# The number of pieces that a branch reads at a time, and how many of them are before the current one.
_BRANCHES = ((2, 0), (3, 1), (5, 2))
_CHUNKS = 17  # Rows are stored in this many chunks, each with its own scale.


def build_graph(weights: Path, head: Path, path: Path, *, is_whole: bool) -> None:
    """Write the graph that turns pieces into vectors; with `is_whole`, its products are of whole numbers."""
    with (
        reading(weights, ResourceError, "does not hold the weights of the encoder"),
        weights.open("rb") as file,
        np.load(file) as stored,
    ):
        values = {name: stored[name] for name in stored.files}
        table = np.empty((_CHUNKS * len(values["q1"]), values["q1"].shape[1]), np.uint8)
        for chunk in range(_CHUNKS):
            table[chunk::_CHUNKS] = values.pop(f"q{chunk + 1}")
        tensors = Tensors(head)
        for name, change in read_changes(tensors).items():
            values[name] = values[name] + change
        projection = tensors.read("projection", values["cnn_W"].shape[1], -1)
        (values["cnn_b"],) = multiplied(values["cnn_b"][None], projection)
        values["cnn_W"] = multiplied(values["cnn_W"], projection)
        reach = {name: tensors.read(f"reach.{name}", -1) for name in ("first", "second", "features")}
        nodes = _Branches(values, table, reach, is_whole=is_whole)
        nodes.save(nodes.vectors(), projection.shape[1], path, reads_text=True)


class _Branches(Nodes):
    def __init__(
        self,
        values: dict[str, NDArray[Any]],
        table: NDArray[np.uint8],
        reach: dict[str, NDArray[np.float32]],
        *,
        is_whole: bool,
    ) -> None:
        super().__init__(is_whole=is_whole)
        self._values, self._table, self._reach = values, table, reach
        self._width, self._epsilon = len(values["b1_2"]), float(values["eps"])

    def vectors(self) -> str:
        """Return a vector for each piece."""
        rows = self.add("Gather", [self.constant(self._table), INPUT])
        chunks = self.add("Mod", [INPUT, self.whole(_CHUNKS)])
        scale, low = (self.add("Gather", [self.number(self._values[n][:, None]), chunks]) for n in ("scale", "lo"))
        row = self.add("Add", [self.add("Mul", [self.add("Cast", [rows], to=1), scale]), low])
        states = self._project(rows, row, scale, low)
        names = [f"branch_{size}" for size, _ in _BRANCHES]
        self.nodes.append(helper.make_node("Split", [states], names, axis=2))
        parts = [row]
        for place, branch in enumerate(_BRANCHES):
            state, own = names[place], slice(place * self._width, (place + 1) * self._width)
            for number, reach in enumerate(("first", "second"), 1):
                read = self._convolution(state, f"{number}_{branch[0]}", branch, self._reach[reach][own])
                state = self.add("Add", [self.add("Relu", [read]), state])
            parts.append(state)
        features = self.add("Concat", parts, axis=2)
        return self._head(self.normal(features, self._values["ln_g"], self._values["ln_b"], self._epsilon))

    def _project(self, rows: str, row: str, scale: str, low: str) -> str:
        """Return the initial states of all branches, side by side; with whole numbers, rows are used as stored."""

        def all_branches(name: str, axis: int = 0) -> NDArray[np.float32]:
            return np.concatenate([self._values[f"{name}{size}"] for size, _ in _BRANCHES], axis)

        weights, bias = all_branches("proj", 1), self.number(all_branches("proj_b"))
        if self.is_whole:
            # The weights were quantised, with a scale for each branch; rows have six bits, so weights may have eight.
            scales = (
                np.abs(weights).reshape(len(weights), len(_BRANCHES), self._width).max((0, 2)).repeat(self._width) / 127
            )
            product = self.add("Mul", [self.whole_product(rows, weights, scales, zero=0), scale])
            product = self.add("Add", [product, self.add("Mul", [low, self.number(weights.sum(0))])])
        else:
            product = self.plain_product(row, weights)
        state = self.add("Add", [product, bias])
        return self.normal(state, all_branches("ln_g"), all_branches("ln_b"), self._epsilon)

    def _convolution(self, state: str, name: str, branch: tuple[int, int], reach: NDArray[np.float32]) -> str:
        """Return a linear map of the pieces that a branch reads at a time."""
        (size, before), weights = branch, self._values[f"w{name}"]
        zero: NDArray[Any] = np.array(0, np.float32)
        if self.is_whole:  # Each column is scaled by its range, and the weights by the inverse.
            columns = np.maximum(reach, 1e-3) / 127
            state = self.rounded(self.add("Mul", [state, self.number(1 / columns)]), 1)
            zero = np.array(ZERO, np.uint8)
            weights = weights * np.tile(columns, size)[:, None]
        around = self.whole(0, before, 0, 0, size - 1 - before, 0)
        padded = self.add("Pad", [state, around, self.constant(zero)])
        length = self.add("Shape", [INPUT], start=1)
        shifted = [
            self.add("Slice", [padded, self.whole(shift), self.add("Add", [length, self.whole(shift)]), self.whole(1)])
            for shift in range(size)
        ]
        state = self.add("Concat", shifted, axis=2)
        multiply = self.whole_product if self.is_whole else self.plain_product
        return self.add("Add", [multiply(state, weights), self.number(self._values[f"b{name}"])])

    def _head(self, features: str) -> str:
        """Return the vectors of pieces; with whole numbers, a feature is a byte and its remainder in a second byte."""
        weights, bias = self._values["cnn_W"], self.number(self._values["cnn_b"])
        if not self.is_whole:
            return self.add("Add", [self.plain_product(features, weights), bias])
        step = float(self._reach["features"].max()) / 127
        rounded = self.rounded(features, step)
        zero = self.constant(np.array(ZERO, np.uint8))
        rest = self.add("Sub", [features, self.add("DequantizeLinear", [rounded, self.number(step), zero])])
        parts = [
            self.add("Mul", [self.whole_product(part, weights), self.number(scale)])
            for part, scale in ((rounded, step), (self.rounded(rest, step / 254), step / 254))
        ]
        return self.add("Sum", [*parts, bias])


def build_tokeniser(pieces: Path, path: Path) -> None:
    """Write the tokeniser of a SentencePiece model (Kudo and Richardson 2018) of the kind `unigram`."""
    from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors

    with reading(pieces, ResourceError, "is not a SentencePiece model"):
        found, characters = [], b""
        for field, value in _fields(pieces.read_bytes()):
            if field == 1:  # a piece: its text and its logarithmic probability
                piece = dict(_fields(value))
                found.append((piece[1].decode(), struct.unpack("<f", struct.pack("<I", piece.get(2, 0)))[0]))
            elif field == 3:  # the normalisation of text: a table of characters
                characters = dict(_fields(value)).get(2, b"")
        tokeniser = Tokenizer(models.Unigram(found, unk_id=0, byte_fallback=False))
        steps: list[Any] = [normalizers.Precompiled(characters)] if characters else []
        tokeniser.normalizer = normalizers.Sequence([*steps, normalizers.Replace(Regex(" {2,}"), " ")])
    tokeniser.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="always")
    begin, end = found[1][0], found[2][0]
    tokeniser.post_processor = processors.TemplateProcessing(
        single=f"{begin} $A {end}", special_tokens=[(begin, 1), (end, 2)]
    )
    tokeniser.save(os.fspath(path))


def _fields(data: bytes) -> list[tuple[int, Any]]:
    """Return the number and value of each field of a Protocol Buffers message, of which no field is known beforehand."""
    from google.protobuf.empty_pb2 import Empty
    from google.protobuf.unknown_fields import UnknownFieldSet

    return [(field.field_number, field.data) for field in UnknownFieldSet(Empty.FromString(data))]
