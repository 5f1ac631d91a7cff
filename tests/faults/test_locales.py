"""Locales, encodings and streams that are not there: the same bytes, or a clear error; never a traceback."""

import os
import subprocess

import pytest
from commands import BOLIDE, environment, run
from made_up_meteor import make_distribution

pytestmark = pytest.mark.skipif(os.name != "posix", reason="locales and streams as POSIX has them")

SURROUNDINGS = [
    {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"LC_ALL": "de_DE.UTF-8", "LC_NUMERIC": "de_DE.UTF-8"},
    {"LC_ALL": "tr_TR", "PYTHONUTF8": "0"},
    {"LC_ALL": "no_SUCH.locale"},
    {"PYTHONIOENCODING": "ascii"},
    {"PYTHONIOENCODING": "utf-16"},
]


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """Return a folder with a resource folder and texts in several scripts, one of them also under a name that is not ASCII."""
    folder = tmp_path_factory.mktemp("place")
    (folder / "h.txt").write_text("Größe in İstanbul ISTANBUL 3,5\nдом и здание\nI i ı İ\n", encoding="utf-8")
    (folder / "r.txt").write_text("die Größe in Istanbul 3.5\nдом или здание\nı i I\n", encoding="utf-8")
    (folder / "größe-İ.txt").write_bytes((folder / "h.txt").read_bytes())
    origin = make_distribution(folder / "meteor")
    assert run("resources", "install", "en", "ru", "--from", origin, home=folder / "home").returncode == 0
    return folder


def _commands(folder) -> list[list[str]]:
    texts = [str(folder / "h.txt"), str(folder / "r.txt")]
    return [
        ["score", *texts, "--segments", "--format", "tsv"],
        ["score", "--system", f"S={texts[0]}", "--ref", texts[1], "-l", "tr", "--segments", "--format", "json"],
        ["align", *texts, "-l", "ru"],
        ["normalise", texts[0], "-l", "de"],
        ["score", texts[0], str(folder / "is nicht dä")],
    ]


@pytest.fixture(scope="module")
def expected(place) -> list[tuple[int, bytes, bytes]]:
    """Return the output of the commands in an ordinary environment."""
    surroundings = environment(place / "home", LC_ALL="C.UTF-8", PYTHONUTF8=None, PYTHONIOENCODING=None)
    outcomes = [run(*command, home=place / "home", env=surroundings) for command in _commands(place)]
    assert [outcome.returncode for outcome in outcomes] == [0, 0, 0, 0, 2]
    return [(outcome.returncode, outcome.stdout, outcome.stderr) for outcome in outcomes]


@pytest.mark.parametrize("changes", SURROUNDINGS, ids=lambda changes: " ".join(map("=".join, changes.items())))
def test_same_bytes_everywhere(changes, place, expected):
    """Whatever the locale and the encoding of Python's streams, the same bytes come out: points in numbers, UTF-8."""
    cleared = {"LC_ALL": None, "LC_NUMERIC": None, "PYTHONUTF8": None, "PYTHONIOENCODING": None}
    surroundings = environment(place / "home", **(cleared | changes))
    for command, (code, out, err) in zip(_commands(place), expected, strict=True):
        result = run(*command, home=place / "home", env=surroundings)
        assert (result.returncode, result.stdout) == (code, out)
        assert b"Traceback" not in result.stderr
        if code == 0:
            assert result.stderr == err
        else:
            assert result.stderr.startswith(b"bolide score: cannot read ")
    named = run("score", place / "größe-İ.txt", place / "r.txt", home=place / "home", env=surroundings)
    assert (named.returncode, named.stderr) == (0, b"")  # The name is shown as the locale reads it.


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["score H R -l pt --segments", "resources list", "score H missing", "align H R"])
def test_closed_streams(closed, command, place):
    """A process without standard streams ends with the code that it always ends with, or with 2, and without a traceback."""
    texts = {"H": str(place / "größe-İ.txt"), "R": str(place / "r.txt")}
    words = " ".join(f"'{texts.get(word, word)}'" for word in command.split())
    line = f"{' '.join(BOLIDE)} {words} {closed}"
    result = subprocess.run(
        ["sh", "-c", line], check=False, capture_output=True, env=environment(place / "home"), timeout=120
    )
    assert result.returncode in ((2,) if "missing" in command else (0, 2))
    assert b"Traceback" not in result.stderr
    if "2>&-" not in closed and result.returncode:
        assert result.stderr.startswith(b"bolide ")


@pytest.mark.parametrize("command", ["score H R -l pt --segments --format tsv", "align H R -l pt", "--help"])
def test_a_reader_that_leaves(command, place, tmp_path):
    """Behind `| head -1` there is one line, nothing on standard error, and the code of a broken pipe or of success."""
    text = tmp_path / "long"
    text.write_text("um gato branco\n" * 20_000)
    words = " ".join(str(text) if word in "HR" else word for word in command.split())
    line = f"{{ {' '.join(BOLIDE)} {words}; echo $? >&3; }} 3>'{tmp_path}/code' | head -1"
    result = subprocess.run(
        ["sh", "-c", line], check=False, capture_output=True, env=environment(place / "home"), timeout=120
    )
    assert (result.stdout.count(b"\n"), result.stderr) == (1, b"")
    assert int((tmp_path / "code").read_text()) in (0, 141)
