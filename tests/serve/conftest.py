"""A server of the tests, for Portuguese."""

from __future__ import annotations

import pytest

from bolide import Meteor
from bolide.serve.requests import Metrics


@pytest.fixture
def client(run_server):
    """Return a client of a server that was started for Portuguese."""
    return run_server(Metrics(Meteor("pt"), {"language": "pt"}), limit=200_000)
