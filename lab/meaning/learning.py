"""Learning a head: soft scores of batches of one file should correlate with people's, or rank translations as people did."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from meaning.judged import Pair, Ranking
from meaning.layers import Lower, Upper
from torch.nn import functional

__all__ = [
    "Batch",
    "Settings",
    "agreement",
    "batches",
    "correlation",
    "learn",
    "rank_agreement",
    "ranked_rightly",
    "soft_scores",
]

# Of task `soft` as it was when its head was learned: how much recall counts, content words, and the penalty's height and shape.
ALPHA, DELTA, GAMMA, BETA = 0.7, 0.6, 0.2, 0.8
_WARM_UP = 20  # Steps until the rate of learning is what it should be; from then on it falls to 0.
_EVERY = 9  # The first projection uses every ninth batch.
_AT_ONCE = 64
Batch = list[Pair] | list[Ranking]


@dataclass(frozen=True)
class Settings:
    """Settings chosen by testing on language pairs that were left out (docs/meaning.md)."""

    rank: int = 8
    dimensions: int = 128
    epochs: int = 2
    batch: int = 64
    rate: float = 1e-3
    pull: float = 1e-2  # How strongly the projection is held where it starts.
    ranked: int = 12  # Segments of a batch of rankings.
    share: float = 0.25  # Of all rankings, in each epoch.
    ranking: float = 0.5  # How much a batch of rankings counts beside one of scores.
    seed: int = 1


def soft_scores(model: Upper, pairs: Sequence[Pair]) -> torch.Tensor:
    """Return soft precision and recall of pairs in one number, with the penalty of their matches."""
    segments = list(dict.fromkeys([pair.hypothesis for pair in pairs] + [pair.reference for pair in pairs]))
    place = {words: number for number, words in enumerate(segments)}
    most = max(map(len, segments))
    vectors = model.words([model.lower.states[words] for words in segments], most)
    here, there = (vectors[[place[getattr(pair, side)] for pair in pairs]] for side in ("hypothesis", "reference"))
    here_weights, there_weights = (_weights([pair.functions[side] for pair in pairs], most) for side in (0, 1))
    similarity = here @ there.transpose(1, 2)
    similarity = similarity.masked_fill(here_weights[:, :, None] == 0, -1)
    similarity = similarity.masked_fill(there_weights[:, None, :] == 0, -1)
    precision = (here_weights * similarity.amax(2).clamp(min=0)).sum(1) / here_weights.sum(1)
    recall = (there_weights * similarity.amax(1).clamp(min=0)).sum(1) / there_weights.sum(1)
    f_mean = precision * recall / (ALPHA * precision + (1 - ALPHA) * recall + 1e-6)
    return f_mean * (1 - GAMMA * torch.tensor([pair.fragmentation for pair in pairs]) ** BETA)


def _weights(functions: Sequence[Sequence[bool]], most: int) -> torch.Tensor:
    """Return the weights of words, 0 after the last one."""
    weights = np.zeros((len(functions), most), np.float32)
    for row, flags in enumerate(functions):
        weights[row, : len(flags)] = np.where(flags, 1 - DELTA, DELTA)
    return torch.from_numpy(weights)


def correlation(scores: torch.Tensor, pairs: Sequence[Pair]) -> torch.Tensor:
    """Return Pearson's r of scores with people."""
    human = torch.tensor([pair.human for pair in pairs])
    scores, human = scores - scores.mean(), human - human.mean()
    return (scores * human).sum() / (scores.norm() * human.norm() + 1e-6)


def ranked_rightly(scores: torch.Tensor, batch: Sequence[Ranking]) -> torch.Tensor:
    """Return how far better translations score above worse ones, over the spread of all these differences."""
    starts = np.cumsum([0, *(len(ranking.pairs) for ranking in batch)])
    better, worse = np.array(
        [(start + a, start + b) for start, ranking in zip(starts, batch, strict=False) for a, b in ranking.preferences]
    ).T
    differences = scores[better] - scores[worse]
    return differences.mean() / (differences.pow(2).mean().sqrt() + 1e-6)


def learn(pairs: list[Pair], lower: Lower, settings: Settings, rankings: Sequence[Ranking] = ()) -> Upper:
    """Return the layers under which scores agree best with people, batch by batch."""
    plan = batches(pairs, rankings, settings)
    lower.read(_segments(pairs, plan))
    start = _first_projection(pairs, lower, settings.dimensions)
    torch.manual_seed(settings.seed)
    model = Upper(lower, settings.rank, start)
    thin = [part for change in model.changes.values() for part in reversed(change)]
    optimiser = torch.optim.AdamW([*thin, model.projection, model.mix], lr=settings.rate, weight_decay=0)
    for step, batch in enumerate(plan):
        optimiser.param_groups[0]["lr"] = settings.rate * min(1, (step + 1) / _WARM_UP) * (1 - step / len(plan))
        if isinstance(batch[0], Pair):
            loss = -correlation(soft_scores(model, batch), batch)
        else:
            scores = soft_scores(model, [pair for ranking in batch for pair in ranking.pairs])
            loss = -settings.ranking * ranked_rightly(scores, batch)
        loss = loss + settings.pull * ((model.projection - start) ** 2).sum() / settings.dimensions
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if step % _WARM_UP == 0:
            line = f"step {step} of {len(plan)}: loss {loss.item():.4f}, {time.process_time():.0f} s"
            print(line, file=sys.stderr, flush=True)
    return model


def _segments(pairs: list[Pair], batches: list[Batch]) -> list[tuple[str, ...]]:
    """Return the segments that learning reads."""
    ranked = [pair for batch in batches for each in batch if isinstance(each, Ranking) for pair in each.pairs]
    return [words for pair in (*pairs, *ranked) for words in (pair.hypothesis, pair.reference)]


def _first_projection(pairs: list[Pair], lower: Lower, dimensions: int) -> torch.Tensor:
    """Return the directions in which the states of pieces reach farthest."""
    plain, size = Upper(lower, 0, torch.zeros(lower.config.width, 1)), 32
    with torch.no_grad():
        blocks = [pairs[start : start + size] for start in range(0, len(pairs), size * _EVERY)]
        found = torch.cat([plain.mixed([lower.states[pair.hypothesis] for pair in block]) for block in blocks])
    found = functional.normalize(found, dim=-1)
    _, directions = torch.linalg.eigh(found.T @ found)
    return directions.flip(1)[:, :dimensions].contiguous()


def batches(pairs: list[Pair], rankings: Sequence[Ranking], settings: Settings) -> list[Batch]:
    """Return the batches of all epochs, each of one file; the same for the same seed."""
    chance = np.random.default_rng(settings.seed)
    plan: list[Batch] = []
    for _ in range(settings.epochs):
        epoch: list[Batch] = []
        for judged, size, share in ((pairs, settings.batch, 1.0), (rankings, settings.ranked, settings.share)):
            for name in dict.fromkeys(each.group for each in judged):
                group = [each for each in judged if each.group == name]
                order = chance.permutation(len(group))[: max(1, int(share * len(group)))]
                starts = range(0, max(1, len(order) - size // 2), size)
                epoch += [[group[k] for k in order[at : at + size]] for at in starts]
        plan += [epoch[k] for k in chance.permutation(len(epoch))]
    return plan


def agreement(model: Upper, pairs: Sequence[Pair]) -> dict[str, float]:
    """Return Pearson's r with people in each file."""
    model.lower.read(words for pair in pairs for words in (pair.hypothesis, pair.reference))
    found = {}
    for name in dict.fromkeys(pair.group for pair in pairs):
        group = sorted(
            (pair for pair in pairs if pair.group == name), key=lambda pair: len(pair.hypothesis + pair.reference)
        )
        with torch.no_grad():
            blocks = [group[start : start + _AT_ONCE] for start in range(0, len(group), _AT_ONCE)]
            scores = torch.cat([soft_scores(model, block) for block in blocks])
        found[name] = float(correlation(scores.double(), group))
    return found


def rank_agreement(model: Upper, rankings: Sequence[Ranking]) -> dict[str, float]:
    """Return Kendall's τ with people in each file: preferences that scores agree with, less the others, over all."""
    found: dict[str, list[float]] = {}
    for ranking in rankings:
        model.lower.read(words for pair in ranking.pairs for words in (pair.hypothesis, pair.reference))
        with torch.no_grad():
            scores = soft_scores(model, ranking.pairs)
        found.setdefault(ranking.group, []).extend(1 if scores[a] > scores[b] else -1 for a, b in ranking.preferences)
    return {name: float(np.mean(values)) for name, values in found.items()}
