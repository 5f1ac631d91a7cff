"""A made-up language with many ways to say a thing, and text in it: enough for a table of some thousand paraphrases."""

import gzip
import random
from pathlib import Path

__all__ = ["make_bitext", "make_segments", "read_table"]

_ROOTS = [f"{a}{b}{c}" for a in "bdfgklmnprst" for b in "aeiou" for c in ("n", "r", "s", "lo", "ta")]


def _say(root: str, chance: random.Random) -> list[str]:
    """Return one of the ways to say a thing: two words, and one of two."""
    return chance.choice([[root + "i"], [root + "u"], ["o", root]])


def make_bitext(lines: int, seed: int = 1) -> tuple[list[str], list[str], list[str]]:
    """Return a foreign text, its translation, and the links of their words."""
    chance = random.Random(seed)
    source, target, links = [], [], []
    for _ in range(lines):
        roots = chance.choices(_ROOTS, k=6)
        words: list[str] = []
        linked = []
        for place, root in enumerate(roots):
            said = _say(root, chance)
            linked += [f"{place}-{len(words) + i}" for i in range(len(said))]
            words += said
        source.append(" ".join(root.upper() for root in roots))
        target.append(" ".join(words))
        links.append(" ".join(linked))
    return source, target, links


def make_segments(count: int, seed: int = 2) -> tuple[list[str], list[str]]:
    """Return hypotheses and references that say the same in part, in other words and in another order."""
    chance = random.Random(seed)
    hypotheses, references = [], []
    for _ in range(count):
        roots = chance.choices(_ROOTS, k=chance.randint(3, 14))
        references.append(" ".join(" ".join(_say(root, chance)) for root in roots))
        kept = [root for root in roots if chance.random() < 0.85]
        if chance.random() < 0.5:
            cut = chance.randint(0, len(kept))
            kept = kept[cut:] + kept[:cut]
        hypotheses.append(" ".join(" ".join(_say(root, chance)).capitalize() for root in kept))
    return hypotheses, references


def read_table(folder: Path | str) -> dict[tuple[str, str], float]:
    """Return the paraphrases of a built folder."""
    lines = gzip.decompress(Path(folder, "meteor-files", "paraphrase.gz").read_bytes()).decode().split("\n")
    return {(lines[i + 1], lines[i + 2]): float(lines[i]) for i in range(0, len(lines) - 1, 3)}
