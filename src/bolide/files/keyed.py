"""Texts that find each other by a segment id, whatever file and order they come in: what WMT-XML, SGML and COCO have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bolide.errors import InputError
from bolide.files.corpus import Batch, Corpus, check_name

__all__ = ["Collection", "KeyedCorpus"]


class Collection:
    """Gathers references and hypotheses by segment id, then makes a corpus of them."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._references: dict[str, dict[str, str]] = {}
        self._hypotheses: dict[str, dict[str, str]] = {}

    def add_reference(self, segment: str, text: str, *, name: str | None, place: str) -> None:
        """Add a reference to a segment; those of one segment have different names, or none at all."""
        texts = self._references.setdefault(check_name(segment, "segment id", place), {})
        name = f"{len(texts) + 1}" if name is None else name
        if name in texts:
            raise InputError(f"{place}: segment {segment} has a second reference by {name}: each may occur only once")
        texts[name] = text

    def add_hypothesis(self, system: str, segment: str, text: str, *, place: str) -> None:
        """Add what a system says for a segment."""
        texts = self._hypotheses.setdefault(check_name(system, "name of a system", place), {})
        if check_name(segment, "segment id", place) in texts:
            raise InputError(
                f"{place}: system {system} has a second hypothesis for segment {segment}: each may occur only once"
            )
        texts[segment] = text

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
        return KeyedCorpus(order, self._hypotheses, self._references, note)

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
        order: Sequence[str],
        hypotheses: Mapping[str, Mapping[str, str]],
        references: Mapping[str, Mapping[str, str]],
        note: str | None = None,
    ) -> None:
        """Take what `Collection` has checked."""
        super().__init__(list(hypotheses), len(order), has_ids=True, note=note)
        self._order = list(order)
        self._hypotheses = hypotheses
        self._references = references

    def batches(self, size: int) -> Iterator[Batch]:
        """Yield the segments with their ids."""
        for begin in range(0, len(self._order), size):
            ids = self._order[begin : begin + size]
            references = [list(self._references[segment].values()) for segment in ids]
            yield Batch(
                ids=ids,
                hypotheses={name: [texts[segment] for segment in ids] for name, texts in self._hypotheses.items()},
                references=dict.fromkeys(self._hypotheses, references),
            )
