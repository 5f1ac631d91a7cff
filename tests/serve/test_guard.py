"""Who may ask the server: this machine, no page of another site, and nobody for too much."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack, contextmanager

import pytest

PAIR = {"hypothesis": "a", "reference": "b"}


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"host": "127.0.0.1.evil.example:8000"},
        {"host": "127.0.0.1:evil.example"},
        {"host": "127.0.0.1:"},
        {"host": ""},
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
    """No response allows other sites to send JSON."""
    asked = {"access-control-request-method": "POST", "origin": "http://127.0.0.1:8000"}
    answer = client.options("/align", headers=asked)
    assert answer.status_code == 405
    assert not any(name.startswith("access-control") for name in answer.headers)


def test_programs_and_the_page_itself_are_answered(client):
    """No Origin at all, and the page's own, are fine."""
    own = {"origin": "http://127.0.0.1:8000", "sec-fetch-site": "same-origin"}
    for headers in ({}, own, {"host": "localhost:8000"}, {"host": "127.0.0.1"}):
        assert client.post("/align", json=PAIR, headers=headers).status_code == 200


def test_only_json(client):
    """A form of another page cannot ask: the body must be declared as JSON."""
    assert client.post("/align", content=BODY, headers={"content-type": "text/plain"}).status_code == 415


def test_a_body_that_is_too_large(client):
    """It is refused by what it says of itself."""
    answer = client.post("/align", json={"hypothesis": "a" * 300_000, "reference": "b"})
    assert answer.status_code == 413
    assert "--limit" in answer.json()["error"]


def test_the_length_of_a_body(client):
    """A body without a length is refused, and so is one that may have two, so that nobody reads it otherwise."""
    answer = client.post("/align", content=iter([BODY[:9], BODY[9:]]), headers={"content-type": "application/json"})
    assert answer.status_code == 411
    assert answer.json()["error"].endswith("send a Content-Length, and no Transfer-Encoding")
    with socket.create_connection((client.base_url.host, client.base_url.port)) as connection:
        assert answer_of(connection, POST.replace(b"Content-Length: 34\r\n", b"")).startswith(b"HTTP/1.1 411")
    both = {"content-type": "application/json", "transfer-encoding": "chunked", "content-length": "34"}
    assert client.post("/align", content=BODY, headers=both).status_code == 411


def test_an_answer_comes_at_once(client):
    """It is sent in one piece: the second of two would wait until the first is acknowledged, which takes 40 ms."""
    with socket.create_connection((client.base_url.host, client.base_url.port)) as connection:
        connection.sendall(POST + BODY)
        assert connection.recv(1 << 16).endswith(b"}")


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


@contextmanager
def started(code=""):
    """Start the command after some code; give its process, and a function that connects. It is of this machine alone, and logs no traceback."""
    code += "\nimport sys; from bolide.cli import main; sys.exit(main(['serve', '-l', 'pt']))"
    with (
        subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as server,
        ExitStack() as stack,
    ):
        try:
            address = server.stdout.readline().strip()
            assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", address)
            place = "127.0.0.1", int(address.strip("/").rpartition(":")[2])
            yield server, lambda: stack.enter_context(socket.create_connection(place, timeout=60))
        finally:
            stack.close()
            server.terminate()
            _, said = server.communicate(timeout=60)
    assert "Traceback" not in said


@contextmanager
def serving(**numbers):
    """Start the command with other numbers in its guard; give a function that connects."""
    with started(f"from bolide.serve import server; vars(server).update({numbers})") as (_, connect):
        yield connect


@pytest.mark.skipif(os.name == "nt", reason="Windows has other signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_command(number):
    """It answers at the address that it prints, and ends without a traceback on request."""
    with started() as (server, connect):
        assert answer_of(connect(), GET).startswith(b"HTTP/1.1 200")
        server.send_signal(number)
        assert server.wait(30) == (0 if number == signal.SIGINT else -signal.SIGTERM)


GET = b"GET /choices HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
POST = b"POST /align HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 34\r\n\r\n"
BODY = b'{"hypothesis":"a","reference":"b"}'


def answer_of(connection, *parts):
    """Send parts of a request, and return everything until the server closes the connection."""
    for part in parts:
        connection.sendall(part)
    found = b""
    while more := connection.recv(1 << 16):
        found += more
    return found


def begin(connection):
    """Send all of a request but its body, and return the connection when the server waits for that."""
    connection.sendall(POST.replace(b"\r\n\r\n", b"\r\nExpect: 100-continue\r\n\r\n"))
    assert connection.recv(1 << 16).startswith(b"HTTP/1.1 100")
    return connection


def test_silent_connections_shut_nobody_out():
    """More connections without a request than there may be requests: others are answered."""
    with serving() as connect:
        silent = [connect() for _ in range(80)]
        assert answer_of(connect(), GET).startswith(b"HTTP/1.1 200")
        assert len(silent) == 80


def test_a_connection_without_a_request_is_closed():
    """One that says nothing, or begins a first or second request and stops, is closed; one that waits for its answer is not."""
    with serving(SILENCE=0.2, PATIENCE=2) as connect:
        assert answer_of(connect()) == b""
        assert answer_of(connect(), b"GET / HT") == b""
        kept = GET.replace(b"Connection: close\r\n", b"")
        assert answer_of(connect(), kept, b"GET / HT").count(b"HTTP/1.1 200") == 1
        assert answer_of(connect(), POST, BODY[:9]).startswith(b"HTTP/1.1 408")


def test_too_many_requests():
    """Requests beyond the limit of concurrent ones are answered with a request to retry."""
    with serving(CONCURRENT=1) as connect:
        slow = begin(connect())
        refused = answer_of(connect(), GET)
        assert refused.startswith(b"HTTP/1.1 503")
        assert b"retry-after" in refused
        assert b'{"error":"1 requests are being answered: try again"}' in refused
        slow.close()
        while not answer_of(connect(), GET).startswith(b"HTTP/1.1 200"):
            pass


ENDLESS = """
import threading
from bolide.serve import responses
def align(*_):
    print("busy", flush=True)
    threading.Event().wait()
responses.align = align
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has other signals")
def test_ctrl_c_while_it_scores():
    """The server ends, and says so to who waits for an answer, however long that would take."""
    with started(ENDLESS) as (server, connect):
        waiting = connect()
        waiting.sendall(POST + BODY)
        assert server.stdout.readline() == "busy\n"
        server.send_signal(signal.SIGINT)
        assert waiting.recv(1 << 16).startswith(b"HTTP/1.1 503")
        assert server.wait(60) == 0
        said = server.stderr.read()
    assert said.endswith("bolide serve: ended\n")
    assert "Traceback" not in said


@pytest.mark.skipif(os.name == "nt", reason="Windows has other signals")
def test_ctrl_c_while_a_body_arrives():
    """The server ends although the rest of a request, the last one of its connection, never comes."""
    with started("from bolide.serve import server; server.PATIENCE = 3600") as (server, connect):
        waiting = connect()
        waiting.sendall(POST.replace(b"\r\n\r\n", b"\r\nConnection: close\r\nExpect: 100-continue\r\n\r\n") + BODY[:9])
        assert waiting.recv(1 << 16).startswith(b"HTTP/1.1 100")
        server.send_signal(signal.SIGINT)
        assert server.wait(60) == 0


def test_large_requests_take_turns():
    """A large request waits until another one is answered; small ones do not."""
    with serving(SMALL=20) as connect:
        first, second = begin(connect()), connect()
        second.sendall(POST + BODY)
        assert answer_of(connect(), GET).startswith(b"HTTP/1.1 200")
        second.settimeout(0.5)
        with pytest.raises(TimeoutError):
            second.recv(1)
        second.settimeout(60)
        first.sendall(BODY)
        for connection in (first, second):
            assert connection.recv(1 << 16).startswith(b"HTTP/1.1 200")


def test_a_port_that_is_taken(bolide):
    """The error names the port."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = bolide("serve", "-l", "pt", "--port", str(port))
    assert done.code == 2
    assert f"cannot listen on port {port}" in done.err
