"""Learn the projection of a table of word types from human scores: vectors of few dimensions under which like words agree with people.

python lab/train_static.py ENCODER FILE [--judgements FOLDER] [--folds]     needs torch (2.13.0 was used) beside bolide[meaning]

Lexical matches count as in preset `bolide`. Words that these leave over count as much as they are like the nearest word left over on the
other side. It learns from WMT15 and WMT16 into English; with --folds it also learns without some language pairs in turn and tests on
them. `bolide resources install static-en` makes the table with what is learned. The same call gives the same bytes on the same kind of
machine.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from meaning.judged import aligned_scores
from safetensors.numpy import save_file
from torch.nn import functional

from bolide.meaning.encoder import open_encoder
from bolide.meaning.installing import centred_vectors, principal_directions
from bolide.metric.alignment import Alignment

ROOT = Path(__file__).resolve().parent.parent
PATTERNS = ("wmt16-da.*-en.tsv.gz", "wmt15-da.*-en.tsv.gz")
FOLDS = (("cs", "ro"), ("de", "tr"), ("fi", "ru"))
WEIGHTS = {"exact": 1.0, "stem": 0.8, "synonym": 0.8, "paraphrase": 0.6}  # As in preset `bolide`, and so are these:
ALPHA, BETA, GAMMA, DELTA = 0.9, 0.6, 0.45, 0.7
# Chosen by testing on language pairs that were left out (docs/meaning.md).
LAYER, DIMENSIONS, EPOCHS, BATCH, RATE, PULL = 2, 64, 4, 64, 2e-3, 0.1
# From which similarity on words count, and how much: learned beside the projection.
_FIRST, _RATE_OF_THESE = (0.2, 0.6), 1e-2


@dataclass(frozen=True)
class Side:
    """The words of one side: their rows in the table, their weights, what lexical matches give them."""

    rows: np.ndarray
    weights: np.ndarray
    matched: np.ndarray


@dataclass(frozen=True)
class Pair:
    """A judged pair of segments."""

    group: str
    sides: tuple[Side, Side]
    fragmentation: float
    human: float


def read_pairs(paths: list[Path], rows: dict[str, int]) -> list[Pair]:
    """Return the judged pairs of some files that have words on both sides."""
    return [
        Pair(group, _sides(pair, rows), pair.fragmentation if pair.matches else 0.0, human)
        for group, pair, human in aligned_scores(paths)
    ]


def _sides(pair: Alignment, rows: dict[str, int]) -> tuple[Side, Side]:
    sides = []
    for name in ("hypothesis", "reference"):
        words, flags = getattr(pair, name), np.array(getattr(pair, f"{name}_function"))
        matched = np.zeros(len(words), np.float32)
        for match in pair.matches:
            start = getattr(match, f"{name}_start")
            matched[start : start + getattr(match, f"{name}_length")] = WEIGHTS[match.matcher]
        found = np.array([rows.get(word, len(rows)) for word in words])
        sides.append(Side(found, np.where(flags, 1 - DELTA, DELTA).astype(np.float32), matched))
    return sides[0], sides[1]


class Scores:
    """Scores of pairs under a projection. A word that the table does not have is like none."""

    def __init__(self, centred: np.ndarray) -> None:
        self.table = torch.from_numpy(np.vstack([centred, np.zeros_like(centred[:1])]).astype(np.float32))

    def __call__(self, projection: torch.Tensor, line: torch.Tensor, pairs: list[Pair]) -> torch.Tensor:
        """Return the scores."""
        sides = [self._padded(pairs, k) for k in (0, 1)]
        here, there = (functional.normalize(self.table[rows] @ projection, dim=-1) for rows, _, _ in sides)
        free = [(weights > 0) & (matched == 0) for _, weights, matched in sides]
        similarity = here @ there.transpose(1, 2)
        similarity = similarity.masked_fill(~free[0][:, :, None], 0).masked_fill(~free[1][:, None, :], 0)
        similarity = functional.relu(similarity - line[0]) * line[1]
        precision, recall = (
            (weights * (matched + similarity.amax(2 - k))).sum(1) / weights.sum(1)
            for k, (_, weights, matched) in enumerate(sides)
        )
        f_mean = precision * recall / (ALPHA * precision + (1 - ALPHA) * recall + 1e-6)
        return f_mean * (1 - GAMMA * torch.tensor([pair.fragmentation for pair in pairs]) ** BETA)

    def _padded(self, pairs: list[Pair], side: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        longest = max(len(pair.sides[side].rows) for pair in pairs)
        rows = np.full((len(pairs), longest), len(self.table) - 1)
        weights, matched = (np.zeros((len(pairs), longest), np.float32) for _ in range(2))
        for k, pair in enumerate(pairs):
            one = pair.sides[side]
            size = len(one.rows)
            rows[k, :size], weights[k, :size], matched[k, :size] = one.rows, one.weights, one.matched
        return torch.from_numpy(rows), torch.from_numpy(weights), torch.from_numpy(matched)


def correlation(scores: torch.Tensor, pairs: list[Pair]) -> torch.Tensor:
    """Return Pearson's r of scores with people."""
    human = torch.tensor([pair.human for pair in pairs])
    scores, human = scores - scores.mean(), human - human.mean()
    return (scores * human).sum() / (scores.norm() * human.norm() + 1e-6)


def learn(scores: Scores, start: torch.Tensor, pairs: list[Pair], seed: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the projection under which scores agree best with people, and the line that similarities count by."""
    chance = np.random.default_rng(seed)
    projection, line = start.clone().requires_grad_(), torch.tensor(_FIRST, requires_grad=True)
    rates = (RATE, _RATE_OF_THESE)
    optimiser = torch.optim.Adam([{"params": [projection]}, {"params": [line]}])
    groups = [[pair for pair in pairs if pair.group == name] for name in dict.fromkeys(pair.group for pair in pairs)]
    batches = []
    for _ in range(EPOCHS):
        epoch = []
        for group in groups:
            order = chance.permutation(len(group))
            starts = range(0, max(1, len(group) - BATCH // 2), BATCH)
            epoch += [[group[k] for k in order[at : at + BATCH]] for at in starts]
        batches += [epoch[k] for k in chance.permutation(len(epoch))]
    for step, batch in enumerate(batches):
        for settings, rate in zip(optimiser.param_groups, rates, strict=True):
            settings["lr"] = rate * (1 - step / len(batches))
        loss = -correlation(scores(projection, line, batch), batch)
        loss = loss + PULL * ((projection - start) ** 2).sum() / DIMENSIONS
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    return projection.detach(), line.detach()


def agreement(scores: Scores, learned: tuple[torch.Tensor, torch.Tensor], pairs: list[Pair]) -> dict[str, float]:
    """Return Pearson's r with people in each file."""
    found = {}
    for name in dict.fromkeys(pair.group for pair in pairs):
        group = [pair for pair in pairs if pair.group == name]
        with torch.no_grad():
            values = [scores(*learned, group[at : at + BATCH]) for at in range(0, len(group), BATCH)]
        found[name] = float(correlation(torch.cat(values), group))
    return found


def cross_validate(scores: Scores, start: torch.Tensor, pairs: list[Pair], seed: int) -> None:
    """Print the agreement in each file: by words alone, by the principal directions, and by what was learned without its languages."""
    alone = agreement(scores, (start, torch.tensor([2.0, 0.0])), pairs)
    first = agreement(scores, (start, torch.tensor(_FIRST)), pairs)
    learned: dict[str, float] = {}
    for languages in FOLDS:
        kept, left = (
            [pair for pair in pairs if (pair.group.rpartition(".")[2][:2] in languages) == out] for out in (False, True)
        )
        learned |= agreement(scores, learn(scores, start, kept, seed), left)
    for name, value in sorted(learned.items()):
        print(f"{name}\t{alone[name]:.4f}\t{first[name]:.4f}\t{value:.4f}")
    means = "\t".join(f"{np.mean([values[name] for name in learned]):.4f}" for values in (alone, first, learned))
    print(f"mean\t{means}", flush=True)


def main() -> int:
    """Learn a projection and write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("encoder", type=Path, help="a folder with model.safetensors, config.json and tokenizer.json")
    parser.add_argument("file", type=Path, help="where to write the projection")
    parser.add_argument("--judgements", type=Path, default=ROOT.parent / "shared" / "data" / "judgements")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folds", action="store_true", help="also test on language pairs without learning from them")
    options = parser.parse_args()
    torch.set_num_threads(1)
    paths = [path for pattern in PATTERNS for path in sorted(options.judgements.glob(pattern))]
    encoder = open_encoder(options.encoder, LAYER, with_head=False)
    words = encoder.whole_words()
    centred = centred_vectors(encoder, words)
    pairs = read_pairs(paths, {word: row for row, word in enumerate(words)})
    scores = Scores(centred)
    start = torch.from_numpy(principal_directions(centred, DIMENSIONS).astype(np.float32))
    projection, _ = learn(scores, start, pairs, options.seed)
    notes = {"learned from": " ".join(path.name for path in paths), "licence": "Apache-2.0"}
    notes["made by"] = "lab/train_static.py"
    save_file({"projection": projection.numpy().astype(np.float16)}, options.file, notes)
    if options.folds:
        cross_validate(scores, start, pairs, options.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
