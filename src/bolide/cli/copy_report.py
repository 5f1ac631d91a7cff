"""What `bolide align` prints of copy words: under each segment, and at the end over all of them."""

from __future__ import annotations

from typing import Any

from bolide.analysis.copy_counts import CopyReport, CorpusCopyReport
from bolide.metric.alignment import Alignment
from bolide.metric.meteor import Meteor
from bolide.show.tables import to_json

__all__ = ["CopyPrinter"]


class CopyPrinter:
    """Keeps count of copy words; prints nothing for a metric without them."""

    def __init__(self, meteor: Meteor, form: str) -> None:
        self._is_used = meteor.parameters.copy is not None
        self._form = form
        self._corpus = CorpusCopyReport()

    def _report(self, alignment: Alignment) -> CopyReport:
        report = CopyReport.of(alignment)
        self._corpus.add(report)
        return report

    def as_text(self, alignment: Alignment) -> str:
        """Return a line on a segment."""
        return f"{self._report(alignment)}\n" if self._is_used else ""

    def as_json(self, alignment: Alignment) -> dict[str, Any]:
        """Return what a segment's object gains."""
        return {"copy_words": self._report(alignment).as_json()} if self._is_used else {}

    def print_corpus(self) -> None:
        """Print what there is to say of all segments, the last lines of the output."""
        if not self._is_used:
            return
        if self._form == "json":
            print(to_json({"corpus": {"copy_words": self._corpus.as_json()}}))
        else:
            print(self._corpus)
