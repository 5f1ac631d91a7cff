"""The application: which address answers what, and the page. Scoring runs in threads, so that a long report holds up nobody."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from bolide.errors import BolideError, ConfigurationError, InputError, ResourceError
from bolide.packaged import read_text
from bolide.reports.report import report_script
from bolide.serve import responses
from bolide.serve.guard import Guard
from bolide.serve.requests import Metrics, RequestError, parse
from bolide.show.pages import allowing, fill_in, inert, join_scripts, page_style
from bolide.show.tables import to_json

__all__ = ["LIMIT", "make_application"]

LIMIT = 32_000_000
# In the order in which they build on one another.
SCRIPTS = ("asking", "pair", "files", "main")
Answer = Callable[[Metrics, Mapping[str, Any]], dict[str, Any] | str]


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


async def _not_allowed(request: Request, error: Any) -> Response:
    return _failed(405, f"{request.url.path} does not take {request.method}: see /openapi.json", error.headers)
