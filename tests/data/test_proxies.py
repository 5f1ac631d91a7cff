"""Downloads go through the proxies of the environment, and past them where it says so."""

import re
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler

import pytest
from made_up_wordnets import SWAHILI, listening, serving, swahili_download

from bolide import ResourceError
from bolide.data.download import fetch

NAMES = ("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY")


def _send(handler, _range=None):
    """Send the wordnet."""
    handler.send_response(200)
    handler.send_header("Content-Length", str(len(SWAHILI)))
    handler.end_headers()
    handler.wfile.write(SWAHILI)


@contextmanager
def _proxy():
    """Serve as a proxy that has everything itself; give its address and what was asked of it."""
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(f"GET {self.path}")
            _send(self)

        def do_CONNECT(self):
            asked.append(f"CONNECT {self.path}")
            self.send_error(407, "who are you")

        def log_message(self, *_):
            pass

    with listening(Handler) as address:
        yield address, asked


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch):
    """Begin without any proxy."""
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@pytest.mark.parametrize("name", ["HTTP_PROXY", "http_proxy"])
def test_a_proxy_is_asked(tmp_path, monkeypatch, name):
    """A server that nobody can reach directly is reached through the proxy; what comes is verified as always."""
    with _proxy() as (address, asked):
        monkeypatch.setenv(name, address)
        path = fetch(swahili_download(), tmp_path, mirror="http://wordnets.invalid/omw")
    assert path.read_bytes() == SWAHILI
    assert asked == ["GET http://wordnets.invalid/omw/wn-wikt-swa.tab"]


def test_a_host_that_needs_no_proxy(tmp_path, monkeypatch):
    """NO_PROXY names hosts that are asked themselves."""
    with _proxy() as (proxy, asked), serving(_send) as (address, ranges):
        monkeypatch.setenv("HTTP_PROXY", proxy)
        monkeypatch.setenv("NO_PROXY", "localhost,127.0.0.1")
        assert fetch(swahili_download(), tmp_path, mirror=address).read_bytes() == SWAHILI
    assert (asked, len(ranges)) == ([], 1)


def test_a_password_in_an_address_reaches_its_server_alone(tmp_path):
    """It is sent to the server that it was given for, not to one that this one points to."""
    sent = []

    def answer(handler, _range):
        sent.append(handler.headers.get("Authorization"))
        if len(sent) == 1:
            handler.send_response(302)
            handler.send_header("Location", handler.path)
            handler.end_headers()
            return
        _send(handler)

    with serving(answer) as (address, _):
        mirror = address.replace("://", "://me:s%2Fcret@")
        assert fetch(swahili_download(), tmp_path, mirror=mirror).read_bytes() == SWAHILI
    assert sent == ["Basic bWU6cy9jcmV0", None]


@pytest.mark.parametrize("address", ["me:XYZZY@127.0.0.1:9", "me:XYZ/ZY@127.0.0.1:9", "me:XYZ#ZY@127.0.0.1:9"])
def test_a_password_is_not_printed(tmp_path, monkeypatch, address):
    """Errors show the address without it, however it is spelt."""
    monkeypatch.setattr("bolide.data.download.TRIES", 1)
    for scheme in ("http", "ftp"):
        with pytest.raises(ResourceError, match=r"127\.0\.0\.1:9") as caught:
            fetch(swahili_download(), tmp_path, mirror=f"{scheme}://{address}/omw")
        assert not re.search("XYZ|ZY", str(caught.value))


def test_addresses_of_the_catalogue_go_through_https_proxy(tmp_path, monkeypatch):
    """The proxy is asked for a tunnel to the server; its refusal is in the error, with the variable to set."""
    with _proxy() as (address, asked):
        monkeypatch.setenv("HTTPS_PROXY", address)
        monkeypatch.setattr("bolide.data.download.TRIES", 1)
        with pytest.raises(ResourceError, match=r"407 .*Behind a proxy, set HTTPS_PROXY"):
            fetch(swahili_download(), tmp_path)
    assert asked == ["CONNECT example.invalid:443"]
