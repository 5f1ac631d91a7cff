"""Servers that break off, lie, or serve something else: what is not the catalogue's file is never installed."""

import pytest
from made_up_wordnets import SWAHILI, send, serving, swahili_download

from bolide import ResourceError
from bolide.data import download as downloading
from bolide.data.catalogue import resources_of
from bolide.data.install import install
from bolide.data.opening import is_installed
from bolide.records import replace


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch):
    """Try again at once, and without a proxy."""
    monkeypatch.setattr(downloading, "_PAUSE", 0)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


def fetch(address, folder, data=SWAHILI):
    """Fetch the made-up file from a server."""
    return downloading.fetch(swahili_download(data), folder, mirror=address)


def test_a_good_server(tmp_path):
    """The file arrives whole, at the first try, and is not requested again."""
    with serving(lambda handler, _: send(handler, SWAHILI)) as (address, asked):
        for _ in range(2):
            assert fetch(address, tmp_path).read_bytes() == SWAHILI
        assert asked == [None]


def test_a_server_that_breaks_off(tmp_path):
    """Received bytes are kept, and the rest is requested from there."""

    def answer(handler, wanted):
        start = int(wanted[6:-1]) if wanted else 0
        part = SWAHILI[start : start + 100]
        headers = [("Content-Range", f"bytes {start}-{len(SWAHILI) - 1}/{len(SWAHILI)}")] if wanted else []
        send(handler, part, status=206 if wanted else 200, length=len(SWAHILI) - start, headers=headers)

    with serving(answer) as (address, asked):
        assert fetch(address, tmp_path).read_bytes() == SWAHILI
        assert asked == [None, "bytes=100-", "bytes=200-"]


def test_a_later_run_continues(tmp_path):
    """After a run that gave up, the next one takes what is there."""
    with serving(lambda handler, _: send(handler, SWAHILI[:50], length=len(SWAHILI))) as (address, _):  # noqa: SIM117
        with pytest.raises(ResourceError, match=r"broke off after 50 bytes \(4 tries\); the part that arrived is kept"):
            fetch(address, tmp_path)

    def rest(handler, wanted):
        start = int(wanted[6:-1])
        send(handler, SWAHILI[start:], status=206, headers=[("Content-Range", f"bytes {start}-/*")])

    with serving(rest) as (address, asked):
        assert fetch(address, tmp_path).read_bytes() == SWAHILI
        assert asked == ["bytes=50-"]


def test_a_server_that_knows_no_ranges(tmp_path):
    """A server that sends everything again is understood, even if it lies about the part that it sends."""
    (tmp_path / swahili_download().sha256).with_suffix(".part").write_bytes(SWAHILI[:50])
    with serving(lambda handler, _: send(handler, SWAHILI)) as (address, _):
        assert fetch(address, tmp_path).read_bytes() == SWAHILI


@pytest.mark.parametrize(
    ("answer", "message", "tries"),
    [
        (lambda handler, _: send(handler, SWAHILI * 3), "more than the", 1),
        (lambda handler, _: send(handler, SWAHILI * 3, length=10), "broke off after 10 bytes", 4),
        (lambda handler, _: send(handler, SWAHILI[::-1]), "its SHA-256 is", 1),
        (lambda handler, _: send(handler, b"", status=404), "the server says 404", 1),
        (lambda handler, _: send(handler, b"", status=503), "the server says 503", 4),
        (lambda handler, _: handler.wfile.write(b"\x00\xff nonsense\r\n\r\n"), "cannot fetch", 4),
        (lambda handler, _: send(handler, b"", status=302, headers=[("Location", "file:///etc/passwd")]), "302", 4),
    ],
    ids=["more", "more than it says", "another file", "404", "503", "nonsense", "elsewhere"],
)
def test_a_server_that_cannot_be_used(answer, message, tries, tmp_path):
    """A file that is not the catalogue's is refused with the reason; permanent failures are not retried."""
    with serving(answer) as (address, asked):
        with pytest.raises(ResourceError, match=message):
            fetch(address, tmp_path)
        assert len(asked) == tries


@pytest.mark.parametrize(
    ("address", "message"),
    [("file:///tmp", "begin with https:// or http://"), ("/tmp", "begin with"), ("http://[::1", "is not an address: ")],
)
def test_addresses_of_other_kinds(address, message, tmp_path):
    """A mirror must be an address of the web."""
    with pytest.raises(ResourceError, match=message):
        fetch(address, tmp_path)


def test_nothing_wrong_is_installed(monkeypatch):
    """From a server with the right file it is installed and its download removed; from one with a wrong file, nothing is."""
    (entry,) = [entry for entry in resources_of("sw") if entry.kind == "thesaurus"]
    with serving(lambda handler, _: send(handler, b"x" * entry.downloads[0].size)) as (address, _):
        with pytest.raises(ResourceError, match="nothing was installed"):
            install([entry], origin=address, offline=False)
        assert not is_installed(entry)
        file = swahili_download()
        mine = replace(entry, downloads=(file,), source_sha256=None)
    with serving(lambda handler, _: send(handler, SWAHILI)) as (address, asked):
        assert install([mine], origin=address, offline=False) == [mine]
        assert asked == [None]
