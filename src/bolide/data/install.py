"""Installs resources, completely or not at all, one process at a time."""

import hashlib
import os
import shutil
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO

from bolide.data.catalogue import Resource
from bolide.data.compiling import Distribution, compile_resource, open_distribution
from bolide.data.download import fetch, pip_download
from bolide.data.home import compiled_folder, home, is_offline, locked_workspace, resource_path
from bolide.data.opening import check_table, is_installed, read_metadata
from bolide.errors import MissingResourceError, ResourceError
from bolide.files.boundary import reading
from bolide.files.plain import open_kept
from bolide.records import record


def install(
    resources: Sequence[Resource],
    *,
    origin: Path | str | None = None,
    force: bool = False,
    offline: bool | None = None,
) -> list[Resource]:
    """Install resources that are not there yet (with `force`, all of them); return those that were installed.

    They come from `origin` (a Meteor 1.5 distribution, a folder or archive of wordnets, or the address of a mirror), else from the
    addresses in the catalogue. Resources of a language that are unavailable are skipped, unless all of them are.
    """
    with locked_workspace() as workspace:
        wanted = [entry for entry in resources if force or origin or not is_installed(entry)]
        if isinstance(origin, Path):
            with open_distribution(origin) as distribution:
                wanted = _those_in(distribution, wanted)
                for entry in wanted:
                    _install_one(entry, _members(entry, distribution), workspace, origin=None)
            return wanted
        wanted = _fetchable(wanted, origin, offline)
        packaged = [entry for entry in wanted if entry.package]
        if packaged and packaged[0].package:  # One package carries all of them.
            with open_distribution(pip_download(packaged[0].package, workspace)) as distribution:
                for entry in packaged:
                    distribution.require(entry.members)
                    _install_one(entry, _members(entry, distribution), workspace, origin=entry.origin)
        for entry in wanted:
            files = [fetch(file, Path(compiled_folder(), "downloads"), mirror=origin) for file in entry.downloads]
            if files:
                sources = [(file.name, path.open("rb")) for file, path in zip(entry.downloads, files, strict=True)]
                _install_one(entry, sources, workspace, origin=entry.origin)
            for path in files:
                remove_file(path)
    return wanted


def _those_in(distribution: Distribution, resources: Sequence[Resource]) -> list[Resource]:
    """Return the resources that a distribution has; `ResourceError` if it has nothing for a language."""
    found = [entry for entry in resources if all(map(distribution.find, entry.members))]
    for entry in resources:
        if entry.language not in {other.language for other in found}:
            distribution.require(entry.members)
    return found


def _members(resource: Resource, distribution: Distribution) -> list[tuple[str, IO[bytes]]]:
    names = [distribution.find(member) or member for member in resource.members]
    return [(name.removeprefix("jar:"), distribution.open(name)) for name in names]


def _fetchable(resources: Sequence[Resource], mirror: str | None, offline: bool | None) -> list[Resource]:
    """Return the resources that can be fetched; `MissingResourceError` if bolide is offline, or a language has none."""
    found = [entry for entry in resources if (entry.downloads if mirror else entry.is_fetchable)]
    for entry in resources:
        if entry.language not in {other.language for other in found}:
            raise MissingResourceError(
                f"the {entry.title} comes with the Meteor 1.5 distribution, which cannot be fetched; "
                f"point at yours: bolide resources install {entry.language} --from METEOR-1.5-DIRECTORY"
            )
    if found and is_offline(offline):
        raise MissingResourceError(
            f"the {found[0].title} is not installed and nothing may be fetched; go online and run: {found[0].install_command}"
        )
    return found


def install_files(kind: str, paths: Sequence[Path]) -> Path:
    """Compile files of the user, once; return the path of the result, which depends on their content."""
    with ExitStack() as stack:
        with reading(paths[0], ResourceError):
            streams = [stack.enter_context(open_kept(str(path))) for path in paths]
        target = resource_path(f"{kind}-file-{_sha256(streams)[:32]}")
        if not target.exists():
            with locked_workspace() as workspace:
                sources = [(str(path), stream) for path, stream in zip(paths, streams, strict=True)]
                compile_resource(kind, sources, workspace / target.name, {"kind": kind, "origin": paths[0].name})
                os.replace(workspace / target.name, target)
    return target


def _install_one(
    resource: Resource, sources: Sequence[tuple[str, IO[bytes]]], workspace: Path, *, origin: str | None
) -> None:
    """Compile a resource and put it in its place. A file fetched from its `origin` must have the hash of the catalogue."""
    noted = ("id", "kind", "language", "title", "version", "licence", "attribution")
    metadata = {name: value for name in noted if (value := getattr(resource, name))}
    metadata["origin"] = origin or "the user's distribution"
    target = resource_path(resource)
    compiled = workspace / target.name
    digest = compile_resource(resource.kind, sources, compiled, metadata)
    if origin and resource.source_sha256 not in (None, digest):
        raise ResourceError(
            f"{resource.title}: the fetched file has the SHA-256 {digest}, not {resource.source_sha256}: not installed"
        )
    os.replace(compiled, target)


def _sha256(streams: Sequence[IO[bytes]]) -> str:
    """Return the digest of all streams together, and rewind them."""
    digest = hashlib.sha256()
    for stream in streams:
        digest.update(f"{os.fstat(stream.fileno()).st_size}:".encode())
        while piece := stream.read(1 << 20):
            digest.update(piece)
        stream.seek(0)
    return digest.hexdigest()


MEND = "bolide resources remove --files (it is made again when it is needed)"


@record
class OwnTable:
    """A table compiled from a file of the user: its name, kind and path."""

    name: str
    kind: str
    path: Path

    @property
    def origin(self) -> str:
        """The name of its source file; `DamagedResourceError` if the table cannot be read."""
        return read_metadata(self.path, MEND)[1].get("origin", "")

    def check(self) -> None:
        """Verify it completely; `DamagedResourceError` says what is wrong."""
        check_table(self.kind, self.path, MEND)


def own_tables() -> list[OwnTable]:
    """Return all tables compiled from files of the user, sorted by name."""
    found = sorted(Path(compiled_folder()).glob("*-file-*.bolide"))
    return [OwnTable(name=path.stem, kind=path.stem.split("-")[0], path=path) for path in found]


def remove_file(path: Path) -> None:
    """Remove a file of the cache, if it still exists; `ResourceError` if that fails."""
    try:
        path.unlink(missing_ok=True)
        path.with_name(f"{path.name}.verified").unlink(missing_ok=True)
    except OSError as error:
        raise ResourceError(f"cannot remove {path}: {error.strerror or error}") from error


def prune() -> list[tuple[Path, int]]:
    """Remove files that this version of bolide cannot use; return them with their sizes in bytes.

    These are unfinished downloads, and the tables of other versions, which would make them again.
    """
    current = Path(compiled_folder())
    folders = [folder for folder in sorted(home().glob("resources-*")) if folder != current and folder.is_dir()]
    removed = []
    for folder in (*folders, current / "downloads"):
        if folder.is_dir():
            size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
            try:
                shutil.rmtree(folder)
            except OSError as error:
                raise ResourceError(f"cannot remove {folder}: {error.strerror or error}") from error
            removed.append((folder, size))
    return removed
