"""Scoring on a standalone cluster: a master and two workers, and a driver in a separate process."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pyspark")

pytestmark = pytest.mark.spark

DRIVER = Path(__file__).with_name("cluster_driver.py")


@pytest.fixture
def resources(tmp_path):
    """Return a folder of language data, as `bolide build` makes it."""
    (tmp_path / "function.words").write_text("o\nna\n", encoding="utf-8")
    (tmp_path / "paraphrase.gz").write_bytes(gzip.compress(b"0.5\ncasa verde\nlar\n"))
    return tmp_path


def _drive(cluster, resources, home) -> dict:
    environment = os.environ | {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    command = [sys.executable, str(DRIVER), cluster, str(resources), str(home)]
    result = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=300)
    assert result.returncode == 0, result.stderr[-3000:]
    return json.loads(result.stdout.splitlines()[-1])


def test_two_workers_score_as_one_machine(cluster, resources, tmp_path):
    """Scores are the metric's; both workers take part; each process makes the metric and maps the table once, for all jobs."""
    outcome = _drive(cluster, resources, tmp_path / "home")
    assert outcome["segments"]
    assert outcome["corpus"]
    processes = outcome["processes"]
    assert len({executor for *_, executor in processes}) == 2
    assert {(made, mapped) for _, made, mapped, _ in processes} == {(1, 1)}
    assert len(processes) == 2
