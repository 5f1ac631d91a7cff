"""The texts to score: a pair of files, and what is made from it: longer, shorter, with more references, with newer words, tokenised."""

from __future__ import annotations

import gzip
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import cycle, islice
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = ROOT.parent / "shared" / "spec" / "golden" / "xray"
EXAMPLES = ROOT / "examples"
EXAMPLE_REPEATS = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """Two plain files: a hypothesis on each line, and its references on as many lines. What is made from them is written beside them."""

    hypotheses: Path
    references: Path
    segments: int
    per_segment: int = 1

    @property
    def files(self) -> tuple[str, str]:
        """The names of both files, for a command line."""
        return str(self.hypotheses), str(self.references)

    def head(self, segments: int) -> Corpus:
        """Its first segments."""
        return self._written(f"head-{segments}", self._pairs()[:segments])

    def repeated(self, times: int) -> Corpus:
        """All of it, over and over."""
        return self.of_size(times * self.segments)

    def of_size(self, segments: int) -> Corpus:
        """So many segments: the same ones over and over, as far as need be."""
        return self._written(f"size-{segments}", islice(cycle(self._pairs()), segments))

    def of_length(self, words: int) -> Corpus:
        """Segments of so many words (between spaces) on both sides: lines are joined until there are enough, then cut."""
        return self._written(f"words-{words}", self._joined(words))

    def with_references(self, count: int) -> Corpus:
        """So many references for each segment: the first as it is; in number k, every k-th word comes from the segment before."""
        pairs = self._pairs()
        words = [reference.split() for _, reference in pairs]
        made = [_mixed(own, words[number - 1], count) for number, own in enumerate(words)]
        both = ((hypothesis, "\n".join(references)) for (hypothesis, _), references in zip(pairs, made, strict=True))
        return replace(self._written(f"references-{count}", both), per_segment=count)

    def with_new_words(self, count: int) -> Corpus:
        """So many words at the end of each side give way to words that are nowhere else; every other one is the same on both sides."""
        return self._written(f"new-{count}", (_renewed(pair, n, count) for n, pair in enumerate(self._pairs())))

    def tokenised(self) -> Corpus:
        """The tokens that bolide and the jar score, between single spaces. Made once."""
        made = [path.with_name(path.name + ".tokens") for path in (self.hypotheses, self.references)]
        for source, target in zip((self.hypotheses, self.references), made, strict=True):
            if not target.exists():
                with target.open("wb") as file:
                    subprocess.run([sys.executable, "-m", "bolide", "normalise", source], stdout=file, check=True)
        return replace(self, hypotheses=made[0], references=made[1])

    def _pairs(self) -> list[tuple[str, str]]:
        return list(zip(_lines(self.hypotheses), _lines(self.references), strict=True))

    def _joined(self, words: int) -> Iterable[tuple[str, str]]:
        hypothesis: list[str] = []
        reference: list[str] = []
        for more_hypothesis, more_reference in self._pairs():
            hypothesis += more_hypothesis.split()
            reference += more_reference.split()
            if min(len(hypothesis), len(reference)) >= words:
                yield " ".join(hypothesis[:words]), " ".join(reference[:words])
                hypothesis, reference = [], []

    def _written(self, name: str, pairs: Iterable[tuple[str, str]]) -> Corpus:
        return _write(self.hypotheses.with_name(f"{self.hypotheses.stem}-{name}"), pairs)


def _mixed(own: list[str], other: list[str], count: int) -> list[str]:
    mixed = (
        [other[i % len(other)] if other and i % k == 0 else word for i, word in enumerate(own)]
        for k in range(2, count + 1)
    )
    return [" ".join(words) for words in (own, *mixed)]


def _renewed(pair: tuple[str, str], number: int, count: int) -> tuple[str, str]:
    new = [[f"n{number}{letter}{k}" if k % 2 else f"n{number}s{k}" for k in range(count)] for letter in "hr"]
    hypothesis, reference = (
        " ".join(line.split()[: -count or None] + words) for line, words in zip(pair, new, strict=True)
    )
    return hypothesis, reference


def load(hypotheses: Path | None, references: Path | None, folder: Path) -> tuple[Corpus, str]:
    """Unpack what is asked for into a folder, or else the reference data beside the project, or else the examples; name it too."""
    if hypotheses and references:
        return _unpacked(hypotheses, references, folder), f"{hypotheses.name} against {references.name}"
    if GOLDEN.is_dir():
        return _unpacked(GOLDEN / "system1.hyp.gz", GOLDEN / "reference.gz", folder), "golden/xray, system1"
    corpus = _unpacked(EXAMPLES / "system-a.txt", EXAMPLES / "reference.txt", folder).repeated(EXAMPLE_REPEATS)
    return corpus, f"examples, system A, {EXAMPLE_REPEATS} times over"


def _unpacked(hypotheses: Path, references: Path, folder: Path) -> Corpus:
    ours, theirs = _lines(hypotheses), _lines(references)
    if len(ours) != len(theirs):
        raise SystemExit(f"{hypotheses} has {len(ours)} lines, {references} has {len(theirs)}")
    return _write(folder / "all", zip(ours, theirs, strict=True))


def _write(path: Path, pairs: Iterable[tuple[str, str]]) -> Corpus:
    hypotheses, references = path.with_suffix(".hyp"), path.with_suffix(".ref")
    segments = 0
    with hypotheses.open("w", encoding="utf-8") as one, references.open("w", encoding="utf-8") as other:
        for hypothesis, reference in pairs:
            one.write(hypothesis + "\n")
            other.write(reference + "\n")
            segments += 1
    return Corpus(hypotheses=hypotheses, references=references, segments=segments)


def _lines(path: Path) -> list[str]:
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8")
    return text.removesuffix("\n").split("\n")
