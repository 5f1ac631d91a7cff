"""Engines that join and group tables: DuckDB on one machine, Spark on a cluster. Both run the same Ibis expressions."""

import errno
import os
import re
import shutil
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeAlias

from bolide.build.phrase_table import PART, Table
from bolide.build.request import EngineOptions
from bolide.errors import BolideError, ConfigurationError

# Explains the errors of an engine that writes into a folder, or None.
Errors: TypeAlias = Callable[[Path | None], AbstractContextManager[None]]
# The packages that each engine needs, and the extra that installs them.
_NEEDS = {"duckdb": (("duckdb", "ibis", "pyarrow"), "build"), "spark": (("ibis", "pyarrow", "pyspark"), "spark")}


def check_engine(options: EngineOptions) -> None:
    """Refuse an engine that is not installed, or a size that is none, before the work begins."""
    parse_size(options.memory)
    name = options.engine
    modules, extra = _NEEDS[name]
    if missing := [module for module in modules if find_spec(module) is None]:
        raise ConfigurationError(
            f"building with {name} needs {' and '.join(missing)}, which {'is' if len(missing) == 1 else 'are'} "
            f"not installed: pip install 'bolide[{extra}]'"
        )


class Engine:
    """Runs expressions over tables in Parquet files."""

    def __init__(self, connection: Any, write: Callable[[Table, Path], object], errors: Errors) -> None:
        """Take a connection of Ibis, a function that writes the rows of an expression into a folder, and what explains errors."""
        self._connection, self._write, self._errors = connection, write, errors

    def read(self, folder: Path) -> Table:
        """Return the table in the Parquet files of a folder."""
        with _quiet():
            return self._connection.read_parquet(str(folder / "*.parquet"))

    def write(self, expression: Table, folder: Path) -> None:
        """Run an expression and write its rows, in its order, as Parquet files into a folder."""
        folder.mkdir(exist_ok=True)
        with self._errors(folder), _quiet():
            self._write(expression, folder)

    def value(self, expression: Table) -> int | None:
        """Run an expression with a single value."""
        with self._errors(None), _quiet():
            found: int | None = self._connection.to_pyarrow(expression).as_py()
        return found


@contextmanager
def open_engine(options: EngineOptions, scratch: Path) -> Iterator[Engine]:
    """Give an engine, which spills into the folder `scratch`; `ConfigurationError` if it is not installed."""
    check_engine(options)
    scratch.mkdir(parents=True, exist_ok=True)
    with (_duckdb if options.engine == "duckdb" else _spark)(options, scratch) as engine:
        yield engine
    shutil.rmtree(scratch, ignore_errors=True)


_LEAST_MEMORY = 1_000_000  # DuckDB does not start with less.


def parse_size(text: str) -> int:
    """Return a size such as 600MB or 1.5GiB in bytes.

    >>> parse_size("600MB"), parse_size("1GiB")
    (600000000, 1073741824)
    """
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT]i?)?B?", text.strip(), re.IGNORECASE)
    unit = (found[2] or "").upper() if found else ""
    base = 1024 if unit.endswith("I") else 1000
    size = int(float(found[1]) * base ** " KMGT".index(unit[:1] or " ")) if found else 0
    if size < _LEAST_MEMORY:
        raise ConfigurationError(f"{text!r} is not a size of memory: write it like 600MB or 2GB")
    return size


@contextmanager
def _duckdb(options: EngineOptions, scratch: Path) -> Iterator[Engine]:
    """Give an engine on this machine."""
    settings: dict[str, object] = {
        "memory_limit": f"{parse_size(options.memory)}B",
        "temp_directory": str(scratch),
        "preserve_insertion_order": False,
    }
    if options.threads:
        settings["threads"] = options.threads
    connection: Any = import_module("ibis").duckdb.connect(**settings)
    try:
        yield Engine(connection, lambda table, folder: connection.to_parquet(table, folder / PART), _duckdb_errors)
    finally:
        connection.disconnect()


@contextmanager
def _duckdb_errors(_folder: Path | None) -> Iterator[None]:
    """Explain errors of DuckDB; it also turns Ctrl-C into one."""
    try:
        yield
    except (import_module("duckdb").Error, OSError) as error:
        raise _explained(error) from error
    except RuntimeError as error:
        if str(error) == "Query interrupted":
            raise KeyboardInterrupt from error
        raise


@contextmanager
def _quiet() -> Iterator[None]:
    """Hide warnings about deprecated functions of DuckDB that Ibis calls."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        yield


def _explained(error: Exception) -> Exception:
    """Return the exception to raise for an error of DuckDB: that of the system, if a file could not be written."""
    text = str(error).strip().partition("\n")[0]
    if found := re.search(r'Could not write file \\?"(.+?)\\?": ([^"]+)', text):
        code = next((code for code in errno.errorcode if os.strerror(code) == found[2]), errno.EIO)
        return OSError(code, found[2], found[1])
    if "Out of Memory" in text or "memory" in text.lower():
        return ConfigurationError(f"the build ran out of room: {text}; give it more with --memory, or free disk space")
    return BolideError(f"DuckDB failed: {text}")


@contextmanager
def _spark(options: EngineOptions, scratch: Path) -> Iterator[Engine]:
    """Give an engine on a cluster, in a new session or an existing one (as inside `spark-submit`).

    All machines must have access to the folders that it reads and writes.
    """
    sql: Any = import_module("pyspark.sql")
    builder = sql.SparkSession.builder.appName("bolide build").master(options.master)
    settings = {
        "spark.driver.memory": f"{max(512, parse_size(options.memory) // 2**20)}m",
        "spark.local.dir": str(scratch),
        "spark.ui.showConsoleProgress": str(sys.stderr.isatty()).lower(),
        "spark.ui.enabled": "false",
        "spark.sql.session.timeZone": "UTC",
        "spark.log.level": "ERROR",
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    is_own = sql.SparkSession.getActiveSession() is None
    try:
        session: Any = builder.getOrCreate()
    except Exception as error:  # Spark may raise many kinds here.
        raise ConfigurationError(f"Spark did not start with --master {options.master}: {_first_line(error)}") from error
    connection: Any = import_module("ibis").pyspark.connect(session)

    def write(table: Table, folder: Path) -> None:
        session.sql(connection.compile(table)).write.mode("append").parquet(str(folder))

    try:
        yield Engine(connection, write, _spark_errors)
    finally:
        if is_own:
            session.stop()


@contextmanager
def _spark_errors(folder: Path | None) -> Iterator[None]:
    """Turn errors of Spark into ours, and a full disk into the system's error."""
    try:
        yield
    except Exception as error:
        if "No space left on device" in str(error):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), folder and str(folder)) from error
        raise BolideError(f"Spark failed: {_first_line(error)}") from error


def _first_line(error: Exception) -> str:
    """Return the first line of an error; for one that came through Java, that of its cause."""
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return next((line.removeprefix(": ") for line in lines if line.startswith(": ")), lines[0])
