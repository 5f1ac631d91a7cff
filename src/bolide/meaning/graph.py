"""The ONNX graph of an encoder's first layers, from its weights.

It reads segments of one length at a time, without padding and masks. With `int8`, products are of whole numbers with a scale for each
piece and each column of the weights: no bit of a segment depends on the others in its batch.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from bolide.errors import ResourceError
from bolide.meaning.weights import Config, Head, Tensors

if TYPE_CHECKING:
    from numpy.typing import NDArray


INPUT, OUTPUT = "pieces", "states"
_OPSET = 17
_IR_VERSION = 8
ZERO = 128  # The byte that represents 0.
# MPNet: distances from this one on share a bucket.
_FARTHEST = 128


def build_graph(
    config: Config, tensors: Tensors, layer: int, path: Path, head: Head | None = None, *, is_whole: bool = False
) -> None:
    """Write the graph that turns pieces of segments into the states of a layer, counted from 1; with a head, into what it makes of them."""
    builder = _Layers(config, tensors, head.changes if head else {}, is_whole=is_whole)
    states = [builder.embeddings()]
    for number in range(layer):
        states.append(builder.layer(states[-1], number))
    if builder.changes:
        raise ResourceError(f"the head changes weights that the encoder does not read: {' '.join(builder.changes)}")
    states_out = builder.head(states[1:], head) if head else states[-1]
    builder.save(states_out, head.projection.shape[1] if head else config.width, path)


class Nodes:
    """Collects nodes and constants of a graph; methods that add some return the name of the result.

    If it `is_whole`, products are of whole numbers.
    """

    def __init__(self, *, is_whole: bool) -> None:
        self.is_whole = is_whole
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def add(self, kind: str, inputs: list[str], output: str = "", **attributes: Any) -> str:
        """Add a node with one output."""
        output = output or f"{kind}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def constant(self, values: NDArray[Any]) -> str:
        """Add values that are part of the graph."""
        name = f"constant_{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.asarray(values, order="C"), name))
        return name

    def number(self, values: Any) -> str:
        """Add values as float32."""
        return self.constant(np.asarray(values, np.float32))

    def whole(self, *numbers: int) -> str:
        """Add whole numbers, such as a shape."""
        return self.constant(np.array(numbers, np.int64))

    def normal(self, state: str, scale: NDArray[np.float32], shift: NDArray[np.float32], epsilon: float) -> str:
        """Return the state normalised, piece by piece."""
        return self.add("LayerNormalization", [state, self.number(scale), self.number(shift)], axis=-1, epsilon=epsilon)

    def rounded(self, state: str, step: float) -> str:
        """Return the state as whole numbers, which count steps from `ZERO`."""
        return self.add("QuantizeLinear", [state, self.number(step), self.constant(np.array(ZERO, np.uint8))])

    def plain_product(self, state: str, weights: NDArray[np.float32]) -> str:
        """Return the product of floating-point numbers."""
        return self.add("MatMul", [state, self.number(weights)])

    def whole_product(
        self, state: str, weights: NDArray[np.float32], scales: Any = None, *, zero: int = ZERO, step: float = 1
    ) -> str:
        """Return the product of whole numbers, which count steps from `zero`, with a scale for each column of the weights.

        Weights have seven bits and states eight, so that sums of two products fit into 16 bits, as some processors need.
        """
        if scales is None:
            scales = np.maximum(np.abs(weights).max(0), 1e-9) / 63
        whole = self.constant(np.rint(weights / scales).astype(np.int8))
        parts = [state, whole, self.number(step), self.number(scales), self.constant(np.array(zero, np.uint8))]
        return self.add("MatMulIntegerToFloat", parts, domain="com.microsoft")

    def save(self, state: str, width: int, path: Path, *, reads_text: bool = False) -> None:
        """Write the graph that turns pieces into a state, with notes on how to use it."""
        self.add("Identity", [state], OUTPUT)
        graph = helper.make_graph(
            self.nodes,
            "encoder",
            [helper.make_tensor_value_info(INPUT, TensorProto.INT64, ["segments", "length"])],
            [helper.make_tensor_value_info(OUTPUT, TensorProto.FLOAT, ["segments", "length", width])],
            self.constants,
        )
        model = helper.make_model(
            graph,
            opset_imports=[helper.make_opsetid("", _OPSET), helper.make_opsetid("com.microsoft", 1)],
            ir_version=_IR_VERSION,
        )
        notes = {"many": self.is_whole, "text": reads_text}
        helper.set_model_props(model, {name: "yes" for name, is_so in notes.items() if is_so})
        onnx.save_model(model, path)


class _Layers(Nodes):
    def __init__(
        self, config: Config, tensors: Tensors, changes: Mapping[str, NDArray[np.float32]], *, is_whole: bool
    ) -> None:
        super().__init__(is_whole=is_whole)
        self.config = config
        self._tensors = tensors
        self.changes = dict(changes)  # those that no layer has read
        self._prefix = config.prefix(tensors)
        self._bias: str | None = None

    def weight(self, name: str, *shape: int) -> NDArray[np.float32]:
        """Return weights of the encoder, with the changes of the head."""
        values = self._tensors.read(self._prefix + name, *shape)
        change = self.changes.pop(name, None)
        if change is None:
            return values
        if change.shape != values.shape:
            raise ResourceError(f"the head changes {name!r} by {change.shape}, but its shape is {values.shape}")
        return values + change

    def embeddings(self) -> str:
        """Return the state before the first layer: words, positions and the type of a first text."""
        config, width = self.config, self.config.width
        first = config.architecture.first_position
        positions = self.weight("embeddings.position_embeddings.weight", config.positions, width)[first:]
        if not config.architecture.is_relative:
            positions = positions + self.weight("embeddings.token_type_embeddings.weight", -1, width)[0]
        words = self.constant(self.weight("embeddings.word_embeddings.weight", -1, width))
        length = self.add("Shape", [INPUT], start=1)
        rows = self.add("Slice", [self.constant(positions), self.whole(0), length, self.whole(0)])
        total = self.add("Add", [self.add("Gather", [words, INPUT]), rows])
        if config.architecture.is_relative:
            self._bias = self._relative_bias(length)
        return self.norm(total, "embeddings.LayerNorm")

    def layer(self, state: str, number: int) -> str:
        """Return the state after a layer, counted from 0."""
        config, place = self.config, f"encoder.layer.{number}."
        attended = self.dense(self._attention(state, place), place + config.architecture.attended, config.width)
        state = self.norm(self.add("Add", [attended, state]), place + config.architecture.attention_norm)
        inner = self._gelu(self.dense(state, place + "intermediate.dense", config.inner_width, config.width))
        outer = self.dense(inner, place + "output.dense", config.width, config.inner_width)
        return self.norm(self.add("Add", [outer, state]), place + "output.LayerNorm")

    def head(self, states: list[str], head: Head) -> str:
        """Return a mix of the directions of some layers' states, projected."""
        parts = []
        for state, share in zip(states, head.mix, strict=True):
            if share:
                direction = self.add("LpNormalization", [state], axis=-1, p=2)
                parts.append(self.add("Mul", [direction, self.number(share)]))
        mixed = parts[0] if len(parts) == 1 else self.add("Sum", parts)
        return self._product(mixed, head.projection)

    def dense(self, state: str, name: str, rows: int, columns: int | None = None) -> str:
        """Return a linear map of the state."""
        weights = self.weight(name + ".weight", rows, columns or self.config.width)
        product = self._product(state, weights.T)
        return self.add("Add", [product, self.constant(self.weight(name + ".bias", rows))])

    def _product(self, state: str, weights: NDArray[np.float32]) -> str:
        """Return the product with weights; of whole numbers, the largest value of a piece decides its scale."""
        if not self.is_whole:
            return self.plain_product(state, weights)
        ends = [self.add(kind, [state], axes=[-1]) for kind in ("ReduceMax", "ReduceMin")]
        scale = self.add("Max", [ends[0], self.add("Neg", [ends[1]]), self.number(1e-9)])
        steps = self.add("Mul", [state, self.add("Div", [self.number(127), scale])])
        product = self.whole_product(self.rounded(steps, 1), weights, step=1 / 127)
        return self.add("Mul", [product, scale])

    def norm(self, state: str, name: str) -> str:
        """Return the state normalised by named weights."""
        scale, shift = (self.weight(name + part, self.config.width) for part in (".weight", ".bias"))
        return self.normal(state, scale, shift, self.config.epsilon)

    def _attention(self, state: str, place: str) -> str:
        """Return the attention of a layer: one product gives queries, keys and values."""
        config, names = self.config, self.config.architecture
        width, size = config.width, config.width // config.heads
        parts = [place + part for part in names.read]
        weights = [self.weight(name + ".weight", width, width).T for name in parts]
        biases = [self.weight(name + ".bias", width) for name in parts]
        weights[0], biases[0] = weights[0] / math.sqrt(size), biases[0] / math.sqrt(size)
        product = self._product(state, np.hstack(weights).astype(np.float32))
        mixed = self.add("Add", [product, self.constant(np.hstack(biases).astype(np.float32))])
        shaped = self.add("Reshape", [mixed, self.whole(0, 0, 3, config.heads, size)])
        heads = self.add("Transpose", [shaped], perm=[2, 0, 3, 1, 4])
        queries, keys, values = (self.add("Gather", [heads, self.constant(np.array(n, np.int64))]) for n in range(3))
        scores = self.add("MatMul", [queries, self.add("Transpose", [keys], perm=[0, 1, 3, 2])])
        if self._bias:
            scores = self.add("Add", [scores, self._bias])
        read = self.add("MatMul", [self.add("Softmax", [scores], axis=-1), values])
        return self.add("Reshape", [self.add("Transpose", [read], perm=[0, 2, 1, 3]), self.whole(0, 0, width)])

    def _gelu(self, state: str) -> str:
        """Return x·Φ(x); onnxruntime recognises this pattern and computes it in one step."""
        scaled = self.add("Div", [state, self.number(math.sqrt(2))])
        lifted = self.add("Add", [self.add("Erf", [scaled]), self.number(1)])
        return self.add("Mul", [self.add("Mul", [state, lifted]), self.number(0.5)])

    def _relative_bias(self, length: str) -> str:
        """Return MPNet's bias of attention scores for the distance of two pieces: heads × length × length."""
        config, most = self.config, self.config.most_pieces
        table = self.weight("encoder.relative_attention_bias.weight", config.buckets, config.heads)
        by_distance = table[relative_buckets(np.arange(-most, most + 1), config.buckets)]
        zero, one = self.constant(np.array(0, np.int64)), self.constant(np.array(1, np.int64))
        places = self.add("Range", [zero, self.add("Squeeze", [length]), one])
        rows = self.add("Unsqueeze", [places, self.whole(1)])
        columns = self.add("Unsqueeze", [places, self.whole(0)])
        distances = self.add("Add", [self.add("Sub", [columns, rows]), self.constant(np.array(most, np.int64))])
        return self.add("Transpose", [self.add("Gather", [self.constant(by_distance), distances])], perm=[2, 0, 1])


def relative_buckets(distances: NDArray[np.int64], buckets: int) -> NDArray[np.int64]:
    """Return the bucket of each distance of a key from its query (Raffel et al. 2020; Song et al. 2020).

    Half of the buckets are for keys after the query; in each half every near distance has one bucket, and far ones share buckets that
    grow with the logarithm.
    """
    half = buckets // 2
    near = half // 2
    far = np.abs(distances)
    # In float32, as in training: a distance may be right between two buckets.
    steps = np.log((np.maximum(far, 1) / near).astype(np.float32)) / np.float32(math.log(_FARTHEST / near))
    steps = steps * np.float32(half - near)
    shared = np.minimum(near + np.maximum(steps, 0).astype(np.int64), half - 1)
    return np.where(far < near, far, shared) + np.where(distances > 0, half, 0)
