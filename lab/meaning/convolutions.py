"""The multilingual encoder for learning: the branches with changes that are products of two thin matrices, and a projection."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from meaning.judged import Pair
from tokenizers import Tokenizer
from torch.nn import functional

from bolide.meaning.convolutions import build_tokeniser
from bolide.meaning.encoder import find_pieces

__all__ = ["Convolutions"]

BRANCHES = ((2, 0), (3, 1), (5, 2))
CHUNKS = 17
ALPHA = 0.73  # How much recall counts.


class Convolutions(torch.nn.Module):
    """The encoder of a folder; what is learned are `changes` and `projection`."""

    def __init__(self, folder: Path, rank: int, seed: int) -> None:
        super().__init__()
        with np.load(folder / "weights.npz") as stored:
            values = {name: stored[name] for name in stored.files}
        rows = np.stack([values.pop(f"q{chunk + 1}") for chunk in range(CHUNKS)], 1)
        self._rows, self._width = rows.reshape(-1, rows.shape[-1]), len(values["b1_2"])
        self._values = {name: torch.from_numpy(each).float() for name, each in values.items()}
        with tempfile.TemporaryDirectory() as place:
            build_tokeniser(folder / "sp.model", Path(place) / "tokenizer.json")
            self._tokeniser = Tokenizer.from_file(str(Path(place) / "tokenizer.json"))
        self._pieces: dict[tuple[str, ...], tuple[np.ndarray, np.ndarray, np.ndarray]] = {}
        torch.manual_seed(seed)
        self.changes = {
            f"w{number}_{size}": (
                torch.nn.Parameter(torch.randn(size * self._width, rank) / math.sqrt(size * self._width)),
                torch.nn.Parameter(torch.zeros(rank, self._width)),
            )
            for size, _ in BRANCHES
            for number in (1, 2)
        }
        self.projection = torch.nn.Parameter(torch.eye(len(values["cnn_b"])))
        self.reach: dict[str, torch.Tensor] = {}  # The largest values of states that the graph rounds.

    def pieces(self, words: tuple[str, ...]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the pieces of a segment with its marks, and pairs of pieces and words that belong together."""
        if words not in self._pieces:
            ids, begins, ends = find_pieces(self._tokeniser, words)
            counts = np.maximum(ends - begins, 0)
            own = np.concatenate([np.arange(begin, begin + count) for begin, count in zip(begins, counts, strict=True)])
            self._pieces[words] = np.array([1, *ids, 2]), own.astype(np.int64) + 1, np.arange(len(words)).repeat(counts)
        return self._pieces[words]

    def features(self, pieces: Sequence[np.ndarray]) -> torch.Tensor:
        """Return the features of all pieces of some segments, one after the other."""
        values = self._values
        numbers, sizes = np.concatenate(pieces), np.array([len(each) for each in pieces])
        ends = np.cumsum(sizes)
        place = np.arange(len(numbers))[:, None] + np.arange(-2, 3)
        is_inside = (place >= (ends - sizes).repeat(sizes)[:, None]) & (place < ends.repeat(sizes)[:, None])
        around = torch.from_numpy(np.where(is_inside, place, len(numbers)))  # The last place is nothing.
        chunk = torch.from_numpy(numbers % CHUNKS)
        row = torch.from_numpy(self._rows[numbers]).float() * values["scale"][chunk, None] + values["lo"][chunk, None]
        first = torch.cat([row @ values[f"proj{size}"] + values[f"proj_b{size}"] for size, _ in BRANCHES], 1)
        scale, shift = (torch.cat([values[f"{name}{size}"] for size, _ in BRANCHES]) for name in ("ln_g", "ln_b"))
        first = functional.layer_norm(first, (len(scale),), scale, shift, float(values["eps"]))
        parts, between = [row], []
        for state, (size, before) in zip(first.split(self._width, 1), BRANCHES, strict=True):
            for number in (1, 2):
                name = f"{number}_{size}"
                padded = torch.cat([state, torch.zeros(1, self._width)])
                read = padded[around[:, 2 - before : 2 - before + size]].flatten(1)
                left, right = self.changes[f"w{name}"]
                mapped = read @ values[f"w{name}"] + (read @ left) @ right + values[f"b{name}"]
                state = torch.relu(mapped) + state  # noqa: PLW2901
                between += [state] if number == 1 else []
            parts.append(state)
        found = torch.cat(parts, 1)
        found = functional.layer_norm(found, (found.shape[1],), values["ln_g"], values["ln_b"], float(values["eps"]))
        self._remember(first=first, second=torch.cat(between, 1), features=found.flatten()[:, None])
        return found

    def _remember(self, **states: torch.Tensor) -> None:
        for name, state in states.items():
            largest = state.detach().abs().amax(0)
            self.reach[name] = torch.maximum(self.reach.get(name, largest), largest)

    def words(self, segments: Sequence[tuple[str, ...]], most: int) -> torch.Tensor:
        """Return the vectors of `most` words of each segment; 0 where it has fewer."""
        found = [self.pieces(words) for words in segments]
        features = self.features([pieces for pieces, *_ in found])
        vectors = features @ (self._values["cnn_W"] @ self.projection) + self._values["cnn_b"] @ self.projection
        starts = np.cumsum([0, *(len(pieces) for pieces, *_ in found)])
        own = np.concatenate([start + each[1] for start, each in zip(starts, found, strict=False)])
        places = np.concatenate([number * most + each[2] for number, each in enumerate(found)])
        sums = torch.zeros(len(segments) * most, vectors.shape[1])
        sums = sums.index_add(0, torch.from_numpy(places), vectors[torch.from_numpy(own)])
        return sums.view(len(segments), most, -1)

    def start(self, segments: Sequence[tuple[str, ...]], dimensions: int) -> torch.Tensor:
        """Let the projection begin with the directions in which the vectors of words reach farthest; return it."""
        with torch.no_grad():
            blocks = [segments[at : at + 64] for at in range(0, len(segments), 64)]
            found = torch.cat([self.words(block, max(map(len, block))).flatten(0, 1) for block in blocks])
        found = functional.normalize(found[found.any(1)], dim=-1)
        _, directions = torch.linalg.eigh(found.T @ found)
        self.projection = torch.nn.Parameter(directions.flip(1)[:, :dimensions].contiguous())
        return self.projection.detach().clone()

    def scores(self, pairs: Sequence[Pair]) -> torch.Tensor:
        """Return how alike the words of pairs are: the part `semantics` of a score."""
        segments = list(dict.fromkeys(words for pair in pairs for words in (pair.hypothesis, pair.reference)))
        place = {words: number for number, words in enumerate(segments)}
        most = max(map(len, segments))
        vectors = self.words(segments, most)
        sizes = torch.zeros(len(segments), most)
        for row, words in enumerate(segments):
            sizes[row, : len(words)] = torch.tensor([float(len(word.lstrip(" "))) for word in words])
        weights = torch.where(sizes > 0, sizes.clamp(min=1) ** 0.05 * (vectors.norm(dim=-1) + 0.5) ** 1.06, 0.0)
        vectors = vectors / (vectors.norm(dim=-1, keepdim=True) + 1e-6)
        here, there = (
            [place[words] for words in side] for side in zip(*((p.hypothesis, p.reference) for p in pairs), strict=True)
        )
        similarity = vectors[here] @ vectors[there].transpose(1, 2)
        similarity = similarity.masked_fill(weights[here][:, :, None] == 0, -1)
        similarity = similarity.masked_fill(weights[there][:, None, :] == 0, -1)
        precision, recall = (
            (weights[side] * similarity.amax(axis).clamp(min=0)).sum(1) / weights[side].sum(1)
            for side, axis in ((here, 2), (there, 1))
        )
        return precision * recall / (ALPHA * precision + (1 - ALPHA) * recall + 1e-6)
