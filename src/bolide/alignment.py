"""An alignment as people look at it: words, matches, chunks, and a picture of them."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass

from bolide.parameters import Parameters
from bolide.statistics import Integers, Statistics
from bolide.statistics import score as score_statistics

__all__ = ["Alignment", "Match", "make_alignment"]

SYMBOLS = {"exact": "●", "stem": "◐", "synonym": "○", "paraphrase": "◇"}
# Okabe and Ito's palette, which people tell apart whatever their colour vision.
COLOURS = {"exact": "#009E73", "stem": "#56B4E9", "synonym": "#E69F00", "paraphrase": "#CC79A7"}
WIDEST_PICTURE = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A stretch of the hypothesis that stands for a stretch of the reference; ranges are half-open."""

    hypothesis_start: int
    hypothesis_length: int
    reference_start: int
    reference_length: int
    matcher: str
    chunk: int
    hypothesis: str
    reference: str

    def covers(self, hypothesis_word: int, reference_word: int) -> bool:
        """Whether the match covers both words."""
        return (
            0 <= hypothesis_word - self.hypothesis_start < self.hypothesis_length
            and 0 <= reference_word - self.reference_start < self.reference_length
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Alignment:
    """A hypothesis aligned with a reference. Printing it shows the words as a grid: hypothesis down, reference across."""

    hypothesis: tuple[str, ...]
    reference: tuple[str, ...]
    hypothesis_function: tuple[bool, ...]
    reference_function: tuple[bool, ...]
    matches: tuple[Match, ...]
    chunks: int
    score: float
    precision: float
    recall: float
    penalty: float
    statistics: Statistics

    def __str__(self) -> str:
        """Return a picture for a terminal."""
        summary = f"score {self.score:.4f}  P {self.precision:.4f}  R {self.recall:.4f}  penalty {self.penalty:.4f}  chunks {self.chunks}"
        body = self._grid() if 0 < len(self.reference) <= WIDEST_PICTURE and self.hypothesis else self._table()
        used = dict.fromkeys(match.matcher for match in self.matches)
        legend = "  ".join(f"{SYMBOLS[name]} {name}" for name in used) or "no matches"
        return "\n".join((*body, "", legend, summary))

    def _grid(self) -> list[str]:
        width = max(map(len, self.hypothesis))
        height = max(map(len, self.reference))
        words = [word.rjust(height) for word in self.reference]
        lines = [" " * width + "  " + " ".join(word[row] for word in words).rstrip() for row in range(height)]
        for i, word in enumerate(self.hypothesis):
            cells = (self._symbol(i, j) for j in range(len(self.reference)))
            lines.append(f"{word.rjust(width)}  " + " ".join(cells))
        return lines

    def _table(self) -> list[str]:
        lines = [f"hypothesis  {' '.join(self.hypothesis)}", f"reference   {' '.join(self.reference)}"]
        lines += [f"{SYMBOLS[m.matcher]} chunk {m.chunk}: {m.hypothesis} = {m.reference}" for m in self.matches]
        return lines

    def _symbol(self, i: int, j: int) -> str:
        return next((SYMBOLS[match.matcher] for match in self.matches if match.covers(i, j)), "·")

    def _repr_html_(self) -> str:
        """Return a picture for a notebook."""
        corner = '<th style="border:none"></th>'
        head = "".join(
            f'<th style="writing-mode:vertical-rl;transform:rotate(180deg);text-align:left">{html.escape(word)}</th>'
            for word in self.reference
        )
        rows = "".join(self._html_row(i, word) for i, word in enumerate(self.hypothesis))
        legend = " ".join(
            f'<span style="color:{COLOURS[name]}">{symbol}</span> {name}' for name, symbol in SYMBOLS.items()
        )
        table = f'<table dir="auto"><tr>{corner}{head}</tr>{rows}</table>'
        return f"{table}<p>{legend}<br>score {self.score:.4f}, precision {self.precision:.4f}, recall {self.recall:.4f}, chunks {self.chunks}</p>"

    def _html_row(self, i: int, word: str) -> str:
        cells = []
        for j in range(len(self.reference)):
            match = next((match for match in self.matches if match.covers(i, j)), None)
            colour = f' style="color:{COLOURS[match.matcher]}" title="{match.matcher}"' if match else ""
            cells.append(f"<td{colour}>{SYMBOLS[match.matcher] if match else ''}</td>")
        return f'<tr><th style="text-align:right">{html.escape(word)}</th>{"".join(cells)}</tr>'


# What the core returns: words, function words (hypothesis first), matches by place, a row of statistics.
Aligned = tuple[
    tuple[str, ...],
    tuple[str, ...],
    tuple[bool, ...],
    tuple[bool, ...],
    tuple[tuple[int, int, int, int, int], ...],
    Integers,
]


def make_alignment(aligned: Aligned, matchers: Sequence[str], parameters: Parameters) -> Alignment:
    """Make an alignment of what the core returns."""
    hypothesis, reference, hypothesis_function, reference_function, found, rows = aligned
    matches: list[Match] = []
    ends, chunk = (-1, -1), -1
    for i, length, j, reference_length, place in found:
        chunk += ends != (i, j)
        ends = (i + length, j + reference_length)
        matches.append(
            Match(
                hypothesis_start=i,
                hypothesis_length=length,
                reference_start=j,
                reference_length=reference_length,
                matcher=matchers[place],
                chunk=chunk,
                hypothesis=" ".join(hypothesis[i : i + length]),
                reference=" ".join(reference[j : j + reference_length]),
            )
        )
    statistics = Statistics(rows)
    scores = score_statistics(statistics, parameters)
    return Alignment(
        hypothesis=hypothesis,
        reference=reference,
        hypothesis_function=hypothesis_function,
        reference_function=reference_function,
        matches=tuple(matches),
        chunks=chunk + 1,
        score=float(scores.score[0]),
        precision=float(scores.precision[0]),
        recall=float(scores.recall[0]),
        penalty=float(scores.penalty[0]),
        statistics=statistics,
    )
