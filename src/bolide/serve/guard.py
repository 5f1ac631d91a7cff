"""Who may ask, how much and how slowly: no page of another site, no body without end. Answers say what browsers may do with them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = ["Connection", "Guard"]

CONCURRENT = 64
SMALL = 100_000  # Larger requests are answered one after the other, so that their memory does not add up.
SILENCE = 10  # Seconds until a request has to begin.
PATIENCE = 60  # Seconds until all of it has to be there.
_HOST = re.compile(r"(127\.0\.0\.1|localhost)(:[0-9]{1,5})?", re.IGNORECASE)
HEADERS = {
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


class Connection(H11Protocol):  # type: ignore[misc]
    """A connection that is closed if no request begins on it: uvicorn itself only waits so after an answer, and for a first byte."""

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Begin to watch it."""
        super().connection_made(transport)
        self.loop.call_later(SILENCE, self._look, None)

    def _look(self, answered: object) -> None:
        """Close it if the request that was `answered` at the last look is still the last one."""
        request = self.cycle
        is_idle = request is None or request.response_complete
        if is_idle and request is answered:
            self.transport.close()
        elif not self.transport.is_closing():
            self.loop.call_later(SILENCE, self._look, request if is_idle else self)


class Guard:
    """Refuses what comes from elsewhere or is too much, before the application sees it; adds headers to every answer."""

    def __init__(self, app: ASGIApp, limit: int) -> None:
        """Stand before an application; `limit` is the most bytes of a body."""
        self._app = app
        self._limit = limit
        self._open = 0
        self._large = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it on."""
        if scope["type"] != "http":
            return
        headers = Headers(scope=scope)
        # h11 lets no other length pass than a number.
        size = self._limit if "transfer-encoding" in headers else int(headers.get("content-length", "0"))
        self._open += 1
        try:
            answer = self._refusal(headers, size)
            async with nullcontext() if answer or size <= SMALL else self._large:
                if answer is None:
                    answer, receive = await self._take(receive)
                await (answer or self._app)(scope, receive, _with_headers(send))
        except ClientDisconnect:
            return
        except asyncio.CancelledError:
            await _refuse(503, "the server was stopped")(scope, receive, send)
        finally:
            self._open -= 1

    async def _take(self, receive: Receive) -> tuple[JSONResponse | None, Receive]:
        """Wait for the body; return why it is refused, or None, and what hands it on."""
        try:
            body = await asyncio.wait_for(_read(receive, self._limit), PATIENCE)
        except asyncio.TimeoutError:
            return _refuse(
                408, f"the request was not complete after {PATIENCE} seconds", {"connection": "close"}
            ), receive
        return (_too_large(self._limit), receive) if body is None else (None, _replay(body))

    def _refusal(self, headers: Mapping[str, str], size: int) -> JSONResponse | None:
        """Return why a request is refused before its body is read; None if it is not.

        The name of the host is checked so that no other name can be made to lead here (DNS rebinding). Browsers say by Origin and
        Sec-Fetch-Site where a request comes from; programs say neither.
        """
        host = headers.get("host", "")
        if not _HOST.fullmatch(host):
            return _refuse(403, "this server answers to 127.0.0.1 and localhost only")
        if headers.get("origin", f"http://{host}") != f"http://{host}":
            return _refuse(403, "requests from pages of other origins are refused")
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            return _refuse(403, "requests from pages of other sites are refused")
        if size > self._limit:
            return _too_large(self._limit)
        if self._open > CONCURRENT:
            return _refuse(503, f"{CONCURRENT} requests are being answered: try again", {"retry-after": "1"})
        return None


def _refuse(status: int, message: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    return JSONResponse({"error": message}, status, headers)


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
