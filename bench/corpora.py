"""The texts to score: a pair of files, and what is made from it: longer, shorter, tokenised."""

import gzip
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import cycle, islice
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = ROOT.parent / "shared" / "spec" / "golden" / "xray"
JUDGED = sorted((ROOT.parent / "shared" / "data" / "judgements").glob("wmt17-da.*-en.tsv.gz"))
BITEXT = [ROOT.parent / "shared" / "data" / "bitext" / f"en-de.{side}.gz" for side in ("en", "de")]
BITEXT_LINES = 20_000
EXAMPLES = ROOT / "examples"
EXAMPLE_REPEATS = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """Two plain files: a hypothesis on each line, and its reference. What is made from them is written beside them."""

    hypotheses: Path
    references: Path
    segments: int

    @property
    def files(self) -> tuple[str, str]:
        """The names of both files, for a command line."""
        return str(self.hypotheses), str(self.references)

    def of_size(self, segments: int) -> "Corpus":
        """So many segments: the same ones over and over, as far as need be."""
        path = self.hypotheses.with_name(f"{self.hypotheses.stem}-{segments}")
        return _write(path, islice(cycle(self._pairs()), segments))

    def shortened(self, words: int) -> "Corpus":
        """The same without the last words of each hypothesis: another system, to compare with."""
        path = self.hypotheses.with_name(f"{self.hypotheses.stem}-short-{words}")
        return _write(path, ((" ".join(ours.split(" ")[:-words]), theirs) for ours, theirs in self._pairs()))

    def tokenised(self) -> "Corpus":
        """The tokens that bolide and the jar score, between single spaces. Made once."""
        made = [path.with_name(path.name + ".tokens") for path in (self.hypotheses, self.references)]
        for source, target in zip((self.hypotheses, self.references), made, strict=True):
            if not target.exists():
                with target.open("wb") as file:
                    subprocess.run([sys.executable, "-m", "bolide", "normalise", source], stdout=file, check=True)
        return replace(self, hypotheses=made[0], references=made[1])

    def _pairs(self) -> list[tuple[str, str]]:
        return list(zip(_lines(self.hypotheses), _lines(self.references), strict=True))


def load(hypotheses: Path | None, references: Path | None, folder: Path) -> tuple[Corpus, str]:
    """Unpack the given files into a folder, else the reference data beside the project, else the examples; return a name too."""
    if hypotheses and references:
        return _unpacked(hypotheses, references, folder), f"{hypotheses.name} against {references.name}"
    if GOLDEN.is_dir():
        return _unpacked(GOLDEN / "system1.hyp.gz", GOLDEN / "reference.gz", folder), "golden/xray, system1"
    corpus = _unpacked(EXAMPLES / "system-a.txt", EXAMPLES / "reference.txt", folder)
    return corpus.of_size(EXAMPLE_REPEATS * corpus.segments), f"examples, system A, {EXAMPLE_REPEATS} times over"


def parallel_text(folder: Path) -> list[str]:
    """Write the first lines of parallel text that lies beside the project into two files; nothing if there is none.

    Line by line: the memory of this process would be counted as that of the programs it starts.
    """
    if not all(path.exists() for path in BITEXT):
        return []
    sides = [folder / path.stem for path in BITEXT]
    for path, side in zip(BITEXT, sides, strict=True):
        with gzip.open(path, "rb") as lines, side.open("wb") as file:
            file.writelines(islice(lines, BITEXT_LINES))
    return [*map(str, sides)]


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
