"""Made-up judgements in Portuguese, which needs no resources: the more words a system keeps, the better humans like it."""

from __future__ import annotations

import numpy as np

__all__ = ["WORDS", "ranking_tsv", "score_tsv", "translations"]

WORDS = [
    "o",
    "gato",
    "dormia",
    "na",
    "casa",
    "branca",
    "perto",
    "do",
    "rio",
    "e",
    "da",
    "ponte",
    "antiga",
    "com",
    "muito",
    "sol",
    "hoje",
    "de",
    "manhã",
    "cedo",
]


def translations(segments: int, systems: int, seed: int = 7) -> list[tuple[str, list[tuple[str, float]]]]:
    """Return references, each with the hypotheses of all systems and how good they are."""
    generator = np.random.default_rng(seed)
    found = []
    for _ in range(segments):
        reference = list(generator.choice(WORDS, int(generator.integers(4, 12))))
        hypotheses = []
        for system in range(systems):
            share = min(1.0, max(0.0, generator.normal(0.3 + 0.4 * system / systems, 0.2)))
            words = [word if generator.random() < share else "xyz" for word in reference]
            if generator.random() < 0.4:
                words = words[len(words) // 2 :] + words[: len(words) // 2]
            hypotheses.append((" ".join(words), share))
        found.append((" ".join(reference), hypotheses))
    return found


def score_tsv(segments: int = 40, systems: int = 4, seed: int = 7) -> str:
    """Return a table of human scores."""
    generator = np.random.default_rng(seed + 1)
    lines = ["seg_id\tsystem\tsource\treference\thypothesis\thuman"]
    for number, (reference, hypotheses) in enumerate(translations(segments, systems, seed), 1):
        for system, (hypothesis, share) in enumerate(hypotheses):
            lines.append(f"{number}\tsys{system}\t-\t{reference}\t{hypothesis}\t{share + generator.normal(0, 0.1):.4f}")
    return "\n".join(lines) + "\n"


def ranking_tsv(segments: int = 40, systems: int = 4, seed: int = 7) -> str:
    """Return a table of preferences, with some ties."""
    lines = ["seg_id\tsource\treference\tsysA\thypA\tsysB\thypB\tpreferred"]
    for number, (reference, hypotheses) in enumerate(translations(segments, systems, seed), 1):
        for first in range(systems):
            for second in range(first + 1, systems):
                (a, good), (b, better) = hypotheses[first], hypotheses[second]
                preferred = "tie" if abs(good - better) < 0.01 else "A" if good > better else "B"
                lines.append(f"{number}\t-\t{reference}\tsys{first}\t{a}\tsys{second}\t{b}\t{preferred}")
    return "\n".join(lines) + "\n"
