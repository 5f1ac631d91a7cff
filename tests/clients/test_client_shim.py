"""Unmodified clients of the jar, run through the shim, get the jar's numbers without Java."""

import os
import subprocess
import sys

import pytest

from bolide import Meteor
from bolide.adapters.java.shim import write_shim

pytestmark = [
    pytest.mark.clients,
    pytest.mark.english,
    pytest.mark.skipif(sys.platform == "win32", reason="the shim is a script for /bin/sh"),
]

# All that the protocol carries: the class takes bars out of hypotheses, but not out of references.
AWKWARD = [
    ('"quotes" \t and ||| bars |||', ["quotes and bars"]),
    ("a \r carriage return", ["a carriage\rreturn"]),
    ("", ["a reference"]),
    ("a\u2028line\u0085separator \x01", ["a line separator"]),
]


@pytest.fixture
def path(tmp_path):
    """Return a PATH on which the shim is the only java."""
    write_shim(tmp_path / "shim", dialect="coco")
    folder = tmp_path / "shell"
    folder.mkdir()
    (folder / "sh").symlink_to("/bin/sh")
    return os.pathsep.join([str(tmp_path / "shim"), str(folder)])


def test_pycocoevalcap(client, captions, path):
    """pycocoevalcap's own class, with the shim for its java, gives the scores of `bolide.Meteor` on over 300 captions."""
    pairs = captions + AWKWARD
    assert len(captions) >= 300
    theirs = client("pycocoevalcap", PATH=path).ask("java_captions.py", pairs)
    hypotheses = [hypothesis.replace("|||", "").replace("  ", " ") for hypothesis, _ in pairs]
    ours = Meteor("en").score(hypotheses, [references for _, references in pairs])
    assert theirs["scores"] == ours.segments.score.tolist()
    assert theirs["total"] == ours.score


def test_compare_mt(client, captions, path, tmp_path):
    """compare-mt, with the shim for its java, prints the score of `bolide.Meteor`."""
    pairs = [(hypothesis.strip() or "empty", references[0].strip() or "empty") for hypothesis, references in captions]
    for name, texts in zip(("hypotheses", "references"), zip(*pairs, strict=True), strict=True):
        (tmp_path / name).write_text("".join(f"{text}\n" for text in texts), encoding="utf-8", newline="\n")
    program = client("compare-mt", PATH=path)
    command = [program.python.parent / "compare-mt", tmp_path / "references", tmp_path / "hypotheses"]
    command += ["--compare_scores", "score_type=meteor,meteor_directory=anywhere"]
    done = subprocess.run(command, capture_output=True, check=True, text=True, env=program.variables, cwd=tmp_path)
    ours = Meteor("en", text="raw").score([pair[0] for pair in pairs], [pair[1] for pair in pairs])
    assert f"METEOR\t{ours.score * 100:.4f}\n" in done.stdout
