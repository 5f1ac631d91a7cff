"""kill -9 at any moment: nothing half-made is taken for whole, and the same command run again gives what it always gives.

What must hold after each kill: every compiled file that is there passes its complete check; every named output is absent, or whole;
the same command, run again, ends well, is not held up by a lock, and leaves the bytes that an undisturbed run leaves; nothing else is
left in the cache or beside the outputs.
"""

import importlib.util
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from commands import BOLIDE, big_distribution, big_table, environment, rounds, run, tree

from bolide.data.opening import check_table

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
NEEDS_BUILD = pytest.mark.skipif(importlib.util.find_spec("ibis") is None, reason="bolide[build] is not installed")


@dataclass
class Scene:
    """A command, with the folders that it writes to: the cache, and that of its outputs."""

    arguments: list[str]
    home: Path
    out: Path

    def run(self) -> dict[str, bytes]:
        """Run the command to its end; return what it left and printed."""
        result = run(*self.arguments, home=self.home)
        assert (result.returncode, result.stderr.count(b"Traceback")) == (0, 0), result.stderr.decode()
        return self.left() | {"standard output": result.stdout}

    def left(self) -> dict[str, bytes]:
        """Return the files that are there; what a build keeps of its steps may lie in other orders."""
        files = {f"home/{name}": data for name, data in tree(self.home).items()}
        files |= {f"out/{name}": data for name, data in tree(self.out).items()}
        return {name: data for name, data in files.items() if not name.endswith(".parquet")}

    def kill(self, delay: float) -> bool:
        """Run the command and kill it after a time; return whether it was still running."""
        with subprocess.Popen(
            [*BOLIDE, *self.arguments],
            env=environment(self.home),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process:
            time.sleep(delay)
            process.kill()
            return process.wait(timeout=60) == -signal.SIGKILL

    def clear(self) -> None:
        """Begin with nothing."""
        for folder in (self.home, self.out):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()


def _install(folder: Path) -> list[str]:
    return ["resources", "install", "en", "--from", str(big_distribution(folder / "meteor"))]


def _compile(folder: Path) -> list[str]:
    table, text = folder / "table", folder / "text"
    table.write_bytes(big_table(30_000))
    text.write_text("w1 w2 w3\nw4 w5 w6\n")
    return ["score", str(text), str(text), "-l", "other", "--matchers", "exact,paraphrase", "--paraphrases", str(table)]


def _score(folder: Path) -> list[str]:
    text = folder / "text"
    text.write_text("".join(f"w{number % 50} w{number % 7} x\n" for number in range(40_000)))
    return [
        *("score", str(text), str(text), "-l", "pt", "--format", "mt-metrics-eval"),
        *("--output", str(folder / "out" / "M")),
    ]


def _build(folder: Path) -> list[str]:
    source, target, links = (folder / name for name in ("f", "e", "links"))
    pairs = [("la casa grande", "the big house"), ("la casa grande", "the large house"), ("un perro", "a dog")]
    source.write_text("".join(f"{pair[0]}\n" for pair in pairs * 20))
    target.write_text("".join(f"{pair[1]}\n" for pair in pairs * 20))
    links.write_text("".join("0-0 1-2 2-1\n" if "casa" in pair[0] else "0-0 1-1\n" for pair in pairs * 20))
    options = ["--source", str(source), "--target", str(target), "--alignments", str(links), "--common", "0.2"]
    return ["build", str(folder / "out" / "built"), *options]


CASES: list[object] = [
    pytest.param(_install, rounds(3, 60), id="installation"),
    pytest.param(_compile, rounds(3, 60), id="table compilation"),
    pytest.param(_score, rounds(3, 60), id="scoring"),
    pytest.param(_build, rounds(1, 10), id="build", marks=NEEDS_BUILD),
]


def _check_tables(home: Path) -> None:
    for path in home.glob("resources-*/*.bolide"):
        check_table(path.name.split("-")[0], path, "")


@pytest.mark.parametrize(("make", "times"), CASES)
def test_killed_at_random(make: Callable[[Path], list[str]], times: int, tmp_path):
    """Nothing half-made is taken for whole, and the next run gives the same bytes as ever; nothing else is left."""
    scene = Scene(make(tmp_path), tmp_path / "home", tmp_path / "out")
    scene.clear()
    begin = time.monotonic()
    expected = scene.run()
    whole = time.monotonic() - begin
    chance = random.Random(7)
    killed = 0
    for turn in range(times):
        if turn % 3 != 2:  # Else what the last round left is there already.
            scene.clear()
        killed += scene.kill(chance.uniform(0.1, 1) * whole)
        _check_tables(scene.home)
        for name, data in scene.left().items():
            if name in expected and "/work/" not in name:
                assert data == expected[name], name
        assert scene.run() == expected
    assert killed


ORPHANED_PIP = """
import pathlib, sys, time
folder = pathlib.Path(sys.argv[sys.argv.index("--dest") + 1])
marks = pathlib.Path({marks!r})
(marks / "asked").touch()
while not (marks / "go").exists():
    time.sleep(0.01)
try:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pycocoevalcap-1.2-py3-none-any.whl").write_bytes(b"not a wheel")
finally:
    (marks / "written").touch()
"""


def test_a_pip_that_outlives_its_parent(tmp_path):
    """The pip of a killed installation cannot write into a later one."""
    (tmp_path / "pip").mkdir()
    (tmp_path / "pip" / "__init__.py").touch()
    (tmp_path / "pip" / "__main__.py").write_text(ORPHANED_PIP.format(marks=str(tmp_path)))
    home = tmp_path / "home"
    online = environment(home, BOLIDE_OFFLINE=None, PYTHONPATH=str(tmp_path))
    command = [*BOLIDE, "resources", "install", "en"]
    with subprocess.Popen(command, env=online, stderr=subprocess.DEVNULL) as process:
        _wait_for(tmp_path / "asked")
        process.kill()
    holding = "from bolide.data.home import locked_workspace\nimport pathlib, time\n"
    holding += "with locked_workspace() as workspace:\n"
    holding += f"    pathlib.Path({str(tmp_path / 'go')!r}).touch()\n"
    holding += f"    while not pathlib.Path({str(tmp_path / 'written')!r}).exists(): time.sleep(0.01)\n"
    holding += "    print(sorted(path.name for path in workspace.glob('*.whl')))\n"
    result = subprocess.run(
        [sys.executable, "-c", holding], env=environment(home), check=True, capture_output=True, timeout=60
    )
    assert result.stdout == b"[]\n"
    assert run(*_install(tmp_path), home=home).returncode == 0
    assert sorted(path.name for path in home.rglob("*") if path.is_file()) == [
        "lock",
        "paraphrases-en.bolide",
        "synonyms-en.bolide",
    ]


def _wait_for(path: Path) -> None:
    for _ in range(6000):
        if path.exists():
            return
        time.sleep(0.01)
    pytest.fail(f"{path.name} did not come")
