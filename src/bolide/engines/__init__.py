"""Where tables are joined and grouped: DuckDB on one machine, Spark on a cluster. Both run the same Ibis expressions."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from bolide.errors import ConfigurationError

__all__ = ["Engine", "open_engine"]


class Engine(Protocol):
    """Reads Parquet, runs expressions, writes Parquet."""

    def __enter__(self) -> Engine: ...

    def __exit__(self, *_: object) -> None: ...

    def read(self, folder: Path) -> Any:
        """Return the table in the Parquet files of a folder."""

    def write(self, expression: Any, folder: Path) -> None:
        """Run an expression and write its rows, in its order, as the Parquet files of a new folder."""

    def value(self, expression: Any) -> Any:
        """Run an expression that is one value."""


def open_engine(name: str, *, memory: str, threads: int | None, master: str, scratch: Path) -> Engine:
    """Return an engine by its name; `ConfigurationError` if it is not installed. It spills into the folder `scratch`."""
    if name == "duckdb":
        from bolide.engines.duckdb import DuckDB  # noqa: PLC0415 - loads DuckDB

        return DuckDB(memory=memory, threads=threads, scratch=scratch)
    if name == "spark":
        from bolide.engines.spark import Spark  # noqa: PLC0415 - loads Spark

        return Spark(master=master, memory=memory, scratch=scratch)
    raise ConfigurationError(f"unknown engine {name!r}: choose one of duckdb spark")
