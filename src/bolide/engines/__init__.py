"""Where tables are joined and grouped: DuckDB on one machine, Spark on a cluster. Both run the same Ibis expressions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from bolide.errors import ConfigurationError

__all__ = ["Cluster", "Engine", "check_engine", "open_engine"]

# What each engine needs, and the extra that brings it.
_NEEDS = {"duckdb": (("duckdb", "ibis", "pyarrow"), "build"), "spark": (("ibis", "pyarrow", "pyspark"), "spark")}


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


class Cluster(Engine, Protocol):
    """An engine whose rows lie on other machines, which run our code as well."""

    def map_rows(
        self, source: Path, function: Callable[[Iterator[Any]], Iterator[Any]], row: str, folder: Path
    ) -> None:
        """Send the rows of a folder through a function of Arrow's batches, where they are; write rows of the type `row` into a new one."""


def check_engine(name: str) -> None:
    """Refuse an engine that is not installed, before there is work for it."""
    modules, extra = _NEEDS[name]
    if missing := [module for module in modules if find_spec(module) is None]:
        raise ConfigurationError(
            f"building with {name} needs {' and '.join(missing)}, which {'is' if len(missing) == 1 else 'are'} "
            f"not installed: pip install 'bolide[{extra}]'"
        )


def open_engine(name: str, *, memory: str, threads: int | None, master: str, scratch: Path) -> Engine:
    """Return an engine by its name; `ConfigurationError` if it is not installed. It spills into the folder `scratch`."""
    if name == "duckdb":
        from bolide.engines.duckdb import DuckDB

        return DuckDB(memory=memory, threads=threads, scratch=scratch)
    if name == "spark":
        from bolide.engines.spark import Spark

        return Spark(master=master, memory=memory, scratch=scratch)
    raise ConfigurationError(f"unknown engine {name!r}: choose one of duckdb spark")
