"""Fetching what bolide is compared with.

The jar (within pycocoevalcap), NLTK and sacreBLEU come by pip into an environment of their own, WordNet from the system.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import venv
from pathlib import Path

from corpora import ROOT

ENVIRONMENT = ROOT / "build" / "bench-venv"
PYTHON = ENVIRONMENT / "bin" / "python"
JAR_PACKAGE = "pycocoevalcap==1.2"
NLTK_PACKAGE = "nltk==3.10.4"
SACREBLEU_PACKAGE = "sacrebleu==2.6.0"
WORDNET_FILES = (
    *(f"{kind}.{part}" for kind in ("data", "index") for part in ("adj", "adv", "noun", "verb")),
    *(f"{part}.exc" for part in ("adj", "adv", "noun", "verb")),
    "cntlist.rev",
    "index.sense",
)
# How many files WordNet's lexicographers kept their synsets in.
LEXICOGRAPHER_FILES = 45


class UnavailableError(Exception):
    """Something to compare with that is not on this machine, and cannot be fetched."""


def fetch_jar() -> Path:
    """Return the jar, with its paraphrase table beside it."""
    if not shutil.which("java"):
        raise UnavailableError("there is no java")
    _install(JAR_PACKAGE, "--no-deps")
    (jar,) = ENVIRONMENT.glob("lib/python*/site-packages/pycocoevalcap/meteor/meteor-1.5.jar")
    return jar


def fetch_pycocoevalcap() -> Path:
    """Return a Python that has pycocoevalcap, as far as METEOR needs it."""
    fetch_jar()
    return PYTHON


def fetch_sacrebleu() -> Path:
    """Return a Python that has sacreBLEU."""
    _install(SACREBLEU_PACKAGE)
    return PYTHON


def fetch_nltk(wordnet: Path) -> Path:
    """Return a Python that has NLTK and WordNet."""
    missing = [name for name in WORDNET_FILES if not (wordnet / name).is_file()]
    if missing:
        packages = "Debian: wordnet-base, wordnet-sense-index"
        raise UnavailableError(f"WordNet is not available, {wordnet} lacks {missing[0]} ({packages}; --wordnet DIR)")
    _install(NLTK_PACKAGE)
    _copy_wordnet(wordnet)
    return PYTHON


def _install(package: str, *options: str) -> None:
    """Install a package unless it is there."""
    name, _, version = package.partition("==")
    if not PYTHON.exists():
        print(f"making {ENVIRONMENT.relative_to(ROOT)}", file=sys.stderr)
        venv.create(ENVIRONMENT, with_pip=True)
    if any(ENVIRONMENT.glob(f"lib/python*/site-packages/{name}-{version}.dist-info")):
        return
    print(f"installing {package}", file=sys.stderr)
    command = [str(PYTHON), "-m", "pip", "install", "--quiet", *options, package]
    if subprocess.run(command, stdout=sys.stderr, check=False).returncode:
        raise UnavailableError(f"pip cannot install {package}")


def _copy_wordnet(source: Path) -> None:
    """Put WordNet where NLTK looks for it in its own environment: it reads nothing elsewhere, not even through links."""
    target = ENVIRONMENT / "nltk_data" / "corpora" / "wordnet"
    target.mkdir(parents=True, exist_ok=True)
    for name in WORDNET_FILES:
        shutil.copyfile(source / name, target / name)
    # NLTK wants the names of the lexicographers' files, which Debian leaves out; METEOR uses none of them.
    rows = (f"{number:02}\tfile.{number:02}\t1\n" for number in range(LEXICOGRAPHER_FILES))
    (target / "lexnames").write_text("".join(rows), encoding="ascii")
