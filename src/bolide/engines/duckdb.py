"""DuckDB, embedded: no server, all cores, and what does not fit into its memory goes to disk."""

from __future__ import annotations

import errno
import os
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from bolide.engines.size import parse_size
from bolide.errors import BolideError, ConfigurationError

__all__ = ["DuckDB"]


class DuckDB:
    """An engine on this machine."""

    def __init__(self, *, memory: str, threads: int | None, scratch: Path) -> None:
        """Start it with at most so much memory; it spills into `scratch`."""
        try:
            self._ibis: Any = import_module("ibis")
            self._duckdb: Any = import_module("duckdb")
        except ImportError as error:
            raise ConfigurationError(
                f"building needs DuckDB and Ibis: pip install 'bolide[build]' ({error})"
            ) from error
        scratch.mkdir(parents=True, exist_ok=True)
        settings: dict[str, Any] = {
            "memory_limit": f"{parse_size(memory)}B",
            "temp_directory": str(scratch),
            "preserve_insertion_order": False,
        }
        if threads:
            settings["threads"] = threads
        self._connection: Any = self._ibis.duckdb.connect(**settings)

    def __enter__(self) -> DuckDB:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Stop it."""
        self._connection.disconnect()

    def read(self, folder: Path) -> Any:
        """Return the table in the Parquet files of a folder."""
        with _quiet():
            return self._connection.read_parquet(str(folder / "*.parquet"))

    def write(self, expression: Any, folder: Path) -> None:
        """Run an expression and write its rows, in its order, as a Parquet file in a new folder."""
        folder.mkdir()
        with self._running(), _quiet():
            self._connection.to_parquet(expression, folder / "part-00000.parquet")

    def value(self, expression: Any) -> Any:
        """Run an expression that is one value."""
        with self._running():
            return self._connection.raw_sql(self._connection.compile(expression)).fetchone()[0]

    @contextmanager
    def _running(self) -> Iterator[None]:
        """Say what an error of DuckDB means; it makes one of Ctrl-C, too."""
        try:
            yield
        except (self._duckdb.Error, OSError) as error:
            raise _explained(error) from error
        except RuntimeError as error:
            if str(error) == "Query interrupted":
                raise KeyboardInterrupt from error
            raise


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep to ourselves that Ibis calls functions of DuckDB that are on their way out."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        yield


def _explained(error: Exception) -> Exception:
    """Return what to raise for an error of DuckDB: that of the system, if a file could not be written."""
    text = str(error).strip().partition("\n")[0]
    if found := re.search(r'Could not write file \\?"(.+?)\\?": ([^"]+)', text):
        code = next((code for code in errno.errorcode if os.strerror(code) == found[2]), errno.EIO)
        return OSError(code, found[2], found[1])
    if "Out of Memory" in text or "memory" in text.lower():
        return ConfigurationError(f"the build ran out of room: {text}; give it more with --memory, or free disk space")
    return BolideError(f"DuckDB failed: {text}")
