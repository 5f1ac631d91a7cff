"""What is built is what the jar takes: `-new OUT/meteor-files` gives the scores of `Meteor(preset="universal", resources=OUT)`."""

from __future__ import annotations

import pytest
from built_language import make_bitext, make_segments

pytest.importorskip("ibis")
pytest.importorskip("duckdb")
pytest.importorskip("pyarrow")

from bolide import Meteor


def _lines(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


@pytest.mark.java
def test_the_jar_gives_the_same_segment_scores(bolide, java_meteor, write, tmp_path):
    """Four hundred segments, nearly all with paraphrases of the built table, score alike to the last bit."""
    source, target, links = (write(name, _lines(text)) for name, text in zip("fea", make_bitext(2000), strict=True))
    out = tmp_path / "out"
    result = bolide(
        "build", str(out), "--source", source, "--target", target, "--alignments", links, "--common", "0.05"
    )
    assert (result.code, result.err) == (0, f"to use it: bolide score --resources {out} SYSTEM REFERENCE\n")
    hypotheses, references = make_segments(400)
    files = [write("hypotheses", _lines(hypotheses)), write("references", _lines(references))]
    printed = java_meteor.run(*files, "-new", str(out / "meteor-files"))
    java = [float(line.split()[-1]) for line in printed if line.startswith("Segment ")]
    metric = Meteor(preset="universal", resources=out)
    scored = metric.score(hypotheses, references)
    assert scored.segments.score.tolist() == java
    assert float(printed[-1].split()[-1]) == scored.score
    assert printed[2].split() == ["Eval", "ID:", metric.eval_id]
    paraphrased = sum(
        any(match.matcher == "paraphrase" for match in alignment.matches)
        for alignment in metric.align_all(hypotheses, references)
    )
    assert paraphrased > 300
    assert len(set(java)) > 200
