"""Learn the head of an encoder from human scores: a projection of its states under which similar words agree with people.

python lab/train_meaning.py ENCODER FILE [--judgements FOLDER] [--folds]     needs torch (2.13.0 was used) beside bolide[meaning]

The score that it makes agree with people is that of task `soft`: precision and recall of each word's nearest word, and Meteor's
penalty. It learns from WMT15 and WMT16; with --folds it also learns without each language pair in turn, and tests on that. The same
call gives the same bytes on the same kind of machine.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from meaning.judged import aligned_scores
from safetensors.numpy import save_file

from bolide.meaning.encoder import open_encoder
from bolide.meaning.encoders import HEAD
from bolide.meaning.weights import read_config

ROOT = Path(__file__).resolve().parent.parent
PATTERNS = ("wmt15-da.*-en.tsv.gz", "wmt16-da.*-en.tsv.gz")
# Chosen by cross-validation over language pairs (docs/meaning.md).
LAYERS, DIMENSIONS = 3, 128
EPOCHS, BATCH, RATE, PULL = 3, 64, 1e-3, 1e-2
ALPHA, DELTA, GAMMA, BETA = 0.7, 0.6, 0.2, 0.8
LONGEST = 60  # Words of a segment that training looks at.


@dataclass
class Pair:
    """A judged pair: vectors of its words, which of them are function words, its fragmentation, and what people said."""

    group: str
    vectors: tuple[np.ndarray, np.ndarray]
    functions: tuple[np.ndarray, np.ndarray]
    fragmentation: float
    human: float


class Encoded:
    """Word vectors of segments, each encoded once: the sum of the directions of the last layers' states."""

    def __init__(self, folder: Path, layer: int) -> None:
        width = read_config(folder / "config.json").width
        mix = np.array([0.0] * (layer - LAYERS) + [1.0] * LAYERS, np.float32)
        with tempfile.TemporaryDirectory() as place:
            for path in folder.iterdir():
                if path.name != HEAD:
                    (Path(place) / path.name).symlink_to(path.resolve())
            save_file({"mix": mix, "projection": np.eye(width, dtype=np.float32)}, Path(place) / HEAD, {})
            self._encoder = open_encoder(place)
        self._seen: dict[tuple[str, ...], np.ndarray] = {}

    def __getitem__(self, words: tuple[str, ...]) -> np.ndarray:
        if words not in self._seen:
            self._seen[words] = self._encoder.vectors(words).astype(np.float16)
        return self._seen[words]


def read_pairs(paths: list[Path], encoded: Encoded) -> list[Pair]:
    """Return all judged pairs of some files that have words on both sides."""
    pairs = []
    for group, pair, human, _ in aligned_scores(paths):
        sides = ((pair.hypothesis, pair.hypothesis_function), (pair.reference, pair.reference_function))
        pairs.append(
            Pair(
                group=group,
                vectors=tuple(encoded[tuple(words)][:LONGEST] for words, _ in sides),
                functions=tuple(np.array(flags, np.float32)[:LONGEST] for _, flags in sides),
                fragmentation=pair.fragmentation if pair.matches else 0.0,
                human=human,
            )
        )
    return pairs


def score(projection: torch.Tensor, pairs: list[Pair]) -> torch.Tensor:
    """Return the soft scores of pairs."""
    sides = [
        _side(projection, [pair.vectors[k] for pair in pairs], [pair.functions[k] for pair in pairs]) for k in (0, 1)
    ]
    (here, here_weights), (there, there_weights) = sides
    similarity = here @ there.transpose(1, 2)
    similarity = similarity.masked_fill(here_weights[:, :, None] == 0, -1).masked_fill(
        there_weights[:, None, :] == 0, -1
    )
    precision = (here_weights * similarity.amax(2).clamp(min=0)).sum(1) / here_weights.sum(1)
    recall = (there_weights * similarity.amax(1).clamp(min=0)).sum(1) / there_weights.sum(1)
    f_mean = precision * recall / (ALPHA * precision + (1 - ALPHA) * recall + 1e-6)
    fragmentation = torch.tensor([pair.fragmentation for pair in pairs])
    return f_mean * (1 - GAMMA * fragmentation**BETA)


def _side(
    projection: torch.Tensor, vectors: list[np.ndarray], functions: list[np.ndarray]
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the projected vectors of one side, of length 1, and the weights of its words; 0 where a segment has no more."""
    longest = max(map(len, vectors))
    padded = np.zeros((len(vectors), longest, vectors[0].shape[1]), np.float32)
    weights = np.zeros((len(vectors), longest), np.float32)
    for row, (values, flags) in enumerate(zip(vectors, functions, strict=True)):
        padded[row, : len(values)] = values
        weights[row, : len(flags)] = np.where(flags > 0, 1 - DELTA, DELTA)
    return torch.nn.functional.normalize(torch.from_numpy(padded) @ projection, dim=-1), torch.from_numpy(weights)


def correlation(scores: torch.Tensor, pairs: list[Pair]) -> torch.Tensor:
    """Return Pearson's r of scores with people."""
    human = torch.tensor([pair.human for pair in pairs])
    scores, human = scores - scores.mean(), human - human.mean()
    return (scores * human).sum() / (scores.norm() * human.norm() + 1e-9)


def first_projection(pairs: list[Pair]) -> torch.Tensor:
    """Return the directions in which the vectors of words reach farthest."""
    sample = torch.from_numpy(np.concatenate([pair.vectors[0] for pair in pairs[::7]]).astype(np.float32))
    _, directions = torch.linalg.eigh(
        torch.nn.functional.normalize(sample, dim=-1).T @ torch.nn.functional.normalize(sample, dim=-1)
    )
    return directions.flip(1)[:, :DIMENSIONS].contiguous()


def train(pairs: list[Pair], seed: int) -> torch.Tensor:
    """Return the projection under which scores agree best with people, batch by batch of one language pair."""
    chance = np.random.default_rng(seed)
    start = first_projection(pairs)
    projection = start.clone().requires_grad_()
    optimiser = torch.optim.Adam([projection], lr=RATE)
    groups = [[pair for pair in pairs if pair.group == name] for name in dict.fromkeys(pair.group for pair in pairs)]
    for _ in range(EPOCHS):
        batches = []
        for group in groups:
            order = chance.permutation(len(group))
            batches += [[group[k] for k in order[at : at + BATCH]] for at in range(0, len(group) - BATCH // 2, BATCH)]
        for number in chance.permutation(len(batches)):
            batch = batches[number]
            loss = -correlation(score(projection, batch), batch) + PULL * ((projection - start) ** 2).sum() / DIMENSIONS
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
    return projection.detach()


def test(projection: torch.Tensor, pairs: list[Pair]) -> dict[str, float]:
    """Return the correlation with people in each file."""
    found = {}
    with torch.no_grad():
        for name in dict.fromkeys(pair.group for pair in pairs):
            group = [pair for pair in pairs if pair.group == name]
            scores = torch.cat([score(projection, group[at : at + 128]) for at in range(0, len(group), 128)])
            found[name] = float(correlation(scores, group))
    return found


def cross_validate(pairs: list[Pair], seed: int) -> None:
    """Print the correlation in each file, of a projection that was learned without its language pair."""
    whole = test(torch.eye(pairs[0].vectors[0].shape[1]), pairs)
    learned: dict[str, float] = {}
    languages = sorted({pair.group.split(".")[1] for pair in pairs})
    for language in languages:
        kept, left = ([pair for pair in pairs if pair.group.endswith(language) == is_left] for is_left in (False, True))
        learned |= test(train(kept, seed), left)
    for name, value in sorted(learned.items()):
        print(f"{name}\t{whole[name]:.4f}\t{value:.4f}")
    print(f"mean\t{np.mean(list(whole.values())):.4f}\t{np.mean(list(learned.values())):.4f}", flush=True)


def main() -> int:
    """Learn a head and write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("encoder", type=Path, help="a folder with model.safetensors, config.json and tokenizer.json")
    parser.add_argument("file", type=Path, help="where to write the head")
    parser.add_argument("--judgements", type=Path, default=ROOT.parent / "shared" / "data" / "judgements")
    parser.add_argument("--layer", type=int, default=6, help="the last of the layers that are mixed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folds", action="store_true", help="also test on each language pair without learning from it")
    options = parser.parse_args()
    torch.set_num_threads(1)
    paths = [path for pattern in PATTERNS for path in sorted(options.judgements.glob(pattern))]
    pairs = read_pairs(paths, Encoded(options.encoder, options.layer))
    mix = np.array([0.0] * (options.layer - LAYERS) + [1.0] * LAYERS, np.float32)
    projection = train(pairs, options.seed).numpy().astype(np.float16)
    notes = {
        "made by": "lab/train_meaning.py",
        "learned from": " ".join(path.name for path in paths),
        "licence": "Apache-2.0",
    }
    save_file({"mix": mix, "projection": projection}, options.file, notes)
    print(
        f"learned from: {np.mean(list(test(torch.from_numpy(projection.astype(np.float32)), pairs).values())):.4f}",
        flush=True,
    )
    if options.folds:
        cross_validate(pairs, options.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
