"""The table of roots is folded once for all tests: every test has a separate resource folder, which would need it anew."""

from __future__ import annotations

import importlib.util
import shutil

import pytest

from bolide.data.home import resource_path
from bolide.hindi.lexicon import open_simplemma


@pytest.fixture(scope="session")
def folded_roots(tmp_path_factory):
    """Return the file that a first start keeps."""
    if importlib.util.find_spec("simplemma") is None:
        return None
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BOLIDE_HOME", str(tmp_path_factory.mktemp("roots")))
        open_simplemma("hi")
        (kept,) = resource_path("roots").parent.glob("roots-hi-*.txt")
        return kept


def _keep(folded_roots):
    if folded_roots is not None:
        folder = resource_path("roots").parent
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(folded_roots, folder)


@pytest.fixture(autouse=True)
def kept_roots(resource_folder, folded_roots):
    """Put it into the folder of each test."""
    _keep(folded_roots)


@pytest.fixture(scope="module", autouse=True)
def module_home(tmp_path_factory, folded_roots):
    """Give the fixtures of a module the same folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BOLIDE_HOME", str(tmp_path_factory.mktemp("module")))
        _keep(folded_roots)
        yield
