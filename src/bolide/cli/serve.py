"""`bolide serve`: a page in the browser that aligns and scores while one types, and a JSON interface, on this machine only."""

import argparse
import os
import sys
import threading

from bolide.cli.metric_options import make_metric, metric_arguments


def run(options: argparse.Namespace) -> None:
    """Open the metric, print the address, and answer until Ctrl-C."""
    from bolide.serve.requests import Metrics
    from bolide.serve.server import Server

    threads = threading.active_count()
    metrics = Metrics(make_metric(options), metric_arguments(options))
    try:
        with Server(metrics, port=options.port or 0, limit=options.limit * 1_000_000) as server:
            print(server.address, flush=True)
            print("bolide serve: Ctrl-C ends it", file=sys.stderr)
            if options.open:
                import webbrowser

                webbrowser.open(server.address)
            server.serve_forever()
    except KeyboardInterrupt:
        print("bolide serve: ended", file=sys.stderr, flush=True)
        # Python would wait for a thread that scores, although its answer is no longer needed.
        if threading.active_count() > threads:
            os._exit(0)
