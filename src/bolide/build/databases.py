"""Engines that join and group tables: DuckDB on one machine, Spark on a cluster. Both run the same Ibis expressions."""

import errno
import os
import re
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self

from bolide.build.phrase_table import Arrow, Table
from bolide.build.request import EngineOptions
from bolide.errors import BolideError, ConfigurationError, InputError

# The packages that each engine needs, and the extra that installs them.
_NEEDS = {"duckdb": (("duckdb", "ibis", "pyarrow"), "build"), "spark": (("ibis", "pyarrow", "pyspark"), "spark")}


def check_engine(name: str) -> None:
    """Refuse an engine that is not installed, before the work begins."""
    modules, extra = _NEEDS[name]
    if missing := [module for module in modules if find_spec(module) is None]:
        raise ConfigurationError(
            f"building with {name} needs {' and '.join(missing)}, which {'is' if len(missing) == 1 else 'are'} "
            f"not installed: pip install 'bolide[{extra}]'"
        )


def open_engine(options: EngineOptions, scratch: Path) -> "DuckDB | Spark":
    """Return an engine; `ConfigurationError` if it is not installed. It spills into the folder `scratch`."""
    check_engine(options.engine)
    if options.engine == "duckdb":
        return DuckDB(memory=options.memory, threads=options.threads, scratch=scratch)
    return Spark(master=options.master, memory=options.memory, scratch=scratch)


def parse_size(text: str) -> int:
    """Return a size such as 600MB or 1.5GiB in bytes.

    >>> parse_size("600MB"), parse_size("1GiB")
    (600000000, 1073741824)
    """
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT]i?)?B?", text.strip(), re.IGNORECASE)
    if not found or not float(found[1]):
        raise ConfigurationError(f"{text!r} is not a size of memory: write it like 600MB or 2GB")
    unit = (found[2] or "").upper()
    base = 1024 if unit.endswith("I") else 1000
    return int(float(found[1]) * base ** " KMGT".index(unit[:1] or " "))


class _Engine:
    """The common methods of both engines."""

    _connection: Any

    def __enter__(self) -> Self:
        return self

    def read(self, folder: Path) -> Table:
        """Return the table in the Parquet files of a folder."""
        with _quiet():
            return self._connection.read_parquet(str(folder / "*.parquet"))


class DuckDB(_Engine):
    """An engine on this machine."""

    def __init__(self, *, memory: str, threads: int | None, scratch: Path) -> None:
        self._duckdb: Any = import_module("duckdb")
        scratch.mkdir(parents=True, exist_ok=True)
        settings: dict[str, object] = {
            "memory_limit": f"{parse_size(memory)}B",
            "temp_directory": str(scratch),
            "preserve_insertion_order": False,
        }
        if threads:
            settings["threads"] = threads
        self._connection = import_module("ibis").duckdb.connect(**settings)

    def __exit__(self, *_: object) -> None:
        self._connection.disconnect()

    def write(self, expression: Table, folder: Path) -> None:
        """Run an expression and write its rows, in its order, as a Parquet file in a new folder."""
        folder.mkdir()
        with self._running(), _quiet():
            self._connection.to_parquet(expression, folder / "part-00000.parquet")

    def value(self, expression: Table) -> int | None:
        """Run an expression with a single value."""
        with self._running():
            found: int | None = self._connection.raw_sql(self._connection.compile(expression)).fetchone()[0]
        return found

    @contextmanager
    def _running(self) -> Iterator[None]:
        """Explain errors of DuckDB; it also turns Ctrl-C into one."""
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


class Spark(_Engine):
    """An engine on a cluster. All its machines must have access to the folders that it reads and writes."""

    def __init__(self, *, master: str, memory: str, scratch: Path) -> None:
        """Start a session, or join an existing one (as inside `spark-submit`)."""
        sql: Any = import_module("pyspark.sql")
        builder = sql.SparkSession.builder.appName("bolide build").master(master)
        settings = {
            "spark.driver.memory": f"{max(512, parse_size(memory) // 2**20)}m",
            "spark.local.dir": str(scratch),
            "spark.ui.showConsoleProgress": str(sys.stderr.isatty()).lower(),
            "spark.ui.enabled": "false",
            "spark.sql.session.timeZone": "UTC",
            "spark.log.level": "ERROR",
        }
        for name, value in settings.items():
            builder = builder.config(name, value)
        scratch.mkdir(parents=True, exist_ok=True)
        if master.startswith("local"):  # Else workers use the first Python on the path, perhaps without bolide.
            os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        self._is_own = sql.SparkSession.getActiveSession() is None
        try:
            self._session: Any = builder.getOrCreate()
        except Exception as error:  # Spark may raise many kinds here.
            raise ConfigurationError(f"Spark did not start with --master {master}: {_first_line(error)}") from error
        self._connection = import_module("ibis").pyspark.connect(self._session)

    def __exit__(self, *_: object) -> None:
        if self._is_own:
            self._session.stop()

    def write(self, expression: Table, folder: Path) -> None:
        """Run an expression and write its rows, in its order, as the Parquet files of a new folder."""
        with _spark_errors(folder):
            self._session.sql(self._connection.compile(expression)).write.parquet(str(folder))

    def map_rows(
        self, source: Path, function: Callable[[Iterator[Arrow]], Iterator[Arrow]], row: str, folder: Path
    ) -> None:
        """Apply a function to the rows of a folder on the workers, and write the results as the Parquet files of a new folder."""
        with _spark_errors(folder):
            self._session.read.parquet(str(source)).mapInArrow(function, row).write.parquet(str(folder))

    def value(self, expression: Table) -> int | None:
        """Run an expression with a single value."""
        with _spark_errors():
            found: int | None = self._session.sql(self._connection.compile(expression)).collect()[0][0]
        return found


@contextmanager
def _spark_errors(folder: Path | None = None) -> Iterator[None]:
    """Turn errors of Spark into ours: a full disk into the system's error, an error of bolide on a worker into the same error here."""
    try:
        yield
    except Exception as error:
        text = str(error)
        if "No space left on device" in text:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), folder and str(folder)) from error
        if found := re.search(r"^bolide\.errors\.InputError: (.+)$", text, re.MULTILINE):
            raise InputError(found[1]) from error
        raise BolideError(f"Spark failed: {_first_line(error)}") from error


def _first_line(error: Exception) -> str:
    """Return the first line of an error; for one that came through Java, that of its cause."""
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return next((line.removeprefix(": ") for line in lines if line.startswith(": ")), lines[0])
