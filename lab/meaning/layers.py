"""An encoder in torch: lower layers that stay as they are, read once for each segment, and upper layers with changes to learn."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from bolide.meaning.encoder import open_encoder
from bolide.meaning.graph import relative_buckets
from bolide.meaning.weights import Architecture, Tensors, read_config

__all__ = ["Lower", "Segment", "Upper"]

_LONGEST = 100  # Pieces of a segment that are looked at.
_AT_ONCE = 32
Linear = Callable[[torch.Tensor, str], torch.Tensor]
# The states of a segment's pieces, marks of beginning and end included, and the word of each piece.
Segment = tuple[np.ndarray, np.ndarray]


class _Packed:
    """Segments of several lengths one after the other: nothing is computed for padding but attention."""

    def __init__(self, lengths: Sequence[int]) -> None:
        self.lengths = list(lengths)
        self.count, self.longest = len(lengths), max(lengths)
        self.mask = torch.arange(self.longest)[None] < torch.tensor(self.lengths)[:, None]
        self.places = self.mask.flatten().nonzero()[:, 0]


class Lower:
    """The layers of an encoder up to `low`, and the weights of those up to `high`; states are kept in half precision."""

    def __init__(self, folder: Path, low: int, high: int) -> None:
        self.low, self.high = low, high
        self.config = read_config(folder / "config.json")
        tensors = Tensors(folder / "model.safetensors")
        self._prefix = self.config.prefix(tensors)
        self._tensors = tensors
        self._weights: dict[str, torch.Tensor] = {}
        # For its tokeniser: the words of the metric become the pieces that scoring sees.
        self._tokeniser = open_encoder(folder, 1)._tokeniser  # noqa: SLF001
        self._special = self._tokeniser.encode([], is_pretokenized=True).ids
        self.states: dict[tuple[str, ...], Segment] = {}

    @property
    def names(self) -> Architecture:
        """The weight names of this architecture."""
        return self.config.architecture

    def weight(self, name: str) -> torch.Tensor:
        """Return a weight, read once."""
        if name not in self._weights:
            self._weights[name] = torch.from_numpy(self._tensors.read(self._prefix + name))
        return self._weights[name]

    def linear(self, state: torch.Tensor, name: str) -> torch.Tensor:
        """Return a linear map as the encoder has it."""
        return functional.linear(state, self.weight(name + ".weight"), self.weight(name + ".bias"))

    def norm(self, state: torch.Tensor, name: str) -> torch.Tensor:
        """Return the state normalised."""
        return functional.layer_norm(
            state,
            (self.config.width,),
            self.weight(name + ".weight"),
            self.weight(name + ".bias"),
            self.config.epsilon,
        )

    def read(self, segments: Iterable[tuple[str, ...]]) -> None:
        """Keep the states of segments that are new."""
        new = [(words, *self._pieces(words)) for words in dict.fromkeys(segments) if words not in self.states]
        new.sort(key=lambda entry: len(entry[1]))
        with torch.no_grad():
            for start in range(0, len(new), _AT_ONCE):
                block = new[start : start + _AT_ONCE]
                packed = _Packed([len(pieces) for _, pieces, _ in block])
                state = torch.cat([self._embedded(pieces) for _, pieces, _ in block])
                for number in range(self.low):
                    state = self.layer(state, number, packed, self.linear)
                for (words, _, owners), one in zip(block, state.split(packed.lengths), strict=True):
                    self.states[words] = (one.half().numpy(), owners)

    def _pieces(self, words: tuple[str, ...]) -> tuple[list[int], np.ndarray]:
        found = self._tokeniser.encode(list(words), is_pretokenized=True, add_special_tokens=False)
        pieces = self._special[:1] + found.ids[:_LONGEST] + self._special[1:]
        return pieces, np.array(found.word_ids[:_LONGEST], np.int32)

    def _embedded(self, pieces: list[int]) -> torch.Tensor:
        first = self.names.first_position
        positions = self.weight("embeddings.position_embeddings.weight")[first : first + len(pieces)]
        if not self.names.is_relative:
            positions = positions + self.weight("embeddings.token_type_embeddings.weight")[0]
        words = self.weight("embeddings.word_embeddings.weight")[torch.tensor(pieces)]
        return self.norm(words + positions, "embeddings.LayerNorm")

    def layer(self, state: torch.Tensor, number: int, packed: _Packed, linear: Linear) -> torch.Tensor:
        """Return the state after a layer, counted from 0, with the linear maps `linear`."""
        place, names = f"encoder.layer.{number}.", self.names
        heads, width = self.config.heads, self.config.width

        def split(values: torch.Tensor) -> torch.Tensor:
            whole = values.new_zeros(packed.count * packed.longest, width).index_copy(0, packed.places, values)
            return whole.view(packed.count, packed.longest, heads, width // heads).transpose(1, 2)

        query, key, value = (split(linear(state, place + name)) for name in names.read)
        mask = torch.zeros(packed.count, 1, 1, packed.longest).masked_fill(~packed.mask[:, None, None], -1e9)
        if names.is_relative:
            mask = mask + self._relative(packed.longest)
        read = functional.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        read = read.transpose(1, 2).reshape(packed.count * packed.longest, width)[packed.places]
        state = self.norm(state + linear(read, place + names.attended), place + names.attention_norm)
        inner = functional.gelu(linear(state, place + "intermediate.dense"))
        return self.norm(state + linear(inner, place + "output.dense"), place + "output.LayerNorm")

    def _relative(self, length: int) -> torch.Tensor:
        distances = np.arange(length)[None] - np.arange(length)[:, None]
        buckets = torch.from_numpy(relative_buckets(distances, self.config.buckets))
        return self.weight("encoder.relative_attention_bias.weight")[buckets].permute(2, 0, 1)


class Upper(torch.nn.Module):
    """The layers after `Lower`, each weight with a change that is the product of two thin matrices; a mix of them, and a projection."""

    def __init__(self, lower: Lower, rank: int, projection: torch.Tensor) -> None:
        super().__init__()
        self.lower = lower
        self.changes: dict[str, tuple[torch.nn.Parameter, torch.nn.Parameter]] = {}
        names = lower.names
        dense = (*names.read, names.attended, "intermediate.dense", "output.dense")
        for number in range(lower.low, lower.high) if rank else ():
            for part in dense:
                name = f"encoder.layer.{number}.{part}"
                rows, columns = lower.weight(name + ".weight").shape
                right = torch.nn.Parameter(torch.randn(rank, columns) / math.sqrt(columns))
                self.changes[name] = (torch.nn.Parameter(torch.zeros(rows, rank)), right)
        self.projection = torch.nn.Parameter(projection.clone())
        self.mix = torch.nn.Parameter(torch.ones(lower.high - lower.low + 1))

    def linear(self, state: torch.Tensor, name: str) -> torch.Tensor:
        """Return a linear map with what is learned."""
        whole = self.lower.linear(state, name)
        if name not in self.changes:
            return whole
        left, right = self.changes[name]
        return whole + functional.linear(functional.linear(state, right), left)

    def mixed(self, segments: Sequence[Segment]) -> torch.Tensor:
        """Return the sum of the directions of all layers' states, piece by piece."""
        packed = _Packed([len(states) for states, _ in segments])
        states = [torch.cat([torch.from_numpy(states).float() for states, _ in segments])]
        for number in range(self.lower.low, self.lower.high):
            states.append(self.lower.layer(states[-1], number, packed, self.linear))
        parts = (share * functional.normalize(state, dim=-1) for share, state in zip(self.mix, states, strict=True))
        return sum(parts, torch.zeros(()))

    def words(self, segments: Sequence[Segment], most: int) -> torch.Tensor:
        """Return the vectors of words, of length 1, for `most` words of each segment; 0 where it has fewer."""
        vectors = self.mixed(segments) @ self.projection
        ends = np.concatenate([[0], np.cumsum([len(states) for states, _ in segments])])
        pieces = np.concatenate([ends[k] + 1 + np.arange(len(owners)) for k, (_, owners) in enumerate(segments)])
        places = np.concatenate([k * most + owners for k, (_, owners) in enumerate(segments)])
        found = torch.zeros(len(segments) * most, vectors.shape[1])
        found = found.index_add(0, torch.from_numpy(places).long(), vectors[torch.from_numpy(pieces)])
        return functional.normalize(found, dim=-1).view(len(segments), most, -1)
