"""`bolide serve`: a page in the browser that aligns and scores while one types, and a JSON interface, on this machine only."""

from __future__ import annotations

import argparse
import os
import sys
import threading

from bolide.cli.command_parser import Main, positive, whole
from bolide.cli.metric_options import add_metric_options, make_metric, metric_arguments

DEFAULT_LIMIT = 32


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    parser.usage = "bolide serve [--port N] [--open] [options]"
    parser.epilog = (
        "The address is printed; Ctrl-C ends the server. It listens on 127.0.0.1 only, asks nobody else for anything and stores "
        "nothing. Programs of other languages use /score and /align, which /openapi.json describes. "
        "Needs: pip install 'bolide[serve]'"
    )
    parser.add_argument(
        "--port", type=whole, default=0, metavar="N", help=Main("port to listen on (default: any that is free)")
    )
    parser.add_argument("--open", action="store_true", help=Main("open the page in the browser"))
    parser.add_argument(
        "--limit",
        type=positive,
        default=DEFAULT_LIMIT,
        metavar="MB",
        help=Main("largest request that is answered, in megabytes (default: %(default)s)"),
    )
    add_metric_options(parser)


def run(options: argparse.Namespace) -> int:
    """Open the metric, print the address, and answer until Ctrl-C."""
    from bolide.serve.requests import Metrics
    from bolide.serve.server import check_extra, serve

    check_extra()
    threads = threading.active_count()
    metrics = Metrics(make_metric(options), metric_arguments(options))

    def tell(address: str) -> None:
        print(address, flush=True)
        print("bolide serve: Ctrl-C ends it", file=sys.stderr)
        if options.open:
            import webbrowser

            webbrowser.open(address)

    try:
        serve(metrics, port=options.port, limit=options.limit * 1_000_000, tell=tell)
    except KeyboardInterrupt:
        print("bolide serve: ended", file=sys.stderr, flush=True)
        if (
            threading.active_count() > threads
        ):  # Python would wait for one that scores, though nobody wants its answer any more.
            os._exit(0)
    return 0
