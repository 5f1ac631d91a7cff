"""`bolide run`: other programs, as they are, with METEOR by bolide. Made-up clients stand for the real ones of tests/clients."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile

import pytest

from bolide import Meteor

on_posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and a script for /bin/sh")
HYPOTHESIS, REFERENCE = "o gato dormia", "os gatos dormiam bem"
CLIENTS = {
    "nltk/translate/meteor_score.py": "def meteor_score(references, hypothesis, **options): return -1\nsingle_meteor_score = meteor_score\n",
    "nltk/translate/__init__.py": "from nltk.translate.meteor_score import meteor_score as meteor\n",
    "pycocoevalcap/meteor/meteor.py": "class Meteor: pass\n",
    "sitecustomize.py": "import sys; sys.of_the_user = True\n",
    "eval.py": f"""
import pickle, subprocess, sys
from nltk.translate import meteor
from nltk.translate.meteor_score import single_meteor_score
from pycocoevalcap.meteor.meteor import Meteor
hypothesis, reference = {HYPOTHESIS!r}, {REFERENCE!r}
assert sys.of_the_user
print(meteor([reference.split()], hypothesis.split()))
print(single_meteor_score(reference.split(), hypothesis.split(), str.lower, alpha=.9))
print(pickle.loads(pickle.dumps(Meteor())).compute_score({{1: [reference]}}, {{1: [hypothesis]}})[0])
if "again" not in sys.argv:
    sys.stdout.flush()
    sys.exit(subprocess.run([sys.executable, __file__, "again"]).returncode + 3)
""",
}


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Return a function that runs `bolide run` in a folder with made-up clients, and finds no trace of it afterwards."""
    for name, text in CLIENTS.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, "-m", "bolide", "run", *arguments],
            check=False, capture_output=True, encoding="utf-8", env=os.environ | variables,
        )  # fmt: skip
        assert not list(temporary.iterdir())
        return done

    return call


@pytest.mark.parametrize("command", [["--", sys.executable, "eval.py"], ["eval.py"]])
def test_clients_and_what_they_start_score_with_bolide(run, command):
    """NLTK's functions and pycocoevalcap's class give the score of the interface, in other processes too; the exit code is the program's."""
    done = run("-l", "pt", *command)
    meteor = Meteor("pt")
    score = meteor.segment(HYPOTHESIS, REFERENCE).score
    assert (done.returncode, [float(line) for line in done.stdout.split()]) == (3, [score] * 6), done.stderr
    assert done.stderr.splitlines()[1:] == [
        f"nltk.translate.meteor_score: {meteor.signature}",
        f"pycocoevalcap: {meteor.signature}",
    ]


@on_posix
def test_the_jar(run, tmp_path):
    """A call of java finds bolide; any other request to it is refused, and named at the end."""
    for name, text in (("hyp", HYPOTHESIS), ("ref", REFERENCE)):
        (tmp_path / name).write_text(f"{text}\n", encoding="utf-8")
    script = "java -Xmx2G -jar meteor-1.5.jar hyp ref -l pt -q; java -jar spice-1.0.jar in.json"
    done = run("-l", "pt", "--", "/bin/sh", "-c", script, PATH="/nowhere")
    assert (done.returncode, done.stdout) == (
        127,
        f"{Meteor('pt', text='lower').segment(HYPOTHESIS, REFERENCE).score!r}\n",
    )
    assert "java (made by bolide): this call needs Java, and there is no other java on PATH" in done.stderr
    assert "\njava -jar meteor: bolide:" in done.stderr
    assert done.stderr.endswith("\njava: refused, since there is no Java: java -jar spice-1.0.jar in.json\n")


@on_posix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted(run, tmp_path, number):
    """A signal reaches the program, which ends at once; so does bolide."""
    lines = (
        "import signal, time",
        "signal.signal(signal.SIGINT, signal.default_int_handler)  # Also where what runs the tests ignores it.",
        "print('started', flush=True)",
        "time.sleep(600)",
    )
    (tmp_path / "eval.py").write_text("\n".join(lines))
    command = [sys.executable, "-m", "bolide", "run", "-l", "pt", "eval.py"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    ) as process:
        assert process.stdout.readline() == b"started\n"
        process.send_signal(number)
        assert process.wait(timeout=300) == 128 + number
    assert not list((tmp_path / "temporary").iterdir())


@pytest.mark.parametrize(
    ("command", "code", "message"),
    [
        ([], 2, "bolide run: give the program to run, as in: bolide run -- python evaluate.py\n"),
        (["--", "no-such-program"], 2, "bolide run: cannot run no-such-program: "),
        (["-q", "--", sys.executable, "-c", "raise SystemExit(5)"], 5, ""),
        (["--", sys.executable, "-c", ""], 0, "bolide run: the program computed no METEOR"),
    ],
)
def test_nothing_to_serve(run, command, code, message):
    """A program that cannot be run is an error; a program without METEOR gets a note."""
    done = run("-l", "pt", *command)
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr.startswith(message)
