"""The catalogue of encoders (`encoders.toml`), and the folders of installed ones."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from bolide.data import read_toml
from bolide.data.home import compiled_folder, is_offline
from bolide.errors import MissingResourceError, ResourceError
from bolide.files.boundary import exists, reading
from bolide.records import record

HEAD = "head.safetensors"


@record
class EncoderFile:
    """A file of an encoder: its name, its path in the archive, and its hash."""

    name: str
    member: str
    sha256: str


@record
class EncoderEntry:
    """An encoder that can be installed."""

    id: str
    title: str
    licence: str
    megabytes: int
    packages: tuple[tuple[str, str], ...]
    files: tuple[EncoderFile, ...]
    layer: int | None = None
    head: str | None = None

    @property
    def has_its_head(self) -> bool:
        """Whether the head beside the weights is that of this version; an older version may have installed them."""
        if not self.head:
            return True
        path = encoder_folder(self) / HEAD
        with reading(path, ResourceError):
            return exists(path) and path.read_bytes() == packaged_head(self.head).read_bytes()

    @property
    def install_command(self) -> str:
        """The command that installs it."""
        return f"bolide resources install {self.id}"

    @property
    def is_installed(self) -> bool:
        """Whether all of its files are there."""
        folder = encoder_folder(self)
        return all(exists(folder / file.name) for file in self.files)


@cache
def encoders() -> tuple[EncoderEntry, ...]:
    """Return all encoders, in the order of the data file."""
    found = []
    for row in read_toml("meaning/encoders.toml")["encoder"]:
        packages = tuple((package["requirement"], package["sha256"]) for package in row["packages"])
        files = tuple(EncoderFile(**file) for file in row["files"])
        found.append(EncoderEntry(**row | {"packages": packages, "files": files}))
    return tuple(found)


def find_encoder(name: str) -> EncoderEntry | None:
    """Return the encoder of a name, if the catalogue has one."""
    return next((entry for entry in encoders() if entry.id == name), None)


def encoder_folder(entry: EncoderEntry) -> Path:
    """Return the folder of an encoder, installed or not."""
    return Path(compiled_folder(), entry.id)


def packaged_head(name: str) -> Path:
    """Return the file of a head that is part of bolide."""
    return Path(__file__).parent / name


def ensure_encoder(entry: EncoderEntry, offline: bool | None = None) -> Path:
    """Return the folder of an encoder, installing it if necessary; `MissingResourceError` if nothing may be fetched.

    The head is part of bolide: a folder installed by an older version gets the head of this version.
    """
    if not entry.is_installed:
        if is_offline(offline):
            raise MissingResourceError(f"the encoder {entry.id} is not installed; run: {entry.install_command}")
        from bolide.meaning.installing import install_encoder

        install_encoder(entry, offline=offline)
    elif not entry.has_its_head:
        from bolide.meaning.installing import renew_head

        renew_head(entry)
    return encoder_folder(entry)
