"""`bolide run`: runs another program unchanged, with METEOR by bolide."""

from __future__ import annotations

import argparse
import os
import pickle
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import bolide
from bolide.adapters import hook
from bolide.adapters.java.jar_output import DIALECTS
from bolide.adapters.java.shim import write_shim
from bolide.cli.metric_options import make_metric
from bolide.errors import InputError

# Every Python imports this module when it starts.
_START = """\
import importlib.util, sys
_spec = importlib.util.spec_from_file_location("bolide_hook", {hook!r})
sys.modules["bolide_hook"] = _hook = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_hook)
_hook.install({folder!r}, {like!r}, {package!r}, {version!r})
"""


def run(options: argparse.Namespace) -> int:
    """Run the program; return its exit code, or 128 plus the number of the signal that ended it."""
    if not options.program:
        raise InputError("give the program to run, as in: bolide run -- python evaluate.py")
    with TemporaryDirectory(prefix="bolide-run-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        variables = _prepare(folder, options)
        code = _wait(_start(options.program, variables))
        _tell(folder, options)
    return 128 - code if code < 0 else code


def _prepare(folder: Path, options: argparse.Namespace) -> dict[str, str]:
    """Write a java and a module for each Python, to be found before the real ones; return the program's environment."""
    (folder / hook.METRIC).write_bytes(pickle.dumps(make_metric(options)))
    write_shim(folder / "bin", dialect=DIALECTS[0])
    start = _START.format(
        hook=hook.__file__,
        folder=str(folder),
        like=options.like or "",
        package=[bolide.__file__, *bolide.__path__],
        version=sys.version_info[:2],
    )
    (folder / "sitecustomize.py").write_text(start, encoding="utf-8")
    before = {"PATH": str(folder / "bin"), "PYTHONPATH": str(folder)}
    after = {"PATH": os.environ.get("PATH", os.defpath), "PYTHONPATH": os.environ.get("PYTHONPATH")}
    paths = {variable: os.pathsep.join(filter(None, (before[variable], after[variable]))) for variable in before}
    return os.environ | paths | {hook.VARIABLE: str(folder)}


def _start(program: list[str], variables: dict[str, str]) -> subprocess.Popen[bytes]:
    """Start the program; a Python file runs with this Python."""
    command = [sys.executable, *program] if program[0].endswith(".py") else program
    try:
        return subprocess.Popen(command, env=variables)
    except OSError as error:
        raise InputError(f"cannot run {program[0]}: {error.strerror or error}") from error


def _wait(process: subprocess.Popen[bytes]) -> int:
    """Wait for the program, and pass signals to end on to it; Ctrl-C in a terminal reaches it directly."""

    def pass_on(number: int, _frame: object) -> None:
        if number != signal.SIGINT or not _in_terminal():
            with suppress(OSError):
                process.send_signal(number)

    numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.signal(number, pass_on) for number in numbers}
    try:
        return process.wait()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _in_terminal() -> bool:
    """Whether the keys of a terminal reach this process and its children."""
    if sys.platform == "win32":
        return True
    with suppress(OSError):
        terminal = os.open("/dev/tty", os.O_RDONLY)
        try:
            return os.tcgetpgrp(terminal) == os.getpgrp()
        finally:
            os.close(terminal)
    return False


def _tell(folder: Path, options: argparse.Namespace) -> None:
    """Print the clients of METEOR and the signatures of their scores."""
    if options.quiet:
        return
    with suppress(OSError):
        lines = (folder / hook.SIGNATURES).read_text(encoding="utf-8").splitlines()
        print("bolide run: METEOR was computed by bolide. Cite with the numbers of", file=sys.stderr)
        for line in dict.fromkeys(lines):
            client, _, signature = line.partition("\t")
            print(f"{client}: {signature}", file=sys.stderr)
        return
    print(
        "bolide run: the program computed no METEOR by a java on PATH, evaluate, NLTK or pycocoevalcap, in a Python "
        "without -I, -E and -S",
        file=sys.stderr,
    )
