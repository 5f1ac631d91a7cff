"""The alignments of a system in a report: flat arrays over all segments, a few bytes for each word, and packed matches.

The original text is packed as its differences from the tokens, a tenth of its size.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolide._core import WHOLE_SIMILARITY
from bolide.metric.alignment import MATCH_CELLS, PackedAlignments
from bolide.metric.statistics import Floats
from bolide.reports.document import TokenFacts

Numbers = NDArray[np.int32]
# A mark has the bits of a word's kind, and MATCHED times the place of its matcher, from 1; 0 if it is not matched.
MATCHED = 4
# The place of a matcher, and the words of a match that is not exact, hypothesis first.
Phrases = tuple[int, tuple[int, ...], tuple[int, ...]]


class Side(NamedTuple):
    """The hypotheses of a system, or their references: word numbers, marks of words, and the length of each segment."""

    words: Numbers
    marks: NDArray[np.uint8]
    lengths: Numbers


class SystemWords:
    """The segments of a system: their words, matches and values.

    `chosen` has the number of the reference that each hypothesis is aligned with, `texts` the original hypotheses, `facts` the tags and
    groups of the tokens of both.
    """

    def __init__(self) -> None:
        self._sides: list[tuple[Side, Side]] = []
        self.matches: list[str] = []
        self.phrases: Counter[Phrases] = Counter()
        self.values: list[Floats] = []
        self.chosen: list[int] = []
        self.texts: list[str | None] = []
        self.facts: list[tuple[TokenFacts, TokenFacts]] = []

    @cached_property
    def hypotheses(self) -> Side:
        """All hypotheses; to be used only after all segments are added."""
        return Side(*map(np.concatenate, zip(*(ours for ours, _ in self._sides), strict=True)))

    @cached_property
    def references(self) -> Side:
        """The references that they are aligned with."""
        return Side(*map(np.concatenate, zip(*(theirs for _, theirs in self._sides), strict=True)))

    def add(self, packed: PackedAlignments, numbers: Numbers, exact: int) -> None:
        """Add segments; `numbers` has the number of each word of their vocabulary, `exact` is the place of the exact matcher."""
        words = numbers[np.frombuffer(packed.words, np.int32)]
        ends = np.frombuffer(packed.word_ends, np.int32)
        lengths = np.diff(ends, prepend=0)
        matches = np.frombuffer(packed.matches, np.int32).reshape(-1, MATCH_CELLS)
        match_ends = np.frombuffer(packed.match_ends, np.int32)
        pairs = np.repeat(np.arange(len(match_ends)), np.diff(match_ends, prepend=0))
        first = np.stack([(ends - lengths)[2 * pairs + side] + matches[:, 2 * side] for side in (0, 1)])
        marks = np.frombuffer(packed.kinds, np.uint8).copy()
        for side in (0, 1):
            covered = _spread(first[side], matches[:, 2 * side + 1])
            marks[covered] += (MATCHED * (np.repeat(matches[:, 4], matches[:, 2 * side + 1]) + 1)).astype(np.uint8)
        is_reference = np.repeat(np.arange(len(lengths)) % 2 == 1, lengths)
        ours = Side(words[~is_reference], marks[~is_reference], lengths[0::2])
        self._sides.append((ours, Side(words[is_reference], marks[is_reference], lengths[1::2])))
        self.matches += pack_matches(matches, match_ends)
        inexact = matches[:, 4] != exact
        self._count_phrases(words.tolist(), first[:, inexact], matches[inexact])

    def _count_phrases(self, words: list[int], first: NDArray[np.int64], matches: Numbers) -> None:
        ours, theirs = first.tolist()
        lengths, places = matches[:, (1, 3)].tolist(), matches[:, 4].tolist()
        self.phrases.update(
            (place, tuple(words[i : i + length]), tuple(words[j : j + other]))
            for i, j, (length, other), place in zip(ours, theirs, lengths, places, strict=True)
        )


def _spread(first: NDArray[np.int64], lengths: Numbers) -> NDArray[np.int64]:
    """Return the places of runs that begin at `first`.

    >>> _spread(np.array([5, 1]), np.array([2, 3], dtype=np.int32)).tolist()
    [5, 6, 1, 2, 3]
    """
    before = np.cumsum(lengths) - lengths
    places: NDArray[np.int64] = np.arange(lengths.sum()) + np.repeat(first - before, lengths)
    return places


def pack_matches(matches: NDArray[np.int32], ends: NDArray[np.int32]) -> list[str]:
    """Return the matches of each segment as text: the start `reference:hypothesis` of each chunk, and a letter for each match.

    The letter is a for the first matcher, b for the second and so on; a capital for a match of phrases, followed by their lengths,
    reference first. `~73` after it is a similarity of .73. Matches are rows of `PackedAlignments.matches`, and `ends` has the end of
    those of each segment.

    >>> found = [(2, 1, 0, 1, 0, 1024), (3, 1, 1, 2, 1, 1024), (0, 1, 3, 1, 1, 1024), (0, 1, 0, 1, 2, 750)]
    >>> pack_matches(np.array(found, dtype=np.int32), np.array([3, 4], dtype=np.int32))
    ['0:2aB2-1 3:0b', '0:0c~73']
    """
    begins, lasts = matches[:, (0, 2)], matches[:, (0, 2)] + matches[:, (1, 3)]
    is_first = np.zeros(len(matches), dtype=bool)
    is_first[(ends - np.diff(ends, prepend=0))[np.diff(ends, prepend=0) > 0]] = True
    is_new = is_first.copy()
    is_new[1:] |= (begins[1:] != lasts[:-1]).any(axis=1)
    parts = _named(matches[:, (4, 3, 1, 5)], _letter)
    parts[is_new] = _named(np.column_stack((is_first, begins[:, ::-1]))[is_new], _head) + parts[is_new]
    texts = parts.tolist()
    return ["".join(texts[start:end]) for start, end in pairwise([0, *ends.tolist()])]


def _named(rows: NDArray[np.int32], name: Callable[..., str]) -> NDArray[np.object_]:
    """Return the name of each row, made once for all equal rows."""
    keys = np.ravel_multi_index(tuple(rows.T), tuple(rows.max(axis=0, initial=0) + 1))
    _, firsts, places = np.unique(keys, return_index=True, return_inverse=True)
    names = np.empty(len(firsts), dtype=object)
    names[:] = [name(*row) for row in rows[firsts].tolist()]
    return names[places]


def _head(is_first: int, reference: int, hypothesis: int) -> str:
    return f"{'' if is_first else ' '}{reference}:{hypothesis}"


def _letter(place: int, reference_length: int, hypothesis_length: int, similarity: int) -> str:
    letter = "abcdefgh"[place]
    if reference_length != 1 or hypothesis_length != 1:
        letter = f"{letter.upper()}{reference_length}-{hypothesis_length}"
    return letter if similarity == WHOLE_SIMILARITY else f"{letter}~{round(100 * similarity / WHOLE_SIMILARITY)}"


# The tokens of each piece of text between two blanks, and the differences of its spelling, each with its place.
Pieces = dict[str, tuple[tuple[str, ...], list[tuple[int, str]]]]


def pack_writing(text: str | None, tokens: tuple[str, ...], pieces: Pieces | None = None) -> str | None:
    """Return the differences of a text from its tokens joined by blanks; None if there are none, or no text.

    `7J` means that token 7 (from 0) is joined to the one before it, `7J-` that a - is between them, `7C` that it has a capital, `7=McX`
    is its spelling. A text that is more than its tokens, in order and in any case, is given whole after a `=`.
    `pieces` keeps what was read, for the texts that follow.

    >>> pack_writing("The McX sat, he half-said.", ("the", "mcx", "sat", ",", "he", "half", "said", "."))
    '0C 1=McX 3J 6J- 7J'
    >>> pack_writing("a “b”", ("a", '"', "b", '"'))
    '1=“ 2J 3J=”'
    >>> pack_writing("a &amp; b", ("a", "&", "b"))
    '=a &amp; b'
    """
    if text is None or text == " ".join(tokens):
        return None
    parts: list[str] = []
    place, pieces = 0, {} if pieces is None else pieces
    for written in text.split(" "):
        if place < len(tokens) and tokens[place] == written:  # Most are equal, and the rest is slow.
            place += 1
            continue
        known, marks = pieces.get(written, ((), []))
        if not known or tokens[place : place + len(known)] != known:
            piece = _read_piece(written, tokens[place : place + len(written)])
            if piece is None:
                return f"={text}"
            known, marks = tokens[place : place + len(piece)], [pair for pair in enumerate(piece) if pair[1]]
            pieces[written] = known, marks
        for offset, how in marks:
            parts.append(f"{place + offset}{how}")
        place += len(known)
    return " ".join(parts) if place == len(tokens) else f"={text}"


def _read_piece(written: str, tokens: Sequence[str]) -> list[str] | None:
    """Return the spelling of each token between two blanks; None if the text there is not made of tokens."""
    found: list[str] = []
    position = 0
    for token in tokens:
        gap = _gap(written, position, token) if found else ""
        position += len(gap)
        case = _case(written[position : position + len(token)], token)
        if case is None:
            return None
        found.append(f"J{gap}{case}" if found else case)
        position += len(token)
        if position == len(written):
            return found
    return None


def _gap(written: str, position: int, token: str) -> str:
    """Return the text before a token: nothing, or a mark that is not a token."""
    if _case(written[position : position + len(token)], token) is not None:
        return ""
    following = written[position : position + 1]
    is_mark = following not in ("", "=", "C") and not following.isalnum() and not following.isspace()
    return following if is_mark else ""


def _case(written: str, token: str) -> str | None:
    """Return the spelling of a token, in any case or as another single mark; None if the text is not this token."""
    if written == token:
        return ""
    is_like = written.lower() == token or (
        len(written) == len(token) == 1 and not (written.isalnum() or written.isspace() or token.isalnum())
    )
    if not is_like:
        return None
    return "C" if written == token[:1].upper() + token[1:] else f"={written}"
