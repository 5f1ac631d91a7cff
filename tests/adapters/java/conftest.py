"""Fixtures for `bolide java`: cases with the jar's outputs, and the command run in this process on bytes."""

from __future__ import annotations

import importlib.util
import io
import sys

import pytest
from surroundings import ROOT

from bolide.cli import main

_SPECIFICATION = importlib.util.spec_from_file_location(
    "java_cases", ROOT / "tests" / "golden" / "java" / "regenerate.py"
)
java_cases = importlib.util.module_from_spec(_SPECIFICATION)
sys.modules["java_cases"] = java_cases
_SPECIFICATION.loader.exec_module(java_cases)


@pytest.fixture
def run_java(capfdbinary, monkeypatch):
    """Return a function that runs `bolide java` on bytes of standard input; it returns exit code, output and errors."""

    def run(*arguments: str, stdin: bytes = b"") -> tuple[int, bytes, bytes]:
        capfdbinary.readouterr()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main(["java", *arguments])
        sys.stdout.flush()
        sys.stderr.flush()
        captured = capfdbinary.readouterr()
        return code, captured.out, captured.err

    return run
