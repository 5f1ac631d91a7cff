"""Our own texts give what the Java program gave for them (kind: Java; tests/golden/own/README.md has the commands)."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from agreement import assert_alignments_agree, assert_scores_agree, assert_statistics_agree
from java_output import read_alignments, read_lines, read_statistics, read_verbose

from bolide import Meteor
from bolide.data.languages import find_language


@dataclass(frozen=True)
class Run:
    """A stored run of the Java program: the beginning of its files' names, and the same choice in bolide's words."""

    name: str
    outputs: tuple[str, ...]
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def language(self) -> str:
        return self.name.split(".")[0]

    def meteor(self, folder: Path) -> Meteor:
        uses_table = "paraphrase" in find_language(self.language).matchers
        return Meteor(self.language, paraphrases=folder / "paraphrase.gz" if uses_table else None, **self.options)

    def segments(self, folder: Path) -> tuple[list[str], list[Any]]:
        references = [read_lines(folder / f"{self.language}.ref")]
        if self.name == "en.tworefs":
            references.append(read_lines(folder / "en.ref2"))
        return read_lines(folder / f"{self.language}.hyp"), [list(row) for row in zip(*references, strict=True)]


ALL = ("ss", "vout", "align")
NUMBERS = ("ss", "vout")

# Only these need the English synonyms.
ENGLISH = [
    Run("en.norm", ALL),
    Run("en.nopunct", NUMBERS, {"text": "nopunct"}),
    Run("en.lower", NUMBERS, {"text": "lower"}),
    Run("en.raw", NUMBERS, {"text": "raw"}),
    Run("en.beam3", ("ss",), {"beam": 3}),
    Run("en.characters", ("ss",), {"unit": "characters", "task": "util"}),
    Run("en.tworefs", NUMBERS),
    *(Run(f"en.{task}", ("vout",), {"task": task}) for task in ("adq", "hter", "tune", "li")),
]
OTHERS = [
    Run("en.universal", ("vout",), {"task": "universal"}),
    *(Run(f"{code}.norm", ALL) for code in ("cs", "de", "es", "fr", "ru")),
    *(Run(f"{code}.lower", NUMBERS) for code in ("da", "fi", "hu", "it", "nl", "no", "pt", "ro", "sv", "tr")),
]
RUNS = [*(pytest.param(run, marks=pytest.mark.english, id=run.name) for run in ENGLISH)]
RUNS += [pytest.param(run, id=run.name) for run in OTHERS]


def test_every_stored_output_is_compared(own_golden):
    """Every stored output of the Java program has a test."""
    stored = {path.name for kind in ALL for path in own_golden.glob(f"*.{kind}")}
    assert stored == {f"{run.name}.{output}" for run in (*ENGLISH, *OTHERS) for output in run.outputs}


@pytest.mark.parametrize("run", RUNS)
def test_statistics_and_scores(run, own_golden):
    """Every statistic is equal, every score is to the last bit, and the eval id is the same."""
    meteor = run.meteor(own_golden)
    result = meteor.score(*run.segments(own_golden))
    if "ss" in run.outputs:
        expected = read_statistics(read_lines(own_golden / f"{run.name}.ss"))
        assert_statistics_agree(result.segments.statistics, expected)
    if "vout" in run.outputs:
        assert_scores_agree(result, meteor, read_verbose(read_lines(own_golden / f"{run.name}.vout")))


@pytest.mark.parametrize("run", [run for run in RUNS if "align" in run.values[0].outputs])
def test_alignments(run, own_golden):
    """Tokens and matches are equal, segment by segment."""
    meteor = run.meteor(own_golden)
    hypotheses, references = run.segments(own_golden)
    alignments = meteor.align_all(hypotheses, [reference for (reference,) in references])
    assert_alignments_agree(alignments, read_alignments(read_lines(own_golden / f"{run.name}.align")), meteor)
