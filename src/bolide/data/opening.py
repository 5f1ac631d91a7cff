"""Opens compiled tables: installed ones, which are installed on first use, and those made from files of the user."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NoReturn

from bolide import _core
from bolide.data.catalogue import DISTRIBUTION, Resource, find_resource, resources_of
from bolide.data.home import compiled_folder, is_offline, resource_file
from bolide.data.languages import DIGEST_LENGTH
from bolide.errors import DamagedResourceError, MissingResourceError, ResourceError
from bolide.files.boundary import check_shape, exists, reading

if TYPE_CHECKING:
    File = str | os.PathLike[str]

_VERIFIED = ".verified"
_TRUSTED_SECONDS = 7 * 24 * 3600

Table = _core.ParaphraseTable | _core.SynonymTable | _core.StemTable

_OPENERS: dict[str, Callable[[File, str], Table]] = {
    "paraphrases": _core.ParaphraseTable,
    "synonyms": _core.SynonymTable,
    "stems": _core.StemTable,
    "thesaurus": _core.ParaphraseTable,
}


# The kinds of the opened tables, and the commands that repair them, by their paths.
_opened: dict[str, tuple[str, str]] = {}


def ensure(resource: Resource, offline: bool | None = None) -> str:
    """Return the file of a resource, installing it if necessary; `MissingResourceError` if that is not allowed or possible."""
    if not is_installed(resource):
        if not resource.is_fetchable or is_offline(offline):
            origin = "" if resource.is_fetchable else f"get {DISTRIBUTION}, then "
            raise MissingResourceError(
                f"the {resource.label} is not installed; {origin}run: {resource.install_command}"
            )
        from bolide.data.install import install

        install([entry for entry in resources_of(resource.language) if entry.is_fetchable], offline=offline)
    return resource_file(resource)


def is_installed(resource: Resource) -> bool:
    """Whether a resource is there and, if it was fetched, is the one in the catalogue; `ResourceError` if it may not be read.

    A resource from the user's distribution stays, with any content; so does a damaged file, which is reported when it is opened.
    """
    path = resource_file(resource)
    if resource.is_encoder:
        return all(exists(os.path.join(path, os.path.basename(member))) for member in resource.members)
    if not (is_there := exists(path)) or not resource.is_fetchable:
        return is_there
    try:
        with _guarded(path, resource.install_command):
            digest, _ = _core.read_provenance(path)
        if digest.hex() == resource.source_sha256:
            return True
        _, metadata = read_metadata(path, resource.install_command)
    except DamagedResourceError:
        return True
    return metadata.get("origin") != resource.origin


def open_table(kind: str, path: File, mend: str) -> Table:
    """Open and verify a compiled resource; `DamagedResourceError` has the command that repairs it. Tables are shared while unchanged."""
    _opened[os.fspath(path)] = kind, mend
    with _guarded(path, mend):
        found = os.stat(path)
        return _open(kind, os.fspath(path), found.st_size, found.st_mtime_ns)


def name_damaged(error: _core.CompiledResourceError) -> NoReturn:
    """Raise an error that names the damaged table, after the core found damage while using one; it is not trusted again."""
    for path, (kind, mend) in _opened.items():
        if os.path.exists(path):
            check_table(kind, path, mend)
    raise DamagedResourceError(f"a table of language data is damaged: {error}; see: bolide resources check") from error


def check_table(kind: str, path: File, mend: str) -> None:
    """Verify a compiled resource completely, including parts that scoring never reads."""
    try:
        with _guarded(path, mend):
            _OPENERS[kind](path, "").check()
    except DamagedResourceError:
        _note_verified(path, "")
        raise


def read_metadata(path: File, mend: str) -> tuple[str, dict[str, str]]:
    """Return the SHA-256 of a compiled resource's source and its metadata, without reading the rest."""
    import json

    with _guarded(path, mend):
        digest, text = _core.read_provenance(path)
        metadata = json.loads(text)
        check_shape(metadata, {str: str})
        return digest.hex(), metadata


@contextlib.contextmanager
def _guarded(path: File, mend: str) -> Iterator[None]:
    """Turn exceptions of opening a compiled resource into errors that name the command that repairs it."""
    with reading(path, ResourceError):  # Too many open files, or too little memory, is not damage.
        try:
            yield
        except FileNotFoundError as error:
            raise MissingResourceError(f"{path} is gone; run: {mend}") from error
        except ValueError as error:
            raise DamagedResourceError(f"{path} is damaged: {error}; fix it with: {mend}") from error
        except OSError as error:
            if not os.path.isdir(path):
                raise
            raise DamagedResourceError(f"{path} is a folder, not a table; fix it with: {mend}") from error


@lru_cache(maxsize=8)
def _open(kind: str, path: str, _size: int, _changed: int) -> Table:
    table = _OPENERS[kind](path, _verified(path))
    if not table.is_trusted and os.path.dirname(path) == compiled_folder():
        _note_verified(path, table.identity)
    return table


def _verified(path: str) -> str:
    """Return the core's identity of a file from when it was last verified; empty if it is not known.

    Verifying a table takes longer than scoring a hundred segments, so it is done once a week. Any change of a file changes its identity:
    its number, its size or one of its times; except a failing disk, and a crash before everything is on the disk.
    """
    try:
        with open(f"{path}{_VERIFIED}", encoding="utf-8") as file:
            age = time.time() - os.fstat(file.fileno()).st_mtime
            return file.read() if abs(age) < min(_TRUSTED_SECONDS, _seconds_up()) else ""
    except (OSError, UnicodeDecodeError):
        return ""


def _seconds_up() -> float:
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


def _note_verified(path: File, identity: str) -> None:
    """Remember that a file is sound; without an identity, forget it. If that cannot be written, it is verified every time."""
    name = f"{os.fspath(path)}{_VERIFIED}"
    with contextlib.suppress(OSError):
        if identity:
            with open(name, "w", encoding="utf-8") as file:
                file.write(identity)
        elif os.path.exists(name):
            os.unlink(name)


def identity(table: Table) -> str:
    """Return the identity of a table for the signature."""
    return table.provenance[0].hex()[:DIGEST_LENGTH]


def compiled(kind: str, files: Sequence[str | os.PathLike[str]]) -> Any:
    """Open a table made from files of the user."""
    from pathlib import Path

    from bolide.data.install import install_files

    return open_table(
        kind,
        install_files(kind, [Path(file) for file in files]),
        f"bolide resources remove --files (it is made again from {files[0]})",
    )


def installed(kind: str, code: str, offline: bool | None) -> Any:
    """Open an installed table, installing it first if allowed; raise an error otherwise."""
    resource = find_resource(kind, code)
    if resource is None:
        raise MissingResourceError(
            f"there are no {'synonyms' if kind == 'thesaurus' else kind} for {code}: leave that matcher out, or give your own file"
        )
    return open_table(kind, ensure(resource, offline), f"{resource.install_command} --force")
