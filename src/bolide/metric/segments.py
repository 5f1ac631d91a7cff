"""Checking what users hand in: hypotheses and references as text or tokens, one or many references per segment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from itertools import accumulate, chain

from bolide import _core
from bolide.errors import InputError
from bolide.records import record, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["Pairs", "Segment", "check_pairs", "check_segment", "make_groups", "part_of"]

Segment = str | Sequence[str]


@record
class Pairs:
    """Hypotheses with their references, flat; those of segment s are `references[ends[s - 1]:ends[s]]`.

    With `hypothesis_ends`, segments are groups: every hypothesis of one is scored against every reference of it.
    """

    hypotheses: tuple[Any, ...]
    references: tuple[Any, ...]
    ends: Sequence[int]
    tokenised: bool
    hypothesis_ends: tuple[int, ...] = ()


def check_pairs(
    hypotheses: Sequence[Segment],
    references: Sequence[Segment | Sequence[Segment]],
    split: Callable[[str], Sequence[str]] | None = None,
    clean: Callable[[Sequence[str]], Sequence[str]] | None = None,
) -> Pairs:
    """Return the pairs of a corpus; strings go through `split`, and tokens through `clean`, where there is such a function.

    `InputError` says which segment is wrong, and how.

    With hypotheses as strings, a reference is a string and a list of strings is several references. With hypotheses as lists of
    tokens, a reference is a list of tokens and a list of such lists is several references.
    """
    hypotheses = _listed(hypotheses, "hypotheses")
    references = _listed(references, "references")
    if len(hypotheses) != len(references):
        raise InputError(
            f"there are {len(hypotheses)} hypotheses and {len(references)} items of references: one item for each is needed, "
            "a reference or a list of references"
        )
    if not hypotheses:
        raise InputError("there are no segments to score")
    tokenised = not isinstance(hypotheses[0], str)
    checked = _checked(hypotheses, tokenised)
    if checked is None:
        named = ((f"hypothesis {i}", hypothesis) for i, hypothesis in enumerate(hypotheses))
        checked = tuple(check_segment(hypothesis, tokenised, name) for name, hypothesis in named)
    flat, ends = _flat(references, tokenised)
    pairs = Pairs(hypotheses=checked, references=flat, ends=ends, tokenised=tokenised)
    step = clean if tokenised else split
    return _to_tokens(pairs, step) if step else pairs


def make_groups(
    hypotheses: Sequence[Sequence[Any]],
    references: Sequence[Sequence[Any]],
    split: Callable[[str], Sequence[str]] | None = None,
    clean: Callable[[Sequence[str]], Sequence[str]] | None = None,
) -> Pairs:
    """Return groups of hypotheses and references, all of which `check_segment` returned; otherwise like `check_pairs`."""
    flat = tuple(chain.from_iterable(hypotheses))
    pairs = Pairs(
        hypotheses=flat,
        references=tuple(chain.from_iterable(references)),
        ends=list(accumulate(map(len, references))),
        tokenised=not isinstance(flat[0], str),
        hypothesis_ends=tuple(accumulate(map(len, hypotheses))),
    )
    step = clean if pairs.tokenised else split
    return _to_tokens(pairs, step) if step else pairs


def _checked(segments: Sequence[Any], tokenised: bool) -> tuple[Any, ...] | None:
    """Return segments as `check_segment` does, without running Python for each; None if one of them takes a closer look."""
    return _core.check_segments(segments, tokenised)


def _flat(references: Sequence[Any], tokenised: bool) -> tuple[tuple[Any, ...], Sequence[int]]:
    """Return all references, checked, and where those of each segment end."""
    one_each = range(1, len(references) + 1)
    checked = _checked(references, tokenised)
    if checked is not None:
        return checked, one_each
    if lists := _core.flatten(references):
        checked = _checked(lists[0], tokenised)
        if checked is not None:
            return checked, lists[1] or one_each
    flat: list[Any] = []
    ends = []
    for i, item in enumerate(references):
        flat.extend(_references_of(item, tokenised, i))
        ends.append(len(flat))
    return tuple(flat), ends


def _to_tokens(pairs: Pairs, step: Callable[[Any], Sequence[str]]) -> Pairs:
    """Return the pairs with every segment as the tokens that `step` makes of it."""
    seen: dict[Any, tuple[str, ...]] = {}  # References come back with every system.

    def tokens(segments: tuple[Any, ...], name: str) -> tuple[tuple[str, ...], ...]:
        for i, segment in enumerate(segments):
            if segment not in seen:
                made = step(segment)
                checked = _checked((made,), True)
                seen[segment] = check_segment(made, True, f"{name} {i}") if checked is None else checked[0]
        return tuple(map(seen.__getitem__, segments))

    hypotheses, references = tokens(pairs.hypotheses, "hypothesis"), tokens(pairs.references, "reference")
    return replace(pairs, hypotheses=hypotheses, references=references, tokenised=True)


def part_of(pairs: Pairs, start: int, end: int) -> Pairs:
    """Return the segments from `start` up to `end` with their references."""
    first = pairs.ends[start - 1] if start else 0
    ends = pairs.ends[start:end]
    return Pairs(
        hypotheses=pairs.hypotheses[start:end],
        references=pairs.references[first : ends[-1]],
        ends=[place - first for place in ends],
        tokenised=pairs.tokenised,
    )


def check_segment(segment: Any, tokenised: bool, name: str) -> Any:
    """Return a string as it is, and tokens as a tuple of strings; `InputError` for anything else."""
    if not tokenised:
        if not isinstance(segment, str):
            raise InputError(
                f"{name} has to be a string (strings and lists of tokens do not mix), not {_describe(segment)}"
            )
        return segment
    if isinstance(segment, (str, bytes)) or not isinstance(segment, Sequence):
        raise InputError(
            f"{name} has to be a string or a list of tokens (the two do not mix), not {_describe(segment)}"
        )
    for place, token in enumerate(segment):
        if not isinstance(token, str) or not token:
            raise InputError(f"token {place} of {name} has to be a string that is not empty, not {_describe(token)}")
    return tuple(segment)


def _references_of(item: Any, tokenised: bool, index: int) -> Sequence[Any]:
    """Return the references in one item, checked."""
    is_one = isinstance(item, (str, bytes)) or not isinstance(item, Sequence)
    if is_one or (tokenised and all(isinstance(token, str) for token in item)):
        return [check_segment(item, tokenised, f"reference of segment {index}")]
    if not item:
        raise InputError(f"segment {index} has no reference")
    checked = _checked(item, tokenised)
    if checked is not None:
        return checked
    return [
        check_segment(reference, tokenised, f"reference {place} of segment {index}")
        for place, reference in enumerate(item)
    ]


def _listed(values: Any, name: str) -> Sequence[Any]:
    if isinstance(values, (str, bytes)):
        raise InputError(
            f"{name} have to be a list with one item per segment, not a single {type(values).__name__}; for one pair of texts there is "
            "segment(hypothesis, reference)"
        )
    if isinstance(values, (Set, Mapping)) or not isinstance(values, Iterable):
        raise InputError(f"{name} have to be a list with one item per segment, not {_describe(values)}")
    return values if isinstance(values, (list, tuple)) else list(values)


def _describe(value: object) -> str:
    if value is None:
        return "None"
    if isinstance(value, str) and not value:
        return "an empty string"
    return f"{type(value).__name__} ({str(value)[:40]!r})"
