"""The aligners: how the matches of a pair are chosen from all candidates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bolide import _core
from bolide.errors import ConfigurationError
from bolide.family.asked import Asked
from bolide.family.fields import POSITIVE, WHOLE, WORD, Field, check_choice
from bolide.family.opened import Opened
from bolide.records import record

if TYPE_CHECKING:
    from bolide.family.pipeline import Pipeline

__all__ = ["ALIGNERS", "Aligner"]

_JAVA = {"java": _core.Objective.coverage, "java-maxacc": _core.Objective.accuracy}
_PAPER = {"paper": _core.Coverage.weighted, "paper-count": _core.Coverage.count}
ALIGNERS = (*_JAVA, *_PAPER)  # The staged one belongs to METEOR-Hindi, which has no other.
EQUALITIES = ("text", "java_hash")
WIDEST_BEAM = 100_000
WIDEST_JAVA_BEAM = 2**31 - 1  # The jar's; the core keeps only the partial alignments there are, and refuses too many.


@record
class Aligner:
    """A search and the width of its beam. `equality` says which words are equal to it: the jar compares hashes."""

    name: str
    beam: int
    equality: str

    FIELDS = (
        Field(
            name="aligner",
            kind=WORD,
            choices=ALIGNERS,
            help="how matches are chosen: java, the search of Meteor 1.5; java-maxacc, the one its Matcher offers, which prefers what "
            "is not a paraphrase; paper, the best alignment by what the papers say; paper-count, the same with every covered word "
            "counting alike",
            default="the preset's",
        ),
        Field(
            name="beam",
            kind=POSITIVE,
            help="partial alignments that the aligner keeps (paper: where the best one cannot be found within bounds)",
            default="the preset's",
        ),
    )
    SIGNED = (("aligner", WORD), ("beam", WHOLE))

    @classmethod
    def choose(cls, asked: Asked) -> Aligner:
        """Return the aligner that was asked for, or the preset's."""
        own = asked.preset.options["aligner"]
        beam = asked.get("beam")
        name = check_choice("aligner", asked.get("aligner"), ALIGNERS if own in ALIGNERS else (own,))
        widest = WIDEST_JAVA_BEAM if name in _JAVA else WIDEST_BEAM
        if not isinstance(beam, int) or not 0 <= beam <= widest:
            raise ConfigurationError(f"the beam has to be a whole number from 0 to {widest}, not {beam!r}")
        equality = check_choice("equality of words", asked.get("equality"), EQUALITIES)
        return cls(name=name, beam=beam, equality=equality)

    def sign(self) -> dict[str, Any]:
        """Return name and beam; which words are equal belongs to the preset."""
        return {"aligner": self.name, "beam": self.beam}

    def open(self, _pipeline: Pipeline, *, offline: bool | None) -> Opened:  # noqa: ARG002 - all parts are opened alike
        """Return the settings of the core's aligner."""
        core: dict[str, Any] = {"equality": getattr(_core.Equality, self.equality)}
        if self.name in _JAVA:
            core["aligner"] = _core.JavaAligner(beam=self.beam, objective=_JAVA[self.name])
        elif self.name in _PAPER:
            core["aligner"] = _core.PaperAligner(beam=max(self.beam, 1), coverage=_PAPER[self.name])
        else:
            core["aligner"] = _core.StagedAligner(beam=max(self.beam, 1))
        return Opened(core=core)
