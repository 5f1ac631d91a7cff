"""Opening the tables of a language: installed ones, and those compiled from files of the user's."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from bolide import _core
from bolide.data import ensure, find_resource, open_table
from bolide.errors import MissingResourceError

__all__ = ["DIGEST_LENGTH", "compiled", "identity", "installed"]

# How much of a SHA-256 stands in a signature.
DIGEST_LENGTH = 12


def identity(table: _core.StemTable | _core.SynonymTable | _core.ParaphraseTable | _core.VectorTable) -> str:
    """Return what identifies a table, for the signature."""
    return table.provenance[0].hex()[:DIGEST_LENGTH]


def compiled(kind: str, files: Sequence[str | os.PathLike[str]]) -> Any:
    """Open a table made of files of the user's own."""
    from pathlib import Path

    from bolide.data.install import install_files

    return open_table(
        kind,
        install_files(kind, [Path(file) for file in files]),
        f"bolide resources remove --files (it is made again from {files[0]})",
    )


def installed(kind: str, code: str, offline: bool | None) -> Any:
    """Open an installed table, installing it where that is allowed; never without it."""
    resource = find_resource(kind, code)
    if resource is None:
        raise MissingResourceError(
            f"there are no {'synonyms' if kind == 'thesaurus' else kind} for {code}: leave that matcher out, or give a file of your own"
        )
    return open_table(kind, ensure(resource, offline), f"{resource.install_command} --force")
