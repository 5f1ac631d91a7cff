"""The user's hypotheses and references, as text or tokens: checks them, and groups them for many scores per text."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import accumulate, chain, permutations, repeat
from operator import mul
from typing import Any

from bolide.errors import InputError, InputWarning, SegmentError
from bolide.records import record, replace
from bolide.text import Split

Segment = str | Sequence[str]
Row = Mapping[str, Segment | Sequence[Segment]]
Clean = Callable[[Sequence[str]], Sequence[str]]  # of given tokens

# To cause a warning, references must match this many times better in the other reading, and at least this well; and the number of
# segments to check. With two segments from 35 judged sets, 96 to 100 % of wrong readings are noticed, and no right reading is doubted.
_MUCH_BETTER, _MATCHING, _LOOKED_AT = 2, 0.2, 8


@record
class Pairs:
    """Hypotheses with their references, flat; those of segment s are `references[ends[s - 1]:ends[s]]`.

    With `hypothesis_ends`, segments are groups: every hypothesis of a group is scored against every reference of it.
    """

    hypotheses: tuple[Segment, ...]
    references: tuple[Segment, ...]
    ends: Sequence[int]
    tokenised: bool
    hypothesis_ends: tuple[int, ...] = ()


def check_pairs(
    hypotheses: Sequence[Segment] | Sequence[Row],
    references: Sequence[Segment | Sequence[Segment]] | None,
    split: Split | None = None,
    clean: Clean | None = None,
) -> Pairs:
    """Return the pairs of a corpus; strings go through `split`, and tokens through `clean`, if given.

    `InputError` says which segment is wrong, and how.

    With hypotheses as strings, a reference is a string and a list of strings is several references. With hypotheses as lists of
    tokens, a reference is a list of tokens, and a list of these lists is several references.
    """
    ours = _listed(hypotheses, "hypotheses")
    if references is None:
        ours, references = _of_rows(ours)
    theirs = _listed(references, "references")
    if len(ours) != len(theirs):
        raise InputError(_misfit(ours, theirs))
    if not ours:
        raise InputError("there are no segments to score")
    tokenised = not isinstance(ours[0], str)
    checked = check_segments(ours, tokenised, "hypothesis {}".format)
    groups: list[Any] = [(item,) if isinstance(item, str) or _is_one(item, tokenised) else item for item in theirs]
    if not all(groups):
        raise InputError(f"segment {next(i for i, group in enumerate(groups) if not group)} has no reference")
    ends = list(accumulate(map(len, groups)))

    def name(place: int) -> str:
        i = bisect_right(ends, place)
        number = "" if groups[i] is not theirs[i] else f"{place - ends[i] + len(groups[i])} "
        return f"reference {number}of segment {i}"

    flat = check_segments([*chain.from_iterable(groups)], tokenised, name)
    pairs = Pairs(hypotheses=checked, references=flat, ends=ends, tokenised=tokenised)
    _warn_of_streams(pairs)
    return _to_tokens(pairs, split, clean)


def _of_rows(rows: Sequence[object]) -> tuple[list[Segment], list[Segment]]:
    """Return hypotheses and references of COMET's rows."""
    if not all(isinstance(row, Mapping) and {"mt", "ref"} <= row.keys() for row in rows):
        raise InputError(
            'references are missing: give them after the hypotheses, or give rows with "mt" and "ref", as for COMET'
        )
    both = [(row["mt"], row["ref"]) for row in rows if isinstance(row, Mapping)]
    return [mt for mt, _ in both], [ref for _, ref in both]


def _misfit(hypotheses: Sequence[object], references: Sequence[object]) -> str:
    """Return the error for a number of references that differs from that of hypotheses."""
    many, lists = len(hypotheses), len(references)
    if many and lists and all(_is_stream(item, hypotheses) for item in references):
        each = "a list" if lists == 1 else f"{lists} lists"
        return (
            f"there are {many} hypotheses and {each} of {many} references, as for sacreBLEU: bolide needs a list of references for "
            "each segment; use list(zip(*references))"
        )
    return (
        f"there are {many} hypotheses and {lists} items of references: give one item for each hypothesis, "
        "a reference or a list of references"
    )


def _is_stream(item: object, hypotheses: Sequence[object]) -> bool:
    """Whether an item of references is a list with one reference for each hypothesis."""
    return (
        isinstance(item, (list, tuple))
        and len(item) == len(hypotheses)
        and isinstance(item[0], str) == isinstance(hypotheses[0], str)
    )


def _warn_of_streams(pairs: Pairs) -> None:
    """Warn if references, as many per segment as there are segments, are probably sacreBLEU's streams, a list for each reference.

    Reference i of segment i is the same in both readings, so the others decide.
    """
    many = len(pairs.hypotheses)
    if many < 2 or pairs.ends[0] != many or list(pairs.ends) != list(range(many, many * many + 1, many)):
        return
    places = list(permutations(range(min(many, _LOOKED_AT)), 2))
    here = there = 0.0
    for segment, other in places:
        hypothesis = pairs.hypotheses[segment]
        here += _alike(hypothesis, pairs.references[segment * many + other])
        there += _alike(hypothesis, pairs.references[other * many + segment])
    if there <= max(_MATCHING * len(places), _MUCH_BETTER * here):
        return
    import warnings

    warnings.warn(
        f"references were read as a list of {many} for each segment; they match much better as sacreBLEU's streams, a list for "
        "each reference: then use list(zip(*references))",
        InputWarning,
        stacklevel=6,  # the caller of Meteor.score
    )


def _alike(segment: Segment, other: Segment) -> float:
    """Return the share of character trigrams, 0 to 1, that the beginnings of two segments have in common: quick, and for any script."""
    texts = ((text if isinstance(text, str) else " ".join(text))[:1000].lower() for text in (segment, other))
    one, two = ({text[place : place + 3] for place in range(len(text) - 2)} for text in texts)
    return 2 * len(one & two) / max(1, len(one) + len(two))


def make_groups(
    hypotheses: Sequence[Sequence[Segment]],
    references: Sequence[Sequence[Segment]],
    split: Split | None = None,
    clean: Clean | None = None,
) -> Pairs:
    """Return groups of hypotheses and references, all checked by `check_segments`; otherwise like `check_pairs`."""
    flat = tuple(chain.from_iterable(hypotheses))
    pairs = Pairs(
        hypotheses=flat,
        references=tuple(chain.from_iterable(references)),
        ends=list(accumulate(map(len, references))),
        tokenised=not isinstance(flat[0], str),
        hypothesis_ends=tuple(accumulate(map(len, hypotheses))),
    )
    return _to_tokens(pairs, split, clean)


def _to_tokens(pairs: Pairs, split: Split | None, clean: Clean | None) -> Pairs:
    """Return the pairs with every segment split or cleaned by these functions, if given."""
    make: Callable[[Any], Sequence[str]] | None = clean if pairs.tokenised else split
    if make is None:
        return pairs
    seen: dict[Segment, Segment] = {}  # References recur with every system.

    def tokens(segments: tuple[Segment, ...], name: str) -> tuple[Segment, ...]:
        new = [segment for segment in dict.fromkeys(segments) if segment not in seen]
        made = check_segments([*map(make, new)], True, lambda i: f"{name} {segments.index(new[i])}")
        seen.update(zip(new, made, strict=True))
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


def check_segments(segments: Sequence[Any], tokenised: bool, name: Callable[[int], str]) -> tuple[Segment, ...]:
    """Return strings unchanged, and lists of tokens as tuples; `InputError` for anything else, by the `name` of its place."""
    if not tokenised:
        for i, segment in enumerate(segments):
            if not isinstance(segment, str):
                raise InputError(
                    f"{name(i)} must be a string (strings and lists of tokens do not mix), not {_describe(segment)}"
                )
        return tuple(segments)
    for i, segment in enumerate(segments):
        if isinstance(segment, (str, bytes)) or not isinstance(segment, Sequence):
            raise InputError(
                f"{name(i)} must be a string or a list of tokens (the two do not mix), not {_describe(segment)}"
            )
        if not all(map(isinstance, segment, repeat(str))) or not all(segment):
            place = next(place for place, token in enumerate(segment) if not isinstance(token, str) or not token)
            told = f"must be a string that is not empty, not {_describe(segment[place])}"
            raise InputError(f"token {place} of {name(i)} {told}")
    return tuple(map(tuple, segments))


def _is_one(item: Any, tokenised: bool) -> bool:
    """Whether an item of references is a single one, right or wrong, not a list of them."""
    is_list = isinstance(item, Sequence) and not isinstance(item, (str, bytes))
    return not is_list or (tokenised and (not item or isinstance(item[0], str)))


def _listed(values: object, name: str) -> Sequence[object]:
    if isinstance(values, (list, tuple)):
        return values
    if isinstance(values, (str, bytes)):
        raise InputError(
            f"{name} must be a list with one item per segment, not a single {type(values).__name__}; for one pair of texts, use "
            "segment(hypothesis, reference)"
        )
    if isinstance(values, (Set, Mapping)) or not isinstance(values, Iterable):
        raise InputError(f"{name} must be a list with one item per segment, not {_describe(values)}")
    return list(values)


def _describe(value: object) -> str:
    if value is None:
        return "None"
    if isinstance(value, str) and not value:
        return "an empty string"
    return f"{type(value).__name__} ({str(value)[:40]!r})"


# Returns a score for each hypothesis of a group with each reference of the same group, in order. Each text is processed once.
ScoreGroups = Callable[[list[list[Segment]], list[list[Segment]]], "memoryview[float]"]
# The number of pairs and of texts scored at a time: limits memory (400 bytes a pair, and the vectors of a text's words).
PAIRS, TEXTS = 1 << 16, 1 << 10


def score_matrix(score_groups: ScoreGroups, hypotheses: Sequence[Segment], references: Sequence[Segment]) -> bytes:
    """Return the scores of all hypotheses against all references, as doubles row by row. Equal texts are scored once."""
    if not hypotheses or not references:
        raise InputError("a matrix needs at least one hypothesis and one reference")
    if isinstance(hypotheses, str) or isinstance(references, str):
        raise InputError("the hypotheses and references of a matrix must be lists, not a single str")
    tokenised = not isinstance(hypotheses[0], str)
    rows, row_of = _distinct(hypotheses, tokenised, "hypothesis")
    columns, column_of = _distinct(references, tokenised, "reference")
    width = len(columns)
    height = max(1, PAIRS // width)
    scores: list[memoryview[float]] = []
    for start in range(0, len(rows), height):
        block = rows[start : start + height]
        try:
            values = score_groups([block], [columns])
        except SegmentError as error:
            raise SegmentError(row_of.index(start + error.segment), error.reason) from error
        scores += [values[i * width : (i + 1) * width] for i in range(len(block))]
    if width == len(references):
        return b"".join(scores[row].tobytes() for row in row_of)
    return b"".join(scores[row][column : column + 1].tobytes() for row in row_of for column in column_of)


def utilities(score_groups: ScoreGroups, groups: Sequence[Sequence[Segment]]) -> list[list[float]]:
    """Return the utility of each candidate of a group: its mean score with each candidate as the reference.

    `SegmentError` has the number of a group.
    """
    if isinstance(groups, str) or any(isinstance(group, str) for group in groups):
        raise InputError(
            "the groups must be lists of candidates, not strings; for one group, use utilities([candidates])"
        )
    first = next((group[0] for group in groups if group), None)
    if first is None:
        raise InputError("there are no segments to score")
    tokenised = not isinstance(first, str)
    found = [_distinct(group, tokenised, f"group {i}: candidate") for i, group in enumerate(groups)]
    results = []
    for start, end in _blocks([len(texts) for texts, _ in found]):
        block = [texts for texts, _ in found[start:end]]
        try:
            scores = score_groups(block, block)
        except SegmentError as error:
            ends = list(accumulate(map(len, block)))
            raise SegmentError(start + bisect_right(ends, error.segment), error.reason) from error
        for texts, numbers in found[start:end]:
            counts, width = Counter(numbers), len(texts)
            weights = [counts[number] for number in range(width)]
            means = [sum(map(mul, weights, scores[i * width : (i + 1) * width])) / len(numbers) for i in range(width)]
            scores = scores[width * width :]
            results.append([means[number] for number in numbers])
    return results


def _blocks(sizes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the ranges of groups that are scored together; nothing if all are empty."""
    start = texts = pairs = 0
    for end, size in enumerate(sizes):
        if texts and size and (texts + size > TEXTS or pairs + size * size > PAIRS):
            yield start, end
            start, texts, pairs = end, 0, 0
        texts, pairs = texts + size, pairs + size * size
    if texts:
        yield start, len(sizes)


def _distinct(segments: Sequence[Segment], tokenised: bool, what: str) -> tuple[list[Segment], list[int]]:
    """Return the distinct segments in order, and the number of each segment among them; `InputError` if one is not a segment."""
    places: dict[Segment, int] = {}
    checked = check_segments(segments, tokenised, f"{what} {{}}".format)
    return [*dict.fromkeys(checked)], [places.setdefault(segment, len(places)) for segment in checked]
