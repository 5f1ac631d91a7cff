"""Apache Spark, for phrase tables that outgrow one machine: any master, or `local[N]` for N cores of this one."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from bolide.engines.size import parse_size
from bolide.errors import BolideError, ConfigurationError

__all__ = ["Spark"]


class Spark:
    """An engine on a cluster. The folders that it reads and writes have to be in reach of all its machines."""

    def __init__(self, *, master: str, memory: str, scratch: Path) -> None:
        """Start a session, or join the one that there is (as inside of `spark-submit`)."""
        try:
            self._ibis: Any = import_module("ibis")
            sql: Any = import_module("pyspark.sql")
        except ImportError as error:
            raise ConfigurationError(f"Spark is not installed: pip install 'bolide[spark]' ({error})") from error
        builder = sql.SparkSession.builder.appName("bolide build").master(master)
        settings = {
            "spark.driver.memory": f"{_mebibytes(memory)}m",
            "spark.local.dir": str(scratch),
            "spark.ui.showConsoleProgress": str(sys.stderr.isatty()).lower(),
            "spark.ui.enabled": "false",
            "spark.sql.session.timeZone": "UTC",
            "spark.log.level": "ERROR",
        }
        for name, value in settings.items():
            builder = builder.config(name, value)
        scratch.mkdir(parents=True, exist_ok=True)
        try:
            self._session: Any = builder.getOrCreate()
        except Exception as error:  # What Spark raises here depends on how far it came.
            raise ConfigurationError(f"Spark does not start with --master {master}: {_first_line(error)}") from error
        self._connection: Any = self._ibis.pyspark.connect(self._session)

    def __enter__(self) -> Spark:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the session."""
        self._session.stop()

    def read(self, folder: Path) -> Any:
        """Return the table in the Parquet files of a folder."""
        return self._connection.read_parquet(str(folder / "*.parquet"))

    def write(self, expression: Any, folder: Path) -> None:
        """Run an expression and write its rows, in its order, as the Parquet files of a new folder."""
        try:
            self._session.sql(self._connection.compile(expression)).write.parquet(str(folder))
        except Exception as error:
            raise BolideError(f"Spark failed: {_first_line(error)}") from error

    def value(self, expression: Any) -> Any:
        """Run an expression that is one value."""
        try:
            return self._session.sql(self._connection.compile(expression)).collect()[0][0]
        except Exception as error:
            raise BolideError(f"Spark failed: {_first_line(error)}") from error


def _mebibytes(memory: str) -> int:
    return max(512, parse_size(memory) // 2**20)


def _first_line(error: Exception) -> str:
    """Return what an error says first; of one that came through Java, what it says of the cause."""
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return next((line.removeprefix(": ") for line in lines if line.startswith(": ")), lines[0])
