"""The Java program, run with its own arguments."""

from __future__ import annotations

import os
import shutil
import subprocess
import zipfile
from pathlib import Path

from bolide.data.catalogue import resources_of
from bolide.data.download import pip_download

__all__ = ["JavaMeteor", "fetch_jar"]


class JavaMeteor:
    """Runs a jar."""

    def __init__(self, java: str, jar: Path) -> None:
        self._command = [java, "-Dfile.encoding=UTF-8", "-Duser.language=en", "-Xmx1G", "-jar", str(jar)]

    def run(self, *arguments: str) -> list[str]:
        """Return the lines that it prints."""
        result = subprocess.run([*self._command, *arguments], capture_output=True, check=True)
        return result.stdout.decode().removesuffix("\n").split("\n")

    def run_class(self, name: str, *arguments: str) -> None:
        """Run another of its programs, which writes files."""
        *options, _, jar = self._command
        subprocess.run([*options, "-cp", jar, name, *arguments], capture_output=True, check=True)


def fetch_jar(jar: Path, folder: str = "meteor") -> None:
    """Take a jar out of the package that carries it, which pip fetches and verifies by the catalogue's SHA-256."""
    workspace = jar.parent / f"workspace-{os.getpid()}"
    workspace.mkdir()
    try:
        wheel = pip_download(resources_of("en")[0].packages[0], workspace)
        with zipfile.ZipFile(wheel) as archive:
            extracted = archive.extract(f"pycocoevalcap/{folder}/{jar.name}", workspace)
        Path(extracted).replace(jar)
    finally:
        shutil.rmtree(workspace)
