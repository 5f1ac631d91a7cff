"""The server: its addresses, and limits on the origin, size and speed of requests. It listens on this machine only, until Ctrl-C.

Python's `http.server` reads requests, with a thread for each connection, so that a long report does not block others. Pages of other
sites get no answer, the size of bodies is limited, and answers tell browsers what is allowed.
"""

from __future__ import annotations

import os
import re
import socket
import sys
from collections.abc import Callable, Mapping
from contextlib import nullcontext, suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from io import BufferedReader
from socketserver import ThreadingTCPServer
from threading import Lock
from time import monotonic, sleep

from bolide.data import read_text
from bolide.errors import BolideError, ConfigurationError, InputError, ResourceError
from bolide.reports.document import report_script
from bolide.serve import responses
from bolide.serve.requests import Metrics, RequestError, parse
from bolide.show.pages import allowing, fill_in, inert, join_scripts, page_style
from bolide.show.tables import to_json

HOST = "127.0.0.1"
LIMIT = 32_000_000
# In the order in which they build on one another.
SCRIPTS = ("http", "asking", "pair", "files", "main")
CONCURRENT = 64
SMALL = 100_000  # Larger requests are answered one at a time, so that their memory does not add up.
SILENCE = 10  # Seconds until a request must begin.
PATIENCE = 60  # Seconds until it must be complete.
GRACE = 2  # Seconds for requests to end after Ctrl-C.
_HOST = re.compile(r"(127\.0\.0\.1|localhost)(:[0-9]{1,5})?", re.IGNORECASE)
_SIZE = re.compile(r"[0-9]{1,18}")
HEADERS = {
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
_SANDBOX = {"content-security-policy": "sandbox allow-scripts allow-downloads"}
_HTML, _JSON = "text/html; charset=utf-8", "application/json"


_Asked = Callable[[Metrics, Mapping[str, object]], dict[str, object] | str]


class _Answer(Exception):  # noqa: N818 - most are not errors
    """A status and a body that answer a request; raised if the request is refused."""

    def __init__(self, status: int, body: str, kind: str = _JSON, headers: Mapping[str, str] | None = None) -> None:
        self.status, self.body, self.kind, self.headers = status, body, kind, dict(headers or {})


def _failed(status: int, message: str, headers: Mapping[str, str] | None = None) -> _Answer:
    text = message.encode("utf-8", "backslashreplace").decode()
    return _Answer(status, to_json({"error": text}, separators=(",", ":")), headers=headers)


class _Reader(socket.SocketIO):
    """Reads from a connection until a deadline, even if data arrives slowly."""

    deadline = 0.0

    def readinto(self, buffer: memoryview) -> int | None:  # type: ignore[override]
        self._sock.settimeout(max(self.deadline - monotonic(), 0.001))  # type: ignore[attr-defined]
        return super().readinto(buffer)


class Handler(BaseHTTPRequestHandler):
    """Answers the requests of one connection."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: Server

    def setup(self) -> None:
        """Read with deadlines."""
        super().setup()
        self._reader = _Reader(self.connection, "rb")
        self.rfile = BufferedReader(self._reader)

    def handle_one_request(self) -> None:
        """Wait for a request and answer it."""
        self._reader.deadline = monotonic() + SILENCE
        super().handle_one_request()

    def handle_expect_100(self) -> bool:
        """Do nothing yet: `100 Continue` is sent when the body is read."""
        return True

    def log_message(self, *_: object) -> None:
        """Log nothing."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer a request that is not HTTP."""
        self.close_connection = True
        self.send(_failed(code, explain or message or HTTPStatus(code).phrase))
        self._drain()

    def __getattr__(self, name: str) -> object:
        """Return `answer` for every HTTP method: `_found` checks the method of each address."""
        if not name.startswith("do_"):
            raise AttributeError(name)
        return self.answer

    def answer(self) -> None:
        """Answer a request after its headers were read."""
        busy = self.server.busy
        busy.add(self)
        try:
            size = self._guard()
            with nullcontext() if size <= SMALL else self.server.large:
                answer = self._found(self._body(size))
        except _Answer as refusal:  # Part of the body may still arrive.
            self.close_connection, answer = True, refusal
        except Exception as error:
            busy.discard(self)
            if not isinstance(error, OSError):
                self.send_error(500, "this is an error of bolide: its terminal has the details")
            raise
        try:
            busy.remove(self)
        except KeyError:
            return  # The server was stopped, and has answered so.
        self.send(answer)
        self._drain()

    def send(self, answer: _Answer) -> None:
        """Send an answer."""
        body = answer.body.encode()
        if self.request_version != self.protocol_version:
            self.close_connection = True
        headers = {"date": self.date_time_string(), "content-type": answer.kind, "content-length": f"{len(body)}"}
        headers |= HEADERS | answer.headers | ({"connection": "close"} if self.close_connection else {})
        lines = [f"HTTP/1.1 {answer.status} {HTTPStatus(answer.status).phrase}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        head = "\r\n".join((*lines, "", "")).encode()
        self.connection.settimeout(PATIENCE)
        self.connection.sendall(head if self.command == "HEAD" else head + body)

    def _drain(self) -> None:
        """After the last answer, wait a little for the other side, which may still be sending."""
        if self.close_connection:
            with suppress(OSError):
                self.connection.shutdown(socket.SHUT_WR)
                self._reader.deadline = monotonic() + GRACE
                while self.rfile.read1():
                    pass

    def _guard(self) -> int:
        """Return the size of the body; refuse a request before its body is read.

        The name of the host is checked against DNS rebinding. Browsers send the origin of a request in Origin and Sec-Fetch-Site;
        programs send neither.
        """
        headers = self.headers
        host, limit = headers.get("host", ""), self.server.limit
        if not _HOST.fullmatch(host):
            raise _failed(403, "this server answers to 127.0.0.1 and localhost only")
        if headers.get("origin", f"http://{host}") != f"http://{host}":
            raise _failed(403, "requests from pages of other origins are refused")
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            raise _failed(403, "requests from pages of other sites are refused")
        sizes = headers.get_all("content-length", ())
        if "transfer-encoding" in headers or (self.command == "POST" and not sizes):
            raise _failed(411, "the length of the body is not known: send a Content-Length, and no Transfer-Encoding")
        if len(sizes) > 1 or not all(map(_SIZE.fullmatch, sizes)):
            raise _failed(400, "the length of the body is not clear: send one Content-Length")
        if (size := int(*sizes)) > limit:
            megabytes = limit // 1_000_000
            raise _failed(413, f"the request is larger than {megabytes} MB: start the server with a larger --limit")
        if len(self.server.busy) > CONCURRENT:
            raise _failed(503, f"{CONCURRENT} requests are being answered: try again", {"retry-after": "1"})
        return size

    def _body(self, size: int) -> bytes:
        """Wait for the body."""
        if not size:
            return b""
        if self.headers.get("expect", "").lower() == "100-continue":
            self.connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        self._reader.deadline = monotonic() + PATIENCE
        try:
            body = self.rfile.read(size)
        except TimeoutError:
            raise _failed(408, f"the request was not complete after {PATIENCE} seconds") from None
        if len(body) < size:
            raise ConnectionResetError
        return body

    def _found(self, body: bytes) -> _Answer:
        """Return the answer to an allowed request."""
        path, method = self.path.partition("?")[0], self.command
        methods, answer = self.server.routes.get(path, ((), None))
        if answer is None:
            return _failed(404, f"there is nothing at {path}: see /openapi.json")
        if method not in methods:
            allowed = {"allow": ", ".join(methods)}
            return _failed(405, f"{path} does not take {method}: see /openapi.json", allowed)
        if isinstance(answer, _Answer):
            return answer
        if self.headers.get("content-type", "").partition(";")[0].strip().lower() != _JSON:
            return _failed(415, "the body must be JSON: send content-type: application/json")
        try:
            found = answer(self.server.metrics, parse(body))
        except BolideError as error:
            is_users = isinstance(error, (ConfigurationError, InputError, ResourceError))
            return _failed(400 if isinstance(error, RequestError) else 409 if is_users else 500, str(error))
        return _Answer(200, found, _HTML, _SANDBOX) if isinstance(found, str) else _Answer(200, to_json(found))


class Server(ThreadingTCPServer):
    """Listens, and has the data that all connections share."""

    daemon_threads = True
    allow_reuse_address = os.name != "nt"  # On Windows, it would let a second process take the same port.
    block_on_close = False
    request_queue_size = 128

    def __init__(self, metrics: Metrics, *, port: int = 0, limit: int = LIMIT) -> None:
        """Listen on a port, any free one by default; a request may have a body of `limit` bytes. `InputError` if the port is taken."""
        self.metrics, self.limit = metrics, limit
        self.busy: set[Handler] = set()
        try:
            super().__init__((HOST, port), Handler)
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or error
            raise InputError(f"cannot listen on port {port}: {reason}; choose another, or leave --port out") from error
        self.large = Lock()
        script, choices = join_scripts("serve/page", SCRIPTS), to_json(metrics.choices())
        page = fill_in(
            read_text("serve/page/page.html"),
            {"style": page_style() + read_text("serve/page/style.css"), "choices": inert(choices), "script": script},
        )
        # A report that the page shows may run the report's script.
        policy = (
            f"{allowing(script, report_script())}; connect-src 'self'; frame-src blob:; base-uri 'none'; form-action 'none'; "
            "frame-ancestors 'none'"
        )
        constant = {
            "/": _Answer(200, page, _HTML, {"content-security-policy": policy}),
            "/openapi.json": _Answer(200, read_text("serve/openapi.json")),
            "/choices": _Answer(200, choices),
        }
        self.routes: dict[str, tuple[tuple[str, ...], _Answer | _Asked]] = {
            **{path: (("GET", "HEAD"), answer) for path, answer in constant.items()},
            **{f"/{name}": (("POST",), getattr(responses, name)) for name in ("score", "align", "report")},
        }

    @property
    def address(self) -> str:
        """The address of the server."""
        return f"http://{HOST}:{self.server_address[1]}/"

    def shutdown_request(self, request: socket.socket) -> None:  # type: ignore[override]
        """Close a connection, but not because of Ctrl-C while it is handed to its thread: `server_close` answers on it."""
        if not isinstance(sys.exception(), KeyboardInterrupt):
            super().shutdown_request(request)

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore connections that the other side closed."""
        if not isinstance(sys.exception(), (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)  # type: ignore[arg-type]

    def server_close(self) -> None:
        """Wait a little for requests that are being answered, refuse the rest, and stop listening."""
        end = monotonic() + GRACE
        while self.busy and monotonic() < end:
            sleep(0.02)
        while self.busy:
            with suppress(KeyError, OSError):
                self.busy.pop().send(_failed(503, "the server was stopped"))
        super().server_close()
