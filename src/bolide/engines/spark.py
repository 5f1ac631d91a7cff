"""Apache Spark, for what outgrows one machine: builds with any master, or `local[N]` for N cores of this one; and scoring frames."""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from bolide.engines.size import parse_size
from bolide.engines.spark_score import corpus_score, corpus_scores, score
from bolide.errors import BolideError, ConfigurationError, InputError

__all__ = ["Spark", "corpus_score", "corpus_scores", "score"]


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
        if master.startswith("local"):  # Else workers take the first Python on the path, perhaps one without bolide.
            os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        self._is_own = sql.SparkSession.getActiveSession() is None
        try:
            self._session: Any = builder.getOrCreate()
        except Exception as error:  # What Spark raises here depends on how far it came.
            raise ConfigurationError(f"Spark did not start with --master {master}: {_first_line(error)}") from error
        self._connection: Any = self._ibis.pyspark.connect(self._session)

    def __enter__(self) -> Spark:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the session, unless it was there before."""
        if self._is_own:
            self._session.stop()

    def read(self, folder: Path) -> Any:
        """Return the table in the Parquet files of a folder."""
        return self._connection.read_parquet(str(folder / "*.parquet"))

    def write(self, expression: Any, folder: Path) -> None:
        """Run an expression and write its rows, in its order, as the Parquet files of a new folder."""
        with _explained(folder):
            self._session.sql(self._connection.compile(expression)).write.parquet(str(folder))

    def map_rows(
        self, source: Path, function: Callable[[Iterator[Any]], Iterator[Any]], row: str, folder: Path
    ) -> None:
        """Send the rows of a folder through a function, on the workers, and write what it returns as the Parquet files of a new folder."""
        with _explained(folder):
            self._session.read.parquet(str(source)).mapInArrow(function, row).write.parquet(str(folder))

    def value(self, expression: Any) -> Any:
        """Run an expression that is one value."""
        with _explained():
            return self._session.sql(self._connection.compile(expression)).collect()[0][0]


@contextmanager
def _explained(folder: Path | None = None) -> Iterator[None]:
    """Turn errors of Spark into ours: a full disk into the system's, what bolide said on a worker into what it says here."""
    try:
        yield
    except Exception as error:
        text = str(error)
        if "No space left on device" in text:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), folder and str(folder)) from error
        if found := re.search(r"^bolide\.errors\.InputError: (.+)$", text, re.MULTILINE):
            raise InputError(found[1]) from error
        raise BolideError(f"Spark failed: {_first_line(error)}") from error


def _mebibytes(memory: str) -> int:
    return max(512, parse_size(memory) // 2**20)


def _first_line(error: Exception) -> str:
    """Return what an error says first; of one that came through Java, what it says of the cause."""
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return next((line.removeprefix(": ") for line in lines if line.startswith(": ")), lines[0])
