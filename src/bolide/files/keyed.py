"""Texts that find each other by a segment id, whatever file and order they come in: what WMT-XML, SGML and COCO have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bolide.errors import InputError
from bolide.files.corpus import Batch, Corpus, SegmentId, check_name

__all__ = ["Collection", "KeyedCorpus"]


class Collection:
    """Gathers references and hypotheses by segment id, then makes a corpus of them."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._references: dict[str, dict[str, str]] = {}
        self._hypotheses: dict[str, dict[str, str]] = {}
        self._ids: dict[str, SegmentId] = {}  # As they were given first.

    def add_reference(self, segment: SegmentId, text: str, *, name: str | None, place: str) -> None:
        """Add a reference to a segment; those of one segment have different names, or none at all."""
        texts = self._references.setdefault(self._key(segment, place), {})
        name = f"{len(texts) + 1}" if name is None else name
        if name in texts:
            raise InputError(f"{place}: segment {segment} has a second reference by {name}: each may occur only once")
        texts[name] = text

    def add_hypothesis(self, system: str, segment: SegmentId, text: str, *, place: str) -> None:
        """Add what a system says for a segment."""
        texts = self._hypotheses.setdefault(check_name(system, "name of a system", place), {})
        if (key := self._key(segment, place)) in texts:
            raise InputError(
                f"{place}: system {system} has a second hypothesis for segment {segment}: each may occur only once"
            )
        texts[key] = text

    def _key(self, segment: SegmentId, place: str) -> str:
        """Return what a segment is known by: the number 7 and the text "7" are the same."""
        key = check_name(segment, "segment id", place)
        self._ids.setdefault(key, segment)
        return key

    def corpus(self, files: str, *, answered_only: bool = False) -> KeyedCorpus:
        """Return the corpus, segments in the order of the references; `files` says where they come from.

        With `answered_only`, segments without any hypothesis are left out, and the first system gives the order.
        """
        if not self._hypotheses:
            raise InputError(f"{files}: there are no hypotheses: name a file that has them too")
        if not self._references:
            raise InputError(f"{files}: there are no references: name a file that has them too")
        first = next(iter(self._hypotheses.values()))
        order = [key for key in first if key in self._references] if answered_only else list(self._references)
        for system, texts in self._hypotheses.items():
            self._check(system, texts, order)
        left_out = len(self._references) - len(order)
        note = f"{left_out} segments have references and no hypothesis; they are left out" if left_out else None
        return KeyedCorpus({key: self._ids[key] for key in order}, self._hypotheses, self._references, note)

    def _check(self, system: str, texts: Mapping[str, str], order: Sequence[str]) -> None:
        """Raise `InputError` unless a system has just the segments that are scored."""
        without = [segment for segment in texts if segment not in self._references]
        if without:
            raise InputError(
                f"system {system} has {len(without)} segments without a reference, the first is {without[0]}: "
                "add the references, or leave these segments out"
            )
        missing = [segment for segment in order if segment not in texts]
        if missing:
            raise InputError(
                f"system {system} has no hypothesis for {len(missing)} of {len(order)} segments, the first is {missing[0]}: "
                "every system needs the same segments (an empty hypothesis is one too)"
            )
        if len(texts) != len(order):
            known = set(order)
            more = next(segment for segment in texts if segment not in known)
            raise InputError(
                f"system {system} has {len(texts)} segments and the first system {len(order)}, without {more}: "
                "every system needs the same segments"
            )


class KeyedCorpus(Corpus):
    """A corpus in memory."""

    def __init__(
        self,
        ids: Mapping[str, SegmentId],
        hypotheses: Mapping[str, Mapping[str, str]],
        references: Mapping[str, Mapping[str, str]],
        note: str | None = None,
    ) -> None:
        """Take what `Collection` has checked; `ids` are in order, by what segments are known by."""
        super().__init__(list(hypotheses), len(ids), has_ids=True, note=note)
        self._ids = ids
        self._hypotheses = hypotheses
        self._references = references

    def batches(self, size: int) -> Iterator[Batch]:
        """Yield the segments with their ids."""
        order = list(self._ids)
        for begin in range(0, len(order), size):
            keys = order[begin : begin + size]
            references = [list(self._references[key].values()) for key in keys]
            yield Batch(
                ids=[self._ids[key] for key in keys],
                hypotheses={name: [texts[key] for key in keys] for name, texts in self._hypotheses.items()},
                references=dict.fromkeys(self._hypotheses, references),
            )
