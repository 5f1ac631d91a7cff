"""Unmodified clients of the jar, run through the shim, get the jar's numbers without Java."""

import os
import re
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT, lines

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


# What the class needs of Z-MERT, and a program that scores its last argument with the other ones as references.
STAND_IN = """
abstract class EvaluationMetric {
  protected static String[][] refSentences;
  protected static java.text.DecimalFormat f4 = new java.text.DecimalFormat("0.0000");
  protected int suffStatsCount;
  protected String metricName;
  protected boolean toBeMinimized;

  protected abstract void initialize();
  public abstract int[] suffStats(String candidate, int i);
  public abstract double score(int[] stats);

  public static void main(String[] texts) {
    refSentences = new String[][] {java.util.Arrays.copyOf(texts, texts.length - 1)};
    EvaluationMetric metric = new ZeroOneLoss(new String[0]);
    System.out.println(metric.score(metric.suffStats(texts[texts.length - 1], 0)));
  }
}
"""


def _run_java(folder, path, *command):
    """Compile the class against what is on the path, and run a program there; return what it prints."""
    if not shutil.which("javac"):
        pytest.skip("there is no javac on the PATH")
    source = ROOT / "examples" / "zmert" / "ZeroOneLoss.java"
    subprocess.run(
        ["javac", "-encoding", "UTF-8", "-cp", path, "-d", folder, source, *folder.glob("*.java")], check=True
    )
    serve = f"-Dbolide={sys.executable} -m bolide java --stdio-dialect cmu - - -stdio -lower -t tune -l en"
    command = ["java", "-Dfile.encoding=UTF-8", serve, "-cp", f"{folder}{os.pathsep}{path}", *command]
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8", cwd=folder).stdout


def test_class_for_zmert(tmp_path):
    """The class gives the score of its pair, with the best reference; bars that would part a request are blanks."""
    (tmp_path / "EvaluationMetric.java").write_text(STAND_IN, encoding="utf-8")
    references = ["the cat sat ||| there", "a cat was sitting in rome"]
    ours = Meteor(task="tune", text="lower").segment("a cat sat in rome", references).score
    assert float(_run_java(tmp_path, ".", "EvaluationMetric", *references, "a cat ||| sat in rome")) == ours


@pytest.mark.skipif("BOLIDE_ZMERT" not in os.environ, reason="BOLIDE_ZMERT does not name a zmert.jar")
def test_zmert(tmp_path):
    """Z-MERT, unmodified, finds the weights with which its decoder chooses the better of two systems."""
    systems = [lines(f"examples/system-{name}.txt") for name in "ab"]
    features = ["-1 0", "0 -1"]
    nbest = [
        f"{i} ||| {text} ||| {values} ||| 0\n"
        for i, texts in enumerate(zip(*systems, strict=True))
        for text, values in zip(texts, features, strict=True)
    ]
    references = [(ROOT / "examples" / name).read_text("utf-8") for name in ("reference.txt", "reference-2.txt")]
    files = {
        "list": "".join(nbest),
        "command": "cp list nbest.out\n",
        "decoder": "first 1\nsecond 0.1\n",
        "parameters": "first ||| 1 Opt -Inf +Inf -1 +1\nsecond ||| 0.1 Opt -Inf +Inf -1 +1\nnormalization = none\n",
        "ref.0": references[0],
        "ref.1": references[1],
    }
    settings = (
        "-r ref|-rps 2|-p parameters|-m 01LOSS|-maxIt 3|-cmd ./command|-decOut nbest.out|-dcfg decoder|-N 2|-txtNrm 0"
    )
    for name, text in (files | {"settings": settings.replace("|", "\n") + "\n"}).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "command").chmod(0o755)
    told = _run_java(tmp_path, os.environ["BOLIDE_ZMERT"], "ZMERT", "settings")
    *_, found = re.findall(r"FINAL lambda: .*: (.*)\)", told)
    ours = Meteor(task="tune", text="lower").score(
        systems[0], list(zip(*(text.splitlines() for text in references), strict=True))
    )
    assert float(found) == ours.score
