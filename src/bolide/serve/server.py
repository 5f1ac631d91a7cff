"""Listening: on this machine only, until Ctrl-C."""

from __future__ import annotations

import socket
from collections.abc import Callable
from importlib.util import find_spec

from bolide.errors import ConfigurationError, InputError
from bolide.serve.requests import Metrics

__all__ = ["check_extra", "serve"]

HOST = "127.0.0.1"


def check_extra() -> None:
    """Refuse to start without the libraries of the extra."""
    if missing := [name for name in ("starlette", "uvicorn") if find_spec(name) is None]:
        raise ConfigurationError(
            f"bolide serve needs {' and '.join(missing)}, which {'is' if len(missing) == 1 else 'are'} not installed: "
            "pip install 'bolide[serve]'"
        )


def serve(metrics: Metrics, *, port: int, limit: int, tell: Callable[[str], None]) -> None:
    """Answer requests until the process is told to end; `tell` learns the address before the first of them."""
    import uvicorn

    from bolide.serve.application import Connection, make_application

    application = make_application(metrics, limit=limit)
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HOST, port))
        except OSError as error:
            raise InputError(
                f"cannot listen on port {port}: {error.strerror or error}; choose another, or leave --port out"
            ) from error
        settings = uvicorn.Config(
            application,
            http=Connection,
            lifespan="off",
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=2,
            server_header=False,
            ws="none",
        )
        listening.listen()
        tell(f"http://{HOST}:{listening.getsockname()[1]}/")
        uvicorn.Server(settings).run(sockets=[listening])
