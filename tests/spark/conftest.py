"""Real Spark: a session on two cores of this machine, and a cluster of a master and two workers, each a separate process."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

collect_ignore = ["cluster_driver.py"]  # A program of its own, which needs Spark to be imported.
SETTINGS = {"spark.ui.enabled": "false", "spark.log.level": "OFF", "spark.sql.shuffle.partitions": "4"}


def pytest_collection_modifyitems(config, items):
    """Run these tests only on request: starting Spark takes longer than all the tests."""
    if "spark" in config.option.markexpr:
        return
    for item in items:
        if item.get_closest_marker("spark"):
            item.add_marker(pytest.mark.skip(reason="runs with: make test-spark"))


@pytest.fixture(scope="session")
def spark():
    """Return a session on two cores."""
    from pyspark.sql import SparkSession

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.master("local[2]").appName("bolide")
    for name, value in SETTINGS.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()


@pytest.fixture(scope="session")
def cluster(tmp_path_factory) -> str:
    """Return the address of a cluster with two workers of one core each; its processes end with the tests."""
    import pyspark

    spark_class = Path(pyspark.__file__).parent / "bin" / "spark-class"
    folder = tmp_path_factory.mktemp("cluster")
    port, page = _free_port(), _free_port()
    address = f"spark://127.0.0.1:{port}"
    master = ["org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", str(port), "--webui-port", str(page)]  # fmt: skip
    worker = ["org.apache.spark.deploy.worker.Worker", address, "--host", "127.0.0.1", "--cores", "1", "--memory", "1g", "--webui-port", "0"]  # fmt: skip
    with ExitStack() as stack:
        stack.enter_context(_running([str(spark_class), *master], folder / "master.log"))
        for number in (1, 2):
            command = [str(spark_class), *worker, "--work-dir", str(folder / f"work-{number}")]
            stack.enter_context(_running(command, folder / f"worker-{number}.log"))
        _await_workers(page, folder)
        yield address


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def _running(command, log):
    """Run a command in a separate group, and end the group with everything it started."""
    environment = os.environ | {"SPARK_LOCAL_IP": "127.0.0.1", "SPARK_DAEMON_MEMORY": "512m"}
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, env=environment, start_new_session=True)
        try:
            yield
        finally:
            _end(process)


def _end(process):
    process.terminate()
    with suppress(subprocess.TimeoutExpired):
        process.wait(20)  # A worker ends its executors.
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _await_workers(page, folder):
    for _ in range(600):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{page}/json/") as answer:
                if json.load(answer)["aliveworkers"] == 2:
                    return
        except (OSError, ValueError):
            pass
        time.sleep(0.2)
    logs = "\n".join(path.read_text(errors="replace")[-1500:] for path in folder.glob("*.log"))
    pytest.fail(f"the cluster does not start:\n{logs}")
