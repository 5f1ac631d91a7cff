"""Files and folders that may not be read: each is an error with its name and the system's reason, in every reader.

Root may read everything, whatever permissions say. As root, commands run without the two capabilities that allow it.
"""

import ctypes
import gzip
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest
from made_up_meteor import make_distribution

pytestmark = pytest.mark.skipif(os.name != "posix", reason="permissions as POSIX has them")


@pytest.fixture
def place(tmp_path) -> Path:
    """Return a folder with texts and data of a language."""
    (tmp_path / "data").mkdir()
    for file, text in {"h": b"a car\n", "r": b"the auto\n", "data/function.words": b"the\n"}.items():
        (tmp_path / file).write_bytes(text)
    (tmp_path / "data/paraphrase.gz").write_bytes(gzip.compress(b"0.5\na\nb\n"))
    (tmp_path / "data/resource.json").write_bytes(b'{"format": 1, "language": "sw"}')
    return tmp_path


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Let nobody read a file or folder."""
    mode = path.stat().st_mode
    path.chmod(0)
    try:
        with _permissions_that_hold():
            yield
    finally:
        path.chmod(mode)


@contextmanager
def _permissions_that_hold() -> Iterator[None]:
    """Take CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH away from root."""
    if os.geteuid():
        yield
        return
    if sys.platform != "linux":
        pytest.skip("root may read everything here")
    system = ctypes.CDLL(None)
    header, sets = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    system.capget(header, sets)
    effective = sets[0]
    sets[0] &= ~0b110
    system.capset(header, sets)
    try:
        yield
    finally:
        sets[0] = effective
        system.capset(header, sets)


SCORE = "score {h} {r} -l sw --resources {data}"
ENCODER = "score {h} {r} -l pt --preset universal --matchers exact,meaning --weights 1,1 --encoder {encoder}"


@pytest.mark.parametrize(
    ("file", "command"),
    [
        ("data/function.words", SCORE),
        ("data/paraphrase.gz", SCORE),
        ("data/resource.json", SCORE),
        ("data", SCORE),
        ("data/resource.json", "resources check {data}"),
        ("data", "resources inspect car --resources {data}"),
        ("data", "evaluate {data} -l pt"),
        ("data", "build {out} --phrase-table {data} --source {h} --target {r}"),
        ("data/paraphrase.gz", "build package {data} -o {out} --licence x --attribution y"),
        ("h", "score {h} {r} -l pt"),
        ("h", "score {h} -l pt --input parquet"),
        ("h", "score {h} {r} -l pt --preset {h}"),
        ("h", "score {r} {r} -l hi --tagger {h}"),
        ("h", "resources install meaning-en --from {h}"),
    ],
)
def test_files_of_the_user(file, command, place, bolide):
    """Unreadable files of a command are named in the error, and writing is not mentioned."""
    if "parquet" in command or "build" in command:
        pytest.importorskip("pyarrow")
    arguments = command.format(**{name: place / name for name in ("h", "r", "data", "out")}).split()
    with locked(place / file):
        result = bolide(*arguments)
    assert (result.code, result.out) == (2, "")
    assert f": cannot read {place / file}" in result.err
    assert result.err.endswith(": Permission denied\n")


@pytest.mark.skipif(not find_spec("onnxruntime"), reason="onnxruntime is not installed")
@pytest.mark.parametrize("file", ["config.json", ""])
def test_encoders(file, place, bolide):
    """So is a file of an encoder, or its folder."""
    from small_encoder import make_encoder

    folder = make_encoder(place / "encoder")
    with locked(folder / file):
        result = bolide(*ENCODER.format(h=place / "h", r=place / "r", encoder=folder).split())
    assert result.err.startswith(f"bolide score: cannot read {folder / file}")


@pytest.mark.parametrize("inside", [False, True], ids=["home", "folder in it"])
def test_resource_folder(inside, place, resource_folder, bolide):
    """Data in a resource folder that may not be read is not taken for data that is not installed."""
    assert bolide("resources", "install", "en", "--from", str(make_distribution(place / "meteor"))).code == 0
    home = next(resource_folder.iterdir()) if inside else resource_folder
    texts = [str(place / "h"), str(place / "r")]
    encoder = ["--preset", "universal", "--matchers", "exact,meaning", "--weights", "1,1", "--encoder", "meaning-en"]
    for command in (["score", *texts], ["score", *texts, *encoder], ["resources", "list"], ["resources", "check"]):
        with locked(home):
            result = bolide(*command)
        assert result.code == 2, command
        assert result.err.startswith(f"bolide {command[0]}: cannot read {home}"), command
        assert result.err.endswith(": Permission denied\n"), command
