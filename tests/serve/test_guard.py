"""Who may ask the server: this machine, no page of another site, and nobody for too much."""

from __future__ import annotations

import importlib.util
import os
import re
import signal
import subprocess
import sys
import urllib.request

import pytest

PAIR = {"hypothesis": "a", "reference": "b"}


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"host": "127.0.0.1.evil.example:8000"},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9999"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
    ids=repr,
)
def test_other_sites_are_refused(client, headers):
    """A request that a page of another site made, or that came by another name, is refused, for every address."""
    for answer in (client.get("/", headers=headers), client.post("/align", json=PAIR, headers=headers)):
        assert answer.status_code == 403
        assert not any(name.startswith("access-control") for name in answer.headers)


def test_a_preflight_is_not_answered(client):
    """No browser is told that another site may send JSON."""
    asked = {"access-control-request-method": "POST", "origin": "http://127.0.0.1:8000"}
    answer = client.options("/align", headers=asked)
    assert answer.status_code == 405
    assert not any(name.startswith("access-control") for name in answer.headers)


def test_programs_and_the_page_itself_are_answered(client):
    """No Origin at all, and the page's own, are fine."""
    own = {"origin": "http://127.0.0.1:8000", "sec-fetch-site": "same-origin"}
    for headers in ({}, own, {"host": "localhost:8000"}):
        assert client.post("/align", json=PAIR, headers=headers).status_code == 200


def test_only_json(client):
    """A form of another page cannot ask: the body has to be declared as JSON."""
    answer = client.post(
        "/align", content=b'{"hypothesis": "a", "reference": "b"}', headers={"content-type": "text/plain"}
    )
    assert answer.status_code == 415


def test_a_body_that_is_too_large(client):
    """It is refused by what it says of itself, and by what comes."""
    large = {"hypothesis": "a" * 30_000, "reference": "b"}
    assert client.post("/align", json=large).status_code == 413
    answer = client.post("/align", content=iter([b"a" * 15_000] * 2), headers={"content-type": "application/json"})
    assert answer.status_code == 413
    assert "--limit" in answer.json()["error"]


def test_headers(client):
    """Answers are not kept, guessed at or framed; the page may ask nobody but this server."""
    answer = client.get("/")
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "connect-src 'self'" in policy
    assert "script-src 'unsafe-inline'" not in policy
    assert client.get("/nothing").status_code == 404
    assert client.get("/score").status_code == 405


def test_without_the_extra(bolide, monkeypatch):
    """The error names the extra."""
    find = importlib.util.find_spec
    monkeypatch.setattr("bolide.serve.server.find_spec", lambda name: None if name == "uvicorn" else find(name))
    done = bolide("serve", "-l", "pt")
    assert (done.code, done.out) == (2, "")
    assert "needs uvicorn, which is not installed: pip install 'bolide[serve]'" in done.err


@pytest.mark.skipif(os.name == "nt", reason="Windows has other signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_command(number):
    """It prints an address of this machine alone, answers there, and ends without a traceback when it is told to."""
    pytest.importorskip("uvicorn")
    command = [sys.executable, "-m", "bolide", "serve", "-l", "pt"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        try:
            address = server.stdout.readline().strip()
            assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", address)
            with urllib.request.urlopen(address + "choices") as answer:
                assert answer.status == 200
            server.send_signal(number)
            _, said = server.communicate(timeout=30)
        finally:
            server.kill()
    assert "Traceback" not in said
    assert server.returncode == (0 if number == signal.SIGINT else -signal.SIGTERM)


def test_a_port_that_is_taken(bolide):
    """The error names the port."""
    pytest.importorskip("uvicorn")
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = bolide("serve", "-l", "pt", "--port", str(port))
    assert done.code == 2
    assert f"cannot listen on port {port}" in done.err
