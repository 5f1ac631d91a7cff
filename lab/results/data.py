"""The data of the results: folders of judgements and of parallel text, each set read once."""

from dataclasses import dataclass, field
from pathlib import Path

from bolide.analysis.evaluation import Evaluation, evaluate
from bolide.analysis.evaluation_tables import document_of
from bolide.analysis.judged_sets import Candidate, JudgementSet, file_candidate, read_judgements
from bolide.errors import InputError
from bolide.show.tables import render

__all__ = ["Data", "markdown"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Data:
    """Judgements, parallel text, the folder for what is built from it, and how many samples to draw."""

    judgements: Path
    bitext: Path
    built: Path
    samples: int
    _known: dict[str, list[JudgementSet]] = field(default_factory=dict)

    def sets(self, pattern: str) -> list[JudgementSet]:
        """Return the sets in the files of a pattern."""
        if pattern not in self._known:
            paths = sorted(self.judgements.glob(pattern))
            if not paths:
                raise InputError(f"{self.judgements} has no judgements {pattern}: name their folder with --judgements")
            self._known[pattern] = [judged for path in paths for judged in read_judgements(str(path))]
        return self._known[pattern]

    @property
    def jar(self) -> Candidate:
        """The Java program's own scores of the judged translations."""
        return file_candidate("jar", str(self.judgements / "java-meteor15"))

    def evaluated(self, pattern: str, candidates: list[Candidate], measures: tuple[str, ...]) -> Evaluation:
        """Measure candidates on the sets of a pattern."""
        return evaluate(self.sets(pattern), candidates, measures=measures, samples=self.samples)


def markdown(found: Evaluation) -> str:
    """Return the tables of an evaluation."""
    return render(document_of(found, "markdown"), "markdown")
