"""Installing resources: whole or not at all, one process at a time."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO

from bolide.data.catalogue import Package, Resource
from bolide.data.compile import compile_resource
from bolide.data.distribution import Distribution, open_distribution
from bolide.data.home import is_offline, resource_path
from bolide.data.opening import is_installed
from bolide.data.own_tables import remove_file
from bolide.data.workspace import locked_workspace
from bolide.errors import MissingResourceError, ResourceError
from bolide.files.progress import Progress

__all__ = ["discard_files", "install", "install_files"]


def install(
    resources: Sequence[Resource], *, origin: Path | None = None, force: bool = False, offline: bool | None = None
) -> list[Resource]:
    """Install resources that are not there yet (with `force`, all of them); return those that were installed.

    They come from the distribution at `origin`, else from the package that the catalogue names.
    """
    with locked_workspace() as workspace:
        wanted = [entry for entry in resources if force or origin or not is_installed(entry)]
        if not wanted:
            return []
        place = origin or _fetch(wanted, workspace, offline)
        with open_distribution(place) as distribution:
            for entry in wanted:
                _install_one(entry, distribution, workspace, pinned=origin is None)
    return wanted


def install_files(kind: str, paths: Sequence[Path]) -> Path:
    """Compile a user's own files, once; return where the result is. It is found again by what the files hold."""
    with ExitStack() as stack:
        streams = _open(paths, stack)
        target = _compiled_path(kind, streams)
        if not target.exists():
            with locked_workspace() as workspace:
                sources = [(str(path), stream) for path, stream in zip(paths, streams, strict=True)]
                compile_resource(kind, sources, workspace / target.name, {"kind": kind, "origin": paths[0].name})
                os.replace(workspace / target.name, target)
    return target


def discard_files(kind: str, paths: Sequence[Path]) -> None:
    """Remove what was compiled of files that are not to be used again."""
    with ExitStack() as stack:
        remove_file(_compiled_path(kind, _open(paths, stack)))


def _open(paths: Sequence[Path], stack: ExitStack) -> list[IO[bytes]]:
    try:
        return [stack.enter_context(path.open("rb")) for path in paths]
    except OSError as error:
        raise ResourceError(f"cannot read {error.filename}: {error.strerror}") from error


def _compiled_path(kind: str, streams: Sequence[IO[bytes]]) -> Path:
    return resource_path(f"{kind}-file-{_sha256(streams)[:32]}")


def _install_one(resource: Resource, distribution: Distribution, workspace: Path, *, pinned: bool) -> None:
    distribution.require(resource.members)
    sources = [(member.removeprefix("jar:"), distribution.open(member)) for member in resource.members]
    metadata = {
        "id": resource.id,
        "kind": resource.kind,
        "language": resource.language,
        "title": resource.title,
        "version": resource.version,
        "licence": resource.licence,
        "origin": resource.package.requirement if pinned and resource.package else "the user's distribution",
    }
    target = resource_path(resource)
    compiled = workspace / target.name
    digest = compile_resource(resource.kind, sources, compiled, metadata)
    if pinned and resource.source_sha256 not in (None, digest):
        raise ResourceError(
            f"{resource.title}: what was fetched has the SHA-256 {digest}, not {resource.source_sha256}: not installed"
        )
    os.replace(compiled, target)


def _fetch(resources: Sequence[Resource], workspace: Path, offline: bool | None) -> Path:
    """Fetch the one package that carries the resources."""
    for entry in resources:
        if entry.package is None:
            raise MissingResourceError(
                f"the {entry.title} comes with the Meteor 1.5 distribution, which cannot be fetched; "
                f"point at yours: {entry.install_command}"
            )
        if is_offline(offline):
            raise MissingResourceError(
                f"the {entry.title} is not installed and nothing may be fetched; go online and run: {entry.install_command}"
            )
    package = next(entry.package for entry in resources if entry.package)
    return _pip_download(package, workspace)


def _pip_download(package: Package, workspace: Path) -> Path:
    """Let pip fetch a package, so that the user's index, proxy, cache and credentials hold; it verifies the hash."""
    # A folder that no other run knows: a pip that outlives its parent cannot write into what the next run reads.
    folder = Path(tempfile.mkdtemp(dir=workspace))
    requirements = folder / "requirements.txt"
    requirements.write_text(f"{package.requirement} --hash=sha256:{package.sha256}\n", encoding="utf-8")
    command = [
        *_pip(package),
        "download",
        "--disable-pip-version-check",
        "--no-input",
        "--no-deps",
        "--only-binary=:all:",
    ]
    command += ["--quiet", "--require-hashes", "--dest", str(folder), "--requirement", str(requirements)]
    with Progress(f"fetching {package.requirement} ({package.megabytes} MB, once)"):
        result = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False
        )
    wheels = list(folder.glob("*.whl"))
    if result.returncode or len(wheels) != 1:
        raise ResourceError(f"pip could not fetch {package.requirement}:\n{result.stderr.strip()}\n{_by_hand(package)}")
    return wheels[0]


def _pip(package: Package) -> list[str]:
    if importlib.util.find_spec("pip"):
        return [sys.executable, "-m", "pip"]
    if program := shutil.which("pip") or shutil.which("pip3"):
        return [program]
    raise ResourceError(f"there is no pip to fetch {package.requirement} with. {_by_hand(package)}")


def _by_hand(package: Package) -> str:
    return f"Fetch it anywhere with: pip download --no-deps {package.requirement}; then: bolide resources install en --from FILE.whl"


def _sha256(streams: Sequence[IO[bytes]]) -> str:
    """Return the digest of all streams, one after the other, and go back to their beginnings."""
    digest = hashlib.sha256()
    for stream in streams:
        digest.update(f"{os.fstat(stream.fileno()).st_size}:".encode())
        while piece := stream.read(1 << 20):
            digest.update(piece)
        stream.seek(0)
    return digest.hexdigest()
