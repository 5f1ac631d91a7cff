"""Environments for the clients: each is made once, under the user's cache folder, and holds one client, unmodified.

The bolide that they use is the one that runs the tests: it alone is put on their path.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import venv
from dataclasses import dataclass
from pathlib import Path

import pytest

import bolide

collect_ignore = ["programs"]  # they run in the clients' environments

PROGRAMS = Path(__file__).parent / "programs"
ROOT = Path(__file__).parents[2]

# What pip installs for each client, one call after the other. torch comes first: torchmetrics would fetch a larger build.
CLIENTS = {
    "azure-ai-evaluation": [["azure-ai-evaluation==1.18.10"]],
    "compare-mt": [["compare-mt==0.2.10", "six"]],
    "deepeval": [["deepeval==4.3.1"]],
    "evaluate": [["evaluate==0.4.6"]],
    "lm-eval": [["lm-eval==0.4.13"]],
    # Two clients in one environment; what lmms-eval asks for besides would be a gigabyte that captions do not need.
    "lmms-eval": [
        ["torch==2.13.0", "numpy"],
        ["transformers==5.23.0", "accelerate==1.15.0", "datasets==5.2.0", "evaluate==0.4.6", "pycocoevalcap==1.2"],
        ["loguru", "pillow", "pytz", "sacrebleu", "tenacity"],
        ["--no-deps", "lmms-eval==0.7.3"],
    ],
    "mlflow": [["mlflow==3.17.2"]],
    "nltk": [["nltk==3.10.4", "numpy"]],
    "opik": [["opik==2.2.122", "nltk==3.10.4"]],
    "pycocoevalcap": [["pycocoevalcap==1.2"]],
    "ragas": [["ragas==0.4.3", "langchain-community<0.4"]],
    "sacrebleu": [["sacrebleu==2.6.0", "hypothesis", "pytest"]],
    "torchmetrics": [["torch==2.13.0", "hypothesis", "numpy", "pytest"], ["torchmetrics==1.9.0"]],
    "unitxt": [["unitxt==1.26.10", "nltk==3.10.4"]],
}

# The names of WordNet's lexicographer files, by part of speech; NLTK's reader wants the file that numbers them.
LEXICOGRAPHER_FILES = """
3 adj.all adj.pert
4 adv.all
1 noun.Tops noun.act noun.animal noun.artifact noun.attribute noun.body noun.cognition noun.communication noun.event
1 noun.feeling noun.food noun.group noun.location noun.motive noun.object noun.person noun.phenomenon noun.plant
1 noun.possession noun.process noun.quantity noun.relation noun.shape noun.state noun.substance noun.time
2 verb.body verb.change verb.cognition verb.communication verb.competition verb.consumption verb.contact verb.creation
2 verb.emotion verb.motion verb.perception verb.possession verb.social verb.stative verb.weather
3 adj.ppl
"""


def pytest_collection_modifyitems(config, items):
    """Run these tests only on request: they install programs."""
    if "clients" in config.option.markexpr:
        return
    for item in items:
        if item.get_closest_marker("clients"):
            item.add_marker(pytest.mark.skip(reason="runs with: make test-clients"))


@dataclass(frozen=True)
class Client:
    """A Python that has the client, and bolide beside it."""

    python: Path
    variables: dict[str, str]

    def run(self, *arguments, text="", code=0):
        """Run Python with arguments; return what it prints."""
        done = subprocess.run(
            [self.python, *arguments],
            check=False,
            input=text,
            capture_output=True,
            env=self.variables,
            encoding="utf-8",
        )
        assert done.returncode == code, done.stderr
        return done.stdout

    def check(self, tests):
        """Run tests of the project that want the client."""
        self.run("-m", "pytest", "-p", "no:cacheprovider", ROOT / tests)

    def ask(self, program, question):
        """Run a program of this folder, with JSON in and out."""
        return json.loads(self.run(PROGRAMS / program, text=json.dumps(question)).splitlines()[-1])


def cache_folder():
    """Return where environments are kept between runs."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "bolide-clients"


def environment(name):
    """Return the Python of a client's environment; make it if it is not there, or was not finished."""
    digest = hashlib.sha256(json.dumps([CLIENTS[name], sys.version_info[:2]]).encode()).hexdigest()[:12]
    folder = cache_folder() / f"{name}-{digest}"
    python = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    finished = folder / "finished"
    if not finished.exists():
        venv.create(folder, clear=True, with_pip=True)
        for packages in CLIENTS[name]:
            subprocess.run([python, "-m", "pip", "install", "--quiet", *packages], check=True)
        finished.touch()
    return python


# It wants a newer Node than most systems have. Its own scripts would fetch a browser.
NPM = (["node@22.23.3"], ["--ignore-scripts", "promptfoo@0.123.1"])


@pytest.fixture(scope="session")
def promptfoo():
    """Return a function that runs promptfoo in a folder, and returns the score of its one test."""
    if not shutil.which("npm"):
        pytest.skip("there is no npm on the PATH")
    folder = cache_folder() / f"promptfoo-{hashlib.sha256(json.dumps(NPM).encode()).hexdigest()[:12]}"
    if not (folder / "finished").exists():
        for place, packages in enumerate(NPM):
            subprocess.run(
                ["npm", "install", "--no-audit", "--no-fund", "--prefix", folder / str(place), *packages], check=True
            )
        (folder / "finished").touch()
    node, program = folder / "0/node_modules/.bin/node", folder / "1/node_modules/promptfoo/dist/src/main.js"
    quiet = {f"PROMPTFOO_DISABLE_{name}": "1" for name in ("REMOTE_GENERATION", "TELEMETRY", "UPDATE")}

    def run(place):
        variables = os.environ | quiet | {"PROMPTFOO_CONFIG_DIR": str(place), "PROMPTFOO_PYTHON": sys.executable}
        command = [node, program, "eval", "--no-cache", "--no-write", "--output", "told.json"]
        done = subprocess.run(command, cwd=place, env=variables, check=False, capture_output=True, encoding="utf-8")
        assert done.returncode == 0, done.stdout + done.stderr
        (found,) = json.loads((place / "told.json").read_text(encoding="utf-8"))["results"]["results"]
        return found["gradingResult"]["score"]

    return run


@pytest.fixture(scope="session")
def client(tmp_path_factory):
    """Give a function that returns a client by its name."""
    beside = tmp_path_factory.mktemp("bolide-alone")
    (beside / "bolide").mkdir()
    for folder in map(Path, bolide.__path__):  # an editable install has two: the sources, and what is compiled
        for part in folder.iterdir():
            if part.name != "__pycache__":
                (beside / "bolide" / part.name).symlink_to(part, target_is_directory=part.is_dir())

    def make(name, **variables):
        return Client(environment(name), os.environ | {"PYTHONPATH": str(beside), "PYTHONUTF8": "1"} | variables)

    return make


def lines(path):
    """Return the segments of a file of the project."""
    return (ROOT / path).read_text(encoding="utf-8").removesuffix("\n").split("\n")


@pytest.fixture(scope="session")
def captions():
    """Return hypotheses with their references: the project's own texts in all languages, some meant to be awkward."""
    folder = ROOT / "tests/golden/own"
    pairs = [
        (hypothesis, list(references))
        for hypothesis, *references in zip(
            *(lines(folder / f"en.{end}") for end in ("hyp", "ref", "ref2")), strict=True
        )
    ]
    for system in "ab":
        files = (f"examples/system-{system}.txt", "examples/reference.txt", "examples/reference-2.txt")
        pairs += [(hypothesis, list(references)) for hypothesis, *references in zip(*map(lines, files), strict=True)]
    for path in sorted(folder.glob("??.hyp")):
        if path.name != "en.hyp":
            pairs += [
                (hypothesis, [reference])
                for hypothesis, reference in zip(lines(path), lines(path.with_suffix(".ref")), strict=True)
            ]
    return pairs


@pytest.fixture(scope="session")
def nltk_data(tmp_path_factory):
    """Return a folder of NLTK data with WordNet 3.0: the user's own, else made of Debian's package."""
    for folder in (*os.environ.get("NLTK_DATA", "").split(os.pathsep), str(Path.home() / "nltk_data")):
        corpora = Path(folder) / "corpora"
        if folder and ((corpora / "wordnet.zip").exists() or (corpora / "wordnet").exists()):
            return folder
    source = debian_wordnet(tmp_path_factory)
    folder = tmp_path_factory.mktemp("nltk_data")
    shutil.copytree(source, folder / "corpora" / "wordnet")
    names = [(name, part.split()[0]) for part in LEXICOGRAPHER_FILES.strip().split("\n") for name in part.split()[1:]]
    (folder / "corpora" / "wordnet" / "lexnames").write_text(
        "".join(f"{number:02}\t{name}\t{part}\n" for number, (name, part) in enumerate(names))
    )
    return str(folder)


def debian_wordnet(tmp_path_factory):
    """Return Debian's folder of WordNet: the installed one, else unpacked from packages that apt-get downloads."""
    installed = Path("/usr/share/wordnet")
    packages = ("wordnet-base", "wordnet-sense-index")
    if (installed / "index.sense").exists():
        return installed
    if not (shutil.which("apt-get") and shutil.which("dpkg-deb")):
        pytest.skip("WordNet 3.0 is missing: install it with nltk.download('wordnet') or as Debian's wordnet-base")
    folder = tmp_path_factory.mktemp("debian")
    done = subprocess.run(["apt-get", "download", *packages], check=False, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"WordNet 3.0 is missing, and Debian's package cannot be fetched: {done.stderr.strip()}")
    for package in folder.glob("*.deb"):
        archive = subprocess.run(["dpkg-deb", "--fsys-tarfile", package], check=True, capture_output=True).stdout
        (folder / "files.tar").write_bytes(archive)
        with tarfile.open(folder / "files.tar") as files:
            files.extractall(folder, filter="data")
    return folder / "usr/share/wordnet"
