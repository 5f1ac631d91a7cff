"""Commands write only to the cache, the named outputs and the folder for temporary files, and fetch nothing.

strace sees every call to the system, also those of the core and of libraries.
"""

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from commands import BOLIDE, environment, run
from input_cases import ALIGN, BITEXT, CONLLU, NBEST, PHRASES, RATINGS, TABLE
from made_up_meteor import make_distribution

STRACE = shutil.which("strace")
pytestmark = pytest.mark.skipif(STRACE is None, reason="there is no strace")

# Lines of strace: a call, its arguments, what it returned.
_CALL = re.compile(r"^(?:\d+ +)?(\w+)\((.*)\) += (-?\d+)")
_PATH = re.compile(r'(?:(?:AT_FDCWD|\d+)<([^>]*)>, )?"((?:[^"\\]|\\.)*)"')  # A folder, and a path from there.
_CHANGING = ("rename", "mkdir", "rmdir", "unlink", "link", "symlink", "truncate", "chmod", "chown", "mknod", "creat")
COMMANDS = [
    "score H R --segments",
    "score T -l pt --format mt-metrics-eval --output OUT/M",
    "score H R -l other --matchers exact,paraphrase --paraphrases P",
    "report --ref R --system A=H -o OUT/page.html",
    "align H R --html OUT/page.html",
    "java xray X -o OUT/x.html",
    "evaluate J -l en --samples 10",
    "tune J -l pt --preset universal --objective pearson --grid coarse -o OUT/mine.toml",
    "mert N NR -l pt --restarts 1 --directions 1 -o OUT/weights",
    "copy-words PAIRS -l pt -F 1 -P 0 --output OUT/words",
    "entities tag H",
    "hindi roots C -o OUT/roots",
    "score H R -l hi",
    "resources install en --from METEOR",
    "resources check",
    "resources remove --files",
    "build OUT/built --source F --target G --phrase-table PT --threads 1",
    "java H R -l en -norm",
    "java shim OUT/shim",
]
NEEDS = {"build": "ibis", "entities": "pycrfsuite", "hindi": "pycrfsuite", "score H R -l hi": "simplemma"}


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    """Return a folder with files of every kind and the English data installed."""
    folder = tmp_path_factory.mktemp("place")
    files = {"H": b"an auto went\nto the building\n", "R": b"a car traveled\nto the house\n", "T": TABLE.encode()}
    files |= {"J": RATINGS, "N": NBEST, "NR": b"o gato 1\no gato 2\no gato 0\n", "C": CONLLU, "PT": PHRASES, "X": ALIGN}
    files |= {"P": b"0.5\na\nb\n", "PAIRS": b"text1\ttext2\num gato\tum gato\n", "F": BITEXT["f"], "G": BITEXT["e"]}
    for name, data in files.items():
        (folder / name).write_bytes(data)
    (folder / "T").rename(folder / "T.tsv")
    origin = make_distribution(folder / "METEOR")
    assert run("resources", "install", "en", "--from", origin, home=folder / "home").returncode == 0
    for name in ("tmp", "elsewhere"):
        (folder / name).mkdir()
    return folder


def _arguments(command: str, place: Path) -> list[str]:
    arguments = []
    for word in command.split():
        option, sign, value = word.rpartition("=")
        name = value if sign else word
        found = place / ("T.tsv" if name == "T" else name)
        if name.startswith("OUT/"):
            found = place / "out" / name[4:]
        arguments.append(f"{option}{sign}{found}" if name.startswith("OUT/") or found.exists() else word)
    return arguments


def _traced(command: list[str], place: Path, log: Path) -> tuple[int, bytes]:
    """Run a command in a separate folder that it must not touch; return its code and output."""
    changes = {"TMPDIR": str(place / "tmp"), "HOME": str(place / "elsewhere"), "PYTHONDONTWRITEBYTECODE": "1"}
    options = ["-f", "-y", "-s", "4096", "-e", "trace=file,network", "-e", "signal=none", "-o", str(log)]
    command = [STRACE, *options, *command]
    result = subprocess.run(
        command,
        check=False,
        cwd=place / "elsewhere",
        capture_output=True,
        timeout=240,
        env=environment(place / "home", **changes),
    )
    return result.returncode, result.stderr


def _written(log: Path, folder: Path) -> set[str]:
    """Return the paths that were opened for writing, made, renamed or removed."""
    written = set()
    for line in log.read_text(errors="replace").splitlines():
        if (call := _CALL.match(line)) and int(call[3]) >= 0:
            name, arguments = call[1], call[2]
            opened = name.startswith("open") and re.search(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC", arguments)
            if opened or name.rstrip("at2").startswith(_CHANGING):
                written |= {str(folder / base / path) for base, path in _PATH.findall(arguments)}
    return written


def _network(log: Path) -> list[str]:
    """Return the calls that reach out of this machine: sockets of the Internet, and requested host names."""
    lines = log.read_text(errors="replace").splitlines()
    return [line for line in lines if re.search(r"\b(connect|sendto)\(.*AF_INET", line)]


@pytest.mark.parametrize("command", COMMANDS)
def test_what_a_command_touches(command, place, tmp_path):
    """A command writes to the cache, its outputs and the folder for temporary files alone, and opens no connection."""
    needed = NEEDS.get(command) or NEEDS.get(command.split()[0])
    if needed and not importlib.util.find_spec(needed):
        pytest.skip(f"{needed} is not installed")
    shutil.rmtree(place / "out", ignore_errors=True)
    (place / "out").mkdir()
    log = tmp_path / "log"
    code, said = _traced([*BOLIDE, *_arguments(command, place)], place, log)
    assert code == 0, said
    allowed = tuple(f"{place / name}" for name in ("home", "out", "tmp"))
    strays = {
        path
        for path in _written(log, place / "elsewhere")
        if not path.startswith((*allowed, "/dev/null", "/dev/tty", "/dev/pts/", "/dev/shm/", "/proc/self/", "/sys/"))
    }
    assert strays == set()
    assert _network(log) == []
    assert list((place / "tmp").iterdir()) == []
    assert list((place / "elsewhere").iterdir()) == []


def test_the_log_sees_what_is_written(place, tmp_path):
    """A stray file and a connection are both seen, which the other tests rely on."""
    log = tmp_path / "log"
    script = f"open({str(tmp_path / 'stray')!r}, 'w').close(); import socket\ntry: socket.create_connection(('127.0.0.1', 9), 1)\nexcept OSError: pass"
    code, said = _traced([sys.executable, "-c", script], place, log)
    assert code == 0, said
    assert str(tmp_path / "stray") in _written(log, place)
    assert _network(log)
