"""Who may ask, and how much: a page of another site may not, nor may a body without end. Answers say what browsers may do with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["HOSTS", "Guard"]

HOSTS = ("127.0.0.1", "localhost")
HEADERS = {
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


class Guard:
    """Refuses what comes from elsewhere or is too large, before the application sees it; adds headers to every answer."""

    def __init__(self, app: ASGIApp, limit: int) -> None:
        """Stand before an application; `limit` is the most bytes of a body."""
        self._app = app
        self._limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it on."""
        if scope["type"] != "http":
            return
        headers = Headers(scope=scope)
        answer = self._refusal(headers)
        if answer is None:
            body = await _read(receive, self._limit)
            answer = _too_large(self._limit) if body is None else None
            receive = _replay(body or b"")
        await (answer or self._app)(scope, receive, _with_headers(send))

    def _refusal(self, headers: Mapping[str, str]) -> JSONResponse | None:
        """Return why a request is refused by its headers alone; None if it is not.

        The name of the host is checked so that no other name can be made to lead here (DNS rebinding). Browsers say by Origin and
        Sec-Fetch-Site where a request comes from; programs say neither.
        """
        host = headers.get("host", "")
        if host.rpartition(":")[0] not in HOSTS and host not in HOSTS:
            return _refuse(403, "this server answers to 127.0.0.1 and localhost only")
        if headers.get("origin", f"http://{host}") != f"http://{host}":
            return _refuse(403, "requests from pages of other origins are refused")
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            return _refuse(403, "requests from pages of other sites are refused")
        length = headers.get("content-length", "0")
        if length.isdecimal() and int(length) > self._limit:
            return _too_large(self._limit)
        return None


def _refuse(status: int, message: str) -> JSONResponse:
    return JSONResponse({"error": message}, status)


def _too_large(limit: int) -> JSONResponse:
    return _refuse(413, f"the request is larger than {limit // 1_000_000} MB: start the server with a larger --limit")


async def _read(receive: Receive, limit: int) -> bytes | None:
    """Return the body; None if it is larger than the limit."""
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > limit:
            return None
        if not message.get("more_body", False):
            return b"".join(parts)


def _replay(body: bytes) -> Callable[[], Any]:
    """Return what hands a body on."""

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive


def _with_headers(send: Send) -> Send:
    """Return what sends answers with the headers of all answers."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return send_with_headers
