"""An alignment for people, many alignments as arrays of numbers, and the evidence for a match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, islice, pairwise, repeat
from typing import Any, NamedTuple, Self

from bolide import _core
from bolide.metric.configuration import GRADED
from bolide.metric.opener import Data
from bolide.metric.parameters import FeatureParameters, Parameters
from bolide.metric.statistics import COLUMNS, Statistics, score_statistics
from bolide.records import field_names, record, replace
from bolide.show.pictures import Drawable, Match, render_svg, render_text
from bolide.text.indic import fold

__all__ = [
    "COPY_WORD", "FUNCTION_WORD", "MATCH_CELLS", "Alignment", "Evidence", "Match", "PackedAlignments", "find_evidence",
    "with_nearest",
]  # fmt: skip


@record
class Alignment(Drawable):
    """A hypothesis aligned with a reference. Printing it shows the words as a grid: hypothesis down, reference across.

    If the score includes `semantics`, `nearest` pairs each word of the hypothesis with the nearest word of the reference.
    """

    statistics: Statistics
    hypothesis_copy: tuple[bool, ...] = ()
    reference_copy: tuple[bool, ...] = ()
    nearest: tuple[Match, ...] = ()

    def __repr__(self) -> str:
        return f"<Alignment {self.score:.4f}: {len(self.matches)} matches in {self.chunks} chunks>"

    def __str__(self) -> str:
        """Return a picture for a terminal."""
        return self.text()

    def text(self, *, colour: bool = False) -> str:
        """Return a picture as text; `colour` adds a terminal's colours."""
        return render_text(self, colour=colour)

    def svg(self) -> str:
        """Return a picture as SVG, without external files."""
        return render_svg(self)

    def _repr_html_(self) -> str:
        """Return a picture for a notebook."""
        return f'<div style="overflow-x:auto">{self.svg()}</div>'


def _make_matches(
    hypothesis: Sequence[str],
    reference: Sequence[str],
    found: Sequence[tuple[int, ...]],
    matchers: Sequence[str],
) -> tuple[Match, ...]:
    """Make matches from rows of `MATCH_CELLS` numbers, in the order of the reference."""
    matches: list[Match] = []
    ends, chunk = (-1, -1), -1
    for i, length, j, reference_length, place, similarity in found:
        chunk += ends != (i, j)
        ends = (i + length, j + reference_length)
        ours = hypothesis[i] if length == 1 else " ".join(hypothesis[i : ends[0]])
        theirs = reference[j] if reference_length == 1 else " ".join(reference[j : ends[1]])
        alike = similarity / _core.WHOLE_SIMILARITY
        matches.append(Match(i, length, j, reference_length, matchers[place], chunk, ours, theirs, alike))
    return tuple(matches)


# The kind of a word, in bits.
FUNCTION_WORD, COPY_WORD = 1, 2
# Hypothesis start and length, reference start and length, the place of the matcher, and the similarity in 1/1024.
MATCH_CELLS = 6


class PackedAlignments(NamedTuple):
    """Alignments in the form of the core. Sides are numbered: hypothesis and reference of the first pair, of the second and so on.

    `words` are places in `vocabulary`, of all sides, and those of side s end at `word_ends[s]`; `kinds` has bits for each word.
    `matches` has `MATCH_CELLS` numbers for each match, and those of pair p end at match number `match_ends[p]`. Numbers have 32 bits;
    statistics, in rows of 64-bit numbers, are 0 if the alignments are not from the core.
    """

    vocabulary: tuple[str, ...]
    words: bytes
    kinds: bytes
    word_ends: bytes
    matches: bytes
    match_ends: bytes
    statistics: bytes
    has_copy_words: bool

    @classmethod
    def pack(cls, sides: Sequence[Sequence[str]], kinds: bytes, matches: Sequence[Sequence[tuple[int, ...]]]) -> Self:
        """Pack the words of all sides, the kinds of all words, and the matches of each pair."""
        from array import array

        vocabulary: dict[str, int] = {}
        numbers = (
            [vocabulary.setdefault(word, len(vocabulary)) for side in sides for word in side],
            accumulate(map(len, sides)),
            [cell for rows in matches for row in rows for cell in row],
            accumulate(map(len, matches)),
        )
        words, ends, cells, match_ends = (array("i", of).tobytes() for of in numbers)
        statistics, has_copies = bytes(8 * len(COLUMNS) * len(matches)), any(kind & COPY_WORD for kind in kinds)
        return cls(tuple(vocabulary), words, kinds, ends, cells, match_ends, statistics, has_copies)

    def table(self, parameters: Parameters | FeatureParameters) -> Statistics:
        """Return the statistics of all pairs, for these parameters."""
        return Statistics.from_bytes(self.statistics, parameters.columns)

    def unpack(self, matchers: Sequence[str], parameters: Parameters | FeatureParameters) -> list[Alignment]:
        """Return each pair as an `Alignment`, scored by the parameters."""
        columns = parameters.columns
        table = score_statistics(self.table(parameters), parameters)
        rows = self.rows()
        functions = self._flags(FUNCTION_WORD)
        copies = self._flags(COPY_WORD) if self.has_copy_words else repeat(())
        ends, width = [0, *memoryview(self.match_ends).cast("i")], 8 * len(columns)
        made = []
        for number, (hypothesis, reference) in enumerate(self.tokens()):
            found = [*islice(rows, ends[number + 1] - ends[number])]
            matches = _make_matches(hypothesis, reference, found, matchers)
            row = Statistics.from_bytes(self.statistics[number * width : (number + 1) * width], columns)
            known = table.known(number, row).items()
            parts: dict[str, Any] = {part: value for part, value in known if part in field_names(Alignment)}
            made.append(
                Alignment(
                    hypothesis=hypothesis,
                    reference=reference,
                    hypothesis_function=next(functions),
                    reference_function=next(functions),
                    matches=matches,
                    chunks=matches[-1].chunk + 1 if matches else 0,
                    statistics=row,
                    hypothesis_copy=next(copies),
                    reference_copy=next(copies),
                    **parts,
                )
            )
        return made

    def tokens(self) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
        """Return the words of each pair, hypothesis first."""
        words = [*map(self.vocabulary.__getitem__, memoryview(self.words).cast("i"))]
        sides = iter([tuple(words[start:end]) for start, end in self._ranges()])
        return [*zip(sides, sides, strict=True)]

    def rows(self) -> Iterator[tuple[int, ...]]:
        """Yield the matches of all pairs."""
        cells = iter(memoryview(self.matches).cast("i"))
        return zip(*[cells] * MATCH_CELLS, strict=True)

    def _flags(self, kind: int) -> Iterator[tuple[bool, ...]]:
        """Yield for each side which words are of a kind."""
        flags = [bool(word & kind) for word in self.kinds]
        return (tuple(flags[start:end]) for start, end in self._ranges())

    def _ranges(self) -> Iterator[tuple[int, int]]:
        """Yield the range of words of each side."""
        return pairwise([0, *memoryview(self.word_ends).cast("i")])


def with_nearest(alignment: Alignment, nearest: Iterable[tuple[int, float]]) -> Alignment:
    """Return the alignment with the nearest word of each word: its place in the reference, and how alike they are."""
    matches = [
        Match(number, 1, place, 1, "semantics", number, alignment.hypothesis[number], alignment.reference[place], alike)
        for number, (place, alike) in enumerate(nearest)
    ]
    return replace(alignment, nearest=tuple(matches))


@record
class Evidence:
    """The reason for a match. Fields of other matchers are None or empty.

    Probabilities are those of the paraphrase table: that the reference's phrase is replaced by the hypothesis's, and the other way
    round; None if the table has no entry. `similarity` belongs to matchers with graded matches, `encoder` to those that compare
    vectors: the hash of its files, its layer and its precision; `head` is the hash of its head.
    """

    matcher: str
    stem: str | None = None
    synsets: tuple[int, ...] = ()
    reference_to_hypothesis: float | None = None
    hypothesis_to_reference: float | None = None
    similarity: float | None = None
    encoder: str | None = None
    head: str | None = None

    def __str__(self) -> str:
        """Return it in words."""
        if self.matcher == "stem":
            return f"stem {self.stem}"
        if self.matcher == "synonym":
            return "synset " + ", ".join(map(str, self.synsets))
        if self.matcher == "paraphrase":
            parts = (
                ("reference → hypothesis", self.reference_to_hypothesis),
                ("hypothesis → reference", self.hypothesis_to_reference),
            )
            return "paraphrase " + ", ".join(f"{name} {value:.4g}" for name, value in parts if value is not None)
        said = self.matcher if self.similarity is None else f"{self.matcher} {self.similarity:.3f}"
        said += f" by encoder {self.encoder}" if self.encoder else ""
        return f"{said} with head {self.head}" if self.head else said


def find_evidence(match: Match, data: Data) -> Evidence:
    """Look up the evidence for a match in the data of the matchers; without data, it has only the matcher."""
    kind, texts = match.matcher, (match.hypothesis, match.reference)
    if kind == "stem":
        return Evidence(matcher=kind, stem=_stem(match.reference, data))
    if kind == "synonym" and data.synonyms:
        ours, theirs = (_synsets(word, data.synonyms, data.roots) for word in texts)
        return Evidence(matcher=kind, synsets=tuple(sorted(ours & theirs)))
    if kind == "paraphrase" and data.paraphrases:
        there, back = (_probability(data.paraphrases, *pair) for pair in (texts[::-1], texts))
        return Evidence(matcher=kind, reference_to_hypothesis=there, hypothesis_to_reference=back)
    similarity = match.similarity if kind in (*GRADED, "semantics") else None
    if kind in ("meaning", "semantics") and data.encoder:
        return Evidence(matcher=kind, similarity=similarity, encoder=data.encoder.identity, head=data.encoder.head)
    return Evidence(matcher=kind, similarity=similarity)


def _stem(word: str, data: Data) -> str | None:
    if data.roots:
        return data.roots.of(fold(word))
    if data.stems:
        return data.stems.stem(word)
    return _core.stem(data.stemmer, word) if data.stemmer else None


def _synsets(word: str, synonyms: _core.SynonymTable, roots: _core.Roots | None) -> set[int]:
    """Return the synsets that hold a word; in METEOR-Hindi, the groups of synonyms that hold it or its root."""
    if not synonyms.is_folded:
        return {*synonyms.synsets(word)}
    folded = fold(word)
    return {*synonyms.synsets(folded), *synonyms.synsets(roots.of(folded) if roots else folded)}


def _probability(table: _core.ParaphraseTable, phrase: str, paraphrase: str) -> float | None:
    found = (probability for text, probability in table.look_up(phrase.split(" ")) if text == paraphrase)
    return next(found, None)
