"""Fixtures of all tests: a separate resource folder, no network, English data and Java only on request."""

from __future__ import annotations

import dataclasses
import shutil
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import settings
from java_meteor import JavaMeteor, fetch_jar
from surroundings import IS_CI, ROOT, skip_or_fail

from bolide.cli import main
from bolide.data.catalogue import resources_of
from bolide.data.home import resource_path
from bolide.data.opening import ensure
from bolide.errors import ResourceError
from bolide.serve.server import Server

# Not modules to look for examples in: several of one name cannot be imported side by side.
collect_ignore_glob = ["conftest.py", "*/conftest.py"]

# No deadline: how fast a machine is proves nothing. The same examples in every run of CI, fresh ones elsewhere.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if IS_CI else "here")


def pytest_terminal_summary(terminalreporter):
    """Say which tests were skipped, and that this is expected where something is not on the machine."""
    reasons = Counter(
        report.longrepr[2].removeprefix("Skipped: ") for report in terminalreporter.stats.get("skipped", [])
    )
    if reasons:
        terminalreporter.write_line(f"{reasons.total()} skipped, as expected where these are missing:")
    for reason, count in reasons.most_common(5):
        terminalreporter.write_line(f"  {count:4} {reason}")


@pytest.fixture(autouse=True)
def resource_folder(request, monkeypatch, tmp_path_factory):
    """Give a test a separate resource folder and no network; a test marked `english` has one with the English resources."""
    if request.node.get_closest_marker("english"):
        folder = request.getfixturevalue("english_resources")
        monkeypatch.setenv("BOLIDE_HOME", str(folder))
        return folder
    folder = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("BOLIDE_HOME", str(folder))
    monkeypatch.setenv("BOLIDE_OFFLINE", "1")
    return folder


@pytest.fixture(scope="session")
def english_resources(tmp_path_factory) -> Path:
    """Return a resource folder with the user's English resources, which are installed where they are missing.

    What tests compile of files of their own stays out of the user's folder.
    """
    folder = tmp_path_factory.mktemp("english")
    try:
        for resource in resources_of("en"):
            ensure(resource)
            installed = resource_path(resource)
            linked = folder / installed.parent.name / installed.name
            linked.parent.mkdir(exist_ok=True)
            try:
                linked.symlink_to(installed.resolve())
            except OSError:  # Windows lets few users make links.
                shutil.copyfile(installed, linked)
    except ResourceError as error:
        skip_or_fail(f"the English resources cannot be installed: {error}")
    return folder


@pytest.fixture(scope="session")
def own_golden() -> Path:
    """Return the folder of our own texts with the outputs of the Java program."""
    return ROOT / "tests" / "golden" / "own"


@pytest.fixture(scope="session")
def shared_golden() -> Path:
    """Return the folder of larger outputs beside the project, if any."""
    folder = ROOT.parent / "shared" / "spec" / "golden"
    if not folder.is_dir():
        pytest.skip("the reference data is not beside the project")
    return folder


@pytest.fixture(scope="session")
def java_meteor(pytestconfig) -> JavaMeteor:
    """Return the Java program, fetched once and kept in pytest's cache."""
    java = shutil.which("java")
    if java is None:
        pytest.skip("there is no java on the PATH")
    jar = pytestconfig.cache.mkdir("java-meteor") / "meteor-1.5.jar"
    if not jar.exists():
        try:
            fetch_jar(jar)
        except ResourceError as error:
            skip_or_fail(f"the Java program cannot be fetched: {error}")
    return JavaMeteor(java, jar)


@pytest.fixture
def write(tmp_path):
    """Return a function that writes a file (text as UTF-8, bytes as they are) and returns its path as a string."""

    def write_file(name: str, content: str | bytes) -> str:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    return write_file


@dataclasses.dataclass(frozen=True)
class Outcome:
    """The exit code and output of a command."""

    code: int
    out: str
    err: str


@pytest.fixture
def bolide(capsys, monkeypatch):
    """Return a function that runs a command in this process; where argparse ends it, that counts as its exit code."""
    monkeypatch.setenv("COLUMNS", "110")

    def run(*arguments: str) -> Outcome:
        capsys.readouterr()
        try:
            code = main(arguments)
        except SystemExit as error:
            code = error.code
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return run


@pytest.fixture
def files(write) -> tuple[str, str, str]:
    """Return the names of two systems and a reference file, of three Portuguese segments."""
    return (
        write("a.txt", "o gato dormia\na casa branca\n\n"),
        write("b.txt", "os gatos dormiam\numa casa\nnada\n"),
        write("r.txt", "o gato dormia\na casa verde\nalgo\n"),
    )


@pytest.fixture
def run_server():
    """Return a function that runs a server in a thread and returns a client, which asks for port 8000."""
    httpx = pytest.importorskip("httpx")
    with ExitStack() as stack:

        def run(metrics, **options):
            server = stack.enter_context(Server(metrics, **options))
            Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
            stack.callback(server.shutdown)
            return stack.enter_context(httpx.Client(base_url=server.address, headers={"host": "127.0.0.1:8000"}))

        yield run
