"""A server without a network: requests go straight to the application."""

from __future__ import annotations

import pytest

from bolide import Meteor


@pytest.fixture
def client():
    """Return a client of an application that was started for Portuguese."""
    testclient = pytest.importorskip("starlette.testclient")
    from bolide.serve.application import make_application
    from bolide.serve.requests import Metrics

    application = make_application(Metrics(Meteor("pt"), {"language": "pt"}), limit=200_000)
    return testclient.TestClient(application, base_url="http://127.0.0.1:8000")
