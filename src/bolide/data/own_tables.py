"""Tables that were compiled from files of the user's own, and kept: each is found again by what its files hold."""

from __future__ import annotations

import shutil
from pathlib import Path

from bolide.data.home import compiled_folder, home
from bolide.data.opening import check_table, read_metadata
from bolide.errors import ResourceError
from bolide.records import record

__all__ = ["OwnTable", "own_tables", "prune", "remove_file"]

MEND = "bolide resources remove --files (it is made again when it is needed)"


@record
class OwnTable:
    """A compiled table: its name, what it holds, and the file that it was made from."""

    name: str
    kind: str
    path: Path

    @property
    def origin(self) -> str:
        """The name of the file that it was compiled from; `DamagedResourceError` if it cannot be read."""
        return read_metadata(self.path, MEND)[1].get("origin", "")

    def check(self) -> None:
        """Verify it completely; `DamagedResourceError` says what is wrong."""
        check_table(self.kind, self.path, MEND)


def own_tables() -> list[OwnTable]:
    """Return all of them, by name."""
    found = sorted(Path(compiled_folder()).glob("*-file-*.bolide"))
    return [OwnTable(name=path.stem, kind=path.stem.split("-")[0], path=path) for path in found]


def remove_file(path: Path) -> None:
    """Remove a file of the cache; `ResourceError` if that cannot be. One that another process removed first is gone, too."""
    try:
        path.unlink(missing_ok=True)
        path.with_name(f"{path.name}.verified").unlink(missing_ok=True)
    except OSError as error:
        raise ResourceError(f"cannot remove {path}: {error.strerror or error}") from error


def prune() -> list[tuple[Path, int]]:
    """Remove what is of no use to this version of bolide; return what was removed, with sizes in bytes.

    That is unfinished downloads, and the tables of other versions, which they would make again.
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
