"""A Meteor 1.5 distribution, in whatever form the user has it: folder, jar, tarball, or the wheel that carries it."""

from __future__ import annotations

import contextlib
import gzip
import io
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Protocol

from bolide.errors import ResourceError
from bolide.files.boundary import reading

__all__ = ["Distribution", "open_distribution", "unpacked"]

JAR = "meteor-1.5.jar"
_FAULT = "is damaged, or not a Meteor 1.5 folder, jar, tarball or wheel"


class _Files(Protocol):
    """The files of a distribution, by path."""

    def names(self) -> list[str]: ...
    def open(self, name: str) -> IO[bytes]: ...


class _Folder:
    def __init__(self, root: Path) -> None:
        self._root = root

    def names(self) -> list[str]:
        found = [*self._root.glob("*"), *self._root.glob("*/*"), *self._root.glob("*/*/*"), *self._root.glob("*/*/*/*")]
        return sorted(path.relative_to(self._root).as_posix() for path in found if path.is_file())

    def open(self, name: str) -> IO[bytes]:
        return (self._root / name).open("rb")


class _Zip:
    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive

    def names(self) -> list[str]:
        return self._archive.namelist()

    def open(self, name: str) -> IO[bytes]:
        return self._archive.open(name)


class _Tar:
    def __init__(self, archive: tarfile.TarFile) -> None:
        self._archive = archive
        self._members = {member.name: member for member in archive.getmembers() if member.isfile()}

    def names(self) -> list[str]:
        return list(self._members)

    def open(self, name: str) -> IO[bytes]:
        stream = self._archive.extractfile(self._members[name])
        if stream is None:
            raise FileNotFoundError(name)
        return stream


class Distribution:
    """Finds the members that the catalogue names."""

    def __init__(self, files: _Files, place: str) -> None:
        """Wrap the files found at `place`, which messages name."""
        self._files = files
        self._place = place
        self._jar: zipfile.ZipFile | None = None

    def has(self, member: str) -> bool:
        """Whether a member is there."""
        with reading(self._place, ResourceError, _FAULT):
            if member.startswith("jar:"):
                jar = self._open_jar()
                return jar is not None and member.removeprefix("jar:") in jar.namelist()
            return self._find(member) is not None

    def find(self, member: str) -> str | None:
        """Return what a member is called here, packed by gzip or not; None if it is not there."""
        return next((name for name in (member, f"{member}.gz") if self.has(name)), None)

    def require(self, members: Iterable[str]) -> None:
        """Refuse a distribution that lacks one of the members."""
        for member in members:
            if not self.has(member):
                raise ResourceError(
                    f"{self._place} has no {member}: it does not look like a Meteor 1.5 distribution with that language"
                    if "wn-" not in member
                    else f"{self._place} has no {member} of the Open Multilingual Wordnet"
                )

    def open(self, member: str) -> IO[bytes]:
        """Open a member; `ResourceError` if it is not there."""
        self.require([member])
        with reading(self._place, ResourceError, _FAULT):
            if member.startswith("jar:") and (jar := self._open_jar()):
                return jar.open(member.removeprefix("jar:"))
            return self._files.open(self._find(member) or member)

    def _find(self, member: str) -> str | None:
        for name in self._files.names():
            if name == member or name.endswith("/" + member):
                return name
        return None

    def _open_jar(self) -> zipfile.ZipFile | None:
        if self._jar is None and (name := self._find(JAR)):
            with self._files.open(name) as stream:
                self._jar = zipfile.ZipFile(io.BytesIO(stream.read()))
        return self._jar


@contextlib.contextmanager
def open_distribution(path: Path) -> Iterator[Distribution]:
    """Open a distribution; `ResourceError` if there is none, or it is damaged."""
    with contextlib.ExitStack() as stack:
        with reading(path, ResourceError, _FAULT):
            files = _open(path, stack)
        yield Distribution(files, str(path))


def _open(path: Path, stack: contextlib.ExitStack) -> _Files:
    if path.is_dir() or path.name == JAR:
        folder = path if path.is_dir() else path.parent
        next(folder.iterdir(), None)  # `glob` takes a folder that nobody may read for an empty one.
        return _Folder(folder)
    if zipfile.is_zipfile(path):
        return _Zip(stack.enter_context(zipfile.ZipFile(path)))
    return _Tar(stack.enter_context(tarfile.open(path)))


@contextlib.contextmanager
def unpacked(stream: IO[bytes], name: str) -> Iterator[IO[bytes]]:
    """Give a stream without its gzip layer, if its name says that it has one; close it in the end."""
    with stream:
        if name.endswith(".gz"):
            with gzip.open(stream) as inner:
                yield inner  # type: ignore[misc]
        else:
            yield stream
