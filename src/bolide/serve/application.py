"""The application: which address answers what, and who may ask, how much and how slowly.

No page of another site is answered, no body without end is read, and answers say what browsers may do with them. Scoring runs in
threads, so that a long report holds up nobody.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import nullcontext

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from bolide.data import read_text
from bolide.errors import BolideError, ConfigurationError, InputError, ResourceError
from bolide.reports.document import report_script
from bolide.serve import responses
from bolide.serve.requests import Metrics, RequestError, parse
from bolide.show.pages import allowing, fill_in, inert, join_scripts, page_style
from bolide.show.tables import to_json

__all__ = ["LIMIT", "Connection", "make_application"]

LIMIT = 32_000_000
# In the order in which they build on one another.
SCRIPTS = ("asking", "pair", "files", "main")
Answer = Callable[[Metrics, Mapping[str, object]], dict[str, object] | str]
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


def make_application(metrics: Metrics, *, limit: int = LIMIT) -> Starlette:
    """Return the application; a request may have a body of `limit` bytes."""
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
    routes = [
        Route("/", _constant(page, "text/html", {"content-security-policy": policy})),
        Route("/openapi.json", _constant(read_text("serve/openapi.json"), "application/json")),
        Route("/choices", _constant(choices, "application/json")),
        Route("/score", _answering(responses.score, metrics), methods=["POST"]),
        Route("/align", _answering(responses.align, metrics), methods=["POST"]),
        Route("/report", _answering(responses.report, metrics), methods=["POST"]),
    ]
    handlers = {404: _not_found, 405: _not_allowed}
    return Starlette(routes=routes, middleware=[Middleware(Guard, limit=limit)], exception_handlers=handlers)


def _constant(content: str, kind: str, headers: Mapping[str, str] | None = None) -> Callable[..., Awaitable[Response]]:
    async def answer(_: Request) -> Response:
        return Response(content, media_type=kind, headers=headers)

    return answer


def _answering(answer: Answer, metrics: Metrics) -> Callable[[Request], Awaitable[Response]]:
    """Return what answers requests; the parts of a wrong one are named in the answer."""

    async def respond(request: Request) -> Response:
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return _failed(415, "the body has to be JSON: say content-type: application/json")
        body = await request.body()
        try:
            found = await run_in_threadpool(lambda: answer(metrics, parse(body)))
        except RequestError as error:
            return _failed(400, str(error))
        except (ConfigurationError, InputError, ResourceError) as error:
            return _failed(409, str(error))
        except BolideError as error:
            return _failed(500, str(error))
        if isinstance(found, str):
            return HTMLResponse(found, headers={"content-security-policy": "sandbox allow-scripts allow-downloads"})
        return Response(to_json(found), media_type="application/json")

    return respond


def _failed(status: int, message: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    text = message.encode("utf-8", "backslashreplace").decode()
    return JSONResponse({"error": text}, status, headers=headers)


async def _not_found(request: Request, _: Exception) -> Response:
    return _failed(404, f"there is nothing at {request.url.path}: see /openapi.json")


async def _not_allowed(request: Request, error: HTTPException) -> Response:
    return _failed(405, f"{request.url.path} does not take {request.method}: see /openapi.json", error.headers)


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
                    answer, receive = await self._take(scope, receive)
                await (answer or self._app)(scope, receive, _with_headers(send))
        except ClientDisconnect:
            return
        except asyncio.CancelledError:
            await _failed(503, "the server was stopped")(scope, receive, send)
        finally:
            self._open -= 1

    async def _take(self, scope: Scope, receive: Receive) -> tuple[JSONResponse | None, Receive]:
        """Wait for the body; return why it is refused, or None, and what hands it on."""
        try:
            body = await asyncio.wait_for(_read(scope, receive, self._limit), PATIENCE)
        except TimeoutError:
            return _failed(
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
            return _failed(403, "this server answers to 127.0.0.1 and localhost only")
        if headers.get("origin", f"http://{host}") != f"http://{host}":
            return _failed(403, "requests from pages of other origins are refused")
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            return _failed(403, "requests from pages of other sites are refused")
        if size > self._limit:
            return _too_large(self._limit)
        if self._open > CONCURRENT:
            return _failed(503, f"{CONCURRENT} requests are being answered: try again", {"retry-after": "1"})
        return None


def _too_large(limit: int) -> JSONResponse:
    return _failed(413, f"the request is larger than {limit // 1_000_000} MB: start the server with a larger --limit")


async def _read(scope: Scope, receive: Receive, limit: int) -> bytes | None:
    """Return the body; None if it is larger than the limit."""
    body = bytearray()
    async for part in Request(scope, receive).stream():
        body += part
        if len(body) > limit:
            return None
    return bytes(body)


def _replay(body: bytes) -> Receive:
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
