"""Files that describe something (JSON, TOML) with any value in the place of another: read and used, or refused by an error of bolide's."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import json
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bolide import Meteor
from bolide.build import merge_resources
from bolide.build.built_folder import PackageRequest, build_package
from bolide.build.check import check_resource
from bolide.cli.score_target import PartialFile
from bolide.data.folders import DataPackage, check_package
from bolide.errors import BolideError

SIZES = [0, -1, 1, 8, 2**31, 2**64, 10**400, 1e308, -0.5, float("inf"), float("nan")]
TEXTS = ["", "en", "exact", "\0", "..", "\ud800", "x" * 300]
PLAIN = st.none() | st.booleans() | st.sampled_from(SIZES) | st.sampled_from(TEXTS)
ODD = st.recursive(PLAIN, lambda one: st.lists(one, max_size=3) | st.dictionaries(st.sampled_from(TEXTS), one, max_size=2), max_leaves=4)  # fmt: skip

DATA = {"function.words": b"o\na\n", "paraphrase.gz": gzip.compress(b"0.5\nbig\nlarge\n", mtime=0)}
MANIFEST = {
    "format": 1,
    "language": "sw",
    "files": {name: {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()} for name, data in DATA.items()},
}
DESCRIPTION = {
    "format": 1,
    "language": "sw",
    "lines": 3,
    "options": {"text": "lower", "common": 1e-3},
    "sha256": dict.fromkeys(["meteor-files/function.words", "meteor-files/paraphrase.gz", "words.tsv.gz"], "0"),
}
JOURNAL = {"bolide-partial": 2, "origin": {"signature": "s"}, "segments": 2, "bytes": 0, "statistics": {"A": [1, 2]}}
ROW = {"task": "tuned", "languages": ["pt"], "matchers": ["exact", "stem"], "needs": [], "source": "made up"}
ROW |= {"values": [0.85, 0.2, 0.6, 0.75], "weights": [1.0, 0.6], "copy_x": [2.0]}
ONE = {"name": "mine", "title": "a preset", "source": "made up", "aligner": "java", "beam": 40, "task": "tuned"}
ONE |= {"equality": "java_hash", "function_words": "en", "text": "lower", "is_universal": True, "copy_words": ["rome"]}
PRESET = {"preset": [ONE | {"parameters": [ROW]}]}


def _places(document: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every container of a document with each of its keys."""
    for key, value in document.items() if isinstance(document, dict) else enumerate(document):
        yield document, key
        if isinstance(value, (dict, list)):
            yield from _places(value)


@st.composite
def _changed(draw, document: Any) -> Any:
    """Replace, take out or add values, or put another document in the place of this one."""
    if draw(st.integers(0, 20)) == 0:
        return draw(ODD)
    document = json.loads(json.dumps(document))
    for _ in range(draw(st.integers(1, 2))):
        if not (places := list(_places(document))):
            break
        container, key = places[draw(st.integers(0, len(places) - 1))]
        if draw(st.integers(0, 4)) == 0:
            del container[key]
        else:
            container[key] = draw(ODD)
    return document


def _toml(value: Any) -> str:
    """Return a value as TOML, tables in one line; null, which TOML has not, as text."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_toml(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return str(value).lower() if isinstance(value, float) else json.dumps(value).replace("null", '"null"')


def _use_preset(folder: Path, document: Any) -> None:
    path = folder / "p.toml"
    lines = (f"{json.dumps(key)} = {_toml(part)}\n" for key, part in document.items()) if isinstance(document, dict) else [_toml(document)]  # fmt: skip
    path.write_text("".join(lines), encoding="utf-8", errors="surrogateescape")
    Meteor("pt", preset=path).segment("o gato", "os gatos")


def _use_manifest(folder: Path, document: Any) -> None:
    for name, data in DATA.items():
        (folder / name).write_bytes(data)
    (folder / "manifest.json").write_text(json.dumps(document), encoding="utf-8")
    check_package(DataPackage(name="bolide-data-sw", version="1.0", language="sw", folder=str(folder)))


def _use_description(folder: Path, document: Any) -> None:
    (folder / "meteor-files").mkdir()
    for name, data in DATA.items():
        (folder / "meteor-files" / name).write_bytes(data)
    (folder / "resource.json").write_text(json.dumps(document), encoding="utf-8")
    request = PackageRequest(folder=folder, licence="x", attribution="y", language="sw")
    for use in (
        lambda: check_resource(folder),
        lambda: merge_resources(folder / "merged", [folder, folder]),
        lambda: Meteor(resources=folder).segment("a", "b"),
        lambda: build_package(request, folder / "out"),
    ):
        with contextlib.suppress(BolideError):
            use()


def _use_journal(folder: Path, document: Any) -> None:
    (folder / "j.partial").touch()
    (folder / "j.partial.json").write_text(json.dumps(document), encoding="utf-8")
    with PartialFile(str(folder / "j"), {"signature": "s"}, ("a", "b"), resume=True) as target:
        target.finish()


USES = {
    "preset": (PRESET, _use_preset),
    "manifest": (MANIFEST, _use_manifest),
    "description": (DESCRIPTION, _use_description),
    "journal": (JOURNAL, _use_journal),
}


def _try(use: Callable[[Path, Any], None], document: Any) -> bool:
    """Use a document; return whether that went well. Anything that is not an error of bolide's is the test's failure."""
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            use(Path(folder), document)
        except BolideError as error:
            assert str(error)  # noqa: PT017 - that there is one need not be
            return False
    return True


@pytest.mark.parametrize("name", USES)
def test_descriptions(name):
    """A description is read as it was made; changed in any place, it is read, or refused."""
    document, use = USES[name]
    assert _try(use, document)

    @given(_changed(document))
    @settings(max_examples=150)
    def changed(other: Any) -> None:
        _try(use, other)

    changed()
